"""Sections 1.4 and 2.8 to 2.10: consequences of axioms, by provers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.prover.obligations import Problem
from mystpy.conjectures.prover.prover_results import (
    Effort,
    ProverResults,
    ask_provers,
    on_the_invariants,
)
from mystpy.conjectures.prover.tptp import fof
from mystpy.conjectures.verdict import Result
from mystpy.engines.programs.clauses import definitions
from mystpy.errors import EngineMissing


def proved(budget: Budget) -> Result:
    """Return the results of the provers for the invariants."""
    scope = {"p, m, n, q": "any"}
    return prover_finding(lambda: on_the_invariants(fully=budget.full), scope)


def prover_finding(
    opinions: Callable[[], ProverResults], scope: Mapping[str, object]
) -> Result:
    """Return the provers' result; OPEN without cvc5, or if something is not proved."""
    try:
        found = opinions()
    except EngineMissing as error:
        return Result.open(
            note=f"{error}; {error.hint}", method="provers", case="missing"
        )
    if found.failed is not None:
        return Result.open(
            note=f"{found}; not {found.failed.name}", method="provers", case="missing"
        )
    result = Result.judged(
        None,
        proves=True,
        method="provers",
        scope=scope,
        instances=found.problems,
        note=str(found),
    )
    return replace(result, rests_on=found.rests_on)


REFLEXIVE = "equal({0},{0})"


NO_ACTION = "![A]: init0 != do(A,{0})"


SAME = "![T]: (equal({0},T) <=> {0} = T)"


PASSED_ON = "![X,Y]: ((before(X,Y) & before(Y,{0})) => before(X,{0}))"


FOLLOWED = "![A]: before({0},do(A,{0}))"


PROPER = "~before({0},{0})"


def structure(budget: Budget) -> Result:
    """Return the result for axiom-1.4-structure."""
    built = REFLEXIVE, FOLLOWED, NO_ACTION
    return prove_properties(budget, *built).also(
        same=prove_properties(budget, *built, SAME),
        proper=prove_properties(budget, *built, SAME, PASSED_ON, PROPER),
    )


_FILE = "s1_04_situations.lp"


_DEFINED = ("equal", "before", "before_or_equal")


_NOT_DEFINED = {
    "1.1": "![A,S,B,T]: (do(A,S) = do(B,T) => (A = B & S = T))",
    "1.2": "![S]: ~before(S,init0)",
}
"""The statements that the file expresses by its terms, and by a constraint."""


def by_induction(*properties: str) -> Iterator[Problem]:
    """Yield problems that say of each property, by (1.4), that all situations have it.

    A property has `{0}` for the situation; those before it may be used.
    """
    axioms = _NOT_DEFINED | dict(definitions((_FILE,), _DEFINED))
    given = [fof(f"a{k}", "axiom", text) for k, text in enumerate(axioms.values())]
    for k, said in enumerate(properties):
        kept = f"![V]: (({said.format('V')}) => ![N]: ({said.format('do(N,V)')}))"
        for part, goal in (("init0", said.format("init0")), ("do", kept)):
            text = "".join(given) + fof("goal", "conjecture", goal)
            yield Problem(f"property{k}-{part}", goal, text)
        given.append(fof(f"p{k}", "axiom", f"![V]: ({said.format('V')})"))


def prove_properties(budget: Budget, *properties: str) -> Result:
    """Return the provers' result for properties of all situations."""
    problems = by_induction(*properties)
    effort = Effort.BOTH if budget.full else Effort.CVC5
    return prover_finding(
        lambda: ask_provers(problems, effort, tick=budget.tick), {"actions": "any"}
    )
