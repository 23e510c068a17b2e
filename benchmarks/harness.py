"""Shared functions of the benchmarks: medians over runs in turn, Markdown tables."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence

Clock = Callable[[], float]

BASE = os.environ.get("BENCH_BASE")
"""The Python of an older checkout in which mystpy is installed, if it is measured, too.

For a checkout with an environment of its own it is `CHECKOUT/.venv/bin/python`.
"""


def seconds(work: Callable[[], object], clock: Clock = time.perf_counter) -> float:
    """Return how long the work takes, in seconds: of wall-clock time, if not said."""
    start = clock()
    work()
    return clock() - start


def medians(
    works: Sequence[Callable[[], object]],
    runs: int = 5,
    clock: Clock = time.perf_counter,
) -> list[float]:
    """Return the median time of each work, in seconds.

    The works run in turn, A B A B, so that a drift of the machine's speed meets
    all of them alike and their ratios hold.
    """
    times: list[list[float]] = [[] for _ in works]
    for _ in range(runs):
        for taken, work in zip(times, works, strict=True):
            taken.append(seconds(work, clock))
    return [statistics.median(taken) for taken in times]


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(map(show, row))} |" for row in rows]
    return "\n".join(lines)


def show(value: object) -> str:
    """Print a cell: times in the unit that fits, ratios with two digits."""
    if not isinstance(value, float):
        return str(value)
    return f"{value:.3g}"


def milliseconds(value: float) -> str:
    """Print a time given in seconds as milliseconds."""
    return f"{value * 1000:.3g} ms"
