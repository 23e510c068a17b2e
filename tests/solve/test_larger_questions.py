"""Games with q > m + n + 1, in which a hand need never be known (values.md)."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from math import comb

import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.value_bounds import improving_bounds

TURNS = 4
SIZES = [(1, 2, 5), (2, 2, 6), (3, 2, 7), (1, 3, 6), (1, 3, 7), (2, 3, 8)]
LARGER = [*SIZES, pytest.param((2, 3, 7), marks=pytest.mark.slow)]


@pytest.fixture
def _solved_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a wrong guess lose by definition, as the solver assumes."""
    monkeypatch.setattr(
        "mystpy.solve.extensive.tree_builder.check_solved", lambda _: None
    )


def bounds(
    size: tuple[int, int, int], variant: GameVariant
) -> tuple[Fraction, Fraction]:
    """Return the values that both players can secure within some turns."""
    m, n, q = size
    *_, found = islice(improving_bounds(Game.myst(m, n, 2, q), variant), TURNS)
    return found.lower.value, found.upper.value


@pytest.mark.usefixtures("_solved_all_the_same")
@pytest.mark.parametrize("size", LARGER)
def test_endless_play_is_worth_something(size: tuple[int, int, int]) -> None:
    m, n, q = size
    least = Fraction(1, comb(q - n - 1, m))
    assert bounds(size, GameVariant()) == (least, 1 - least)
    assert (least == 1 - least) == (m == 1 and q == n + 3)


@pytest.mark.usefixtures("_solved_all_the_same")
@pytest.mark.parametrize("size", SIZES[:3])
def test_nobody_ever_has_to_let_the_pile_be_known(size: tuple[int, int, int]) -> None:
    assert bounds(size, GameVariant(announced=True)) == (Fraction(0), Fraction(1))


def test_they_are_refused() -> None:
    with pytest.raises(QueryError, match="a wrong guess does not lose such a game"):
        next(improving_bounds(Game.myst(1, 2, 2, 5), GameVariant()))
