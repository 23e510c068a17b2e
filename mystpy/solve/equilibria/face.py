"""The optimal plans of one player, all of them: a polytope, searched in one direction.

In the field: the optimal face of a linear programme.

A plan is optimal if it is worth the value against every reply. Which of the optimal
plans have most or least of something is a linear programme again; its multipliers are
a plan of the other player, which proves a bound on that for all optimal plans.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from mystpy.errors import EngineFailed
from mystpy.solve.equilibria.listed_form import ListedForm, sequences

_SLACK = 1e-9
"""By how much a float may miss the value."""
_STAKES = (1, 12, 10**3, 10**6, 10**9)
"""Largest denominators of a multiplier."""


class Corner(NamedTuple):
    """What a solver found: a plan, and the multipliers, by sequence of the other."""

    plan: list[float]
    multipliers: list[float]


@dataclass(slots=True)
class Face:
    """The optimal plans of a player in a form whose value is known exactly."""

    form: ListedForm
    player: int
    value: Fraction
    _limits: dict[str, Any] = field(default_factory=dict)

    @property
    def sign(self) -> int:
        """1 for player 1, who wants much of the payoffs, -1 for player 2."""
        return 1 if self.player == 1 else -1

    def has(self, plan: Sequence[Fraction]) -> bool:
        """Whether a plan is optimal, by its best reply in fractions."""
        return self.form.worth(self.player, plan) == self.value

    def exactly(self, plan: Sequence[float]) -> list[Fraction] | None:
        """An optimal plan near one in floats, if rounding finds one."""
        near = self.form.near(self.player, plan)
        return next((found for found in near if self.has(found)), None)

    def least(
        self, goal: Mapping[int, float], zeros: Collection[int] = ()
    ) -> Corner | None:
        """The optimal plan with the least of a goal, a weight for some sequences.

        Sequences that are `zeros` have no weight; None if there is no such plan. Raises
        EngineFailed if the solver reports something else.
        """
        from scipy.optimize import linprog

        mine = self.form.counts[self.player - 1]
        limits = self._limits or self._matrices()
        costs = [0.0] * limits["A_ub"].shape[1]
        for k, cost in goal.items():
            costs[k] = cost
        bounds: list[tuple[float | None, float | None]] = [(0, None)] * mine
        for k in zeros:
            bounds[k] = (0, 0)
        bounds.append((self.sign * float(self.value) - _SLACK, None))
        bounds += [(None, None)] * (len(costs) - len(bounds))
        found = linprog(costs, bounds=bounds, method="highs", **limits)
        if found.status == 2:
            return None
        if found.status:
            raise EngineFailed(f"the linear programme was not solved: {found.message}")
        multipliers = (-found.ineqlin.marginals).tolist()
        return Corner(found.x[:mine].tolist(), multipliers)

    def bound(
        self,
        goal: Mapping[int, Fraction],
        multipliers: Sequence[float],
        enough: Fraction,
    ) -> Fraction:
        """A proved lower bound on a goal over all optimal plans, by multipliers.

        Nothing beyond what is `enough` is looked for, the goal of a plan.

        For a plan of the other, times a stake, an optimal plan earns no less than the
        stake times the value: so the goal is at least the goal less what is earned
        above that, at best for the bound over all plans whatever.
        """
        stakes = multipliers[0]
        best = self._relaxed(goal, Fraction(0), [Fraction(0)] * len(multipliers))
        if stakes <= _SLACK:
            return best
        other = 3 - self.player
        for plan in self.form.near(other, [m / stakes for m in multipliers]):
            for largest in _STAKES:
                stake = Fraction(stakes).limit_denominator(largest)
                best = max(best, self._relaxed(goal, stake, plan))
                if best >= enough:
                    return best
        return best

    def _relaxed(
        self, goal: Mapping[int, Fraction], stake: Fraction, reply: Sequence[Fraction]
    ) -> Fraction:
        values = [Fraction()] * self.form.counts[self.player - 1]
        for k, weight in goal.items():
            values[k] += weight
        for pair, chance in self.form.payoffs.items():
            if weight := reply[pair[2 - self.player]]:
                values[pair[self.player - 1]] -= self.sign * stake * weight * chance
        for choices in reversed(self.form.sets[self.player - 1]):
            values[choices.parent] += min(values[k] for k in sequences(choices))
        return values[0] + self.sign * stake * self.value

    def _matrices(self) -> dict[str, Any]:
        """The constraints of a plan, and of the values of what the other may do."""
        from scipy.sparse import coo_matrix

        mine, others = self.form.counts[:: self.sign]
        own, theirs = self.form.sets[:: self.sign]
        width = mine + 1 + len(theirs)

        def matrix(entries: Iterator[tuple[int, int, float]], rows: int) -> Any:
            row, column, value = zip(*entries, strict=True)
            return coo_matrix((value, (row, column)), shape=(rows, width)).tocsr()

        def flow() -> Iterator[tuple[int, int, float]]:
            yield 0, 0, 1.0
            for row, choices in enumerate(own, 1):
                yield row, choices.parent, -1.0
                yield from ((row, k, 1.0) for k in sequences(choices))

        def values() -> Iterator[tuple[int, int, float]]:
            yield 0, mine, 1.0
            for column, choices in enumerate(theirs, mine + 1):
                yield choices.parent, column, -1.0
                yield from ((k, column, 1.0) for k in sequences(choices))
            for pair, chance in self.form.payoffs.items():
                k, reply = pair[:: self.sign]
                yield reply, k, -self.sign * float(chance)

        self._limits = {
            "A_ub": matrix(values(), others),
            "b_ub": [0.0] * others,
            "A_eq": matrix(flow(), len(own) + 1),
            "b_eq": [1.0, *[0.0] * len(own)],
        }
        return self._limits
