"""What cvc5 says: whether a formula follows from others.

In the field: satisfiability modulo theories, with quantifiers instantiated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from mystpy.conjectures.prover.reader import Form, closed, lines
from mystpy.errors import EngineFailed, EngineMissing

RESOURCES = 200_000
"""What cvc5 may use before it gives up, counted alike on every machine."""

_SECONDS = 600
"""Here only to end what hangs."""

_NUMBER = re.compile(r"n(\d+)")


def proved(
    problem: str,
    resources: int = RESOURCES,
    *,
    integers: bool = False,
    everything: bool = False,
) -> bool:
    """Whether cvc5 proves the goal of a problem in TPTP.

    With `everything` it instantiates quantifiers as for the step of a proof, see below.
    Among `integers` all objects are numbers, and `n2`, `$sum` and `$less` mean what
    they say. Raises EngineMissing if cvc5 is not installed, EngineFailed if it hangs.
    """
    asked = _Asked(resources, everything=everything, integers=integers)
    return asked.refutes(_negated(problem).values())


def used(problem: str) -> set[str] | None:
    """The names of the lines with which cvc5 proves the goal; None if it does not.

    In the field: an unsatisfiable core. Raises as `proved`.
    """
    asked, given = _Asked(RESOURCES, core=True), _negated(problem)
    return asked.core(given) if asked.refutes(given.values()) else None


def _negated(problem: str) -> dict[str, Form]:
    """The lines of a problem by name, with the negation of its goal."""
    return {
        line.name: ("~", line.formula) if line.role == "conjecture" else line.formula
        for line in lines(problem)
    }


def follows(premises: Iterable[Form], conclusion: Form) -> bool:
    """Whether cvc5 finds that a formula follows; free variables stand for everything.

    Quantifiers are instantiated with whatever there is where terms that match are not
    enough: with many premises that would take long. It is asked once, whatever the
    variables are named, and not of what is one of the premises. Raises as `proved`.
    """
    given, said = tuple(map(closed, premises)), closed(conclusion)
    return said in given or _follows(given, said)


@cache
def _follows(premises: tuple[Form, ...], conclusion: Form) -> bool:
    return _Asked(RESOURCES, everything=True).refutes((*premises, ("~", conclusion)))


class _Asked:
    """A question to cvc5: all objects are of one sort."""

    def __init__(
        self,
        resources: int,
        *,
        everything: bool = False,
        integers: bool = False,
        core: bool = False,
    ) -> None:
        try:
            import cvc5
        except ImportError:
            raise EngineMissing(
                "the prover cvc5 is not installed",
                hint="install it: pip install cvc5",
            ) from None
        self.kind = cvc5.Kind
        self.terms = cvc5.TermManager()
        self.solver = cvc5.Solver(self.terms)
        self.limit(resources)
        if everything:
            self.solver.setOption("enum-inst", "true")
        if core:
            self.solver.setOption("produce-unsat-cores", "true")
            self.solver.setOption("unsat-cores-mode", "sat-proof")
        if integers:  # with definitions put in, arithmetic decides it
            self.solver.setOption("macros-quant", "true")
            self.solver.setOption("macros-quant-mode", "all")
        self.sort = (
            self.terms.getIntegerSort()
            if integers
            else self.terms.mkUninterpretedSort("U")
        )
        self.known: dict[tuple[str, int, bool], Any] = {}
        self.name_signs()

    def name_signs(self) -> None:
        self.signs = {
            "~": self.kind.NOT,
            "&": self.kind.AND,
            "|": self.kind.OR,
            "=>": self.kind.IMPLIES,
            "<=>": self.kind.EQUAL,
        }
        self.arithmetic = {
            "$sum": self.kind.ADD,
            "$less": self.kind.LT,
            "$lesseq": self.kind.LEQ,
        }

    def limit(self, resources: int) -> None:
        self.solver.setOption("rlimit", str(resources))
        self.solver.setOption("tlimit-per", str(_SECONDS * 1_000))
        self.solver.setOption("enum-inst", "false")

    def refutes(self, formulas: Iterable[Form]) -> bool:
        """Whether formulas without free variables contradict each other."""
        self.asserted = [self.formula(formula, {}) for formula in formulas]
        for term in self.asserted:
            self.solver.assertFormula(term)
        result = self.solver.checkSat()
        if result.isUnknown():
            self.end(str(result.getUnknownExplanation()))
        return bool(result.isUnsat())

    def core(self, names: Iterable[str]) -> set[str]:
        """The names of some formulas that contradict each other, as all of them do."""
        needed = set(self.solver.getUnsatCore())
        named = zip(names, self.asserted, strict=True)
        return {name for name, term in named if term in needed}

    def end(self, why: str) -> None:
        """What a check that came to no end means: nothing, unless it hung."""
        if "TIMEOUT" in why:
            raise EngineFailed(f"cvc5 hangs: it took more than {_SECONDS} s")

    def formula(self, formula: Form, bound: Mapping[str, Any]) -> Any:
        sign, parts = formula[0], formula[1:]
        if sign in self.signs:
            inner = [self.formula(part, bound) for part in parts]
            return self.terms.mkTerm(self.signs[sign], *inner)
        if sign == "=":
            sides = [self.term(part, bound) for part in parts]
            return self.terms.mkTerm(self.kind.EQUAL, *sides)
        if sign in ("!", "?"):
            names = [self.terms.mkVar(self.sort, name) for name in parts[0]]
            listed = self.terms.mkTerm(self.kind.VARIABLE_LIST, *names)
            inner_bound = {**bound, **dict(zip(parts[0], names, strict=True))}
            body = self.formula(parts[1], inner_bound)
            kind = self.kind.FORALL if sign == "!" else self.kind.EXISTS
            return self.terms.mkTerm(kind, listed, body)
        if parts[0] in ("$true", "$false"):
            return self.terms.mkBoolean(parts[0] == "$true")
        return self.applied(parts, bound, predicate=True)

    def term(self, term: Form, bound: Mapping[str, Any]) -> Any:
        return bound.get(term[0]) or self.applied(term, bound, predicate=False)

    def applied(self, term: Form, bound: Mapping[str, Any], *, predicate: bool) -> Any:
        name, arity = term[0], len(term) - 1
        if self.sort.isInteger():
            if name in self.arithmetic:
                args = [self.term(each, bound) for each in term[1:]]
                return self.terms.mkTerm(self.arithmetic[name], *args)
            if not predicate and (number := _NUMBER.fullmatch(name)):
                return self.terms.mkInteger(int(number[1]))
        symbol = self.known.get((name, arity, predicate))
        if symbol is None:
            result = self.terms.getBooleanSort() if predicate else self.sort
            sorts = [self.sort] * arity
            kind = self.terms.mkFunctionSort(sorts, result) if arity else result
            symbol = self.terms.mkConst(kind, name)
            self.known[name, arity, predicate] = symbol
        if not arity:
            return symbol
        args = [self.term(each, bound) for each in term[1:]]
        return self.terms.mkTerm(self.kind.APPLY_UF, symbol, *args)
