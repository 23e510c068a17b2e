"""Sections 2.8 to 2.10: the induction steps, by provers that are not ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.prover.prover_results import ProverResults, on_the_invariants
from mystpy.conjectures.verdict import Result
from mystpy.errors import EngineMissing


def proved(budget: Budget) -> Result:
    """What the provers say of the invariants."""
    scope = {"p, m, n, q": "any"}
    return prover_finding(lambda: on_the_invariants(fully=budget.full), scope)


def prover_finding(
    opinions: Callable[[], ProverResults], scope: Mapping[str, object]
) -> Result:
    """What provers say; OPEN if cvc5 is not installed, or does not prove something."""
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
    return Result.judged(
        None,
        proves=True,
        method="provers",
        scope=scope,
        instances=found.problems,
        note=str(found),
    )
