"""Reasons and witnesses: a smallest part of the given facts that implies a formula.

In the field: minimal unsatisfiable subsets by deletion from the solver's cores, and
smallest ones by implicit hitting sets (Ignatiev and others 2015).

The formula fails in no world if linked copies in which it fails are unsatisfiable. The
selectors of the reasons are assumptions, so that the solver returns a sufficient set of
them. Deletion makes it minimal, and implicit hitting sets make it smallest. If the
formula fails, a solution is the witness: a chain of worlds that somebody cannot
exclude.

The conflicts of each query, and of all together, are limited. Whatever is not decided
within the limit is kept, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations
from typing import TypeVar

from mystpy.axiom_folder import cached_by_theory
from mystpy.compilation import dataclass
from mystpy.engines.explain.formulas import FailureLiterals
from mystpy.engines.explain.selector_encoding import SelectorEncoding
from mystpy.engines.explain.selectors import (
    HAND_SIZES,
    ONE_HOLDER,
    SOME_HOLDER,
    Selector,
)
from mystpy.engines.hitting_sets import HittingSets
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.symbolic.sat.layout import WitnessWorld
from mystpy.engines.symbolic.solver import Assignment, SearchLimitReached
from mystpy.language.nodes import Formula, Knows
from mystpy.language.subformulas import agents_in, is_objective
from mystpy.thresholds import MAX_CONFLICTS_OF_CORE
from mystpy.views import GivenCards

T = TypeVar("T")

EFFORT = 4 * MAX_CONFLICTS_OF_CORE
"""The limit on the conflicts of all further queries together."""

_ROUND = 1_000
"""The number of conflicts between two checks."""

_EASY = {ONE_HOLDER}, {ONE_HOLDER, SOME_HOLDER}
"""Sets of axioms from which the formula may follow already."""

_PLAIN = frozenset({ONE_HOLDER, HAND_SIZES})
"""Axioms that are easiest to read: no card has two holders, hands are full."""

_ROUNDS = 2_000
"""The largest number of sets that are tried for a smallest one."""


@dataclass(frozen=True, slots=True)
class Core:
    """Selectors of reasons from which a formula follows.

    None of them can be removed, except the `unproven` ones, for which this was too hard
    to decide. `smallest` says that no sufficient set has fewer observations, and that
    these observations need all of the axioms.
    """

    selectors: tuple[Selector, ...]
    unproven: tuple[Selector, ...] = ()
    smallest: bool = False


class Explainer:
    """Reasons for, or a witness against, one formula under public constraints.

    Raises NotCovered if the formula is not positive or has C of several players.
    """

    def __init__(
        self,
        constraints: PublicConstraints,
        given: GivenCards,
        formula: Formula,
        *,
        budget: int = MAX_CONFLICTS_OF_CORE,
        effort: int = EFFORT,
        whole: bool = False,
    ) -> None:
        self.constraints = constraints
        said = formula if whole else _without_own(constraints, given, formula)
        # A witness is to show the world in which somebody does not know it, too.
        self._whole: Callable[[], Explainer] | None = None
        if said != formula:
            limits = {"budget": budget, "effort": effort}
            self._whole = partial(
                Explainer, constraints, given, formula, **limits, whole=True
            )
        if is_objective(said):
            self.worlds = _one_world(constraints, given)
        else:
            self.worlds = SelectorEncoding(constraints, given, agents_in(said), _ROUND)
        self._before = self.worlds.solver.effort
        self._budget = budget
        self._counted = False
        self._failures = FailureLiterals(self.worlds)
        self._fails = self._failures.of(said)
        self._effort = effort

    @property
    def selectors(self) -> tuple[Selector, ...]:
        """Return all selectors, in the order in which their removal is tried."""
        return self.worlds.selectors

    @property
    def effort(self) -> int:
        """Return the number of conflicts so far of queries that were not small."""
        return self.worlds.solver.effort - self._before

    def satisfiable(self) -> bool:
        """Return whether any world is consistent, whether or not the formula holds.

        Raises GaveUp if that is too hard.
        """
        assumed = self.worlds.assume(self.selectors)
        return self._answer(assumed, lambda _: True) is not None

    def follows_from(self, selectors: Collection[Selector]) -> bool:
        """Return whether the formula follows from these selectors alone.

        Raises GaveUp if that is too hard.
        """
        assumed = [self._fails, *self.worlds.assume(selectors)]
        return self._answer(assumed, lambda _: True) is None

    def witness(self) -> tuple[WitnessWorld, ...] | None:
        """Return worlds that show how the formula fails; None if it follows.

        Raises GaveUp if that is too hard.
        """
        if self._whole is not None:
            return self._whole().witness()
        assumed = [self._fails, *self.worlds.assume(self.selectors)]
        return self._answer(assumed, self._chain)

    def _chain(self, model: Assignment) -> tuple[WitnessWorld, ...]:
        """Read those worlds from a solution that the failure needs."""
        worlds = self.worlds.read(model)
        needed = [0, *sorted(self._failures.needed(self._fails, model))]
        return tuple(
            worlds[k]._replace(parent=needed.index(worlds[k].parent) if k else -1)
            for k in needed
        )

    def minimal(self) -> Core | None:
        """Return a sufficient set of selectors, none of which can be left out.

        None if the formula does not follow even from all of them. Raises GaveUp if that
        is too hard to decide.
        """
        for selectors in self._readable():
            kept = self._core(selectors)
            if kept is not None:
                return self._plainly(self._without_needless(kept))
        return None

    def _plainly(self, found: Core) -> Core:
        """Return a set with the easiest axioms instead, if that is sufficient."""
        axioms = set(self.worlds.axioms).intersection(found.selectors)
        if len(axioms) <= len(_PLAIN) or found.unproven:
            return found
        with suppress(SearchLimitReached):
            kept = self._core(_PLAIN.union(found.selectors) - (axioms - _PLAIN))
            if kept is not None:
                return self._without_needless(kept)
        return found

    def _readable(self) -> Iterator[frozenset[Selector]]:
        """Yield sets of selectors to try, beginning with the most readable reasons.

        That no card has two holders is easier to read than the sizes of hands. An
        unseen show says no more than the answer before it.
        """
        spared = set(self.selectors).difference(self.worlds.unseen)
        for axioms in _EASY:
            yield frozenset(spared.difference(set(self.worlds.axioms) - axioms))
        yield frozenset(spared)
        if self.worlds.unseen:
            yield frozenset(self.selectors)

    def without_needless(self) -> Core:
        """Return the result of `minimal` for a formula that is known to follow."""
        return self._without_needless(frozenset(self.selectors))

    def _without_needless(self, kept: frozenset[Selector]) -> Core:
        """Remove needless selectors: several at once as long as that succeeds."""
        unproven: set[Selector] = set()
        waiting, several = self._sorted(kept), 1
        while waiting:
            part, rest = waiting[:several], waiting[several:]
            try:
                fewer = self._core(kept.difference(part))
            except SearchLimitReached:
                fewer = None
                unproven.update(part[: several == 1])
            if fewer is not None:
                kept, several = fewer, 2 * several
                waiting = tuple(s for s in rest if s in kept)
            elif several == 1:
                waiting = rest
            else:
                several = max(1, several // 4)
        return Core(self._sorted(kept), self._sorted(unproven & kept))

    def smallest(self) -> Core | None:
        """Return a sufficient set with as few observations as possible.

        It has no more axioms than these observations need. None if the formula does not
        follow. If the search is too hard, the set is only a minimal one. Raises GaveUp
        if it is too hard to decide whether the formula follows.
        """
        minimal = self.minimal()
        if minimal is None or minimal.unproven:
            return minimal
        with suppress(SearchLimitReached):
            chosen = self._fewest_observations(minimal)
            if chosen is not None:
                axioms = self._fewest_axioms(chosen)
                return Core(self._sorted(chosen | axioms), smallest=True)
        return minimal

    def _fewest_observations(self, minimal: Core) -> frozenset[Selector] | None:
        """Return the fewest observations that are sufficient with all axioms.

        Returns None if that is too hard, or takes too many rounds.
        """
        axioms = frozenset(self.worlds.axioms)
        observed = [s for s in self.selectors if s not in axioms]
        # An unseen show weighs a little more than what reads better.
        weights = {s: 2 * len(observed) + (s in self.worlds.unseen) for s in observed}
        hitting = HittingSets(weights)
        enough = frozenset(minimal.selectors) - axioms
        for _ in range(_ROUNDS):
            chosen = hitting.smallest()
            if chosen is None:
                return None
            if sum(weights[s] for s in chosen) == sum(weights[s] for s in enough):
                return enough
            failing = self._counterexample(chosen | axioms)
            if failing is None:
                return chosen
            hitting.add(self._left_out(chosen | axioms, failing))
        return None

    def _left_out(
        self, chosen: frozenset[Selector], failing: tuple[WitnessWorld, ...]
    ) -> list[Selector]:
        """Extend an insufficient set to a maximal one; return the other selectors."""
        grown = chosen | self.worlds.met(failing)
        left = []
        for selector in self.selectors:
            if selector not in grown:
                more = self._counterexample(grown | {selector})
                if more is None:
                    left.append(selector)
                else:
                    grown |= {selector} | self.worlds.met(more)
        return left

    def _fewest_axioms(self, observed: frozenset[Selector]) -> frozenset[Selector]:
        axioms = self.worlds.axioms
        return next(
            frozenset(chosen)
            for number in range(len(axioms) + 1)
            for chosen in combinations(axioms, number)
            if number == len(axioms) or self.follows_from(observed.union(chosen))
        )

    def _sorted(self, chosen: Collection[Selector]) -> tuple[Selector, ...]:
        return tuple(s for s in self.selectors if s in chosen)

    def _core(self, selectors: Collection[Selector]) -> frozenset[Selector] | None:
        """Return a sufficient subset of these selectors; None if all do not suffice."""
        if not self.follows_from(selectors):
            return None
        return self.worlds.core() & frozenset(selectors)

    def _counterexample(
        self, selectors: Collection[Selector]
    ) -> tuple[WitnessWorld, ...] | None:
        """Return worlds that satisfy these selectors and in which the formula fails."""
        assumed = [self._fails, *self.worlds.assume(selectors)]
        return self._answer(assumed, self.worlds.read)

    def _answer(self, assumed: list[int], read: Callable[[Assignment], T]) -> T | None:
        before = self.effort
        most = min(self._effort, before + self._budget)
        while self.effort < most:
            with suppress(SearchLimitReached):
                return self.worlds.solver.solve(assumed, read)
            if not self._counted:
                self._counted = True
                self.worlds.count_groups()
        raise SearchLimitReached(
            f"no answer was found within {most - before:,} conflicts",
            hint="ask about a part of the formula",
        )


@cached_by_theory(1)
def _one_world(constraints: PublicConstraints, given: GivenCards) -> SelectorEncoding:
    """Return a world; it is kept for the next query about the same position."""
    return SelectorEncoding(constraints, given, (), _ROUND)


def forget() -> None:
    """Discard everything that was kept for the next query."""
    _one_world.cache_clear()


def _without_own(
    constraints: PublicConstraints, given: GivenCards, formula: Formula
) -> Formula:
    """Return a formula with the same reasons as the knowledge of a player.

    If only a player's observations are given, the worlds that the player considers
    possible are the consistent ones, whichever observations are removed.
    """
    while isinstance(formula, Knows):
        player = int(str(formula.agent))
        if given.seen_by((player,), constraints.shows) != given:
            break
        formula = formula.body
    return formula


def joint(explainers: Sequence[Explainer]) -> Core:
    """Return a minimal set that suffices under several sets of constraints.

    The formula is known to follow under each of them.
    """
    selectors = dict.fromkeys(s for each in explainers for s in each.selectors)
    chosen: set[Selector] = set()
    for each in explainers:
        try:
            enough = each.minimal() or each.without_needless()
        except SearchLimitReached:
            enough = each.without_needless()
        chosen |= set(enough.selectors)
    unproven = set()
    for selector in sorted(chosen, key=list(selectors).index):
        fewer = chosen - {selector}
        try:
            if all(
                each.follows_from(fewer.intersection(each.selectors))
                for each in explainers
            ):
                chosen = fewer
        except SearchLimitReached:
            unproven.add(selector)
    kept = tuple(s for s in selectors if s in chosen)
    return Core(kept, tuple(s for s in kept if s in unproven))
