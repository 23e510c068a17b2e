"""Estimates of sequences, memory and time before a game is solved."""

from __future__ import annotations

import pytest

from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.runs.forecast import (
    Agenda,
    Pace,
    fitted_time,
    memory_words,
    prospect,
    time_words,
)
from mystpy.solve.runs.run import Run

USEFUL = GameVariant(questions="useful")
SMALL, LARGE = Game.myst(2, 1, 2, 1), Game.myst(5, 1, 2, 1)


def test_a_turn_is_told_by_the_pace_of_those_before() -> None:
    growth = TreeBuilder(Game.myst(9, 2, 2, 1), USEFUL)
    times = iter([0.0, 500.0, 500.0, 504.0, 600.0, 700.0])
    pace = Pace(Run(USEFUL, turns=5, rounds=10**6), times.__next__)
    first = pace.ahead(growth.form(1))
    assert first is None  # less than a second
    pace.done(1)  # libraries were loaded: it says nothing
    second = pace.ahead(growth.form(2))
    assert second is not None
    assert second.startswith("turn 2: 34 sequences, 30 ways to end, at most 0.0 MB")
    assert second.endswith("about 1.4 s (as measured elsewhere)")
    pace.done(2)
    third = pace.ahead(growth.form(3))
    assert third is not None
    assert "turn 3: 111 sequences" in third
    assert "about 13 s (as turn 2 took 4.0 s)" in third
    assert "if all 5 are needed, perhaps 1,183 sequences and" in third
    again = pace.ahead(growth.form(3))  # with a last question
    assert again is not None
    assert "if all 5 are needed, perhaps 1,183 sequences and" in again


def test_what_is_small_is_not_told() -> None:
    assert Pace(Run(USEFUL)).ahead(TreeBuilder(SMALL, USEFUL).form(3)) is None


def test_a_game_is_counted_to_its_end_or_as_far_as_it_is_small() -> None:
    small, large = prospect(SMALL, Run(USEFUL)), prospect(LARGE, Run(USEFUL))
    growth = TreeBuilder(SMALL, USEFUL)
    ends = [growth.form(turns) for turns in (small.turns, small.turns + 1)]
    assert small.whole
    assert [sum(form.counts) for form in ends] == [small.sequences] * 2
    assert not large.whole
    assert prospect(LARGE, Run(USEFUL, turns=2)).whole
    assert 0 < small.seconds < large.seconds


def test_games_that_are_left_are_told_by_those_that_are_done() -> None:
    tiny = Game.myst(1, 1, 2, 1)
    agenda = Agenda([SMALL, LARGE, tiny], Run(USEFUL), 2)
    assert agenda.begun().startswith("3 games, the largest with ")
    assert " and more: at least " in agenda.begun()
    assert agenda.done(LARGE, 1000.0).startswith("1 of 3 games, the others take about ")
    assert agenda.done(SMALL, None).endswith(" (as those did)")
    assert agenda.done(tiny, 0.1) == "3 of 3 games"


def test_times_of_games_that_are_left_follow_those_that_are_done() -> None:
    """They use a factor, and a power if large games take longer than expected."""
    assert fitted_time([(2.0, 6.0)], [1.0, 4.0]) == pytest.approx(15.0)
    done = [(x, 3 * x**1.3) for x in (0.01, 0.1, 1.0, 10.0, 100.0)]
    found, true = fitted_time(done, [0.5, 20.0]), 3 * (0.5**1.3 + 20**1.3)
    alike = sum(y for _, y in done) / sum(x for x, _ in done) * 20.5
    assert abs(found - true) < abs(alike - true) / 2


@pytest.mark.parametrize(
    ("seconds", "document"),
    [(0.04, "0.0 s"), (9.96, "10 s"), (119, "119 s"), (300, "5.0 min"),
     (7200, "2.0 h"), (1e6, "12 days")],
)  # fmt: skip
def test_times_are_told_as_finely_as_it_matters(seconds: float, document: str) -> None:
    assert time_words(seconds) == document


def test_memory_is_told_in_a_fitting_unit() -> None:
    assert memory_words(10**7) == "9.5 MB"
    assert memory_words(3 * 2**30) == "3.0 GB"
