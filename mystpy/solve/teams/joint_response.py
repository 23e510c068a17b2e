"""The joint pure plan of a team that leaves a player alone the least, exactly.

In the field: best-first branch and bound. A bound comes from the relaxation in which
the team is one player with perfect recall. Where its best plan has different picks at
sets that are one decision of a member, the search branches on that decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any

import numpy as np

from mystpy.compilation import NamedTuple
from mystpy.solve.teams.team_form import JointPlan, TeamForm

MAX_SEARCHED = 20_000
"""The search ends after this number of nodes, with a bound that may be too low."""


class JointResponse(NamedTuple):
    """A joint pure plan, what it leaves the player alone, and a bound from below.

    Both are to be divided by the form's whole, and by that of the player's plan.
    """

    plan: JointPlan
    value: int
    bound: int


class _Relaxed(NamedTuple):
    """A solution of the relaxation: its bound, a joint plan near it, a difference."""

    bound: int
    plan: dict[int, int]
    split: int | None


def joint_response(
    form: TeamForm,
    plan: Sequence[int],
    *,
    most: int = MAX_SEARCHED,
    tick: Callable[[], None] = lambda: None,
) -> JointResponse:
    """The joint pure plan that leaves the least to a realization plan in integers.

    The bound is what the plan leaves if the search is done before `most` nodes.
    """
    search = _Search(form, plan)
    order = count()
    first = search.relaxed({})
    best, value = first.plan, search.left_by(first.plan)
    heap: list[tuple[int, int, JointPlan, _Relaxed]] = [
        (first.bound, next(order), {}, first)
    ]
    for _ in range(most):
        if not heap or heap[0][0] >= value:
            return JointResponse(best, value, value)
        tick()
        _, _, fixed, node = heappop(heap)
        if node.split is None:  # its plan is feasible, and leaves the bound
            return JointResponse(node.plan, node.bound, node.bound)
        for pick in range(len(form.tree.decisions[node.split].picks)):
            forced = {**fixed, node.split: pick}
            after = search.relaxed(forced)
            if after.bound >= value:
                continue
            if (left := search.left_by(after.plan)) < value:
                best, value = after.plan, left
            heappush(heap, (after.bound, next(order), forced, after))
    bound = min([value, *(entry[0] for entry in heap)])
    return JointResponse(best, value, bound)


class _Search:
    """The relaxation of a form against one realization plan."""

    def __init__(self, form: TeamForm, plan: Sequence[int]) -> None:
        self._form = form
        masses = form.masses(plan)
        self._never = sum(masses) + 1
        small = 4 * self._never < np.iinfo(np.int64).max
        self._masses = np.array(masses, np.int64 if small else object)

    def left_by(self, plan: JointPlan) -> int:
        """Return the probability that a joint plan leaves to the player alone."""
        return int(self._masses[self._form.reached(plan)].sum())

    def relaxed(self, forced: JointPlan) -> _Relaxed:
        """The least that the relaxation leaves where some decisions are forced."""
        values = self._values(forced)
        form, plan, split, worst = self._form, dict(forced), None, 0
        there = np.zeros(form.team.total, np.bool_)
        there[0] = True
        for stage in form.team.stages:
            least = np.minimum.reduceat(values[stage.sequences], stage.starts)
            owner = np.repeat(np.arange(len(stage.starts)), stage.sizes)
            losses = values[stage.sequences] - least[owner]
            losses[~there[stage.parents][owner]] = 0
            totals = np.zeros(form.slots[-1], values.dtype)
            np.add.at(totals, stage.slots, losses)
            reached = stage.decisions[there[stage.parents]]
            for decision in np.unique(reached).tolist():
                if decision not in plan:
                    some = totals[form.slots[decision] : form.slots[decision + 1]]
                    plan[decision] = int(some.argmin())
                    if (loss := some[plan[decision]]) > worst:
                        split, worst = decision, loss
            chosen = stage.starts + [plan.get(d, 0) for d in stage.decisions.tolist()]
            there[stage.sequences[chosen]] = there[stage.parents]
        return _Relaxed(int(values[0]), plan, split)

    def _values(self, forced: JointPlan) -> Any:
        """Return a lower bound for each sequence, and those ruled out too often."""
        values = self._masses.copy()
        ruled_out = np.zeros(self._form.slots[-1], np.bool_)
        for decision, pick in forced.items():
            first = self._form.slots[decision]
            ruled_out[first : self._form.slots[decision + 1]] = True
            ruled_out[first + pick] = False
        for stage in reversed(self._form.team.stages):
            never = stage.sequences[ruled_out[stage.slots]]
            values[never] = self._never
            least = np.minimum.reduceat(values[stage.sequences], stage.starts)
            np.add.at(values, stage.parents, least)
        return values
