"""Formulas without knowledge as rules of a program."""

from __future__ import annotations

from mystpy.engines.programs.formula_atoms import FormulaAtoms
from mystpy.errors import NotCovered
from mystpy.language.atoms import Atom
from mystpy.language.nodes import Formula
from mystpy.language.truth import evaluate


def term_of(atom: Atom) -> str:
    """Return a fluent as the program has it, with sets as terms."""
    return atom.name.replace("{", "set(").replace("}", ")")


def objective_rules(formula: Formula, situation: int) -> str | None:
    """Return rules by which `claim` is true where a formula is, in a situation.

    None if the formula speaks of knowledge, or of something else than fluents.
    """
    atoms = _FluentAtoms(situation)
    try:
        claimed = evaluate(formula, atoms)
    except NotCovered:
        return None
    return "\n".join([*atoms.rules, f"claim :- {claimed}."])


class _FluentAtoms(FormulaAtoms):
    """The rules of a formula's parts in one situation; each part has a number."""

    def __init__(self, situation: int) -> None:
        self.situation = situation
        self.rules: list[str] = []
        self._parts = 0

    def defined(self, *bodies: str) -> str:
        self._parts += 1
        atom = f"claimed({self._parts})"
        self.rules += [f"{atom} :- {body}." for body in bodies]
        return atom

    def atom(self, f: Formula) -> str:
        if not isinstance(f, Atom):
            raise self.refusal(f)
        return self.defined(f"now({term_of(f)},{self.situation})")
