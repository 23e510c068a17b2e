"""Work distributed over processes, item by item, which can be stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from mystpy.processes.ticking import GoOn, ProcessEnded, done_here, let_work_go_on, tick
from mystpy.thresholds import MAX_SECONDS_ALONE

try:
    from mystpy.processes.together import done_together
except ImportError:  # a browser's Python has no processes
    from mystpy.processes.ticking import done_in_turn as done_together

__all__ = ["ProcessEnded", "spread", "stream", "tick"]

K = TypeVar("K")
T = TypeVar("T")
R = TypeVar("R")


def spread(
    work: Callable[[T], R],
    items: Mapping[K, T],
    processes: int,
    *,
    go_on: GoOn = let_work_go_on,
    alone: float = MAX_SECONDS_ALONE,
    largest_first: bool = False,
    apart: bool = False,
) -> Iterator[tuple[K, R]]:
    """Yield the result of `work` for each item, under its name, as soon as it is ready.

    The items are done smallest first. If there are many, those of the first `alone`
    seconds are done in this process. With `largest_first` other processes then begin at
    the other end, so that they are busy to the end. A single item is done in this
    process, too, unless items are to be `apart`: then a crash does not end this
    process. An item or a result that cannot be sent to or from another process is done
    here. So the results depend neither on the time nor on the number of processes, only
    the time they take.

    The processes that are not done are ended by an error of the work or of `go_on`, by
    Ctrl-C, and when the reader stops reading. Raises ProcessEnded if one of them is
    ended from outside, EngineFailed if none can be started.
    """
    left = dict(items)
    patience = alone if len(left) > 2 * processes else 0
    start = time.monotonic()
    while left:
        many = processes > 1 and (apart or len(left) > 1)
        if many and time.monotonic() - start >= patience:
            names = reversed(left) if largest_first else left
            pairs = [(name, left[name]) for name in names]
            yield from done_together(work, pairs, processes, go_on, len(pairs))
            return
        name = next(iter(left))
        yield name, done_here(work, left.pop(name), go_on)


def stream(
    work: Callable[[T], R],
    items: Iterable[tuple[K, T]],
    processes: int,
    *,
    ahead: int,
    alone: float = MAX_SECONDS_ALONE,
    cluster: str | None = None,
) -> Iterator[tuple[K, R]]:
    """Yield the results of `spread` for items that are taken as they are needed.

    For each process `ahead` items are sent in advance: all are busy until no item is
    left. With the address of a `cluster` they are done there, see `spread_over`.
    """
    if cluster is not None:
        from mystpy.processes.cluster import spread_over  # seldom needed

        yield from spread_over(cluster, work, items)
        return
    left, start = iter(items), time.monotonic()
    for name, item in left:
        yield name, done_here(work, item, let_work_go_on)
        if processes > 1 and time.monotonic() - start >= alone:
            yield from done_together(
                work, left, processes, let_work_go_on, ahead * processes
            )
            return
