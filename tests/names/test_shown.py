"""Names are shown as they were written, and read in every place where one can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mystpy.errors import ParseError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula, write_formula
from mystpy.names.width import left, right, width
from mystpy.questions.knowledge import know
from mystpy.questions.situation import Situation
from mystpy.show import json as objects
from mystpy.show import text
from mystpy.show.draw.grid_svg import grid_svg

GAME = Game.from_dict(
    {
        "rules": "clue",
        "players": ["Zoë", "O'Hara", "小明"],
        "sorts": {
            "Wer": ["Frau Weiß", "Mr. Green", "Нож"],
            "Was": ["Seil", "小刀", "Rohr", "Dolch"],
        },
    }
)
START = History.make(GAME, {"小明": ["Rohr"]})


def test_identifiers_are_those_that_both_logics_take() -> None:
    assert GAME.players == ("zoe", "ohara", "p3")
    assert GAME.cards == (
        *("frau_weiss", "mr_green", "c3"),
        *("seil", "c5", "rohr", "dolch"),
    )


def test_a_grid_shows_what_was_written_and_its_columns_stand_in_line() -> None:
    found = list(text.grid(know(START, 3, Situation.of(START).engine), GAME))
    assert found[0].split() == ["pile", "Zoë", "O'Hara", "小明"]
    assert {"Wer:", "Was:"} < set(found)
    ends = {width(line) for line in found if not line.endswith(":")}
    assert ends == {width(found[0])}


def test_wide_signs_take_two_columns_and_marks_none() -> None:
    assert [width(x) for x in ("ann", "小明", "e\u0301", "Zoë")] == [3, 4, 1, 3]
    assert (left("小", 4), right("小", 4)) == ("小  ", "  小")


@pytest.mark.parametrize(
    ("written", "formula"),
    [
        ('h(小明, "Frau Weiß")', "h(p3,frau_weiss)"),
        ("K(Zoë, h(0, 小刀))", "K(zoe,h(0,c5))"),
        ('K("O\'Hara", h("O\'Hara", "Mr. Green"))', "K(ohara,h(ohara,mr_green))"),
        ("Question({Нож, seil})", "Question({c3,seil})"),
        ("¬h(3, Dolch) ∧ ∀x ∈ cards: h(2,x)", None),
    ],
)
def test_a_formula_has_names_as_they_are_written(
    written: str, formula: str | None
) -> None:
    found = write_formula(parse_formula(written, GAME), GAME)
    assert formula is None or found == formula
    assert parse_formula(found, GAME) == parse_formula(written, GAME)


@pytest.mark.parametrize(
    ("written", "column"), [('h(1, "Frau Weise")', 6), ('K("小红", h(1,seil))', 3)]
)
def test_a_name_in_quotes_that_nobody_has_is_placed(written: str, column: int) -> None:
    with pytest.raises(ParseError, match="no card and no player is called") as refused:
        parse_formula(written, GAME)
    assert refused.value.column == column


def test_actions_and_notes_have_names_as_they_are_written() -> None:
    actions = 'asks(Zoë,{"Frau Weiß",小刀}) no("O\'Hara") yes(小明)'
    history = START.then(f"{actions}  # Zoë said 小刀")
    assert history.term() == START.then(history.text()).term()
    notes = "Zoë: Frau Weiß, 小刀 -> O'Hara passes, 小明 shows 小刀"
    assert str(START.then(notes).actions[-1]) == "shows(3,1,c5)"
    assert START.then("zoe: weiss dolch -> 小 shows").actions[-1].player == 3


def test_pictures_and_json_have_both_names() -> None:
    known = know(START, 3, Situation.of(START).engine)
    found: dict[str, Any] = objects.knowledge(known)
    assert found["shown"] == GAME.shown
    assert set(found["grid"]["1"]) == set(GAME.cards)
    plain = Game.clue(3)
    hand = {1: [*plain.cards[:3], *plain.cards[6:9]]}
    old = know(History.make(plain, hand), 1, Situation.of(START).engine)
    assert "shown" not in objects.knowledge(old)
    picture = grid_svg(known, GAME)
    assert all(name in picture for name in ("小刀", "Frau Weiß", "Zoë"))
    assert "frau_weiss" not in picture


def test_reasons_have_names_as_they_were_written() -> None:
    situation = Situation.of(START).do("asks(1,{seil,c3}) no(2) no(3)")
    said = str(situation.why("K(3, ~h(2,c3))"))
    assert "player 2 (O'Hara) holds none of Нож, Seil" in said


MAKERS: tuple[Callable[[], Game], ...] = (
    lambda: Game.clue(players=["Ann", "bob", "cid"]),
    lambda: Game.clue(players=["ann", "bob", "cid"]),
)


def test_games_with_the_same_identifiers_are_the_same_game() -> None:
    capital, small = (make() for make in MAKERS)
    assert capital == small
    assert len({capital, small}) == 1
    assert capital.shown == {"ann": "Ann"}
    assert small.shown == {}
