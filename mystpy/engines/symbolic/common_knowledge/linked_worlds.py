"""Worlds tied in chains and stars by what players cannot tell apart, in one solver.

In the field: self-composition, unrolled along the accessibility relations.

They are copies of the world as nested knowledge has them (`sat/copies.py`), made one
after the other, of which any number may be tied, each tie for one of several players.
So what is reached over several ties is one question to the solver.
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
"""So many worlds at most are looked at for whether all lead somewhere."""


Ties = tuple[tuple[tuple[int, ...], int], ...]
"""Viewers, with an atom: where it is true, only what they see of a copy matters."""


class LinkedWorlds(CopySolver):
    """Copies of a world under constraints, made one by one and tied to each other.

    `agents` are the players for whom copies may be tied. Questions raise GaveUp if
    the solver does not answer within its budget.
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
        """Tie two copies: one of these players, or more, cannot tell them apart.

        Returns for each player the atom that this one cannot.
        """
        ties = [(i, self.link(first, second, (i,))) for i in players]
        self.solver.clause([link for _, link in ties])
        return tuple(((i,), link) for i, link in ties)

    def untied(self, literals: Collection[int]) -> Ties:
        """The tie of a copy that only the constraints restrict: nobody's view of it.

        There is none if some literals are said of it.
        """
        return () if literals else (((), -self.false),)

    def truth(self, phi: Formula, world: int) -> int:
        """A literal that can be true only if an objective formula is, in a copy."""
        return self._truths.literal(self._forms.of(phi), world)

    def given(self, world: int, given: GivenCards) -> list[int]:
        """Literals: the copy agrees with the hands and cards that are given."""
        literals = self.all_literals(world, self.scene.given(given))
        if any(not card & self.constraints.shows[e].cards for e, card in given.shown):
            literals.append(self.false)
        return literals

    def satisfiable(self, literals: Collection[int]) -> bool:
        """Whether there are copies in which all of these literals are true."""
        assumed = tuple(dict.fromkeys(literals))
        return self.solver.solve(assumed, lambda _: True) is not None

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
        """Whether an objective formula is true, and false, in a copy somewhere.

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
        """The cells that a copy has somewhere under these literals.

        If there are no such copies there are none. Cells of which that is known
        `before` are not sought. Where one of the ties holds, and all else that is said
        of the copy are the constraints, a world brings with it those that exchanges
        make of it which the viewers do not see.
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
