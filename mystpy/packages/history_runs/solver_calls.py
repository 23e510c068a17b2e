"""Calls of clingo that Ctrl-C ends: while it searches, and between two answer sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from mystpy.engines.interrupt import interruptions

WAIT = 0.05
"""Seconds between two looks for Ctrl-C."""


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


def each_model(control: Any) -> Iterator[Any]:
    """Yield the answer sets of a program with many, one soon after another."""
    with interruptions() as let_through, control.solve(yield_=True) as handle:
        for model in handle:
            yield model
            let_through()


def number_of_models(control: Any) -> int:
    """Return the number of answer sets, up to the limit that the control has."""
    with interruptions() as let_through, control.solve(async_=True) as handle:
        while not handle.wait(WAIT):
            let_through()
        handle.get()
    return int(control.statistics["summary"]["models"]["enumerated"])
