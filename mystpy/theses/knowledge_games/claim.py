"""Claims, and what is found out about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

Case = Mapping[str, object]
"""A counterexample: a model file as an object (deal, step, check), and values."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a check has found: it `holds` in all instances, or a counterexample.

    `instances` counts the cases that were decided, `scope` bounds them, `note` says in
    plain words why, and `readings` are other ways to read the claim.
    """

    holds: bool
    instances: int
    scope: Mapping[str, object] = field(default_factory=dict)
    counterexample: Case | None = None
    note: str | None = None
    readings: tuple[tuple[str, Outcome], ...] = ()

    def read_as(self, reading: str, outcome: Outcome) -> Outcome:
        """Add what was found of another reading."""
        return replace(self, readings=(*self.readings, (reading, outcome)))


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of the paper: where it stands, what it says, and how it is checked.

    `check` is told whether to look at the whole range or at a sample of it.
    """

    id: str
    place: str
    says: str
    formal: str
    check: Callable[[bool], Outcome]


def sought(
    cases: Iterable[Case | None],
    scope: Mapping[str, object] | None = None,
    note: str | None = None,
) -> Outcome:
    """The outcome of looking at cases: None where the claim holds.

    The first counterexample ends the search.
    """
    count = 0
    for case in cases:
        count += 1
        if case is not None:
            return Outcome(False, count, scope or {}, case, note)
    return Outcome(True, count, scope or {}, note=note)
