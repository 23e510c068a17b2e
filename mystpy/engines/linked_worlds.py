"""Copies of the world in one clingo control, tied by what a player cannot tell apart.

A copy is a deal that satisfies the law, with a card for each show that matters. Two
copies that are tied for a player have the same cards in that player's hand and in the
shows that the player took part in. What can be reached over several ties is one call
of the solver. Every number of cards is bounded from both sides and every tie is
written in both directions: what follows only by counting, clauses do not find.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import starmap
from operator import or_
from typing import Any, cast

import clingo

from mystpy.engines.deals import bits
from mystpy.engines.grid import ViewGrid
from mystpy.engines.law import Given, Law, Show
from mystpy.engines.places import places_of
from mystpy.errors import NoWorldFits
from mystpy.formulas import (
    And,
    Falsity,
    Formula,
    H,
    Iff,
    Implies,
    Not,
    Or,
    Truth,
    children,
)

CONFLICTS = 20_000
"""After so many conflicts (about a second) the solver gives up a question."""


class OutOfBudget(Exception):
    """The solver gave up: the question is for another method."""


@dataclass(frozen=True, slots=True)
class World:
    """The atoms of a copy: for each cell, and for each show (by its index) and card."""

    cells: dict[int, int]
    shown: dict[tuple[int, int], int]


def candidates(law: Law, agents: Collection[int], may: int) -> dict[int, int]:
    """Return the shows that matter for what these players know, with their cards.

    Which card was shown matters if the player who asked is one of them: who showed
    it chose among cards of the own hand. It is no choice if only one card can be.
    """
    places = places_of(law.game)
    found = {}
    for index, show in enumerate(law.shows):
        cells = places.cells(show.by, show.cards) & may
        if show.to in agents and cells.bit_count() > 1:
            found[index] = places.hands(cells)[show.by]
    return found


class LinkedWorlds:
    """Copies of the world that a law allows, made one by one and tied to each other.

    ``agents`` are the players for whom copies may be tied.
    """

    def __init__(self, law: Law, agents: Collection[int]) -> None:
        self.law = law
        self.places = places_of(law.game)
        self.may = public_cells(law)
        _, self._clauses = self.places.read(law.conditions)
        self._shown = candidates(law, agents, self.may)
        self._control = clingo.Control(["--warn=none"])
        self._solving = cast(Any, self._control.configuration.solve)
        self._solving.solve_limit = f"{CONFLICTS}"
        with self._control.backend() as backend:
            self._true: int = backend.add_atom()
            backend.add_rule([self._true])

    def add(self, *, watched: bool = False) -> World:
        """Add a copy; the cells of a watched one are what `reached` finds."""
        with self._control.backend() as backend:
            cells = {
                cell: backend.add_atom(
                    _name(cell.bit_length() - 1) if watched else None
                )
                for cell in bits(self.may)
            }
            backend.add_rule(list(cells.values()), choice=True)
            self._deal(backend, cells)
            shown = self._show(backend, cells)
        return World(cells, shown)

    def _deal(self, backend: clingo.Backend, cells: dict[int, int]) -> None:
        places = self.places
        for card in bits(places.deck):
            column = bits(places.column(card) & self.may)
            _exactly(backend, 1, [cells[x] for x in column])
        for shift, size in zip(places.shifts, places.sizes, strict=True):
            row = bits(places.deck << shift & self.may)
            _exactly(backend, size, [cells[x] for x in row])
        for clause in self._clauses:
            backend.add_rule([], [-cells[x] for x in bits(clause & self.may)])

    def _show(
        self, backend: clingo.Backend, cells: dict[int, int]
    ) -> dict[tuple[int, int], int]:
        shown: dict[tuple[int, int], int] = {}
        for index, cards in self._shown.items():
            chosen = {card: backend.add_atom() for card in bits(cards)}
            backend.add_rule(list(chosen.values()), choice=True)
            _exactly(backend, 1, list(chosen.values()))
            for card, atom in chosen.items():
                held = self.places.cells(self.law.shows[index].by, card)
                backend.add_rule([], [atom, -cells[held]])
                shown[index, card] = atom
        return shown

    def tie(self, first: World, second: World, players: Iterable[int]) -> None:
        """Tie two copies: one of these players, or more, cannot tell them apart."""
        with self._control.backend() as backend:
            ties = {player: backend.add_atom() for player in players}
            backend.add_rule(list(ties.values()), choice=True)
            backend.add_rule([], [-tie for tie in ties.values()])
            for player, tie in ties.items():
                for one, other in self._seen(first, second, player):
                    backend.add_rule([], [tie, one, -other])
                    backend.add_rule([], [tie, other, -one])

    def _seen(
        self, first: World, second: World, player: int
    ) -> Iterable[tuple[int, int]]:
        for cell in bits(self.places.cells(player, self.places.deck) & self.may):
            yield first.cells[cell], second.cells[cell]
        for (index, card), atom in first.shown.items():
            if player in players_of(self.law.shows[index]):
                yield atom, second.shown[index, card]

    def some(self, literals: Iterable[int]) -> int:
        """Return an atom that is true where one of these literals is."""
        with self._control.backend() as backend:
            atom: int = backend.add_atom()
            for literal in literals:
                backend.add_rule([atom], [literal])
        return atom

    def all(self, literals: Iterable[int]) -> int:
        """Return an atom that is true where all of these literals are."""
        with self._control.backend() as backend:
            atom: int = backend.add_atom()
            backend.add_rule([atom], list(literals))
        return atom

    def held(self, world: World, holder: int, card: int) -> int:
        """Return the literal that a holder has a card (a mask) in a copy."""
        cell = self.places.cells(holder, card)
        return world.cells.get(cell, -self._true)

    def truth(self, phi: Formula, world: World) -> int:
        """Return the literal that an objective formula is true in a copy."""
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
            case Truth():
                return self._true
            case Falsity():
                return -self._true
        return self._true if self.law.holds(phi) else -self._true

    def given(self, world: World, given: Given) -> list[int]:
        """Return literals: the copy agrees with the hands and cards that are given."""
        literals = []
        for holder, hand in given.hands:
            for card in bits(self.places.deck):
                held = self.held(world, holder, card)
                literals.append(held if hand & card else -held)
        for index, card in given.shown:
            literals.append(self.held(world, self.law.shows[index].by, card))
            if (index, card) in world.shown:
                literals.append(world.shown[index, card])
        return literals

    def satisfiable(self, literals: Iterable[int] = ()) -> bool:
        """Return whether there are copies in which all of these literals are true."""
        self._solving.enum_mode, self._solving.models = "auto", "1"
        result = self._control.solve(assumptions=list(dict.fromkeys(literals)))
        if result.satisfiable is None:
            raise OutOfBudget
        return result.satisfiable

    def reached(self, literals: Iterable[int] = ()) -> int:
        """Return the cells that the watched copy has, somewhere, under these literals.

        Without such copies there are none.
        """
        self._solving.enum_mode, self._solving.models = "brave", "0"
        last: list[Sequence[clingo.Symbol]] = []

        def keep(model: clingo.Model) -> None:
            last[:] = [model.symbols(atoms=True)]

        result = self._control.solve(
            assumptions=list(dict.fromkeys(literals)), on_model=keep
        )
        if not result.exhausted:
            raise OutOfBudget
        found = last[0] if last else ()
        return sum(1 << atom.arguments[0].number for atom in found)


def players_of(show: Show) -> tuple[int, int]:
    """Return who sees the card of a show."""
    return show.by, show.to


def public_cells(law: Law) -> int:
    """Return the cells that some deal of a law has; none if there is no deal."""
    try:
        hands = ViewGrid(law.game).update(law.conditions)
    except NoWorldFits:
        return 0
    places = places_of(law.game)
    return reduce(or_, starmap(places.cells, enumerate(hands)))


@cache
def _name(cell: int) -> clingo.Symbol:
    return clingo.Function("cell", [clingo.Number(cell)])


def _exactly(backend: clingo.Backend, number: int, atoms: Sequence[int]) -> None:
    """Bound a number from both sides."""
    body = [(atom, 1) for atom in atoms]
    for bound, wanted in ((number, True), (number + 1, False)):
        reached = backend.add_atom()
        backend.add_weight_rule([reached], bound, body)
        backend.add_rule([], [-reached if wanted else reached])
