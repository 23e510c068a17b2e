"""Formulas that fail, as literals over linked copies of the world."""

from __future__ import annotations

from itertools import repeat

from mystpy.engines.explain.selector_encoding import SelectorEncoding
from mystpy.engines.symbolic.sat.nnf import (
    AllOf,
    AtLeast,
    Junction,
    Literal,
    Maybe,
    Node,
)
from mystpy.engines.symbolic.solver import Assignment
from mystpy.errors import NotCovered
from mystpy.language.nodes import Formula, Not


class FailureLiterals:
    """Formulas as literals: where a literal is true, a formula is false."""

    def __init__(self, worlds: SelectorEncoding) -> None:
        self._worlds = worlds
        self._parts: dict[int, tuple[list[int], int]] = {}
        self._copies: dict[int, int] = {}
        self._made: dict[tuple[Node, int], int] = {}

    def literal(self, phi: Formula) -> int:
        """A literal that can be true only if phi is false in the first world.

        Raises NotCovered where a player would have to know something, or for C.
        """
        return self._literal(self._worlds.forms.of(Not(phi)), 0)

    def _literal(self, node: Node, world: int) -> int:
        """A literal that can be true only if a node is; equal nodes share one."""
        key = node, world
        if key not in self._made:
            self._made[key] = self._made_of(node, world)
        return self._made[key]

    def _made_of(self, node: Node, world: int) -> int:
        match node:
            case Literal(holder, card, positive):
                atom = self._worlds.card(world, holder, card)
                return atom if positive else -atom
            case Junction(parts):
                literals = [*map(self._literal, parts, repeat(world))]
                every = isinstance(node, AllOf)
                number = node.number if isinstance(node, AtLeast) else 1
                return self._joined(literals, len(parts) if every else number)
            case Maybe((player,), body):
                copy, link = self._worlds.linked(world, player)
                self._copies[link] = copy
                return self._joined([link, self._literal(body, copy)], 2)
        raise NotCovered("only positive formulas without common knowledge")

    def _joined(self, parts: list[int], number: int) -> int:
        """A literal that makes so many of the parts true."""
        atom = self._worlds.implied(number, parts)
        self._parts[atom] = parts, number
        return atom

    def needed(self, literal: int, model: Assignment) -> set[int]:
        """The copies, but for the first, that make a literal true."""
        if literal in self._copies:
            return {self._copies[literal]}
        parts, number = self._parts.get(literal, ([], 0))
        held = [self.needed(part, model) for part in parts if model.is_true(part)]
        return set().union(*sorted(held, key=len)[:number])
