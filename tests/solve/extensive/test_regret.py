"""Regret minimization stops when plans are near, and says no more than that."""

from __future__ import annotations

from functools import partial

from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.regret import minimize_regret
from mystpy.solve.extensive.tree_builder import TreeBuilder


def test_rounds_end_when_plans_are_near() -> None:
    form = TreeBuilder(Game.myst(3, 1, 2, 1), GameVariant(questions="useful")).form(3)
    rounds = list[int]()
    for near in (0.1, 0.03, 0.01, 0.0):
        seen = list[None]()
        found = minimize_regret(form, 1, 1_024, partial(seen.append, None), near)
        rounds.append(len(seen))
        one, two = (form.near(k, plan) for k, plan in enumerate(found.plans, 1))
        gap = form.value(2, two, 1) - form.value(1, one, 1)
        assert gap >= 0
        assert gap <= near + 1e-9 or len(seen) == 1_024
    assert rounds == sorted(rounds)
    assert rounds[0] < rounds[2] < rounds[3] == 1_024
    assert all(count & (count - 1) == 0 for count in rounds[:3])
