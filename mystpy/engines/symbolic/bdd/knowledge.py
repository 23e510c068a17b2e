"""The truth of formulas in the worlds of a diagram; K quantifies unseen variables.

In the field: symbolic model checking (Burch and others 1990): knowledge by relational
products, common knowledge by a fixpoint.

`K(i,F)` is false if F is false in a world of the constraints for some values of the
variables that player i does not see. `C(G,F)` is false if such a world can be reached.
The reached worlds are closed under the worlds that each member of the group cannot
distinguish.

The knowledge of one player is a small diagram over the variables that the player sees.
The conjunction of such diagrams of different players would be large. So they are
combined only within the worlds of the constraints, which relate the observations of the
players.
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
from mystpy.language.atoms import H
from mystpy.language.junctions import unabbreviated
from mystpy.language.nodes import (
    And,
    Announcing,
    Common,
    CountOf,
    Distributed,
    Everyone,
    Formula,
    GroupModal,
    Knows,
    Not,
    Or,
    PlayerModal,
)
from mystpy.language.subformulas import size, walk
from mystpy.language.truth import Algebra, evaluate
from mystpy.views import GivenCards


class KnowledgeDiagrams(Algebra[Diagram]):
    """The truth of formulas, and knowledge, in the worlds of a diagram.

    Formulas have no quantifiers.
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
        self.kept = {}
        self._later: dict[Formula, KnowledgeDiagrams] = {}

    def after(self, formula: Formula) -> KnowledgeDiagrams:
        """Return the knowledge after the announcement of a formula that is true."""
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
        """Return the knowledge in these worlds, which have only some variables."""
        have = self._all if variables is None else variables
        left = FactoredWorlds.of(self._store, worlds, have)
        return KnowledgeDiagrams(self.constraints, left)

    def fits(self, given: GivenCards) -> Diagram:
        """Return the worlds that agree with the given cards."""
        return self.worlds.fitting(self.constraints.given(given))

    def deals(self, given: GivenCards) -> Diagram:
        """Return the deals of the worlds that agree with the given cards."""
        shown = self._all.difference(self._variables.cells.values())
        if given.shown:
            return self._store.some(self.fits(given), shown)
        return self._store.both(self._with_hidden(shown), self.constraints.given(given))

    def cases(self, phi: Formula, given: GivenCards) -> Cases:
        """Return whether there are consistent worlds in which this holds, and fails."""
        fits = self.fits(given)
        holds = self.where(phi, fits)
        return holds.satisfiable(), holds != fits

    def where(self, phi: Formula, worlds: Diagram) -> Diagram:
        """Return those of some worlds of the constraints in which a formula is true."""
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
            case CountOf(exact, number, parts):
                found = [self.where(part, worlds) for part in parts]
                return store.both(worlds, self.counted(exact, number, found))
            case Announcing(said, body):
                true = self.where(said, worlds)
                holds = self._after(said).where(body, true)
                return store.either(store.both(worlds, ~true), holds)
        less = unabbreviated(phi)
        if less is phi:
            raise TypeError(f"{phi} has quantifiers")
        return self.where(less, worlds)

    def _after(self, said: Formula) -> KnowledgeDiagrams:
        """Return the knowledge after an announcement within a formula; it is cached."""
        if said not in self._later:
            self._later[said] = self.after(said)
        return self._later[said]

    def constant(self, true: bool) -> Diagram:
        """Return all worlds, or none."""
        return self._store.true if true else self._store.false

    def atom(self, f: Formula) -> Diagram:
        """Return where a holder has a card, or a public atom holds."""
        if isinstance(f, H):
            bit = 1 << self.constraints.constraints.game.deck[str(f.card)]
            return self.constraints.held(int(str(f.holder)), bit)
        return self.constant(self.constraints.constraints.holds(f))

    def meet(self, a: Diagram, b: Diagram) -> Diagram:
        """Return the worlds in both."""
        return self._store.both(a, b)

    def join(self, a: Diagram, b: Diagram) -> Diagram:
        """Return the worlds in one of them, or in both."""
        return self._store.either(a, b)

    def same(self, a: Diagram, b: Diagram) -> Diagram:
        """Return the worlds in both or in neither."""
        return self._store.same(a, b)

    def knowledge(self, f: PlayerModal | GroupModal) -> Diagram:
        """Return where one player, or a group, knows; the result is cached."""
        assert self.kept is not None
        if f not in self.kept:
            group = f.numbers if isinstance(f, GroupModal) else (int(str(f.agent)),)
            known = self._common if isinstance(f, Common) else self._pooled
            self.kept[f] = known(group, f.body)
        return self.kept[f]

    def _alone(self, phi: Formula) -> Diagram:
        """Return where, among worlds, a formula about one player's view is true."""
        if isinstance(phi, Not):
            return ~self._alone(phi.body)
        if self._supports.is_about_one(phi) and not self._is_nested(phi):
            return self._seen_where(phi).true
        return evaluate(phi, self)

    def _is_nested(self, phi: Formula) -> bool:
        """Return whether somebody knows something about somebody's knowledge."""
        known = [node.body for node in walk(phi) if isinstance(node, Knows)]
        return any(map(self._supports.players, known))

    def _seen_where(self, phi: Formula) -> PlayerViews:
        """Return all views of one player, and those in which a formula is true."""
        (player,) = self._supports.players(phi)
        hidden = self._all - self._variables.view(player)
        if self._is_nested(phi):
            views = self._with_hidden(hidden)
            true = self._store.both(views, evaluate(phi, self))
            return PlayerViews(views, true, self._store.false)
        bodies = [node.body for node in walk(phi) if isinstance(node, Knows)]
        matters = frozenset[int]().union(*map(self._supports.variables, bodies))
        find = partial(self._views_where, self._all - hidden | matters)
        return self._known_views.where(phi, self.worlds, hidden, matters, find)

    def _views_where(
        self, variables: frozenset[int], worlds: Diagram, phi: Formula
    ) -> tuple[Diagram, Diagram]:
        """Return all views in some worlds, and those in which a formula is true.

        The worlds have only these variables. The part with the most subformulas is
        tried first: if it says that a player knows one of many cards, it is seldom
        true.
        """
        parts = phi.parts if isinstance(phi, And) else (phi,)
        first, *others = sorted(parts, key=size, reverse=True)
        now = self._with(worlds, variables)
        (player,) = self._supports.players(phi)
        views = now._with_hidden(variables - self._variables.view(player))
        true = self._store.both(views, evaluate(first, now))
        for part in others:
            now = self._with(self._store.both(now.worlds.all, true), variables)
            true = self._store.both(true, evaluate(part, now))
        return views, true

    def _pooled(self, group: Collection[int], body: Formula) -> Diagram:
        """Return where a group knows a formula if its members pool their views."""
        hidden = self._all.difference(*map(self._variables.view, group))
        return ~self._fails(body, hidden)

    def _fails(self, body: Formula, hidden: frozenset[int]) -> Diagram:
        """Return where a formula fails in some world that agrees on visible variables.

        Variables that do not occur in the formula are hidden first: this step is the
        same for many formulas, and its result is much smaller.
        """
        matters = self._supports.variables(body)
        if isinstance(body, H):
            # Quantify once for all places of a holder, then further for each place.
            holder = int(str(body.holder))
            self._with_hidden(hidden - self._variables.holding(holder))
        worlds = self._with_hidden(hidden - matters)
        if len(self._supports.players(body)) <= 1:
            return self._store.some_both(
                worlds, ~evaluate(body, self), hidden & matters
            )
        failing = self._store.both(worlds, ~self.where(body, worlds))
        return self._store.some(failing, hidden & matters)

    def _with_hidden(self, hidden: frozenset[int]) -> Diagram:
        """Return the worlds with some variables hidden."""
        return self.worlds.without(hidden)

    def _common(self, group: tuple[int, ...], body: Formula) -> Diagram:
        """Return where a formula is common knowledge, in views of the first member."""
        hidden = self._all.difference(*map(self._variables.view, group))
        reached = self._closure(group, self._fails(body, hidden))
        seen = self._variables.view(group[0])
        return ~self._store.some(reached, self._all - hidden - seen)

    def reachable(self, group: Collection[int], start: Diagram) -> Diagram:
        """Return the worlds to which the group's links lead from some worlds."""
        if not group:
            return start
        hidden = self._all.difference(*map(self._variables.view, group))
        reached = self._closure(group, self._store.some(start, hidden))
        return self.worlds.within(reached)

    def _closure(self, group: Collection[int], start: Diagram) -> Diagram:
        """Return the worlds that the group's links connect with some worlds.

        These worlds have only the variables that somebody in the group sees.
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
