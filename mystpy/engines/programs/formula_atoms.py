"""Formulas as atoms of an answer set program, each defined by rules over its parts.

In the field: Tseitin's encoding (1968).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

from mystpy.language.nodes import (
    And,
    CountOf,
    Formula,
    GroupModal,
    Iff,
    Implies,
    Or,
    PlayerModal,
)
from mystpy.language.truth import Algebra, evaluate


class FormulaAtoms(Algebra[str]):
    """Writes rules for formulas without knowledge; a formula is its atom."""

    def defined(self, *bodies: str) -> str:
        """Return a new atom that is true where one of these bodies is."""
        raise NotImplementedError

    def constant(self, true: bool) -> str:
        """Return an atom that is true, or false."""
        return self.defined("#true" if true else "#false")

    def negation(self, a: str) -> str:
        """Return the atom of the negation of what has an atom."""
        return self.defined(f"not {a}")

    def conjunction(self, f: And) -> str:
        """Return the atom of a conjunction."""
        return self.defined(", ".join(self._each(f.parts)))

    def disjunction(self, f: Or) -> str:
        """Return the atom of a disjunction."""
        return self.defined(*self._each(f.parts))

    def implication(self, f: Implies) -> str:
        """Return the atom of an implication."""
        left, right = self._each((f.left, f.right))
        return self.defined(f"not {left}", right)

    def equivalence(self, f: Iff) -> str:
        """Return the atom of an equivalence."""
        one, other = self._each((f.left, f.right))
        return self.defined(f"{one}, {other}", f"not {one}, not {other}")

    def counting(self, f: CountOf) -> str:
        """Return the atom of a count."""
        parts = self._each(f.parts)
        each = "; ".join(f"{k} : {part}" for k, part in enumerate(parts))
        sign = "=" if f.exact else "<="
        return self.defined(f"{f.number} {sign} #count {{ {each} }}")

    def knowledge(self, f: PlayerModal | GroupModal) -> str:
        """Raise NotCovered: an atom speaks of one world."""
        raise self.refusal(f)

    def _each(self, parts: Sequence[Formula]) -> list[str]:
        return [*map(evaluate, parts, repeat(self))]
