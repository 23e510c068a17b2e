"""Formulas without knowledge as rules of a program: Tseitin's encoding (1968)."""

from __future__ import annotations

from itertools import count

from mystpy.language.atoms import Atom, Falsity, Truth
from mystpy.language.nodes import And, Formula, Iff, Implies, Not, Or


class NotObjective(Exception):
    """A formula speaks of knowledge, or of something else than fluents."""


def term_of(atom: Atom) -> str:
    """Return a fluent as the program has it, with sets as terms."""
    return atom.name.replace("{", "set(").replace("}", ")")


def objective_rules(formula: Formula, situation: int) -> str | None:
    """Return rules by which `claim` is true where a formula is, in a situation.

    None if the formula speaks of knowledge.
    """
    encoding = _Encoding(situation)
    try:
        place = encoding.add(formula)
    except NotObjective:
        return None
    rules = ["#defined claimed/1.", *encoding.rules, f"claim :- claimed({place})."]
    return "\n".join(rules)


class _Encoding:
    """The rules of a formula's parts, each of which has a number."""

    def __init__(self, situation: int) -> None:
        self.situation = situation
        self.rules: list[str] = []
        self._numbers = count()

    def add(self, formula: Formula) -> int:
        """Add the rules of a formula, and return its number."""
        bodies = self._bodies(formula)
        place = next(self._numbers)
        self.rules += [f"claimed({place}) :- {body}." for body in bodies]
        return place

    def _bodies(self, formula: Formula) -> list[str]:
        match formula:
            case Atom():
                return [f"now({term_of(formula)},{self.situation})"]
            case Truth():
                return ["#true"]
            case Falsity():
                return []
            case Not(body):
                return [f"not {self._part(body)}"]
            case And(parts):
                return [", ".join(map(self._part, parts))]
            case Or(parts):
                return list(map(self._part, parts))
            case Implies(left, right):
                return [f"not {self._part(left)}", self._part(right)]
            case Iff(left, right):
                one, other = self._part(left), self._part(right)
                return [f"{one}, {other}", f"not {one}, not {other}"]
        raise NotObjective

    def _part(self, formula: Formula) -> str:
        return f"claimed({self.add(formula)})"
