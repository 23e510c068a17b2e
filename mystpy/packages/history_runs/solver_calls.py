"""Calls of clingo that Ctrl-C ends: while it searches, and between two answer sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from mystpy.engines.interrupt import interruptions
from mystpy.progress import tell

WAIT = 0.05
"""Seconds between two looks for Ctrl-C."""

OFTEN = 500
"""After so many runs that are listed it is said how far that is."""


@contextmanager
def solving(control: Any, assumptions: Sequence[int] = ()) -> Iterator[Any]:
    """Yield the handle of a search under assumptions, when it has its first result."""
    with (
        interruptions() as let_through,
        control.solve(
            assumptions=list(assumptions), yield_=True, async_=True
        ) as handle,
    ):
        while not handle.wait(WAIT):
            let_through()
        yield handle


def models(control: Any, assumptions: Sequence[int]) -> Iterator[Any]:
    """Yield the answer sets under assumptions, each of which may take long."""
    with (
        interruptions() as let_through,
        control.solve(
            assumptions=list(assumptions), yield_=True, async_=True
        ) as handle,
    ):
        while True:
            while not handle.wait(WAIT):
                let_through()
            model = handle.model()
            if model is None:
                return
            yield model
            handle.resume()


def consequences(
    control: Any, assumptions: Sequence[int], mode: str, literals: Iterable[int]
) -> frozenset[int]:
    """Return which literals are true in all, or some, answer sets under assumptions.

    `mode` is clingo's: `cautious` or `brave`. There are none without answer sets.
    """
    limits = control.configuration.solve
    limits.enum_mode, limits.models = mode, 0
    wanted, found = set(literals), frozenset[int]()
    try:
        for model in models(control, assumptions):
            found = frozenset(filter(model.is_true, wanted))
    finally:
        limits.enum_mode, limits.models = "auto", 1
    return found


def listed_values(
    control: Any, literals: Sequence[int], most: int
) -> list[bytes] | None:
    """Return for each answer set a byte for each literal, None if there are too many.

    They are counted first, which takes much less time.
    """
    limits = control.configuration.solve
    limits.models = most + 1
    try:
        number = _number_of_models(control)
        if number > most:
            return None
        rows: list[bytes] = []
        for run in _each_model(control):
            if not len(rows) % OFTEN:
                tell("runs listed", len(rows), number)
            rows.append(bytes(map(run.is_true, literals)))
        return rows
    finally:
        limits.models = 1


def _each_model(control: Any) -> Iterator[Any]:
    """Yield the answer sets of a program with many, one soon after another."""
    with interruptions() as let_through, control.solve(yield_=True) as handle:
        for model in handle:
            yield model
            let_through()


def _number_of_models(control: Any) -> int:
    """Return the number of answer sets, up to the limit that the control has."""
    with interruptions() as let_through, control.solve(async_=True) as handle:
        while not handle.wait(WAIT):
            let_through()
        handle.get()
    return int(control.statistics["summary"]["models"]["enumerated"])
