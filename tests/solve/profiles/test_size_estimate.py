"""The size and time of a profile's computation, estimated before it begins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from mystpy.game.game import Game
from mystpy.solve.profiles.game_tree import game_tree
from mystpy.solve.profiles.profile import DENOMINATORS, EARLY, judged, judgements
from mystpy.solve.profiles.size_estimate import SizeEstimate, size_estimate


def counting() -> Iterator[float]:
    """A clock that advances by a second at each call."""
    return map(float, count())


def document(game: Game, turns: int, rounds: int, *, idle: bool) -> SizeEstimate:
    ticks = counting()
    found = size_estimate(game, turns, rounds, idle=idle, clock=lambda: next(ticks))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("sizes", "turns", "idle"),
    [
        ((2, 1, 3, 1), 4, True),
        ((2, 1, 3, 1), 5, False),
        ((3, 1, 3, 1), 4, False),
        ((1, 1, 3, 1), 6, True),
        ((1, 2, 3, 1), 4, True),
    ],
)
@pytest.mark.alike(2)
def test_positions_are_about_as_many_as_told(
    sizes: tuple[int, int, int, int], turns: int, idle: bool
) -> None:
    game = Game.myst(*sizes)
    found = document(game, turns, 100, idle=idle)
    number = len(game_tree(game, turns, idle=idle).nodes)
    assert number / 1.5 < found.positions < 2 * number


def test_seconds_go_with_positions_and_rounds() -> None:
    game = Game.myst(2, 1, 3, 1)
    for rounds in (10, 100):
        found = document(game, 5, rounds, idle=True)
        each = len(game_tree(game, found.grown).nodes)
        work = 1 + rounds + judged(rounds)
        assert found.seconds == pytest.approx(found.positions / each * work)


def test_what_takes_a_moment_is_not_told() -> None:
    assert size_estimate(Game.myst(1, 1, 3, 1), 4, 100) is None


def test_of_a_game_too_large_in_its_first_turn_nothing_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mystpy.solve.profiles.size_estimate._PROBED", 10)
    assert size_estimate(Game.myst(2, 1, 3, 1), 6, 100) is None


def test_what_was_learnt_is_judged_after_twice_as_many_rounds() -> None:
    assert judgements(100) == [10, 20, 40, 80, 100]
    assert judgements(7) == [7]
    assert judged(7) == 2 * len(DENOMINATORS)
    assert judged(100) == 4 * EARLY + judged(7)
