"""What is found by looking at cases of a claim of the paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mystpy.conjectures.verdict import Finding

Case = Mapping[str, object]
"""A counterexample: a model file as an object (deal, step, check), and values."""


def sought(
    cases: Iterable[Case | None], scope: Mapping[str, object] | None = None
) -> Finding:
    """The finding of looking at cases: None where the claim holds.

    The first counterexample ends the search. A claim about one example has no bounds:
    its scope says so.
    """
    count, found = 0, None
    for case in cases:
        count += 1
        if case is not None:
            found = case
            break
    return Finding.judged(
        found,
        proves=False,
        method="exhaustive",
        instances=count,
        scope=scope or {"example": "the one of the paper"},
    )
