"""Large games by way of small ones: the same values, and plans that show them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mystpy.game.game import Game
from mystpy.solve.extensive import value_bounds
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import BLUFFERS
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.program import SolverSolution, optimum
from mystpy.solve.extensive.reductions import double_oracle
from mystpy.solve.extensive.reductions.double_oracle import approach, restrict
from mystpy.solve.extensive.reductions.restriction import RestrictedGame
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import improving_bounds, judge_plan
from tools.values import known

USEFUL = GameVariant(questions="useful")
ROUNDS = 8
"""After so few rounds much is missing from the first small game."""


@pytest.mark.parametrize("part", [0.0, 1.0], ids=["whole", "small"])
@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize(
    ("size", "turns"), [((3, 1, 1), 3), ((4, 1, 1), 4), ((2, 2, 2), 3), ((3, 2, 2), 3)]
)
@pytest.mark.alike(3)
def test_small_games_come_to_what_the_whole_programme_does(
    size: tuple[int, int, int],
    turns: int,
    player: int,
    part: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(double_oracle, "_PART", part)
    m, n, q = size
    form, share = TreeBuilder(Game.myst(m, n, 2, q), USEFUL).form(turns), player - 1
    whole = judge_plan(form, player, share, optimum(form, share))
    small, found = restrict(
        form, player, share, plans=approach(form, share, rounds=ROUNDS)
    )
    assert sum(small.form.counts) <= sum(form.counts)
    side = judge_plan(small.form, player, share, found)
    assert side.value == whole.value
    plan = small.exactly(player, side.plan)
    assert form.value(player, plan, share) == whole.value
    assert min(plan.weights) >= 0
    for number, parent in enumerate(form.parents[player - 1]):
        first, end = form.firsts[player - 1][number : number + 2]
        assert sum(plan.weights[first:end]) == plan.weights[parent]


def test_a_plan_in_floats_is_extended_as_one_in_fractions_is() -> None:
    form = TreeBuilder(Game.myst(2, 2, 2, 2), USEFUL).form(3)
    small, found = restrict(form, 1, 0, plans=approach(form, 0, rounds=ROUNDS))
    side = judge_plan(small.form, 1, 0, found)
    plan = small.exactly(1, side.plan)
    exact = np.array([float(w) for w in side.plan.weights]) / side.plan.whole
    floats = small.extended(1, exact)
    assert floats == pytest.approx([w / plan.whole for w in plan.weights])


@pytest.mark.parametrize("most", [100, 1_000_000], ids=["large", "sparse"])
def test_large_games_are_solved_by_way_of_small_ones_unless_they_are_sparse(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[tuple[int, int]]()

    def watched(
        form: SequenceForm, *rest: Any
    ) -> tuple[RestrictedGame, SolverSolution]:
        asked.append((len(form.plays.cut), sum(form.counts)))
        return restrict(form, *rest)

    monkeypatch.setattr(value_bounds, "MAX_WAYS_SOLVED_AS_A_WHOLE", 100)
    monkeypatch.setattr(value_bounds, "MAX_WAYS_OF_A_PROGRAMME", most)
    monkeypatch.setattr(value_bounds, "restrict", watched)
    *_, found = improving_bounds(Game.myst(4, 1, 2, 1), USEFUL)
    assert str(found.value) == "85/149"
    sparse = [ways <= sequences for ways, sequences in asked]
    assert any(sparse) is (most == 100)


def test_bounds_of_a_game_are_bounds_where_others_may_bluff() -> None:
    least, half, most, sure = map(Fraction, ("0", "1/2", "3/5", "1"))
    found = {"both": (half, half), "one": (half, most)}
    assert known(found, BLUFFERS["other"]) == (least, half)
    assert known(found, BLUFFERS["nobody"]) == (least, most)
    assert known({"both": (half, half)}, BLUFFERS["one"]) == (half, sure)
    found["other"] = half, half
    assert known(found, BLUFFERS["nobody"]) == (half, most)
