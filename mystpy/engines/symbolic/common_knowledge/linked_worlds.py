"""Worlds tied in chains and stars by what players cannot tell apart, in one solver.

In the field: self-composition, unrolled along the accessibility relations.

Each is a copy of the world: a deal that satisfies the law, with a card for each show
that matters. Two copies that are tied for a player have the same cards in that player's
hand and in the shows that the player took part in. Only cells that some deal of the law
has become atoms, which makes copies small. So what is reached over several ties is one
question to the solver.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from mystpy.bits import bits
from mystpy.engines.symbolic.cases import Cases
from mystpy.engines.symbolic.grid.places import places_of
from mystpy.engines.symbolic.law import Law
from mystpy.engines.symbolic.relevance import (
    public_cells,
    relevant_shows,
)
from mystpy.engines.symbolic.solver import Assignment, Solver
from mystpy.language.atoms import Falsity, H, Truth
from mystpy.language.nodes import And, Formula, Iff, Implies, Not, Or
from mystpy.language.subformulas import children
from mystpy.views import Given

CONFLICTS = 20_000
"""After so many conflicts, about a second, a question is left to another method."""


@dataclass(frozen=True, slots=True)
class World:
    """The atoms of a copy: for each cell, and for each show (by its index) and card."""

    cells: dict[int, int]
    shown: dict[tuple[int, int], int]


class LinkedWorlds:
    """Copies of the world that a law allows, made one by one and tied to each other.

    `agents` are the players for whom copies may be tied. Questions raise GaveUp if
    the solver does not answer within its budget.
    """

    def __init__(self, law: Law, agents: Collection[int]) -> None:
        self.law = law
        self.places = places_of(law.game)
        self.may = public_cells(law)
        _, self._clauses = self.places.read(law.conditions)
        self._agents = agents
        self._matter = relevant_shows(law, agents, self.may)
        self._solver = Solver(CONFLICTS)
        (self._true,) = self._solver.atoms(1)
        self._solver.clause([self._true])

    def add(self) -> World:
        """Add a copy."""
        all_cells = bits(self.may)
        cells = dict(zip(all_cells, self._solver.atoms(len(all_cells)), strict=True))
        places = self.places
        for card in bits(places.deck):
            column = bits(places.column(card) & self.may)
            self._solver.exactly(1, [cells[cell] for cell in column])
        for shift, size in zip(places.shifts, places.sizes, strict=True):
            row = bits(places.deck << shift & self.may)
            self._solver.exactly(size, [cells[cell] for cell in row])
        for clause in self._clauses:
            self._solver.clause([cells[cell] for cell in bits(clause & self.may)])
        return World(cells, self._shown(cells))

    def _shown(self, cells: dict[int, int]) -> dict[tuple[int, int], int]:
        """Add for each show that matters the card that was shown."""
        shown: dict[tuple[int, int], int] = {}
        for index, cards in self._matter.items():
            chosen = self._solver.atoms(cards.bit_count())
            self._solver.exactly(1, chosen)
            for card, atom in zip(bits(cards), chosen, strict=True):
                held = self.places.cells(self.law.shows[index].by, card)
                self._solver.clause([-atom, cells[held]])
                shown[index, card] = atom
        return shown

    def tie(self, first: World, second: World, players: Collection[int]) -> None:
        """Tie two copies: one of these players, or more, cannot tell them apart."""
        ties = self._solver.atoms(len(players))
        self._solver.clause(ties)
        for player, tie in zip(players, ties, strict=True):
            for one, other in self._seen(first, second, player):
                self._solver.clause([-tie, -one, other])
                self._solver.clause([-tie, one, -other])

    def _seen(
        self, first: World, second: World, player: int
    ) -> Iterator[tuple[int, int]]:
        """The atoms of what a player sees, in one copy and in the other."""
        for cell in bits(self.places.cells(player, self.places.deck) & self.may):
            yield first.cells[cell], second.cells[cell]
        for (index, card), atom in first.shown.items():
            if self.law.shows[index].sees(player):
                yield atom, second.shown[index, card]

    def some(self, literals: Iterable[int]) -> int:
        """An atom that is true where one of these literals is."""
        (atom,) = self._solver.atoms(1)
        listed = list(literals)
        self._solver.clause([-atom, *listed])
        for literal in listed:
            self._solver.clause([atom, -literal])
        return atom

    def all(self, literals: Iterable[int]) -> int:
        """A literal that is true where all of these literals are."""
        return -self.some([-literal for literal in literals])

    def truth(self, phi: Formula, world: World) -> int:
        """The literal that an objective formula is true in a copy."""
        parts = [self.truth(part, world) for part in children(phi)]
        match phi:
            case H():
                card = 1 << self.law.game.deck[str(phi.card)]
                return self.held(world, int(str(phi.holder)), card)
            case Not():
                return -parts[0]
            case And():
                return self.all(parts)
            case Or():
                return self.some(parts)
            case Implies():
                return self.some([-parts[0], parts[1]])
            case Iff():
                both, neither = self.all(parts), self.all([-x for x in parts])
                return self.some([both, neither])
        return self._true if self._is_so(phi) else -self._true

    def _is_so(self, phi: Formula) -> bool:
        """Whether something holds that is the same in all worlds."""
        if isinstance(phi, Truth | Falsity):
            return isinstance(phi, Truth)
        return self.law.holds(phi)

    def held(self, world: World, holder: int, card: int) -> int:
        """The literal that a holder has a card (a mask) in a copy."""
        cell = self.places.cells(holder, card)
        return world.cells.get(cell, -self._true)

    def given(self, world: World, given: Given) -> list[int]:
        """Literals: the copy agrees with the hands and cards that are given."""
        literals = []
        for holder, hand in given.hands:
            for card in bits(self.places.deck):
                held = self.held(world, holder, card)
                literals.append(held if hand & card else -held)
        for index, card in given.shown:
            show = self.law.shows[index]
            asked = self._true if card & show.cards else -self._true
            literals += [asked, self.held(world, show.by, card)]
            if (index, card) in world.shown:
                literals.append(world.shown[index, card])
        return literals

    def is_given(self, player: int, given: Given) -> bool:
        """Whether all that a player sees is given: own hand, cards of shows.

        Of the cards that a player showed only those matter that matter to agents.
        """
        shown = dict(given.shown)
        return player in dict(given.hands) and all(
            index in shown
            for index in relevant_shows(self.law, {*self._agents, player}, self.may)
            if self.law.shows[index].sees(player)
        )

    def satisfiable(self, literals: Collection[int]) -> bool:
        """Whether there are copies in which all of these literals are true."""
        assumed = tuple(dict.fromkeys(literals))
        return self._solver.solve(assumed, lambda _: True) is not None

    def cases(self, phi: Formula, world: World, literals: Collection[int]) -> Cases:
        """Whether an objective formula is true, and false, in a copy somewhere.

        These literals are true there.
        """
        truth = self.truth(phi, world)
        return (
            self.satisfiable((*literals, truth)),
            self.satisfiable((*literals, -truth)),
        )

    def reached(self, world: World, literals: Collection[int], before: int = 0) -> int:
        """The cells that a copy has somewhere under these literals.

        If there are no such copies there are none. Cells of which that is known
        `before` are not sought.
        """
        found = before
        left = {x: atom for x, atom in world.cells.items() if not x & before}

        def read(model: Assignment) -> list[int]:
            nonlocal found
            for cell, atom in world.cells.items():
                if cell in left and model.is_true(atom):
                    found |= cell
                    del left[cell]
            return list(left.values())

        self._solver.sweep(tuple(dict.fromkeys(literals)), read)
        return found
