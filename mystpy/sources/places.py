"""Places in the sources as people write them: `3.2`, `Thm 3.1`, `fig. 2.2`, `(4.1)`.

A place has a kind, such as figure, and a number or a name. Without a kind it means
all places with that number; with parentheses it is the number of a formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import QueryError, did_you_mean, one_of
from mystpy.sources.concordance import (
    Source,
    SourceEntry,
    all_entries,
    entries,
    sources,
)

FORMULA = "formula"
"""The kind of a place in parentheses."""

SECTION = "section"
"""The kind of a number without a word."""

_KINDS = {
    "chapter": SECTION,
    "section": SECTION,
    "sec": SECTION,
    "equation": FORMULA,
    "eq": FORMULA,
    "formula": FORMULA,
    "axiom": FORMULA,
    "figure": "figure",
    "fig": "figure",
    "table": "table",
    "theorem": "theorem",
    "thm": "theorem",
    "lemma": "lemma",
    "claim": "claim",
    "proposition": "proposition",
    "prop": "proposition",
    "fact": "fact",
    "definition": "definition",
    "def": "definition",
    "example": "example",
    "ex": "example",
    "footnote": "footnote",
    "fn": "footnote",
    "program": "program",
}
"""The words for the kinds of places, and their abbreviations."""

_WRITTEN = pattern(r"([a-z]+)\.? *\(?([0-9][0-9a-z.]*)\)?")
_IN_PARENTHESES = pattern(r"\(([^()\s]+)\)")
_NUMBER = pattern(r"[0-9][0-9.]*[a-z]?")
_SHOWN_NAMES = 8


class Place(NamedTuple):
    """A kind, None where any will do, and a number or a name in small letters."""

    kind: str | None
    name: str


def read_place(text: str) -> Place:
    """Return the place that is written."""
    words = " ".join(text.lower().split())
    if found := _IN_PARENTHESES.fullmatch(words):
        return Place(FORMULA, found[1])
    found = _WRITTEN.fullmatch(words)
    if found and found[1] in _KINDS:
        return Place(_KINDS[found[1]], found[2].rstrip("."))
    return Place(None, words)


def place_of(entry: SourceEntry) -> Place:
    """Return the place of an entry; a bare number is that of a section."""
    place = read_place(entry.place)
    if place.kind is None and _NUMBER.fullmatch(place.name):
        return Place(SECTION, place.name)
    return place


def entries_at(text: str, among: Iterable[SourceEntry]) -> tuple[SourceEntry, ...]:
    """Return the entries of a place, none if there is no such place.

    Those whose own place it is are preferred to those that name it as another name, as
    an axiom's label, a statement or an example.
    """
    wanted, given = read_place(text), tuple(among)
    own = tuple(entry for entry in given if _is_at(place_of(entry), wanted))
    return own or tuple(entry for entry in given if _has_name(entry, text, wanted))


def find_source(name: str) -> Source | None:
    """Return the source of this identifier or name, None if there is none."""
    word = name.strip().lower()
    for source in sources():
        if word == source.id or word in source.names:
            return source
    return None


def find_entries(words: Sequence[str]) -> tuple[SourceEntry, ...]:
    """Return the entries at a place; the first word may name the source.

    A source alone means all of its entries. Raises QueryError, with the nearest
    names, if there is no such place.
    """
    source = find_source(words[0])
    if source is None:
        place = " ".join(words)
        found = entries_at(place, all_entries())
        return found or _no_place(place, None)
    if len(words) == 1:
        return entries(source.id)
    place = " ".join(words[1:])
    return entries_at(place, entries(source.id)) or _no_place(place, source)


def entries_by_number(number: str, kinds: Sequence[str]) -> tuple[SourceEntry, ...]:
    """Return the entries at a number, only those of the first kind that has any.

    Used where a command looks for a formula or a theorem first: 4.1 is a section, a
    formula, a theorem and more.
    """
    found = entries_at(number, all_entries())
    for kind in kinds:
        of_kind = tuple(entry for entry in found if place_of(entry).kind == kind)
        if of_kind:
            return of_kind
    return found


def by_section(
    given: Iterable[SourceEntry],
) -> list[tuple[SourceEntry, list[SourceEntry]]]:
    """Return each section with the entries in it, in the order of the source.

    Where no section has a number, each place with a name is one.
    """
    kinds = [(entry, place_of(entry).kind) for entry in given]
    head = SECTION if any(kind == SECTION for _, kind in kinds) else None
    found: list[tuple[SourceEntry, list[SourceEntry]]] = []
    for entry, kind in kinds:
        if not found or kind == head:
            found.append((entry, []))
        else:
            found[-1][1].append(entry)
    return found


def _is_at(place: Place, wanted: Place) -> bool:
    if place.name != wanted.name:
        return False
    return wanted.kind is None or place.kind == wanted.kind


def _has_name(entry: SourceEntry, text: str, wanted: Place) -> bool:
    """Return whether an entry has this as another name, or names what is called so."""
    if wanted in map(read_place, entry.names):
        return True
    if wanted.kind in (None, FORMULA) and wanted.name in map(str.lower, entry.labels):
        return True
    return text.strip().removeprefix("example:") in (*entry.statements, *entry.examples)


def _no_place(text: str, source: Source | None) -> tuple[SourceEntry, ...]:
    """Raise QueryError: there is no such place."""
    known = entries(source.id) if source else all_entries()
    names = [name for entry in known for name in (entry.place, *entry.names)]
    if source is None:
        names += [name for each in sources() for name in (each.id, *each.names)]
    call = f"mystpy source {source.id}" if source else "mystpy source"
    hint = did_you_mean(text, names) or f"`{call}` lists {_what_is_listed(source)}"
    where = source.called if source else "the sources"
    raise QueryError(f"there is no {text!r} in {where}", hint=hint, word=text)


def _what_is_listed(source: Source | None) -> str:
    if source is not None:
        return "its places"
    return one_of([each.id for each in sources()], "and")
