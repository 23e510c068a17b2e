"""Work spread over processes: piece by piece, stoppable, and resumed where it ended."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from threading import Thread
from typing import TypeVar

from mystpy.conjectures.budget import Budget

T = TypeVar("T")

_ALONE = 0.5
"""Seconds of small pieces that are not worth other processes."""
_PATIENCE = 0.5
"""Seconds between two looks at the budget."""

_at_work: ContextVar[Budget | None] = ContextVar("_at_work", default=None)


def tick() -> None:
    """Go on, or raise Stopped because the time of the work under way is up.

    In a process of its own a piece of work goes on until it is ended from outside.
    """
    budget = _at_work.get()
    if budget is not None:
        budget.tick()


def spread(
    budget: Budget,
    label: str,
    work: Callable[[T], object],
    items: Sequence[tuple[str, T]],
    *,
    largest_first: bool = False,
) -> Iterator[tuple[str, object]]:
    """Yield for each named item what `work` finds, in the order in which it is found.

    `work` is a function of a module, its results are JSON values; they are kept in the
    budget under the label and the item's name, and what is there already is not done
    again. The items come smallest first, and of many the first are done here; with
    `largest_first` other processes then begin at the other end, so that they are busy
    to the end. Raises Stopped when the time is up; processes
    that are not done then are ended.
    """
    keys = {f"{label}|{name}": (name, item) for name, item in items}
    done = 0
    for key, (name, _) in keys.items():
        if key in budget.results:
            done += 1
            yield name, budget.results[key]
    left = {key: item for key, (_, item) in keys.items() if key not in budget.results}
    for key, result in _found(budget, work, left, largest_first):
        budget.results[key] = result
        done += 1
        budget.progress(done, len(keys))
        yield keys[key][0], result


def _found(
    budget: Budget,
    work: Callable[[T], object],
    left: dict[str, T],
    largest_first: bool,
) -> Iterator[tuple[str, object]]:
    """Do the small pieces here, as long as that is quick, and the others together."""
    patience = _ALONE if len(left) > 2 * budget.processes else 0
    start = time.monotonic()
    while left:
        many = budget.processes > 1 and len(left) > 1
        if many and time.monotonic() - start >= patience:
            keys = reversed(left) if largest_first else left
            yield from _together(budget, work, {key: left[key] for key in keys})
            return
        key = next(iter(left))
        yield key, _alone(budget, work, left.pop(key))


def _alone(budget: Budget, work: Callable[[T], object], item: T) -> object:
    budget.tick()
    outer = _at_work.set(budget)
    try:
        return work(item)
    finally:
        _at_work.reset(outer)


def _together(
    budget: Budget, work: Callable[[T], object], left: dict[str, T]
) -> Iterator[tuple[str, object]]:
    pool, all_done = _pool(budget.processes), False
    try:
        with _closed_pipes_told_as_errors():
            waiting: dict[Future[object], str] = {
                pool.submit(work, item): key for key, item in left.items()
            }
        while waiting:
            ready, _ = wait(waiting, timeout=_PATIENCE, return_when=FIRST_COMPLETED)
            for future in ready:
                yield waiting.pop(future), future.result()
            budget.tick()
        all_done = True
    finally:
        if not all_done:
            _end_pool()


_pools: dict[object, ProcessPoolExecutor] = {}
"""The pool in use, if there is one, by what it was begun with."""


def _pool(processes: int) -> ProcessPoolExecutor:
    """The pool of so many processes; it stays for further work in this environment."""
    begun_with = processes, Path.cwd(), tuple(sorted(os.environ.items()))
    if begun_with not in _pools:
        _end_pool()
        _pools[begun_with] = ProcessPoolExecutor(
            processes,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_end_with_the_parent,
        )
    return _pools[begun_with]


def _end_pool() -> None:
    """End the pool and its processes, whatever they are at."""
    while _pools:
        _, pool = _pools.popitem()
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


@contextmanager
def _closed_pipes_told_as_errors() -> Iterator[None]:
    """Let no thread begun here end the program when it writes to a worker that is gone.

    A pool's threads are begun with its first work and keep the signals held back then;
    elsewhere a closed pipe may go on ending the program.
    """
    if not hasattr(signal, "SIGPIPE"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_the_parent() -> None:
    """Leave Ctrl-C to the parent, and end when it has ended."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    Thread(target=follow, daemon=True).start()
