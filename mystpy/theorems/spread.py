"""Work spread over processes: piece by piece, stoppable, and resumed where it ended."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from threading import Thread
from typing import TypeVar

from mystpy.theorems.bench import Budget

T = TypeVar("T")


def spread(
    budget: Budget,
    label: str,
    work: Callable[[T], object],
    items: Sequence[tuple[str, T]],
) -> Iterator[tuple[str, object]]:
    """Yield for each named item what `work` finds, in the order in which it is found.

    `work` is a function of a module, its results are JSON values; they are kept in the
    budget under the label and the item's name, and what is there already is not done
    again. Raises Stopped when the time is up; no process is left behind.
    """
    keys = {f"{label}|{name}": (name, item) for name, item in items}
    done = 0
    for key, (name, _) in keys.items():
        if key in budget.results:
            done += 1
            yield name, budget.results[key]
    left = {key: item for key, (_, item) in keys.items() if key not in budget.results}
    found = _alone if budget.processes < 2 or len(left) < 2 else _together
    for key, result in found(budget, work, left):
        budget.results[key] = result
        done += 1
        budget.progress(done, len(keys))
        yield keys[key][0], result


def _alone(
    budget: Budget, work: Callable[[T], object], left: dict[str, T]
) -> Iterator[tuple[str, object]]:
    for key, item in left.items():
        budget.tick()
        yield key, work(item)


def _together(
    budget: Budget, work: Callable[[T], object], left: dict[str, T]
) -> Iterator[tuple[str, object]]:
    pool = ProcessPoolExecutor(
        min(budget.processes, len(left)),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_end_with_the_parent,
    )
    try:
        with _closed_pipes_told_as_errors():
            waiting: dict[Future[object], str] = {
                pool.submit(work, item): key for key, item in left.items()
            }
        while waiting:
            ready, _ = wait(waiting, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in ready:
                yield waiting.pop(future), future.result()
            budget.tick()
    finally:
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
