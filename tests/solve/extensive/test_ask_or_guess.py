"""Games in which a player asks or guesses in a turn, and not both.

The tree is compared with that of named cards in `test_labelled.py`.
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from typing import Any

import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant, change_nothing
from mystpy.solve.extensive.certificate import certificate, check_plans, game_of
from mystpy.solve.extensive.value_bounds import ValueBounds, improving_bounds
from mystpy.solve.strategy_value import proven_bounds
from mystpy.solve.verified.checker_input import checker_numbers
from tests.solve.extensive.labelled import LabelledGame
from tests.solve.extensive.programmes import value
from tools.check_certificate import Certificate, Wrong

EITHER = GameVariant(either=True)

VALUES = {
    (1, 1, 1): "1/2",
    (2, 1, 1): "5/9",
    (1, 2, 1): "5/9",
    (2, 1, 2): "2/3",
    (1, 2, 2): "3/5",
    (3, 1, 2): "7/12",
    (1, 3, 1): "23/42",
}


def solved(size: tuple[int, int, int], variant: GameVariant = EITHER) -> ValueBounds:
    m, n, q = size
    (found,) = deque(improving_bounds(Game.myst(m, n, 2, q), variant), maxlen=1)
    return found


@pytest.mark.parametrize(("size", "worth"), VALUES.items())
def test_values_are_exact(size: tuple[int, int, int], worth: str) -> None:
    found = solved(size)
    assert found.lower.value == found.upper.value == Fraction(worth)


@pytest.mark.parametrize(("size", "turns"), [((1, 1, 1), 3), ((2, 1, 1), 4)])
def test_a_programme_of_named_cards_has_the_same_value(
    size: tuple[int, int, int], turns: int
) -> None:
    m, n, q = size
    whole = LabelledGame.grown(Game.myst(m, n, 2, q), EITHER, turns)
    for share in (0, 1):
        found = value(whole.listed(share))
        assert found == pytest.approx(float(Fraction(VALUES[size])), abs=1e-9)


def test_who_can_only_guess_at_once_wins_half_of_two_piles() -> None:
    """Each player sees two possible piles; a player who asks tells the other."""
    assert solved((1, 1, 1)).value == Fraction(1, 2)
    assert solved((1, 1, 1), GameVariant()).value == 1


def test_useful_questions_have_the_same_value_here() -> None:
    """This is compared, not proved: no game of this kind leaves idle questions out."""
    for size in ((1, 1, 1), (2, 1, 1), (1, 2, 1), (2, 1, 2)):
        useful = solved(size, EITHER._replace(questions="useful"))
        assert useful.value == Fraction(VALUES[size])
    assert not change_nothing(Game.myst(2, 1, 2, 1), EITHER)
    assert change_nothing(Game.myst(2, 1, 2, 1), GameVariant())


def test_a_certificate_is_checked_for_this_game() -> None:
    document: dict[str, Any] = certificate(solved((2, 1, 1)))
    assert document["either"] is True
    assert game_of(document)[1] == EITHER
    found = proven_bounds(document)
    assert (found.lower, found.upper) == (Fraction(5, 9), Fraction(5, 9))
    assert check_plans(document).lower.value == Fraction(5, 9)
    without = {key: what for key, what in document.items() if key != "either"}
    with pytest.raises(QueryError):
        proven_bounds(without)
    with pytest.raises(QueryError, match="either is true or false"):
        proven_bounds(document | {"either": 1})


def test_checkers_that_do_not_know_this_game_refuse_it() -> None:
    document = certificate(solved((1, 1, 1), EITHER._replace(questions="useful")))
    with pytest.raises(QueryError, match="a guess comes after a question"):
        checker_numbers(document)
    with pytest.raises(Wrong, match="asks or guesses in a turn are not judged"):
        Certificate(document, set())  # type: ignore[no-untyped-call]


def test_a_certificate_of_the_other_game_does_not_say_it() -> None:
    assert "either" not in certificate(solved((1, 1, 1), GameVariant()))
