"""Section 1.4: what follows from (1.1)-(1.4), by provers."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.prover.prover_results import Effort, ask_provers
from mystpy.conjectures.prover.structure import by_induction
from mystpy.conjectures.verdict import Result
from mystpy.theses.chapter2.s2_08_prover import prover_finding

REFLEXIVE = "equal({0},{0})"
NO_ACTION = "![A]: init0 != do(A,{0})"
SAME = "![T]: (equal({0},T) <=> {0} = T)"
PASSED_ON = "![X,Y]: ((before(X,Y) & before(Y,{0})) => before(X,{0}))"
FOLLOWED = "![A]: before({0},do(A,{0}))"
PROPER = "~before({0},{0})"


def proved(budget: Budget, *properties: str) -> Result:
    """What provers say of properties of all situations."""
    problems = by_induction(*properties)
    effort = Effort.BOTH if budget.full else Effort.CVC5
    return prover_finding(
        lambda: ask_provers(problems, effort, tick=budget.tick), {"actions": "any"}
    )


def structure(budget: Budget) -> Result:
    """What is found of axiom-1.4-structure."""
    built = REFLEXIVE, FOLLOWED, NO_ACTION
    return proved(budget, *built).also(
        same=proved(budget, *built, SAME),
        proper=proved(budget, *built, SAME, PASSED_ON, PROPER),
    )
