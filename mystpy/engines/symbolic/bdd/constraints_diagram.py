"""The worlds of a history as one decision diagram, with the views of the players."""

from __future__ import annotations

from collections.abc import Mapping

from mystpy.bits import bits
from mystpy.decision_diagrams import Diagram, DiagramStore
from mystpy.engines.symbolic.bdd.deals import DealStates
from mystpy.engines.symbolic.bdd.variables import ConstraintVariables, Pair
from mystpy.engines.symbolic.bdd.worlds import Factor, FactoredWorlds
from mystpy.views import GivenCards


class ConstraintsDiagram:
    """The worlds of a history, as far as they matter for what some players know.

    `nodes` is the size of the store, `last` if there is no larger one. Raises
    `StoreFull` if that is too small, EngineMissing without oxidd, and EngineFailed if
    the diagram would be too large to build.
    """

    def __init__(
        self, variables: ConstraintVariables, nodes: int, *, last: bool = False
    ) -> None:
        self.constraints = variables.constraints
        self.variables = variables
        self._places = variables.places
        self.store = DiagramStore(len(variables), nodes, last=last)
        self.worlds = self._worlds()

    def _worlds(self) -> FactoredWorlds:
        """Combine the deals with the cards that each pair of players may have seen."""
        if not self.variables.may:
            return FactoredWorlds.of(self.store, self.store.false, frozenset())
        variables = self.variables
        known_shows = variables.known_by_shows()
        clauses = [x for x in variables.clauses if x & variables.may not in known_shows]
        deals = DealStates(self._places, variables.may, clauses, variables.order)
        dealt = allowed = deals.diagram(self.store, variables.cells)
        shown = []
        for pair, seen in variables.seen.items():
            sets, own = self._seen(pair, {}), frozenset(seen.values())
            shown.append(Factor(sets, variables.holding(pair[0]) | own))
            allowed = self.store.both(allowed, self.store.some(sets, own))
        first = Factor(allowed, frozenset(variables.cells.values()))
        smaller = min(dealt, allowed, key=lambda deals: deals.node_count())
        conditions = [smaller, *(factor.condition for factor in shown)]
        return FactoredWorlds(self.store, [first, *shown], conditions)

    def _seen(self, pair: Pair, given: Mapping[int, int]) -> Diagram:
        """The sets of cards that one player may have seen in the hand of another.

        Each set comes from a choice of one card for each show; the shows are added one
        by one. `given` has the cards of some shows, by index.
        """
        store, seen = self.store, self.variables.seen[pair]
        found = store.true
        for variable in sorted(seen.values(), reverse=True):
            found = store.choice(variable, store.false, found)
        for index, mask in self.variables.shows[pair].items():
            ways = store.false
            for card in bits(mask & given.get(index, mask)):
                ways = store.either(ways, self._with_card(found, seen.get(card)))
            found = ways
        for card, variable in seen.items():
            held = self.held(pair[0], card)
            found = store.both(found, store.either(~store.var(variable), held))
        return found

    def _with_card(self, sets: Diagram, variable: int | None) -> Diagram:
        """Add a card to the sets; it has no variable if everybody knows it."""
        if variable is None:
            return sets
        some = self.store.some(sets, (variable,))
        return self.store.both(some, self.store.var(variable))

    def held(self, holder: int, card: int) -> Diagram:
        """Where a holder has a card (a mask)."""
        cell = self._places.cells(holder, card)
        if cell in self.variables.cells:
            return self.store.var(self.variables.cells[cell])
        return self.store.true if cell & self.variables.may else self.store.false

    def given(self, given: GivenCards) -> Diagram:
        """Where the hands and the shown cards are those that are given."""
        found = self.store.true
        for holder, hand in given.hands:
            for card in bits(self._places.deck):
                held = self.held(holder, card)
                found = self.store.both(found, held if hand & card else ~held)
        cards = dict(given.shown)
        for index, card in cards.items():
            found = self.store.both(
                found, self.held(self.constraints.shows[index].by, card)
            )
        for pair, shows in self.variables.shows.items():
            known_shows = {index: cards[index] for index in shows if index in cards}
            if known_shows:
                found = self.store.both(found, self._seen(pair, known_shows))
        return found

    def cells(self, worlds: Diagram) -> tuple[int, ...]:
        """The cards (a mask) that each holder has in some of these worlds."""
        cells = self.variables.cells
        certain = self.variables.may & ~sum(cells)
        found = certain if worlds.satisfiable() else 0
        for cell, variable in cells.items():
            if not found & cell:
                world = self.store.both(worlds, self.store.var(variable)).pick_cube()
                if world is not None:
                    found |= sum(x for x, k in cells.items() if world[k])
        return self._places.hands(found)

    def number(self, deals: Diagram) -> int:
        """The number of deals in a diagram without variables of cards seen."""
        every, dealt = len(self.store.variables), len(self.variables.cells)
        return int(deals.sat_count(every)) >> every - dealt
