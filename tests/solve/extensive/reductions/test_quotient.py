"""Merged equivalent sequences: the same values, and strategies that prove them."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from mystpy.game.game import Game
from mystpy.solve.extensive import value_bounds
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.form import RealizationPlan, SequenceForm
from mystpy.solve.extensive.program import optimum
from mystpy.solve.extensive.reductions.quotient import Quotient
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import improving_bounds, judge_plan
from tools.sorts import pair

USEFUL = GameVariant(questions="useful")
GAMES = {
    "3 + 3": (pair((3, 3))[0], USEFUL, 4),
    "3 + 2 + 2": (pair((3, 2, 2))[0], USEFUL, 3),
    "any question": (pair((3, 3))[0], GameVariant(), 3),
    "nobody bluffs": (pair((3, 3))[0], GameVariant(frozenset(), "useful"), 3),
    "announced": (pair((3, 3))[0], GameVariant(announced=True), 3),
    "no sorts": (Game.myst(2, 3, 2, 3), USEFUL, 2),
    "nothing alike": (Game.myst(3, 1, 2, 1), USEFUL, 3),
}


def grown(name: str) -> SequenceForm:
    """Return the sequence form of one of the games."""
    game, variant, turns = GAMES[name]
    return TreeBuilder(game, variant).form(turns)


@pytest.mark.parametrize(
    ("name", "share"),
    [
        pytest.param(name, share, marks=[pytest.mark.slow] * ((k + share) % 2))
        for k, name in enumerate(GAMES)
        for share in (0, 1)
    ],
)
def test_a_quotient_is_worth_what_the_whole_game_is(name: str, share: int) -> None:
    form = grown(name)
    small = Quotient.of(form, share)
    found = optimum(small.form, share)
    whole = optimum(form, share)
    for player in (1, 2):
        side = judge_plan(small.form, player, share, found)
        assert side.value == judge_plan(form, player, share, whole).value
        plan = small.exactly(player, side.plan)
        assert form.value(player, plan, share) == side.value
        shared_out(form, player, plan)


def shared_out(form: SequenceForm, player: int, plan: RealizationPlan) -> None:
    """Each information set divides the weight that reaches it."""
    assert min(plan.weights) >= 0
    assert plan.weights[0] == plan.whole
    ends = pairwise(form.firsts[player - 1].tolist())
    for parent, (first, end) in zip(form.parents[player - 1], ends, strict=True):
        assert sum(plan.weights[first:end]) == plan.weights[parent]


@pytest.mark.parametrize("name", GAMES)
def test_any_plan_of_a_quotient_is_worth_the_same_in_the_whole_game(name: str) -> None:
    form, draw = grown(name), np.random.default_rng(5)
    small = Quotient.of(form, 1)
    for player in (1, 2):
        count = small.form.counts[player - 1]
        plan = small.form.near(
            player, draw.random(count) * draw.integers(2, size=count)
        )
        worth = small.form.value(player, plan, 1)
        assert form.value(player, small.exactly(player, plan), 1) == worth


def test_sorts_that_can_change_places_are_put_together() -> None:
    form = TreeBuilder(pair((3, 3, 3))[0], USEFUL).form(2)
    small = Quotient.of(form, 1)
    assert form.root.size == 8622
    assert len(small.form.plays.cut) < form.root.size / 7
    assert all(a < b for a, b in zip(small.form.counts, form.counts, strict=True))


def test_large_games_are_solved_by_their_quotients(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(value_bounds, "MAX_WAYS_WITHOUT_QUOTIENT", 10)
    *_, found = improving_bounds(pair((3, 2, 2))[0], USEFUL)
    assert found.value == Fraction(53, 72)
    for name in ("MAX_WAYS_SOLVED_AS_A_WHOLE", "MAX_WAYS_OF_A_PROGRAMME"):
        monkeypatch.setattr(value_bounds, name, 20)
    *_, again = improving_bounds(pair((3, 2, 2))[0], USEFUL)
    assert again.value == found.value
