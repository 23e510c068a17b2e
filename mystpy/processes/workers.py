"""Work spread over processes: item by item, stoppable, whatever the work is."""

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
    """What `work` finds for each item, under its name, as soon as it is found.

    The items come smallest first, and of many those of the first `alone` seconds are
    done here; with `largest_first` other processes then begin at the other end, so
    that they are busy to the end. A single item is done here, too, unless they are to
    be `apart`: then this process does not end with it. What another process cannot be
    sent is done here, and so is what it found and cannot send back; so what is found
    depends neither on the time nor on the number of processes, only how soon. What the
    work or `go_on` raises, Ctrl-C, and a reader who has enough end the processes that
    are not done.
    Raises ProcessEnded if one of them is ended by somebody else, EngineFailed if none
    can be started.
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
    """What `spread` finds, for items that are taken as they are needed.

    So many `ahead` are in hand for each process: all are busy until no item is left.
    With the address of a `cluster` they are done there, see `spread_over`.
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
