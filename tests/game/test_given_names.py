"""Names that cards, sorts and players are given: no letter is changed in silence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mystpy.errors import GameError
from mystpy.game.game import Game

CHANGED = {
    "sün": ("ü", "sun"),
    "straße": ("ß", "strasse"),
    "ｓun": ("ｓ", "sun"),
    "su\u0308n": ("ü", "sun"),
    "Иvan": ("И", "van"),
    "x²": ("²", "x2"),
    "Øre": ("Ø", "ore"),
}
"""Names, each with a sign that cannot stay, and how it could be written."""


@pytest.mark.parametrize("name", CHANGED)
def test_a_letter_that_would_be_changed_is_named(name: str) -> None:
    sign, written = CHANGED[name]
    made: tuple[Callable[[], Game], ...] = (
        lambda: Game.general([name, "b", "c"], [1, 1, 1], 1),
        lambda: Game.clue(2, {"who": [name, "b", "c"], "how": ["d", "e", "f"]}),
        lambda: Game.clue(2, {name: ["a", "b", "c"], "how": ["d", "e", "f"]}),
        lambda: Game.myst(1, 1, 2, 1, players=[name, "bob"]),
    )
    for make in made:
        with pytest.raises(GameError) as refused:
            make()
        assert repr(sign) in str(refused.value)
        assert written in str(refused.value.hint)


def test_capitals_spaces_and_stops_are_written_otherwise() -> None:
    game = Game.general(["Mrs. White", "Co-op", "b2"], [1, 1, 1], 1)
    assert game.cards == ("mrs_white", "co_op", "b2")


@pytest.mark.parametrize("names", [("Mrs White", "mrs_white"), ("Sun", "sun")])
def test_two_names_that_are_written_alike_are_refused(names: tuple[str, str]) -> None:
    with pytest.raises(GameError, match="both written") as refused:
        Game.general([*names, "c"], [1, 1, 1], 1)
    assert repr(names[0]) in str(refused.value)
    with pytest.raises(GameError, match="both written"):
        Game.myst(1, 1, 2, 1, players=names)


def test_a_name_is_looked_up_without_its_accents() -> None:
    game = Game.general(["sun", "b", "c"], [1, 1, 1], 1, players=["jose", "ann"])
    assert game.card("sün") == "sun"
    assert game.player("José") == 1
