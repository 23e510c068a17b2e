"""Worlds tied in chains and stars by what players cannot tell apart, in one solver.

In the field: self-composition, unrolled along the accessibility relations.

They are copies of the world as nested knowledge has them (`sat/copies.py`), made one
after the other, of which any number may be tied, each tie for one of several players.
So what is reached over several ties is one question to the solver.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from mystpy.engines.symbolic.cases import Cases
from mystpy.engines.symbolic.counts import count
from mystpy.engines.symbolic.grid.places import places_of
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.symbolic.relevance import public_cells, relevant_shows
from mystpy.engines.symbolic.sat.copies import CopySolver
from mystpy.engines.symbolic.sat.exchanges import reach
from mystpy.engines.symbolic.sat.layout import WorldLayout, numbers
from mystpy.engines.symbolic.sat.nnf import (
    AllOf,
    AtLeast,
    Junction,
    Literal,
    Node,
    NormalForms,
)
from mystpy.engines.symbolic.solver import Assignment
from mystpy.errors import NotCovered
from mystpy.language.nodes import Formula
from mystpy.thresholds import MAX_CONFLICTS_OF_LINKED_WORLDS
from mystpy.views import GivenCards

VIEWS = 256
"""So many worlds at most are looked at for whether all lead somewhere."""


Ties = tuple[tuple[tuple[int, ...], int], ...]
"""Viewers, with an atom: where it is true, only what they see of a copy matters."""


class LinkedWorlds:
    """Copies of the world that a law allows, made one by one and tied to each other.

    `agents` are the players for whom copies may be tied. Questions raise GaveUp if
    the solver does not answer within its budget.
    """

    def __init__(self, constraints: PublicConstraints, agents: Collection[int]) -> None:
        self.constraints = constraints
        self._may = public_cells(constraints)
        self._agents = agents
        hands = places_of(constraints.game).hands(self._may)
        cells = sum(cards << k * constraints.game.c for k, cards in enumerate(hands))
        self.scene = WorldLayout(constraints, frozenset(agents), cells)
        self._copies = CopySolver(self.scene, 0, MAX_CONFLICTS_OF_LINKED_WORLDS)
        self._solver = self._copies.solver
        self._forms = NormalForms(constraints.game, constraints.holds)

    @property
    def conflicts(self) -> int:
        """How many conflicts the solver has had so far."""
        return self._solver.conflicts()

    def add(self) -> int:
        """Add a copy, and return its number."""
        return self._copies.add()

    def tie(self, first: int, second: int, players: Collection[int]) -> Ties:
        """Tie two copies: one of these players, or more, cannot tell them apart.

        Returns for each player the atom that this one cannot.
        """
        ties = [(i, self._copies.link(first, second, (i,))) for i in players]
        self._solver.clause([link for _, link in ties])
        return tuple(((i,), link) for i, link in ties)

    def untied(self, literals: Collection[int]) -> Ties:
        """The tie of a copy of which nothing is said but the law: nobody's view of it.

        There is none if some literals are said of it.
        """
        return () if literals else (((), -self._copies.false),)

    def has(self, world: int, cells: int) -> list[int]:
        """The atoms that holders have these cells in a copy, those that may be.

        A cell is a bit of the scene.
        """
        return self._copies.literals(world, cells)

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

    def truth(self, phi: Formula, world: int) -> int:
        """The literal that an objective formula is true in a copy."""
        return self._literal(self._forms.of(phi), world)

    def _literal(self, node: Node, world: int) -> int:
        match node:
            case Literal(holder, card, positive):
                held = self._copies.card(world, holder, card)
                return held if positive else -held
            case Junction(parts):
                literals = [self._literal(part, world) for part in parts]
                if isinstance(node, AtLeast):
                    return count(self._solver, node.number, literals)
                join = self.all if isinstance(node, AllOf) else self.some
                return join(literals)
        raise NotCovered("only objective formulas are true in one world")

    def given(self, world: int, given: GivenCards) -> list[int]:
        """Literals: the copy agrees with the hands and cards that are given."""
        literals = self._copies.all_literals(world, self.scene.given(given))
        if any(not card & self.constraints.shows[e].cards for e, card in given.shown):
            literals.append(self._copies.false)
        return literals

    def is_given(self, player: int, given: GivenCards) -> bool:
        """Whether all that a player sees is given: own hand, cards of shows.

        Of the cards that a player showed only those matter that matter to agents.
        """
        shown = dict(given.shown)
        return player in dict(given.hands) and all(
            index in shown
            for index in relevant_shows(
                self.constraints, {*self._agents, player}, self._may
            )
            if self.constraints.shows[index].sees(player)
        )

    def satisfiable(self, literals: Collection[int]) -> bool:
        """Whether there are copies in which all of these literals are true."""
        assumed = tuple(dict.fromkeys(literals))
        return self._solver.solve(assumed, lambda _: True) is not None

    def all_lead(
        self,
        world: int,
        literals: Collection[int],
        to: Collection[int],
        players: Collection[int],
    ) -> bool:
        """Whether some literals lead to others, from whatever world a copy is.

        A world that does stands for those that one of the players cannot tell from it:
        they lead there in a step more. False also if it is not found out soon.
        """
        (during,) = self._solver.atoms(1)
        begun = (*dict.fromkeys(literals), during)
        try:
            for _ in range(VIEWS):
                found = self._solver.solve(
                    (*begun, *to), lambda model: self._copies.world(model, world)
                )
                if found is None:
                    return not self.satisfiable(begun)
                for player in players:
                    unlike = self._unlike(world, found, self.scene.view((player,)))
                    self._solver.clause([-during, *unlike])
            return False
        finally:
            self._solver.clause([-during])

    def _unlike(self, world: int, other: int, view: int) -> list[int]:
        """Literals of which one is true where a copy looks different in a view."""
        has = self._copies.literals(world, view & other)
        return [-atom for atom in has] + self._copies.literals(world, view & ~other)

    def cases(self, phi: Formula, world: int, literals: Collection[int]) -> Cases:
        """Whether an objective formula is true, and false, in a copy somewhere.

        These literals are true there.
        """
        truth = self.truth(phi, world)
        return (
            self.satisfiable((*literals, truth)),
            self.satisfiable((*literals, -truth)),
        )

    def reached(
        self,
        world: int,
        literals: Collection[int],
        before: int = 0,
        ties: Ties = (),
    ) -> int:
        """The cells that a copy has somewhere under these literals.

        If there are no such copies there are none. Cells of which that is known
        `before` are not sought. Where one of the ties holds, and all else that is said
        of the copy is the law, a world brings with it those that exchanges make of it
        which the viewers do not see.
        """
        found = before
        cells = numbers(self.scene.cells & ~before)
        left = {k: self._copies.atoms[world][k] for k in cells}

        def read(model: Assignment) -> list[int]:
            nonlocal found
            new = sum(1 << k for k, atom in left.items() if model.is_true(atom))
            if tied := [viewers for viewers, atom in ties if model.is_true(atom)]:
                new |= self._exchanged(self._copies.world(model, world), tied[0])
            found |= new
            for cell in numbers(new):
                left.pop(cell, None)
            return list(left.values())

        self._solver.sweep(tuple(dict.fromkeys(literals)), read)
        return found

    def _exchanged(self, world: int, viewers: tuple[int, ...]) -> int:
        """The cells of a world, and of those that it becomes unseen by the viewers."""
        scene = self.scene
        fixed = world & scene.view(viewers)
        for e, show in scene.shows.items():
            fixed |= scene.shown(fixed, e) << scene.hand_at(show.by)
        hands = reach(scene, world, fixed)
        return sum(cards << scene.hand_at(k) for k, cards in enumerate(hands))
