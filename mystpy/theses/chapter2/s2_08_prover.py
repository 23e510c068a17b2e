"""Sections 2.8 to 2.10: the induction steps, by provers that are not ours."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.prover.opinions import on_the_invariants
from mystpy.conjectures.verdict import Finding
from mystpy.errors import EngineMissing


def proved(budget: Budget) -> Finding:
    """What the provers say of the invariants; OPEN if cvc5 is not installed."""
    try:
        found = on_the_invariants(fully=budget.full)
    except EngineMissing as error:
        return Finding.open(
            note=f"{error}; {error.hint}", method="provers", case="missing"
        )
    if found.failed is not None:
        return Finding.open(
            note=f"{found}; not {found.failed.name}", method="provers", case="missing"
        )
    return Finding.judged(
        None,
        proves=True,
        method="provers",
        scope={"p, m, n, q": "any"},
        instances=found.problems,
        note=str(found),
    )
