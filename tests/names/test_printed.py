"""Cards as printed, in all editions: with titles they are read as without."""

from __future__ import annotations

import difflib
import random
from collections.abc import Iterator

import pytest

from mystpy.errors import MystError
from mystpy.game.game import Game
from mystpy.game.table import edition_names
from mystpy.history.history import History
from mystpy.history.table.notes import read_table

TITLES = ("Old", "Sir", "Frau", "Dr.", "Zesty", "Quux")
NOUNS = ("Room", "Xylem", "Vvv", "Zone")


def free_words(words: tuple[str, ...], game: Game) -> list[str]:
    """Return the words that are no part of a card, and are like none."""
    parts = [part for card in game.cards for part in (card, *card.split("_"))]
    plain = {word: word.lower().strip(".") for word in words}
    return [
        word
        for word, small in plain.items()
        if not any(part.startswith(small) for part in parts)
        and not difflib.get_close_matches(small, [*parts, *game.players], 1, 0.55)
    ]


def question(said: str, game: Game) -> frozenset[str]:
    action = read_table(f"ann: {said}", game)[0][0]
    return frozenset(action.cards)  # type: ignore[union-attr]


@pytest.mark.parametrize("edition", [None, *edition_names()])
def test_titles_change_nothing(edition: str | None) -> None:
    given: dict[str, object] = {"rules": "clue", "players": ["ann", "bob", "cid"]}
    game = Game.from_dict(given | ({"edition": edition} if edition else {}))
    titles, nouns = free_words(TITLES, game), free_words(NOUNS, game)
    assert len(titles) > 2
    chosen = random.Random(f"{edition}")
    for _ in range(40):
        cards = [chosen.choice(sort) for _, sort in game.sorts]
        chosen.shuffle(cards)
        names = [card.replace("_", " ").title() for card in cards]
        names[0] = f"{chosen.choice(titles)} {names[0]}"
        names[1] = f"{names[1]} {chosen.choice([*nouns, titles[0]])}"
        for joint in (", ", " "):
            assert question(joint.join(names), game) == frozenset(cards)


def misspelt(card: str) -> Iterator[str]:
    """Yield a name with a letter left out, doubled, or exchanged with the next."""
    for place in range(1, len(card) - 1):
        yield card[:place] + card[place + 1 :]
        yield card[:place] + card[place] + card[place:]
        yield card[:place] + card[place + 1] + card[place] + card[place + 2 :]


@pytest.mark.parametrize("edition", [None, *edition_names()])
def test_a_misspelt_card_never_makes_another_suggestion(edition: str | None) -> None:
    given: dict[str, object] = {"rules": "clue", "players": ["ann", "bob", "cid"]}
    game = Game.from_dict(given | ({"edition": edition} if edition else {}))
    chosen, read, refused = random.Random(f"{edition}"), 0, 0
    for sort, cards in game.sorts:
        others = [chosen.choice(x) for name, x in game.sorts if name != sort]
        for card in cards:
            for wrong in misspelt(card):
                said = chosen.choice((" ", ", ")).join([*others, f"Old {wrong}"])
                try:
                    found = question(said, game)
                except MystError:
                    refused += 1
                else:
                    read += 1
                    assert found == {*others, card}, said
    assert refused > 50


def test_a_hand_with_titles_is_the_hand_without() -> None:
    game = Game.clue(3)
    plain = History.make(game, {1: "{plum,rope,hall,knife,green,dining}"})
    for said in (
        "Prof. Plum, Rope, Hall, Knife, Mr. Green, Dining Room",
        "plum rope hall knife green dining",
        "{Professor Plum; the Rope; Hall; Knife; green; Dining-Room}",
    ):
        assert History.make(game, {1: said}) == plain
