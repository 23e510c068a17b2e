"""`why` of M, of constants, of all players, and of counts."""

from __future__ import annotations

import pytest

from mystpy.engines import get_engine
from mystpy.engines.base import Value
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.questions.reason_text import text
from mystpy.questions.why import Why, why

GAME = Game.myst(1, 2, 3, 2)
HISTORY = History.make(GAME, {1: ["s1", "s2"]}, "asks(1,{s3,s4}) no(2)")


def explained(formula: str) -> Why:
    return why(HISTORY, parse_formula(formula, GAME), get_engine("worlds"))


@pytest.mark.parametrize(
    ("formula", "value", "last"),
    [
        ("false", Value.FALSE, "by logic alone"),
        ("true", Value.TRUE, "by logic alone"),
        ("m = 2", Value.FALSE, "by the sizes of the game"),
        ("1 = 2 | K(1,true)", Value.TRUE, "by logic alone"),
        ("K(1,false)", Value.FALSE, "by logic alone"),
        ("Turn(2) & false", Value.FALSE, "by the turns, phases and guesses"),
    ],
)
def test_constants_are_explained(formula: str, value: Value, last: str) -> None:
    found = explained(formula)
    assert found.value is value
    assert text(found, GAME).splitlines()[-1].strip().startswith(last)


def test_what_is_held_possible_is_explained_as_what_is_not_known() -> None:
    possible, denied = explained("M(1,h(2,s5))"), explained("~K(1,~h(2,s5))")
    assert possible.value is denied.value is Value.TRUE
    assert possible.witness == denied.witness
    assert len(possible.witness) == 2
    impossible = explained("M(1,h(2,s3))")
    assert impossible.value is Value.FALSE
    assert [reason.step for reason in impossible.because] == [1]


def test_all_players_are_a_group() -> None:
    known = explained("C(players,~h(2,s3))")
    assert known.value is Value.TRUE
    assert [reason.step for reason in known.because] == [1]
    assert explained("C(players,h(1,s1))").witness
    assert (
        explained("E(players,~h(2,s3))").axioms
        == explained("E([1,2,3],~h(2,s3))").axioms
    )


def test_counts_are_explained() -> None:
    found = explained("at least 2 of x in cards: K(1,~h(2,x)) & ~h(1,x)")
    assert found.value is Value.TRUE
    assert [reason.step for reason in found.because] == [None, 1]
    assert explained("#(x in cards, k in players: h(k,x)) = 6").value is Value.TRUE
    failing = explained("#(x in [s5,s6,s7]: K(1,h(2,x))) >= 1")
    assert len(failing.witness) >= 2


def test_what_was_before_is_not_explained() -> None:
    with pytest.raises(QueryError, match="what was before"):
        explained("once askphase")
