"""Formulas that fail, as literals over linked copies of the world."""

from __future__ import annotations

from mystpy.engines.explain.switches import SwitchedWorlds
from mystpy.engines.symbolic.counts import at_least
from mystpy.engines.symbolic.solver import Assignment
from mystpy.language.atoms import Falsity, H, Truth
from mystpy.language.nodes import (
    And,
    Common,
    CountOf,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    Modal,
    Not,
    Or,
)
from mystpy.language.subformulas import is_objective


class Failures:
    """Formulas as literals: where a literal is true, a formula has a truth value."""

    def __init__(self, worlds: SwitchedWorlds) -> None:
        self._worlds = worlds
        self._parts: dict[int, tuple[list[int], bool]] = {}
        self._copies: dict[int, int] = {}
        self._counts: dict[int, tuple[int, list[int]]] = {}

    def literal(self, phi: Formula, wanted: bool, world: int) -> int:
        """A literal that can be true just if phi has the wanted truth value.

        Raises ValueError where a player would have to know something, or for C.
        """
        match phi:
            case H():
                card = self._worlds.law.game.deck[str(phi.card)]
                atom = self._worlds.holds(world, int(str(phi.holder)), card)
                return atom if wanted else -atom
            case Not():
                return self.literal(phi.body, not wanted, world)
            case And() | Or():
                parts = [self.literal(part, wanted, world) for part in phi.parts]
                return self._joined(parts, isinstance(phi, And) is wanted)
            case CountOf():
                return self._counted(phi, wanted, world)
            case Implies():
                either = Or((Not(phi.left), phi.right))
                return self.literal(either, wanted, world)
            case Iff() if is_objective(phi):
                right = phi.right if wanted else Not(phi.right)
                both = And((phi.left, right))
                neither = And((Not(phi.left), Not(right)))
                return self.literal(Or((both, neither)), True, world)
        if isinstance(phi, Modal):
            return self._modal(phi, wanted, world)
        if is_objective(phi):
            true = isinstance(phi, Truth) or (
                not isinstance(phi, Falsity) and self._worlds.law.holds(phi)
            )
            return self._worlds.true if true is wanted else -self._worlds.true
        raise ValueError("only positive formulas without common knowledge")

    def _modal(self, phi: Modal, wanted: bool, world: int) -> int:
        """The literal for what one player knows, or each of several."""
        match phi:
            case Common((player,), body) | Knows(player, body):
                return self._known(player, body, wanted, world)
            case Everyone(_, body):
                parts = [self._known(i, body, wanted, world) for i in phi.members]
                return self._joined(parts, wanted)
        raise ValueError("only positive formulas without common knowledge")

    def _known(self, player: object, body: Formula, wanted: bool, world: int) -> int:
        """The literal for K(player, body): false means a world held possible."""
        if wanted or not isinstance(player, int):
            raise ValueError("only positive formulas without common knowledge")
        copy, link = self._worlds.linked(world, player)
        self._copies[link] = copy
        return self._joined([link, self.literal(body, False, copy)], True)

    def _counted(self, phi: CountOf, wanted: bool, world: int) -> int:
        """The literal that so many of some formulas hold, or fewer if unwanted."""
        if phi.exact:
            more = CountOf(False, phi.number + 1, phi.parts)
            exactly = And((CountOf(False, phi.number, phi.parts), Not(more)))
            return self.literal(exactly, wanted, world)
        parts = [self.literal(part, wanted, world) for part in phi.parts]
        number = phi.number if wanted else len(parts) - phi.number + 1
        (atom,) = self._worlds.solver.atoms(1)
        self._counts[atom] = number, parts
        at_least(self._worlds.solver, number, parts, atom)
        return atom

    def _joined(self, parts: list[int], every: bool) -> int:
        """A literal that makes all of the parts true, or one of them."""
        solver = self._worlds.solver
        (atom,) = solver.atoms(1)
        self._parts[atom] = parts, every
        if every:
            for part in parts:
                solver.clause([-atom, part])
        else:
            solver.clause([-atom, *parts])
        return atom

    def needed(self, literal: int, model: Assignment) -> set[int]:
        """The copies, but for the first, that make a literal true."""
        if literal in self._copies:
            return {self._copies[literal]}
        if literal in self._counts:
            number, counted = self._counts[literal]
            held = [self.needed(part, model) for part in counted if model.is_true(part)]
            return set().union(*sorted(held, key=len)[:number])
        parts, every = self._parts.get(literal, ([], True))
        if every:
            return set().union(*(self.needed(part, model) for part in parts))
        true = (self.needed(part, model) for part in parts if model.is_true(part))
        return min(true, key=len)
