"""Bounds on the value of a player against a team that agrees on a plan.

In the field: a team-maxmin equilibrium with correlation (Celli and Gatti 2018; Farina
and others 2018), by column generation. The master programme has the joint pure plans
found so far; its optimal mixture of them bounds the value from above, as the player's
best response is computed exactly. The player's optimal plan in it bounds the value from
below, by the best joint pure plan against it (`joint_response`), which is the next
column. Programmes are solved in floats, and nothing rests on them: plans are made
fractions, and both bounds are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from mystpy.compilation import NamedTuple
from mystpy.errors import EngineFailed, EngineMissing
from mystpy.progress import report_progress
from mystpy.solve.extensive.form import RealizationPlan
from mystpy.solve.profiles.game_tree import GameTree
from mystpy.solve.teams.joint_response import joint_response
from mystpy.solve.teams.team_form import JointPlan, TeamForm

CLOSE = 1e-9
"""Bounds in floats that are no further apart are taken to be one value."""
_DENOMINATORS = (1, 12, 60, 1_000, 10**5, 10**8)
"""Chances are made fractions with denominators up to one of these."""
_PARTS = 2**40
"""A weight of a realization plan is rounded to one part of so many."""
_EVERY = 16
"""After so many columns the mixture is made fractions, so that its bound is exact."""

Mixture = Sequence[tuple[Fraction, JointPlan]]
"""Joint pure plans of a team, and with which chance each is drawn."""


class TeamBounds(NamedTuple):
    """Bounds of what the player `alone` wins in a tree, with what proves them.

    `plan` is a realization plan of his that makes sure of `lower`; against `mixture`
    he wins `upper` at most.
    """

    tree: GameTree
    alone: int
    lower: Fraction
    upper: Fraction
    plan: RealizationPlan
    mixture: Mixture

    @property
    def value(self) -> Fraction | None:
        """The value, if the bounds agree."""
        return self.lower if self.lower == self.upper else None


def team_bounds(
    tree: GameTree, alone: int, *, tick: Callable[[], None] = lambda: None
) -> Iterator[TeamBounds]:
    """Better and better bounds of what a player wins against all others.

    A game that is broken off counts against the player for the lower bound, and for
    him for the upper one, if he is in: they are bounds of the game without end.
    Raises EngineMissing without scipy, EngineFailed if the programme is not solved.
    """
    form = TeamForm(tree, alone, 0)
    if not form.unfinished:
        yield from _ColumnGeneration(form, tick).bounds()
        return
    longest = TeamForm(tree, alone, 1)
    best: TeamBounds | None = None
    for found in _ColumnGeneration(form, tick).bounds():
        upper = worst_of(longest, found.mixture)
        if best is not None and best.upper <= upper:
            found = found._replace(upper=best.upper, mixture=best.mixture)
        else:
            found = found._replace(upper=upper)
        best = found
        yield best
    assert best is not None
    for found in _ColumnGeneration(longest, tick, best.mixture).bounds():
        if found.upper < best.upper:
            best = best._replace(upper=found.upper, mixture=found.mixture)
            yield best
        if best.value is not None:
            return


def worst_of(form: TeamForm, mixture: Mixture) -> Fraction:
    """The most that the player alone wins against a mixture of joint pure plans."""
    earned = [Fraction(0)] * form.mine.total
    for chance, plan in mixture:
        for k, more in enumerate(form.earned(plan)):
            if more:
                earned[k] += chance * more
    return form.most(earned)


def sure_of(
    form: TeamForm,
    plan: RealizationPlan,
    *,
    tick: Callable[[], None] = lambda: None,
) -> tuple[Fraction, JointPlan]:
    """Return the guaranteed value of a realization plan, and the plan against it."""
    found = joint_response(form, plan.weights, tick=tick)
    return Fraction(found.bound, plan.whole * form.whole), found.plan


class _ColumnGeneration:
    """The master programme of a form as it grows."""

    def __init__(
        self, form: TeamForm, tick: Callable[[], None], known: Mixture = ()
    ) -> None:
        self._form, self._tick = form, tick
        self._plans: list[JointPlan] = []
        self._columns: list[list[int]] = []
        self._flow, self._start = _flow(form)
        for _, plan in known:
            self._add(plan)

    def _add(self, plan: JointPlan) -> None:
        """One joint plan more, as a column of the programme."""
        self._plans.append(plan)
        self._columns.append(self._form.earned(plan))

    def bounds(self) -> Iterator[TeamBounds]:
        """Better and better bounds of the form as it is, each with its proof."""
        form = self._form
        even = _plan_near(form, np.zeros(form.mine.total), 1)
        lower, plan = sure_of(form, even, tick=self._tick)
        self._add(plan)
        mixture: Mixture = [(Fraction(1), plan)]
        best = TeamBounds(
            form.tree, form.alone, lower, worst_of(form, mixture), even, mixture
        )
        yield best
        while best.value is None:
            weights, chances, value = self._programme()
            last = value - float(best.lower) < CLOSE
            new, added = self._closer(best, weights, chances, value, last)
            report_progress("joint plans", len(self._plans), 0)
            if (new.lower, new.upper) != (best.lower, best.upper):
                best = new
                yield best
            if not added and (last or value - float(best.lower) >= CLOSE):
                return

    def _closer(
        self,
        best: TeamBounds,
        weights: Any,
        chances: Any,
        value: float,
        last: bool,
    ) -> tuple[TeamBounds, bool]:
        """Bounds by an optimum in floats, and whether a column was found with it."""
        form, found, added = self._form, best, False
        plans = [_plan_near(form, weights, x) for x in _DENOMINATORS if last]
        for plan in [_rounded(form, weights), *plans]:
            if not added or self._against_known(plan) >= float(found.lower) - CLOSE:
                lower, joint = sure_of(form, plan, tick=self._tick)
                if joint not in self._plans:
                    self._add(joint)
                    added = True
                if lower > found.lower:
                    found = found._replace(lower=lower, plan=plan)
        if last or value - float(found.lower) < CLOSE or len(self._plans) % _EVERY == 0:
            for denominator in _DENOMINATORS:
                mixture = self._mixture_near(chances, denominator)
                upper = worst_of(form, mixture) if mixture else Fraction(1)
                if upper < found.upper:
                    found = found._replace(upper=upper, mixture=mixture)
        return found, added

    def _against_known(self, plan: RealizationPlan) -> float:
        """The least that a realization plan wins against the joint plans so far."""
        weights = np.array([x / plan.whole for x in plan.weights])
        least = (np.array(self._columns, float) @ weights).min()
        return float(least) / self._form.whole

    def _mixture_near(self, chances: Any, denominator: int) -> Mixture:
        """The joint plans with their chances as fractions that add up to 1."""
        parts = [Fraction(max(x, 0.0)).limit_denominator(denominator) for x in chances]
        total = sum(parts)
        pairs = zip(parts, self._plans, strict=False)  # plans may have come since
        return [(x / total, plan) for x, plan in pairs if x] if total else []

    def _programme(self) -> tuple[Any, Any, float]:
        """Optimal plans of the master programme, and its value, in floats."""
        try:
            from scipy.optimize import linprog
            from scipy.sparse import csr_array, hstack
        except ModuleNotFoundError as error:
            raise EngineMissing(
                "games are solved with the library scipy",
                hint='python -m pip install "mystpy[solve]"',
            ) from error
        count, whole = self._form.mine.total, float(self._form.whole)
        earned = -np.array(self._columns, np.float64) / whole
        rows = len(earned)
        goal = np.zeros(count + 1)
        goal[count] = -1.0
        found = linprog(
            goal,
            A_ub=hstack((csr_array(earned), csr_array(np.ones((rows, 1)))), "csr"),
            b_ub=np.zeros(rows),
            A_eq=hstack((self._flow, csr_array((self._flow.shape[0], 1))), "csr"),
            b_eq=self._start,
            bounds=[(0, None)] * count + [(None, None)],
            method="highs-ds",
        )
        if found.status:
            raise EngineFailed(f"the programme was not solved: {found.message}")
        return found.x[:count], -found.ineqlin.marginals, -float(found.fun)


def _flow(form: TeamForm) -> tuple[Any, Any]:
    """The constraints of a realization plan of the player alone."""
    from scipy.sparse import csr_array

    rows, columns, signs, number = [0], [0], [1.0], 0
    for stage in form.mine.stages:
        for parent, start, size in zip(
            stage.parents.tolist(),
            stage.starts.tolist(),
            stage.sizes.tolist(),
            strict=True,
        ):
            number += 1
            some = stage.sequences[start : start + size].tolist()
            rows += [number] * (size + 1)
            columns += [parent, *some]
            signs += [-1.0, *[1.0] * size]
    start_row = np.zeros(number + 1)
    start_row[0] = 1.0
    shape = (number + 1, form.mine.total)
    return csr_array((signs, (rows, columns)), shape=shape), start_row


def _rounded(form: TeamForm, weights: Any) -> RealizationPlan:
    """A realization plan near one in floats, in parts of `_PARTS`."""
    found = np.zeros(form.mine.total, np.int64)
    found[0] = _PARTS
    for stage in form.mine.stages:
        owner = np.repeat(np.arange(len(stage.starts)), stage.sizes)
        near = np.maximum(weights[stage.sequences], 0.0)
        whole = np.add.reduceat(near, stage.starts)[owner]
        shares = np.where(whole > 0, near / np.where(whole > 0, whole, 1.0), 0.0)
        came = found[stage.parents]
        parts = np.minimum((came[owner] * shares).astype(np.int64), came[owner])
        best = np.lexsort((-shares, owner))[stage.starts]
        parts[best] = 0
        parts[best] = came - np.add.reduceat(parts, stage.starts)
        found[stage.sequences] = np.maximum(parts, 0)
    return RealizationPlan(found.tolist(), _PARTS)


def _plan_near(form: TeamForm, weights: Any, denominator: int) -> RealizationPlan:
    """A realization plan near one in floats, its chances with small denominators."""
    found = [Fraction(1)] + [Fraction(0)] * (form.mine.total - 1)
    for stage in form.mine.stages:
        for parent, start, size in zip(
            stage.parents.tolist(),
            stage.starts.tolist(),
            stage.sizes.tolist(),
            strict=True,
        ):
            if found[parent]:
                some = stage.sequences[start : start + size].tolist()
                chances = _chances_near([float(weights[k]) for k in some], denominator)
                for k, chance in zip(some, chances, strict=True):
                    found[k] = found[parent] * chance
    return RealizationPlan.of(found)


def _chances_near(weights: Sequence[float], denominator: int) -> list[Fraction]:
    """Chances near these weights, with small denominators; even ones for nothing."""
    total = sum(max(x, 0.0) for x in weights)
    if total <= CLOSE:
        return [Fraction(1, len(weights))] * len(weights)
    exact = [Fraction(max(x, 0.0) / total) for x in weights]
    near = [x.limit_denominator(denominator) for x in exact]
    if not any(near):
        near[exact.index(max(exact))] = Fraction(1)
    whole = sum(near)
    return [x / whole for x in near]
