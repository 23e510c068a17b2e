"""Formulas that fail, as literals over linked copies of the world."""

from __future__ import annotations

from mystpy.engines.explain.selector_encoding import SelectorEncoding
from mystpy.engines.symbolic.sat.encoding import NodeLiterals
from mystpy.engines.symbolic.sat.nnf import Maybe, Node
from mystpy.engines.symbolic.solver import Assignment
from mystpy.errors import NotCovered
from mystpy.language.nodes import Formula, Not


class FailureLiterals(NodeLiterals):
    """Formulas as literals: where a literal is true, a formula is false."""

    def __init__(self, worlds: SelectorEncoding) -> None:
        super().__init__(worlds)
        self._worlds = worlds
        self._parts: dict[int, tuple[list[int], int]] = {}
        self._linked: dict[int, int] = {}

    def of(self, phi: Formula) -> int:
        """A literal that can be true only if phi is false in the first world.

        Raises NotCovered where a player would have to know something, or for C.
        """
        return self.literal(self._worlds.forms.of(Not(phi)), 0)

    def modality(self, node: Node, copy: int) -> int:
        """A literal that can be true only if a possibility is, in a copy for it."""
        if not isinstance(node, Maybe) or len(node.group) > 1:
            raise NotCovered("only positive formulas without common knowledge")
        other, link = self._worlds.linked(copy, *node.group)
        self._linked[link] = other
        return self.joined(2, [link, self.literal(node.body, other)])

    def joined(self, number: int, parts: list[int]) -> int:
        """A literal that can be true only if so many of the parts are."""
        atom = super().joined(number, parts)
        self._parts[atom] = parts, number
        return atom

    def needed(self, literal: int, model: Assignment) -> set[int]:
        """The copies, but for the first, that make a literal true."""
        if literal in self._linked:
            return {self._linked[literal]}
        parts, number = self._parts.get(literal, ([], 0))
        held = [self.needed(part, model) for part in parts if model.is_true(part)]
        return set().union(*sorted(held, key=len)[:number])
