"""Find the card or player of a name that is printed in full or abbreviated."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from mystpy.names.written import identifier_shown_as, plain, written_key

FULL_NAMES = {
    "scarlet": "scarlett",
    "miss_scarlet": "scarlett",
    "miss_scarlett": "scarlett",
    "colonel_mustard": "mustard",
    "professor_plum": "plum",
    "mr_green": "green",
    "mrs_peacock": "peacock",
    "mrs_white": "white",
    "lead_pipe": "pipe",
    "dining_room": "dining",
    "billiard_room": "billiard",
}
"""Names of Clue cards in section 1.1 of the thesis that differ from the deck's."""

Shown = Mapping[str, str]
_NONE: Shown = {}


def card_named(name: str, deck: Collection[str], shown: Shown = _NONE) -> str | None:
    """Return the card of a deck that has this name, however it is written, or None.

    The names of the deck have priority, then the shown names of cards, then the form
    that `plain` returns, then FULL_NAMES. If there are several words, those that name
    no card are ignored if the others name one: `Prof. Plum` is `plum`.
    """
    if name in deck:
        return name
    found = identifier_shown_as(name, shown)
    if found in deck:
        return found
    written = plain(name)
    found = next((x for x in (written, FULL_NAMES.get(written)) if x in deck), None)
    return found if found or "_" not in written else _one_named(written, deck)


def cards_in_name(name: str, deck: Collection[str]) -> tuple[str, ...]:
    """Return the cards that the words of a name denote, in their order."""
    words = plain(name).split("_") if isinstance(name, str) else ()
    return tuple(dict.fromkeys(x for word in words for x in _of_word(word, deck)))


def _one_named(written: str, deck: Collection[str]) -> str | None:
    words = written.split("_")
    if (joined := "".join(words)) in deck:
        return joined  # a ball room is a ballroom
    found = {x for word in words for x in _of_word(word, deck)}
    if not found:
        parts = [{x for x in deck if word in x.split("_")[:9]} for word in words]
        # The last word is the name: a title alone, as in Miss Peacock, says nothing.
        found = set.intersection(*filter(None, parts)) if parts[-1] else set()
    return found.pop() if len(found) == 1 else None


def _of_word(word: str, deck: Collection[str]) -> Iterator[str]:
    for name in (word, FULL_NAMES.get(word, word)):
        if name in deck:
            yield name
            return


def matching_names(
    word: str, names: Iterable[str], shown: Shown = _NONE
) -> tuple[str, ...]:
    """Return the names that a word may mean: the name itself, or those that begin so.

    If there are none: the names with a part after `_` that begins so, and then those
    whose shown name begins so. Capitals and accents are ignored.
    """
    listed = tuple(names)
    if word in listed:
        return (word,)
    if (same := identifier_shown_as(word, shown)) in listed:
        return (same,)
    begun = plain(word)
    if begun in listed:
        return (begun,)
    if not begun:
        return ()
    found = tuple(name for name in listed if name.startswith(begun))
    found = found or tuple(name for name in listed if f"_{begun}" in name)
    if found or not shown:
        return found
    key = written_key(word)
    return tuple(
        name for name in listed if written_key(shown.get(name, "")).startswith(key)
    )


def several_words(
    names: Iterable[str], shown: Shown, deck: Collection[str]
) -> frozenset[str]:
    """Return the first words of names with several words, in small letters."""
    full = (name for name, card in FULL_NAMES.items() if card in deck)
    found = {name.split("_")[0] for name in (*names, *full) if "_" in name}
    for text in shown.values():
        words = written_key(text).replace(".", " ").replace("-", " ").split()
        found |= set(words[:1]) if len(words) > 1 or not text.isalnum() else set()
        found |= {text.partition("'")[0].partition("’")[0].casefold()}
    return frozenset(found)


def only_card(candidates: Sequence[Collection[str]]) -> str | None:
    """Return the one card that several words can all mean, or None.

    `candidates` has the cards that each word may mean; words that mean none are
    ignored.
    """
    sets = [set(cards) for cards in candidates if cards]
    found = set.intersection(*sets) if sets else set()
    return found.pop() if len(found) == 1 else None
