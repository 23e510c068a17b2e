"""The worlds of a history as a conjunction of small diagrams, without removed ones.

In the field: a conjunctively partitioned relation with early quantification (Burch,
Clarke and Long 1991).

The conjunction itself is often large, and seldom needed. Hiding variables starts with
the factors that have them; factors without hidden variables are added at the end. After
an announcement has removed worlds, only the part of a projection that contains a
removed world is computed again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce

from mystpy.compilation import dataclass
from mystpy.decision_diagrams import Diagram, DiagramStore

Variables = frozenset[int]
"""Variables of the diagrams, by number."""


@dataclass(frozen=True, slots=True)
class Factor:
    """A condition on worlds, and the variables that it may depend on."""

    condition: Diagram
    support: Variables


class FactoredWorlds:
    """The worlds that satisfy all factors.

    The first factor implies everything that the others imply about its variables. If it
    is satisfiable, so are all factors together. The conjunction of `conditions` is the
    same as that of the factors.
    """

    def __init__(
        self,
        store: DiagramStore,
        factors: Sequence[Factor],
        conditions: Sequence[Diagram] = (),
    ) -> None:
        self.store = store
        self.base = self
        self.removed = store.false
        self.variables = Variables().union(*(factor.support for factor in factors))
        self._factors = factors
        self._conditions = conditions or [factor.condition for factor in factors]
        self._cores: dict[tuple[Variables, Variables], Diagram] = {}
        self._without: dict[Variables, Diagram] = {}

    @classmethod
    def of(
        cls, store: DiagramStore, worlds: Diagram, variables: Variables
    ) -> FactoredWorlds:
        """Return exactly these worlds, over these variables."""
        return cls(store, (Factor(worlds, variables),))

    def remove(self, worlds: Diagram) -> FactoredWorlds:
        """Return the rest without some of these worlds, but not all of them."""
        left = FactoredWorlds(self.store, self._factors, self._conditions)
        left.base = self.base
        left.removed = self.store.either(self.removed, worlds)
        return left

    @cached_property
    def all(self) -> Diagram:
        """Return all of these worlds as one diagram."""
        if self.base is self:
            return reduce(self.store.both, self._conditions)
        return self.store.both(self.base.all, ~self.removed)

    def within(self, part: Diagram) -> Diagram:
        """Return those of these worlds that are in a part."""
        both = self.store.both
        return both(both(self.base.all, part), ~self.removed)

    def fitting(self, given: Diagram) -> Diagram:
        """Return those of these worlds that agree with a conjunction of literals.

        Literals make each diagram smaller, so that all worlds are not needed.
        """
        if given == self.store.true:
            return self.all
        return reduce(self.store.both, [*self._conditions, ~self.removed], given)

    def satisfiable(self) -> bool:
        """Return whether there is such a world."""
        return self._factors[0].condition.satisfiable()

    def core(self, hidden: Variables, keep: Variables) -> Diagram:
        """Project the factors that depend on hidden variables, without the others.

        Hidden variables in `keep` are not hidden yet. Removed worlds are included.
        """
        key = hidden, keep
        if key not in self._cores:
            kept = [more for known, more in self._cores if known == hidden]
            least = min((x for x in kept if x > keep), key=len, default=None)
            if least is None:
                self._cores[key] = self._projected(hidden, hidden - keep)
            else:
                more = self._cores[hidden, least]
                self._cores[key] = self.store.some(more, least - keep)
        return self._cores[key]

    def join(self, core: Diagram, hidden: Variables) -> Diagram:
        """Add the factors without hidden variables to a core."""
        apart = [x.condition for x in self._factors[1:] if not x.support & hidden]
        return reduce(self.store.both, apart, core)

    def _projected(self, hidden: Variables, project: Variables) -> Diagram:
        """Join the factors with hidden variables one by one, and project early."""
        first, *others = self._factors
        joined = [
            x
            for x in others
            if x.support & hidden and not x.support - first.support <= project
        ]
        core, supports = first.condition, [x.support for x in joined]
        core = self.store.some(core, project.difference(*supports))
        for k, factor in enumerate(joined):
            done = project.difference(*supports[k + 1 :])
            core = self.store.some_both(core, factor.condition, done)
        return core

    def without(self, hidden: Variables) -> Diagram:
        """Return these worlds with some variables hidden."""
        if hidden not in self._without:
            start = self.removed.satisfiable()
            find = self._updated if start else self._hidden
            self._without[hidden] = find(hidden)
        return self._without[hidden]

    def _hidden(self, hidden: Variables) -> Diagram:
        before = [fewer for fewer in self._without if fewer < hidden]
        if before:
            most = max(before, key=len)
            return self.store.some(self._without[most], hidden - most)
        first, *others = self._factors
        if not any(x.support - first.support <= hidden for x in others):
            # All factors are needed, and their conjunction may be needed again.
            return self.store.some(self.all, hidden)
        return self.join(self.core(hidden, Variables()), hidden)

    def _updated(self, hidden: Variables) -> Diagram:
        """Compute only the part of the projection where worlds were removed."""
        store = self.store
        touched = store.some(self.removed, hidden)
        untouched = store.both(self.base.without(hidden), ~touched)
        return store.either(untouched, store.some(self.within(touched), hidden))
