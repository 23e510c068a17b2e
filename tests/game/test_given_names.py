"""Names that cards, sorts and players are given: no letter is changed in silence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mystpy.errors import GameError, QueryError
from mystpy.game.game import Game
from mystpy.game.names import FULL_NAMES
from mystpy.language.read import parse_formula
from mystpy.language.show import show

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


@pytest.mark.parametrize(
    ("name", "written"),
    [("2c", "c2"), ("10H", "h10"), ("2 of clubs", "of_clubs_2"), ("3-d", "d_3")],
)
def test_digits_at_the_beginning_go_to_the_end(name: str, written: str) -> None:
    game = Game.general([name, "b", "c"], [1, 1, 1], 1)
    assert game.cards[0] == game.card(name) == written
    formula = parse_formula(
        f"h(1,{name})" if name.isalnum() else f"h(1,{written})", game
    )
    assert show(formula) == f"h(1,{written})"


@pytest.mark.parametrize("name", ["007", "2", "2_3", "3²"])
def test_digits_alone_are_no_name(name: str) -> None:
    with pytest.raises(GameError):
        Game.general([name, "b", "c"], [1, 1, 1], 1)


@pytest.mark.parametrize(("name", "card"), FULL_NAMES.items())
def test_the_cards_of_clue_are_read_as_the_thesis_calls_them(
    name: str, card: str
) -> None:
    game = Game.clue(3)
    assert game.card(name) == game.card(name.replace("_", " ").title()) == card
    assert parse_formula(f"h(1,{name})", game) == parse_formula(f"h(1,{card})", game)


def test_a_card_that_has_the_name_itself_comes_first() -> None:
    game = Game.general(["scarlet", "scarlett", "Mrs White"], [1, 1, 1], 1)
    assert game.card("scarlet") == "scarlet"
    assert game.card("Mrs White") == "mrs_white"
    with pytest.raises(QueryError, match="there is no card plum"):
        game.card("plum")


@pytest.mark.parametrize(
    "names", [("Mrs White", "mrs_white"), ("Sun", "sun"), ("2c", "c2")]
)
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
