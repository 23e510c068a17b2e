"""Regret minimization stops when plans are near, and says no more than that."""

from __future__ import annotations

from functools import partial

from mystpy.game.game import Game
from mystpy.solve.extensive.growth import Growth
from mystpy.solve.extensive.menu import Variant
from mystpy.solve.extensive.regret import minimized


def test_rounds_end_when_plans_are_near() -> None:
    form = Growth(Game.myst(3, 1, 2, 1), Variant(questions="useful")).form(3)
    rounds = list[int]()
    for near in (0.1, 0.03, 0.01, 0.0):
        seen = list[None]()
        found = minimized(form, 1, 1_024, partial(seen.append, None), near)
        rounds.append(len(seen))
        one, two = (form.near(k, plan) for k, plan in enumerate(found.plans, 1))
        gap = form.worth(2, two, 1) - form.worth(1, one, 1)
        assert gap >= 0
        assert gap <= near + 1e-9 or len(seen) == 1_024
    assert rounds == sorted(rounds)
    assert rounds[0] < rounds[2] < rounds[3] == 1_024
    assert all(count & (count - 1) == 0 for count in rounds[:3])
