"""Rigid fluents that are the same in every start, such as `open` if no card is open.

A rule set need not have a word for them: they are replaced by their values.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from mystpy.language.atoms import Atom, Truth
from mystpy.language.nodes import Formula, Not
from mystpy.language.subformulas import children, walk, with_children
from mystpy.packages.certificates.translation import Translation
from mystpy.packages.history_runs.knowledge_search import RunsOfHistory
from mystpy.packages.package import Package


class ConstantFluents:
    """The rigid fluents of a package that are true in every start, or in none."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._values: dict[str, bool | None] = {}
        self._runs: RunsOfHistory | None = None

    def value(self, atom: str) -> bool | None:
        """Return the value of a fluent, None if starts or situations differ in it."""
        if atom not in self._values:
            symbol = self._package.fluents.get(atom.partition("(")[0])
            rigid = symbol is not None and symbol.rigid
            self._values[atom] = self._found(atom) if rigid else None
        return self._values[atom]

    def _found(self, atom: str) -> bool | None:
        if self._runs is None:
            self._runs = RunsOfHistory(self._package, ())
        runs = self._runs
        holds = runs.end.encoded(Atom(atom))
        if runs.find([holds]) is None:
            return False
        return True if runs.find([holds.negated()]) is None else None

    def replaced(self, f: Formula, has_word: Callable[[Formula], bool]) -> Formula:
        """Return a formula with values for the constant fluents that have no word."""
        if isinstance(f, Atom) and not has_word(f):
            value = self.value(f.name)
            return f if value is None else Truth() if value else Not(Truth())
        if isinstance(f, Not) and f.body != (body := self.replaced(f.body, has_word)):
            return body.body if isinstance(body, Not) else Not(body)
        return with_children(f, [self.replaced(x, has_word) for x in children(f)])


@lru_cache(maxsize=32)
def constant_fluents(package: Package) -> ConstantFluents:
    """Return those of a package, which are kept for the next question."""
    return ConstantFluents(package)


def with_words(formula: Formula, there: Translation) -> Formula:
    """Return an equivalent formula: constant fluents without a word are replaced."""

    def has_word(f: Formula) -> bool:
        return there.formula(f) is not None

    if all(has_word(x) for x in walk(formula) if isinstance(x, Atom)):
        return formula
    return constant_fluents(there.link.package).replaced(formula, has_word)
