"""Work spread over processes: item by item, stoppable, whatever the work is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from typing import TypeVar

from mystpy.errors import EngineFailed
from mystpy.thresholds import MAX_SECONDS_ALONE

K = TypeVar("K")
T = TypeVar("T")
R = TypeVar("R")

GoOn = Callable[[], None]
"""Called now and then during the work: an exception that it raises ends the work."""


class ProcessEnded(EngineFailed):
    """A worker process was ended from outside before its work was done."""


_asked: ContextVar[GoOn | None] = ContextVar("_asked", default=None)


def tick() -> None:
    """Return, or raise the exception with which the caller stops the current work.

    In a worker process the work goes on until the process is ended from outside.
    """
    go_on = _asked.get()
    if go_on is not None:
        go_on()


def let_work_go_on() -> None:
    """Let the work go on."""


def done_here(work: Callable[[T], R], item: T, go_on: GoOn) -> R:
    """Do the work in this process; each of its ticks calls `go_on`."""
    go_on()
    outer = _asked.set(go_on)
    try:
        return work(item)
    finally:
        _asked.reset(outer)


def _done_together(
    work: Callable[[T], R],
    items: Iterable[tuple[K, T]],
    processes: int,
    go_on: GoOn,
    most: int,
) -> Iterator[tuple[K, R]]:
    """Do all items in other processes, or here where there cannot be any other."""
    try:
        from mystpy.processes.together import done_together  # slow to load
    except ImportError:  # a browser's Python has no processes
        for name, item in items:
            yield name, done_here(work, item, go_on)
    else:
        yield from done_together(work, items, processes, go_on, most)


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
            yield from _done_together(work, pairs, processes, go_on, len(pairs))
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
            yield from _done_together(
                work, left, processes, let_work_go_on, ahead * processes
            )
            return
