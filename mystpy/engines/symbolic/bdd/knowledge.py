"""The truth of formulas in the worlds of a diagram: K quantifies what is not seen.

In the field: symbolic model checking (Burch and others 1990), of knowledge with
relational products, of common knowledge with a fixpoint.

`K(i,F)` is false where, for some values of what player i does not see, F is false in
a world of the law. `C(G,F)` is false where such a world can be reached: the worlds
reached are closed under what each member of the group cannot tell apart.

What one player knows is a small diagram, over what that player sees. Joined as they
are, such diagrams of different players would multiply; so they are joined only within
the worlds of the law, which tie together what the players see.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial, reduce

from mystpy.decision_diagrams import Diagram
from mystpy.engines.symbolic.bdd.constraints_diagram import ConstraintsDiagram
from mystpy.engines.symbolic.bdd.known_views import KnownViews, PlayerViews
from mystpy.engines.symbolic.bdd.support import FormulaSupports
from mystpy.engines.symbolic.bdd.worlds import FactoredWorlds
from mystpy.engines.symbolic.cases import Cases
from mystpy.language.atoms import Falsity, H, Truth
from mystpy.language.nodes import (
    And,
    Announcing,
    Common,
    CountOf,
    Distributed,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from mystpy.language.subformulas import size, walk
from mystpy.views import GivenCards


class KnowledgeDiagrams:
    """What is true, and known, in some of the worlds of a law's diagram.

    Formulas are without quantifiers.
    """

    def __init__(
        self,
        constraints: ConstraintsDiagram,
        worlds: FactoredWorlds,
        known: KnownViews | None = None,
    ) -> None:
        self.constraints = constraints
        self.worlds = worlds
        self._known_views = known or KnownViews()
        self._store = constraints.store
        self._variables = constraints.variables
        self._supports = FormulaSupports(constraints.variables)
        self._all = worlds.variables
        self._known: dict[Formula, Diagram] = {}
        self._later: dict[Formula, KnowledgeDiagrams] = {}

    def after(self, formula: Formula) -> KnowledgeDiagrams:
        """What is known after the announcement of a formula that is true."""
        said, denied = formula, False
        while isinstance(said, Not):
            said, denied = said.body, not denied
        if not self._supports.is_about_one(said):
            before = self.worlds.all
            worlds = self.where(formula, before)
            return self if worlds == before else self._with(worlds)
        views = self._seen_where(said)
        holds, fails = views.true, self._store.both(views.all, ~views.true)
        if denied:
            holds, fails = fails, holds
        if not fails.satisfiable():
            return self
        every = len(self._store.variables)
        if fails.sat_count(every) >= holds.sat_count(every):
            return self._with(self.worlds.within(holds))
        left = self.worlds.remove(self.worlds.within(fails))
        return KnowledgeDiagrams(self.constraints, left, self._known_views)

    def _with(
        self, worlds: Diagram, variables: frozenset[int] | None = None
    ) -> KnowledgeDiagrams:
        """What is known in these worlds, which have only some of the variables."""
        have = self._all if variables is None else variables
        left = FactoredWorlds.of(self._store, worlds, have)
        return KnowledgeDiagrams(self.constraints, left)

    def fits(self, given: GivenCards) -> Diagram:
        """The worlds that agree with what is given."""
        return self.worlds.fitting(self.constraints.given(given))

    def deals(self, given: GivenCards) -> Diagram:
        """The deals of the worlds that agree with what is given."""
        shown = self._all.difference(self._variables.cells.values())
        if given.shown:
            return self._store.some(self.fits(given), shown)
        return self._store.both(self._with_hidden(shown), self.constraints.given(given))

    def cases(self, phi: Formula, given: GivenCards) -> Cases:
        """Whether there are worlds that fit in which this holds, and fails."""
        fits = self.fits(given)
        holds = self.where(phi, fits)
        return holds.satisfiable(), holds != fits

    def where(self, phi: Formula, worlds: Diagram) -> Diagram:
        """Those of some worlds (of the law) in which a formula is true."""
        store = self._store
        alone = len(self._supports.players(phi)) <= 1 and not isinstance(phi, Everyone)
        if alone or isinstance(phi, Distributed):
            return store.both(worlds, self._alone(phi))
        match phi:
            case Not(body):
                return store.both(worlds, ~self.where(body, worlds))
            case And(parts):
                return reduce(lambda left, part: self.where(part, left), parts, worlds)
            case Or(parts):
                return reduce(store.either, [self.where(x, worlds) for x in parts])
            case Implies(left, right):
                return self.where(Or((Not(left), right)), worlds)
            case CountOf(exact, number, parts):
                found = [self.where(part, worlds) for part in parts]
                return store.both(worlds, self._counted(exact, number, found))
            case Iff(left, right):
                both = self.where(And((left, right)), worlds)
                neither = self.where(And((Not(left), Not(right))), worlds)
                return store.either(both, neither)
            case Everyone(_, body):
                each = (Knows(player, body) for player in phi.members)
                return reduce(lambda left, part: self.where(part, left), each, worlds)
            case Announcing(said, body):
                true = self.where(said, worlds)
                holds = self._after(said).where(body, true)
                return store.either(store.both(worlds, ~true), holds)
        raise TypeError(f"{phi} has quantifiers")

    def _after(self, said: Formula) -> KnowledgeDiagrams:
        """What is known after an announcement within a formula; it is kept."""
        if said not in self._later:
            self._later[said] = self.after(said)
        return self._later[said]

    def _truth(self, phi: Formula) -> Diagram:
        """Where, among worlds, a formula is true; see `where`."""
        store = self._store
        match phi:
            case H(holder, card):
                bit = 1 << self.constraints.constraints.game.deck[str(card)]
                return self.constraints.held(int(str(holder)), bit)
            case Not(body):
                return ~self._truth(body)
            case And(parts):
                return reduce(store.both, map(self._truth, parts))
            case Or(parts):
                return reduce(store.either, map(self._truth, parts))
            case Implies(left, right):
                return store.either(~self._truth(left), self._truth(right))
            case CountOf(exact, number, parts):
                return self._counted(exact, number, list(map(self._truth, parts)))
            case Iff(left, right):
                return store.same(self._truth(left), self._truth(right))
            case Knows() | Everyone() | Common() | Distributed():
                return self._modal(phi)
        return self._fluent(phi)

    def _alone(self, phi: Formula) -> Diagram:
        """Where, among worlds, a formula about the knowledge of at most one is true."""
        if isinstance(phi, Not):
            return ~self._alone(phi.body)
        if self._supports.is_about_one(phi) and not self._is_nested(phi):
            return self._seen_where(phi).true
        return self._truth(phi)

    def _is_nested(self, phi: Formula) -> bool:
        """Whether somebody knows something of what somebody knows."""
        known = [node.body for node in walk(phi) if isinstance(node, Knows)]
        return any(map(self._supports.players, known))

    def _seen_where(self, phi: Formula) -> PlayerViews:
        """All views of one player, and those in which a formula about it is true."""
        (player,) = self._supports.players(phi)
        hidden = self._all - self._variables.view(player)
        if self._is_nested(phi):
            views = self._with_hidden(hidden)
            true = self._store.both(views, self._truth(phi))
            return PlayerViews(views, true, self._store.false)
        bodies = [node.body for node in walk(phi) if isinstance(node, Knows)]
        matters = frozenset[int]().union(*map(self._supports.variables, bodies))
        evaluate = partial(self._views_where, self._all - hidden | matters)
        return self._known_views.where(phi, self.worlds, hidden, matters, evaluate)

    def _views_where(
        self, variables: frozenset[int], worlds: Diagram, phi: Formula
    ) -> tuple[Diagram, Diagram]:
        """All views that some worlds have, and those in which a formula is true.

        The worlds have only these variables. The part with the most subformulas is
        tried first: if it is that a player knows one of many cards, it is seldom true.
        """
        parts = phi.parts if isinstance(phi, And) else (phi,)
        first, *others = sorted(parts, key=size, reverse=True)
        now = self._with(worlds, variables)
        (player,) = self._supports.players(phi)
        views = now._with_hidden(variables - self._variables.view(player))
        true = self._store.both(views, now._truth(first))
        for part in others:
            now = self._with(self._store.both(now.worlds.all, true), variables)
            true = self._store.both(true, now._truth(part))
        return views, true

    def _counted(self, exact: bool, number: int, sets: list[Diagram]) -> Diagram:
        """Where so many of some sets are met, counted set by set."""
        store = self._store
        reached = [store.true, *[store.false] * (number + exact)]
        for one in sets:
            for k in range(len(reached) - 1, 0, -1):
                more = store.both(reached[k - 1], one)
                reached[k] = store.either(reached[k], more)
        return store.both(reached[-2], ~reached[-1]) if exact else reached[-1]

    def _fluent(self, phi: Formula) -> Diagram:
        """Where something holds that is the same in all worlds."""
        if isinstance(phi, Falsity):
            return self._store.false
        holds = isinstance(phi, Truth) or self.constraints.constraints.holds(phi)
        return self._store.true if holds else self._store.false

    def _modal(self, phi: Knows | Everyone | Common | Distributed) -> Diagram:
        """Where one player, or a group, knows; it is kept for the next time."""
        if phi not in self._known:
            group = (int(str(phi.agent)),) if isinstance(phi, Knows) else phi.numbers
            known = self._common if isinstance(phi, Common) else self._pooled
            self._known[phi] = known(group, phi.body)
        return self._known[phi]

    def _pooled(self, group: Collection[int], body: Formula) -> Diagram:
        """Where a group knows a formula if its members pool their views."""
        hidden = self._all.difference(*map(self._variables.view, group))
        return ~self._fails(body, hidden)

    def _fails(self, body: Formula, hidden: frozenset[int]) -> Diagram:
        """Where a formula fails in some world that agrees on what is not hidden.

        What the formula does not speak of is hidden first: that is the same for many
        formulas, and what is left is much smaller.
        """
        matters = self._supports.variables(body)
        if isinstance(body, H):
            # Quantify once for all places of a holder, then further for each place.
            holder = int(str(body.holder))
            self._with_hidden(hidden - self._variables.holding(holder))
        worlds = self._with_hidden(hidden - matters)
        if len(self._supports.players(body)) <= 1:
            return self._store.some_both(worlds, ~self._truth(body), hidden & matters)
        failing = self._store.both(worlds, ~self.where(body, worlds))
        return self._store.some(failing, hidden & matters)

    def _with_hidden(self, hidden: frozenset[int]) -> Diagram:
        """The worlds with some variables hidden."""
        return self.worlds.without(hidden)

    def _common(self, group: tuple[int, ...], body: Formula) -> Diagram:
        """Where a formula is common knowledge, as the first member sees it."""
        hidden = self._all.difference(*map(self._variables.view, group))
        reached = self._closure(group, self._fails(body, hidden))
        seen = self._variables.view(group[0])
        return ~self._store.some(reached, self._all - hidden - seen)

    def reachable(self, group: Collection[int], start: Diagram) -> Diagram:
        """The worlds to which the group's links lead from some worlds."""
        if not group:
            return start
        hidden = self._all.difference(*map(self._variables.view, group))
        reached = self._closure(group, self._store.some(start, hidden))
        return self.worlds.within(reached)

    def _closure(self, group: Collection[int], start: Diagram) -> Diagram:
        """The worlds that the group's links connect with some worlds.

        Of a world, here, there is only what somebody in the group sees.
        """
        views = [self._variables.view(player) for player in group]
        seen = frozenset().union(*views)
        worlds = self._with_hidden(self._all - seen)
        reached, quiet = self._store.both(worlds, start), 0
        while quiet < len(views) and reached != worlds:
            before = reached
            view = views[0]
            views = [*views[1:], view]
            agreeing = self._store.some(reached, seen - view)
            reached = self._store.both(worlds, agreeing)
            quiet = quiet + 1 if reached == before else 1
        return reached
