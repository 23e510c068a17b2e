"""Worlds linked in chains and stars by indistinguishability, in one solver.

In the field: self-composition, unrolled along the accessibility relations.

They are copies of the world, as for nested knowledge (`sat/copies.py`), made one after
the other. Any number of them may be tied, each tie for one of several players. So
worlds that are several ties away are found by one solver call.
"""

from __future__ import annotations

from collections.abc import Collection

from mystpy.engines.symbolic.cases import Cases
from mystpy.engines.symbolic.grid.grid import public_cells
from mystpy.engines.symbolic.grid.places import places_of
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.symbolic.sat.copies import CopySolver
from mystpy.engines.symbolic.sat.encoding import NodeLiterals
from mystpy.engines.symbolic.sat.exchanges import reach
from mystpy.engines.symbolic.sat.layout import WorldLayout, numbers
from mystpy.engines.symbolic.sat.nnf import NormalForms
from mystpy.engines.symbolic.solver import Assignment
from mystpy.language.nodes import Formula, Not
from mystpy.thresholds import MAX_CONFLICTS_OF_LINKED_WORLDS
from mystpy.views import GivenCards

VIEWS = 256
"""The largest number of worlds that are checked for whether all lead somewhere."""


Ties = tuple[tuple[tuple[int, ...], int], ...]
"""Viewers, with an atom: if it is true, only their views of a copy matter."""


class LinkedWorlds(CopySolver):
    """Copies of a world under constraints, made one by one and tied to each other.

    `agents` are the players for whom copies may be tied. Queries raise GaveUp if the
    solver does not answer within its budget.
    """

    def __init__(self, constraints: PublicConstraints, agents: Collection[int]) -> None:
        self.constraints = constraints
        hands = places_of(constraints.game).hands(public_cells(constraints))
        cells = sum(cards << k * constraints.game.c for k, cards in enumerate(hands))
        scene = WorldLayout(constraints, frozenset(agents), cells)
        super().__init__(scene, 0, MAX_CONFLICTS_OF_LINKED_WORLDS)
        self._forms = NormalForms(constraints.game, constraints.holds)
        self._truths = NodeLiterals(self)

    def tie(self, first: int, second: int, players: Collection[int]) -> Ties:
        """Tie two copies: at least one of these players cannot distinguish them.

        Returns for each player the atom that this player cannot.
        """
        ties = [(i, self.link(first, second, (i,))) for i in players]
        self.solver.clause([link for _, link in ties])
        return tuple(((i,), link) for i, link in ties)

    def untied(self, literals: Collection[int]) -> Ties:
        """Return the tie of a copy that only the constraints restrict: no viewer.

        There is none if the copy has other literals.
        """
        return () if literals else (((), -self.false),)

    def truth(self, phi: Formula, world: int) -> int:
        """Return a literal that can be true only if a formula is, in a copy."""
        return self._truths.literal(self._forms.of(phi), world)

    def given(self, world: int, given: GivenCards) -> list[int]:
        """Return literals that the copy agrees with the given hands and cards."""
        literals = self.all_literals(world, self.scene.given(given))
        if any(not card & self.constraints.shows[e].cards for e, card in given.shown):
            literals.append(self.false)
        return literals

    def satisfiable(self, literals: Collection[int]) -> bool:
        """Return whether there are copies in which all of these literals are true."""
        assumed = tuple(dict.fromkeys(literals))
        return self.solver.solve(assumed, lambda _: True) is not None

    def all_lead(
        self,
        world: int,
        literals: Collection[int],
        to: Collection[int],
        players: Collection[int],
    ) -> bool:
        """Return whether some literals lead to others, from every world of a copy.

        A world that leads there represents those that one of the players cannot
        distinguish from it: they need one step more. The result is also False if the
        search takes too long.
        """
        (during,) = self.solver.atoms(1)
        begun = (*dict.fromkeys(literals), during)
        try:
            for _ in range(VIEWS):
                found = self.solver.solve(
                    (*begun, *to), lambda model: self.world(model, world)
                )
                if found is None:
                    return not self.satisfiable(begun)
                for player in players:
                    view = self.scene.view((player,))
                    has = self.literals(world, view & found)
                    unlike = [-atom for atom in has]
                    unlike += self.literals(world, view & ~found)
                    self.solver.clause([-during, *unlike])
            return False
        finally:
            self.solver.clause([-during])

    def cases(self, phi: Formula, world: int, literals: Collection[int]) -> Cases:
        """Return whether an objective formula is true, and false, in some copy.

        These literals are true there.
        """
        true, false = self.truth(phi, world), self.truth(Not(phi), world)
        return (
            self.satisfiable((*literals, true)),
            self.satisfiable((*literals, false)),
        )

    def reached(
        self,
        world: int,
        literals: Collection[int],
        before: int = 0,
        ties: Ties = (),
    ) -> int:
        """Return the cells that a copy has in some world under these literals.

        If there are no such copies there are none. Cells that are known `before` are
        not searched for. If one of the ties holds, and only the constraints restrict
        the copy, each world also contributes the worlds that exchanges unseen by the
        viewers make of it.
        """
        found = before
        cells = numbers(self.scene.cells & ~before)
        left = {k: self.atoms[world][k] for k in cells}

        def read(model: Assignment) -> list[int]:
            nonlocal found
            literals = model.literals
            new = sum(
                [1 << k for k, atom in left.items() if literals[abs(atom) - 1] == atom]
            )
            if tied := [viewers for viewers, atom in ties if model.is_true(atom)]:
                hands = reach(self.scene, self.world(model, world), tied[0])
                new |= sum(x << self.scene.hand_at(k) for k, x in enumerate(hands))
            found |= new
            for cell in numbers(new):
                left.pop(cell, None)
            return list(left.values())

        self.solver.sweep(tuple(dict.fromkeys(literals)), read)
        return found
