"""The optimal plans of one player, all of them: a polytope, searched in one direction.

In the field: the optimal face of a linear programme.

A plan is optimal if it is worth the value against every reply. Which of the optimal
plans have most or least of something is a linear programme again; its multipliers are
a plan of the other player, which proves a bound on that for all optimal plans.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from mystpy.compilation import dataclass, field
from mystpy.solve.equilibria.face_programme import FaceProgramme, Vertex
from mystpy.solve.equilibria.listed_form import ListedForm, sequences

_SLACK = 1e-9
"""By how much a float may miss the value."""
_STAKES = (1, 12, 10**3, 10**6, 10**9)
"""Largest denominators of a multiplier."""


@dataclass(slots=True)
class Face:
    """The optimal plans of a player in a form whose value is known exactly."""

    form: ListedForm
    player: int
    value: Fraction
    _programme: FaceProgramme | None = field(default=None, init=False)

    @property
    def sign(self) -> int:
        """1 for player 1, who wants much of the payoffs, -1 for player 2."""
        return 1 if self.player == 1 else -1

    def has(self, plan: Sequence[Fraction]) -> bool:
        """Whether a plan is optimal, by its best reply in fractions."""
        return self.form.value(self.player, plan) == self.value

    def exactly(self, plan: Sequence[float]) -> list[Fraction] | None:
        """An optimal plan near one in floats, if rounding finds one."""
        near = self.form.near(self.player, plan)
        return next((found for found in near if self.has(found)), None)

    def least(
        self, goal: Mapping[int, float], zeros: Collection[int] = ()
    ) -> Vertex | None:
        """The optimal plan with the least of a goal, a weight for some sequences.

        Sequences that are `zeros` have no weight; None if there is no such plan. Raises
        EngineFailed if the solver reports something else.
        """
        if self._programme is None:
            worth = self.sign * float(self.value) - _SLACK
            self._programme = FaceProgramme(self.form, self.player, worth)
        return self._programme.least(goal, zeros)

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
        self,
        goal: Mapping[int, Fraction],
        stake: Fraction,
        response: Sequence[Fraction],
    ) -> Fraction:
        values = [Fraction()] * self.form.counts[self.player - 1]
        for k, weight in goal.items():
            values[k] += weight
        for pair, chance in self.form.payoffs.items():
            if weight := response[pair[2 - self.player]]:
                values[pair[self.player - 1]] -= self.sign * stake * weight * chance
        for choices in reversed(self.form.sets[self.player - 1]):
            values[choices.parent] += min(values[k] for k in sequences(choices))
        return values[0] + self.sign * stake * self.value
