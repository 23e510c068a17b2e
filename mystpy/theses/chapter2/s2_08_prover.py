"""Sections 2.8 to 2.10: the induction steps, by provers that are not ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.prover.opinions import Opinions, on_the_invariants
from mystpy.conjectures.verdict import Finding
from mystpy.errors import EngineMissing


def proved(budget: Budget) -> Finding:
    """What the provers say of the invariants."""
    scope = {"p, m, n, q": "any"}
    return told(lambda: on_the_invariants(fully=budget.full), scope)


def told(opinions: Callable[[], Opinions], scope: Mapping[str, object]) -> Finding:
    """What provers say; OPEN if cvc5 is not installed, or does not prove something."""
    try:
        found = opinions()
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
        scope=scope,
        instances=found.problems,
        note=str(found),
    )
