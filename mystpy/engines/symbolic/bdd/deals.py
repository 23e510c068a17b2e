"""The deals under public constraints as a decision diagram, built card by card.

Cards are dealt in a fixed order. The rest of the deal depends only on how many cards
each place still takes, and on which of the open clauses are satisfied. This is packed
into one number, the state. States are found from the first card on and turned into
nodes from the last, each state once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mystpy.bits import bits
from mystpy.compilation import dataclass
from mystpy.decision_diagrams import Diagram, DiagramStore
from mystpy.engines.symbolic.grid.places import Places
from mystpy.errors import EngineFailed

STATES = 1_000_000
"""The number of states above which a diagram is not built."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A way to deal one card: the room that it uses, and the clauses it satisfies."""

    cell: int
    take: int
    room: int
    meets: int


@dataclass(frozen=True, slots=True)
class CardLevel:
    """One card: the ways to deal it, the clauses due by then, the cards left."""

    deals: tuple[Placement, ...]
    closes: int
    left: int


class DealStates:
    """The states in which cards are dealt to the cells where they may be.

    Clauses are satisfied on the way. Each card has a cell in `may`; cards with only one
    cell may be missing in the order, and a clause with such a cell is satisfied.
    """

    def __init__(
        self, places: Places, may: int, clauses: Sequence[int], order: Sequence[int]
    ) -> None:
        self._places = places
        width = max(places.c, *places.sizes).bit_length() + 1
        self._units = [1 << width * place for place in range(len(places))]
        self._guard = sum(unit << width - 1 for unit in self._units)
        self._full = (1 << width - 1) - 1
        self._counts = (1 << width * len(places)) - 1
        self._columns = [places.column(1 << card) & may for card in order]
        dealt = [places.column(1 << card) & may for card in range(places.c)]
        apart = sum(dealt) & ~sum(self._columns)
        self._clauses = [x & may for x in clauses if not x & apart]
        self._levels = self._all_levels()
        self.start = self._packed(places.sizes) - self._packed(self._number(apart))

    def _packed(self, numbers: Sequence[int]) -> int:
        return sum(n * unit for n, unit in zip(numbers, self._units, strict=True))

    def _number(self, cells: int) -> list[int]:
        return [mask.bit_count() for mask in self._places.split(cells)]

    def _all_levels(self) -> list[CardLevel]:
        first = self._counts + 1
        later = sum(self._columns)
        levels = []
        for column in self._columns:
            later &= ~column
            deals, closes = [], 0
            for k, clause in enumerate(self._clauses):
                if clause & column and not clause & later:
                    closes |= first << k
            for cell in bits(column):
                unit = self._units[self._places.where(cell)[0]]
                meets = sum(first << k for k, x in enumerate(self._clauses) if x & cell)
                deals.append(Placement(cell, unit, unit * self._full, meets))
            left = self._guard + self._packed(self._number(later))
            levels.append(CardLevel(tuple(deals), closes, left))
        return levels

    def _after(self, level: CardLevel, state: int) -> Iterator[tuple[int, int]]:
        """Yield the cells to which a card can be dealt, with the states after that."""
        for deal in level.deals:
            if not state & deal.room:
                continue
            after = state - deal.take | deal.meets
            if after & level.closes != level.closes:
                continue
            after &= ~level.closes
            # A place that takes more cards than are left for it borrows from its guard.
            if (level.left - (after & self._counts)) & self._guard == self._guard:
                yield deal.cell, after

    def _layers(self) -> list[list[int]]:
        """Return the states before each card. Raises EngineFailed for too many."""
        layers, number = [[self.start]], 1
        for level in self._levels:
            after: set[int] = set()
            for state in layers[-1]:
                after.update(then for _, then in self._after(level, state))
                if number + len(after) > STATES:
                    break
            layers.append(list(after))
            number += len(after)
            if number > STATES:
                raise EngineFailed(
                    f"the decision diagram of these deals has over {STATES:,} states",
                    hint="it gets smaller as more of the game is known",
                )
        return layers

    def diagram(self, store: DiagramStore, variables: Mapping[int, int]) -> Diagram:
        """Return the diagram of the deals over the variables of their cells.

        The variables of a card are adjacent, and cards are in this order.
        """
        layers = self._layers()
        nodes = dict.fromkeys(layers.pop(), store.true)
        for level in reversed(self._levels):
            chosen = _Choice(store, level, variables, nodes)
            found = {}
            for state in layers.pop():
                ways = [
                    (cell, s) for cell, s in self._after(level, state) if s in nodes
                ]
                if ways:
                    found[state] = chosen.node(ways)
            nodes = found
        return nodes.get(self.start, store.false)


class _Choice:
    """The nodes of one card, which has exactly one of its cells.

    `nodes` are those of the states after it.
    """

    def __init__(
        self,
        store: DiagramStore,
        level: CardLevel,
        variables: Mapping[int, int],
        nodes: Mapping[int, Diagram],
    ) -> None:
        self._store = store
        self._single = len(level.deals) == 1
        self._variables = sorted(variables.get(deal.cell, 0) for deal in level.deals)
        self._place = {
            deal.cell: self._variables.index(variables.get(deal.cell, 0))
            for deal in level.deals
        }
        self._without = {state: [node] for state, node in nodes.items()}

    def node(self, ways: Sequence[tuple[int, int]]) -> Diagram:
        """Return the node that leads from each of these cells to its state."""
        if self._single:
            return self._without[ways[0][1]][0]
        after = {self._place[cell]: state for cell, state in ways}
        found = self._store.false
        for k in reversed(range(len(self._variables))):
            then = self._none_of_later(after[k], k) if k in after else self._store.false
            found = self._store.choice(self._variables[k], then, found)
        return found

    def _none_of_later(self, state: int, place: int) -> Diagram:
        """Return the node of a state for a card in none of the cells after a place."""
        made = self._without[state]
        last = len(self._variables) - 1
        while len(made) <= last - place:
            variable = self._variables[last + 1 - len(made)]
            made.append(self._store.choice(variable, self._store.false, made[-1]))
        return made[last - place]
