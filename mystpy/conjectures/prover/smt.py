"""Queries to cvc5: whether a formula follows from others.

In the field: satisfiability modulo theories, with quantifiers instantiated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from typing import Any

from mystpy.compilation import pattern
from mystpy.conjectures.outcomes import ProverOutcome
from mystpy.conjectures.prover.reader import Form, lines, universal_closure
from mystpy.errors import EngineFailed, EngineMissing
from mystpy.thresholds import MAX_RESOURCES_OF_FIRST_PROOF, MAX_RESOURCES_OF_PROOF

_SECONDS = 600
"""A limit in seconds that only ends runs that hang."""

_MOST_STEPS = 200
"""The number of steps after which a solver, with all its lemmas, is discarded."""

_REPEATABLE = ("INCOMPLETE", "RESOURCEOUT")
"""Reasons for giving up that are the same on every machine."""

_NUMBER = pattern(r"n(\d+)")


class SmtStrategy(Enum):
    """How cvc5 searches for a proof: the options that it gets.

    `WIDE` matches the widest terms, which soon finishes; `MATCHING` matches any terms.
    `EVERYTHING` also instantiates quantifiers with all existing terms if matching terms
    are not enough. With `INTEGERS` all objects are numbers, and `n2`, `$sum` and
    `$less` have their usual meaning; after definitions are expanded, arithmetic decides
    the problem.
    """

    WIDE = "miniscope-quant off, trigger-sel max"
    MATCHING = "miniscope-quant off"
    EVERYTHING = "enum-inst true"
    INTEGERS = "macros-quant true, macros-quant-mode all"

    @property
    def options(self) -> dict[str, str]:
        """Return the options by name."""
        return dict(option.split() for option in self.value.split(", "))


def answer(
    problem: str,
    resources: int = MAX_RESOURCES_OF_PROOF,
    way: SmtStrategy = SmtStrategy.MATCHING,
) -> ProverOutcome:
    """Return whether cvc5 proves the goal of a problem in TPTP.

    Raises EngineMissing if cvc5 is not installed, EngineFailed if it hangs.
    """
    options = {**way.options, "rlimit": str(resources)}
    asked = _SmtQuery(options, integers=way is SmtStrategy.INTEGERS)
    proves = asked.refutes(_negated(problem).values())
    return ProverOutcome(proves, repeatable=asked.repeatable)


def lines_used(problem: str) -> ProverOutcome:
    """Return whether cvc5 proves the goal, and the names of the lines that it used.

    In the field: an unsatisfiable core. Raises as `answer`.
    """
    cores = {"produce-unsat-cores": "true", "unsat-cores-mode": "sat-proof"}
    given, repeatable = _negated(problem), True
    for way, resources in (
        (SmtStrategy.WIDE, MAX_RESOURCES_OF_FIRST_PROOF),
        (SmtStrategy.MATCHING, MAX_RESOURCES_OF_PROOF),
    ):
        asked = _SmtQuery({**way.options, **cores, "rlimit": str(resources)})
        if asked.refutes(given.values()):
            return ProverOutcome(True, tuple(sorted(asked.core(given))))
        repeatable &= asked.repeatable
    return ProverOutcome(False, repeatable=repeatable)


def version() -> str:
    """Return the name of this prover with its version. Raises EngineMissing."""
    return f"cvc5 {_cvc5().__version__}"


def _cvc5() -> Any:
    try:
        import cvc5
    except ImportError:
        raise EngineMissing(
            "the prover cvc5 is not installed",
            hint="install it: pip install cvc5",
        ) from None
    return cvc5


def _negated(problem: str) -> dict[str, Form]:
    """Return the lines of a problem by name, with the negation of its goal."""
    return {
        line.name: ("~", line.formula) if line.role == "conjecture" else line.formula
        for line in lines(problem)
    }


class StepProver:
    """Proves steps of proofs by cvc5; the steps share a solver for a while.

    A step is proved once, whatever its variables are named, and trivially if its
    conclusion is one of its premises. If the shared solver does not prove it, the step
    gets its own solver.
    """

    def __init__(self) -> None:
        self.shared, self.asked = _steps_solver(incremental="true"), 0
        self.made = set[tuple[tuple[Form, ...], Form]]()

    def follow(self, premises: Iterable[Form], conclusion: Form) -> bool:
        """Return whether cvc5 finds that a formula follows.

        Free variables are universally quantified. Raises as `answer`.
        """
        given, said = (
            tuple(map(universal_closure, premises)),
            universal_closure(conclusion),
        )
        if said in given or (given, said) in self.made:
            return True
        if self.asked == _MOST_STEPS:
            self.shared, self.asked = _steps_solver(incremental="true"), 0
        self.asked += 1
        together = (*given, ("~", said))
        if not (self.shared.once(together) or _steps_solver().refutes(together)):
            return False
        self.made.add((given, said))
        return True


@cache
def steps() -> StepProver:
    """Return the steps that have been proved so far: proofs have many in common."""
    return StepProver()


def _steps_solver(**others: str) -> _SmtQuery:
    limit = "rlimit-per" if others else "rlimit"
    return _SmtQuery(
        {**SmtStrategy.EVERYTHING.options, limit: str(MAX_RESOURCES_OF_PROOF), **others}
    )


class _SmtQuery:
    """A query to cvc5, in which all objects have one sort."""

    def __init__(self, options: Mapping[str, str], *, integers: bool = False) -> None:
        cvc5 = _cvc5()
        self.repeatable = True
        self.kind = cvc5.Kind
        self.terms = cvc5.TermManager()
        self.solver = cvc5.Solver(self.terms)
        self.solver.setOption("tlimit-per", str(_SECONDS * 1_000))
        for name, value in options.items():
            self.solver.setOption(name, value)
        self.sort = (
            self.terms.getIntegerSort()
            if integers
            else self.terms.mkUninterpretedSort("U")
        )
        self.known: dict[tuple[str, int, bool], Any] = {}
        self.whole: dict[Form, Any] = {}
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

    def refutes(self, formulas: Iterable[Form]) -> bool:
        """Return whether formulas without free variables contradict each other."""
        self.asserted = [self.built(formula) for formula in formulas]
        for term in self.asserted:
            self.solver.assertFormula(term)
        result = self.solver.checkSat()
        if result.isUnknown():
            self.end(str(result.getUnknownExplanation()))
        return bool(result.isUnsat())

    def built(self, formula: Form) -> Any:
        """Return the cvc5 term of a formula; an earlier term stays as it is."""
        if formula not in self.whole:
            self.whole[formula] = self.formula(formula, {})
        return self.whole[formula]

    def once(self, formulas: Iterable[Form]) -> bool:
        """Return the same as `refutes`, and forget the formulas."""
        self.solver.push()
        refuted = self.refutes(formulas)
        self.solver.pop()
        return refuted

    def core(self, names: Iterable[str]) -> set[str]:
        """Return the names of some of these formulas that are contradictory."""
        needed = set(self.solver.getUnsatCore())
        named = zip(names, self.asserted, strict=True)
        return {name for name, term in named if term in needed}

    def end(self, why: str) -> None:
        """Raise EngineFailed if a check that gave no answer ran into the time limit.

        The lack of an answer is repeatable if the method is incomplete, or if the limit
        counts steps.
        """
        if "TIMEOUT" in why:
            raise EngineFailed(f"cvc5 hangs: it took more than {_SECONDS} s")
        self.repeatable = any(reason in why for reason in _REPEATABLE)

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
