"""The truth of formulas in the worlds of a diagram: K quantifies what is not seen.

`K(i,F)` is false where, for some values of what player i does not see, F is false in a
world of the law. `C(G,F)` is false where such a world can be reached: the worlds reached
are closed under what each member of the group cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce

from mystpy.engines.dd_law import LawDiagram
from mystpy.engines.dd_store import Diagram
from mystpy.engines.law import Given
from mystpy.formulas import (
    And,
    Common,
    Everyone,
    Falsity,
    Formula,
    H,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
    Truth,
    children,
)


class Knowledge:
    """What is true, and known, in some of the worlds of a law's diagram.

    Formulas are without quantifiers. Truth values are diagrams, to be looked at in
    ``worlds`` only.
    """

    def __init__(self, law: LawDiagram, worlds: Diagram) -> None:
        self.law = law
        self._store = law.store
        self.worlds = worlds
        self._all = frozenset(self._store.variables)
        self._modal: dict[Formula, Diagram] = {}
        self._without: dict[frozenset[int], Diagram] = {}

    def after(self, formula: Formula) -> Knowledge:
        """Return what is known once a formula, true in the actual world, is announced."""
        return Knowledge(self.law, self._store.both(self.worlds, self.truth(formula)))

    def fits(self, given: Given) -> Diagram:
        """Return the worlds that agree with what is given."""
        return self._store.both(self.worlds, self.law.given(given))

    def cases(self, truth: Diagram, given: Given) -> tuple[bool, bool]:
        """Return whether there are worlds that fit in which this holds, and fails."""
        fits = self.fits(given)
        holds = self._store.both(fits, truth)
        return holds.satisfiable(), holds != fits

    def truth(self, phi: Formula) -> Diagram:
        """Return where a formula is true."""
        store = self._store
        match phi:
            case Truth():
                return store.true
            case Falsity():
                return store.false
            case H(holder, card):
                bit = 1 << self.law.law.game.deck[str(card)]
                return self.law.held(int(str(holder)), bit)
            case Not(body):
                return ~self.truth(body)
            case And(parts):
                return reduce(store.both, map(self.truth, parts))
            case Or(parts):
                return reduce(store.either, map(self.truth, parts))
            case Implies(left, right):
                return store.either(~self.truth(left), self.truth(right))
            case Iff(left, right):
                return store.same(self.truth(left), self.truth(right))
            case Knows() | Everyone() | Common():
                return self._known(phi)
        return store.true if self.law.law.holds(phi) else store.false

    def _known(self, phi: Knows | Everyone | Common) -> Diagram:
        if phi not in self._modal:
            match phi:
                case Knows(player, body):
                    known = self.known((int(str(player)),), body)
                case Everyone(group, body):
                    each = (self.truth(Knows(player, body)) for player in group)
                    known = reduce(self._store.both, each)
                case Common(group, body):
                    known = self._common(tuple(int(str(i)) for i in group), body)
            self._modal[phi] = known
        return self._modal[phi]

    def known(self, group: Collection[int], body: Formula) -> Diagram:
        """Return where a group would know a formula if its members pooled what they see."""
        hidden = self._all.difference(*map(self.law.view, group))
        return ~self._fails(body, hidden)

    def _fails(self, body: Formula, hidden: frozenset[int]) -> Diagram:
        """Return where a formula fails in some world that agrees on what is not hidden.

        What the formula does not speak of is hidden first: that is the same for many
        formulas, and what is left is much smaller.
        """
        matters = self._speaks_of(body)
        worlds = self.without(hidden - matters)
        return self._store.some_both(worlds, ~self.truth(body), hidden & matters)

    def without(self, hidden: frozenset[int]) -> Diagram:
        """Return the worlds with some variables hidden."""
        if hidden not in self._without:
            self._without[hidden] = self._store.some(self.worlds, hidden)
        return self._without[hidden]

    def _speaks_of(self, phi: Formula) -> frozenset[int]:
        """Return variables, all of what a holder has or sees, that decide a formula."""
        match phi:
            case H(holder):
                return self.law.holding(int(str(holder)))
            case Knows(player):
                return self.law.view(int(str(player)))
            case Everyone(group):
                return frozenset().union(*(self.law.view(int(str(i))) for i in group))
            case Common(group):
                return self.law.view(int(str(group[0])))
        return frozenset().union(*map(self._speaks_of, children(phi)))

    def _common(self, group: tuple[int, ...], body: Formula) -> Diagram:
        """Return where a formula is common knowledge, as the first member sees it."""
        hidden = self._all.difference(*map(self.law.view, group))
        reached = self.closure(group, self._fails(body, hidden))
        seen = self.law.view(group[0])
        return ~self._store.some(reached, self._all - hidden - seen)

    def closure(self, group: Collection[int], start: Diagram) -> Diagram:
        """Return the worlds from which the group's links lead to a start, or lead from it.

        Of a world there is only what somebody in the group sees, and so of the start.
        """
        views = [self.law.view(player) for player in group]
        seen = frozenset().union(*views)
        worlds = self.without(self._all - seen)
        reached, last = self._store.both(worlds, start), None
        while reached != last and reached != worlds:
            last = reached
            for view in views:
                agreeing = self._store.some(reached, seen - view)
                reached = self._store.both(worlds, agreeing)
                if reached == worlds:
                    break
        return reached

    def reachable(self, group: Collection[int], start: Diagram) -> Diagram:
        """Return the worlds to which the group's links lead from some worlds."""
        hidden = self._all.difference(*map(self.law.view, group))
        reached = self.closure(group, self._store.some(start, hidden))
        return self._store.both(self.worlds, reached)
