"""Work spread over processes: item by item, stoppable, whatever the work is."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from pickle import loads
from threading import Thread, current_thread, local, main_thread
from typing import TypeVar

from mystpy.errors import EngineFailed
from mystpy.processes.pool import surroundings, worker_pool


class ProcessEnded(EngineFailed):
    """A process at work was ended from outside, and its work was not done."""


K = TypeVar("K")
T = TypeVar("T")
R = TypeVar("R")

GoOn = Callable[[], None]
"""Called now and then while work is done: what it raises ends the work."""

_ALONE = 0.5
"""Seconds of small items that are not worth other processes."""
_PATIENCE = 0.5
"""Seconds between two looks at whether to go on."""

_WAS_ENDED = (
    "perhaps there was too little memory, or it could not be started: work with fewer "
    "processes"
)
_CANNOT_START = (
    "work with one process (--jobs 1), or see to it that the current folder exists and "
    "the limits of processes and memory (ulimit -a) allow more"
)

_asked: ContextVar[GoOn | None] = ContextVar("_asked", default=None)


def tick() -> None:
    """Go on with the work under way, or raise what its owner raises to stop it.

    In a process of its own a piece of work goes on until it is ended from outside.
    """
    go_on = _asked.get()
    if go_on is not None:
        go_on()


def _unasked() -> None:
    """Go on."""


def spread(
    work: Callable[[T], R],
    items: Mapping[K, T],
    processes: int,
    *,
    go_on: GoOn = _unasked,
    alone: float = _ALONE,
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
            yield from _together(work, pairs, processes, go_on, len(pairs))
            return
        name = next(iter(left))
        yield name, _here(work, left.pop(name), go_on)


def stream(
    work: Callable[[T], R],
    items: Iterable[tuple[K, T]],
    processes: int,
    *,
    ahead: int,
    alone: float = _ALONE,
) -> Iterator[tuple[K, R]]:
    """What `spread` finds, for items that are taken as they are needed.

    So many `ahead` are in hand for each process: all are busy until no item is left.
    """
    left, start = iter(items), time.monotonic()
    for name, item in left:
        yield name, _here(work, item, _unasked)
        if processes > 1 and time.monotonic() - start >= alone:
            break
    yield from _together(work, left, processes, _unasked, ahead * processes)


def _here(work: Callable[[T], R], item: T, go_on: GoOn) -> R:
    go_on()
    outer = _asked.set(go_on)
    try:
        return work(item)
    finally:
        _asked.reset(outer)


def _together(
    work: Callable[[T], R],
    items: Iterable[tuple[K, T]],
    processes: int,
    go_on: GoOn,
    most: int,
) -> Iterator[tuple[K, R]]:
    """All items: those that can be sent in other processes, the rest meanwhile here.

    At most so many are in hand.
    """
    left, all_done = iter(items), False
    in_hand: dict[K, T] = {}
    waiting: dict[Future[bytes | None], K] = {}
    try:
        while taken := dict(islice(left, most - len(waiting))) or in_hand:
            if taken is not in_hand:
                in_hand |= taken
                sent = _submitted(work, taken, processes)
                waiting |= sent
                for name in [k for k in taken if k not in sent.values()]:
                    yield name, _here(work, in_hand.pop(name), go_on)
            ready, _ = wait(waiting, timeout=_PATIENCE, return_when=FIRST_COMPLETED)
            for future in ready:
                name, found = waiting.pop(future), future.result()
                item = in_hand.pop(name)
                if found is None:
                    yield name, _here(work, item, go_on)
                else:
                    yield name, loads(found)
            go_on()
        all_done = True
    except BrokenProcessPool as error:
        _ignore_closed_pipes()
        told = "a process at work was ended before its work was done"
        raise ProcessEnded(told, hint=_WAS_ENDED) from error
    finally:
        if not all_done:
            _end_pool()


def _packed(thing: object) -> bytes | None:
    """What is sent to another process; None where that cannot be."""
    main = sys.modules["__main__"]
    if not Path(getattr(main, "__file__", None) or __file__).exists():
        return None  # read from standard input: others could not begin as this one did
    try:
        return bytes(ForkingPickler.dumps(thing))
    except Exception:  # whatever its parts raise when they are taken apart
        return None


def _submitted(
    work: Callable[[T], R], items: Mapping[K, T], processes: int
) -> dict[Future[bytes | None], K]:
    """What can be sent, in the hands of the pool: of a new one if the old was ended.

    Where the current folder has been deleted, nothing can be.
    """
    packed = {name: _packed((work, item)) for name, item in items.items()}
    sent = {name: each for name, each in packed.items() if each}
    if not sent or not _have_a_folder():
        return {}
    try:
        return _submit(sent, processes)
    except BrokenProcessPool:
        _end_pool()
        return _submit(sent, processes)


def _submit(packed: Mapping[K, bytes], processes: int) -> dict[Future[bytes | None], K]:
    try:
        with _signals_held_back():
            pool = _pool(processes)
            return {pool.submit(_there, item): name for name, item in packed.items()}
    except (OSError, RuntimeError) as error:
        if isinstance(error, BrokenProcessPool):
            raise
        _ignore_closed_pipes()
        _end_pool()
        reason = getattr(error, "strerror", None) or str(error)
        reason = reason[:1].lower() + reason[1:]
        raise EngineFailed(
            f"no process can be started to share the work: {reason}",
            hint=_CANNOT_START,
        ) from error


def _there(packed: bytes) -> bytes | None:
    """What another process finds; None if it does not know the work or cannot tell."""
    try:
        work, item = loads(packed)
    except Exception:  # what was typed in, for one, has no name there
        return None
    return _packed(work(item))


class _Pools(local):
    """The pool in use in this thread, if there is one, by what it was begun with.

    A thread that needs another one, or is stopped, ends no work of other threads.
    """

    def __init__(self) -> None:
        self.begun: dict[object, ProcessPoolExecutor] = {}


_pools = _Pools()


def _pool(processes: int) -> ProcessPoolExecutor:
    """The pool of so many processes; it stays for further work in this environment."""
    begun_with = processes, surroundings()
    pools = _pools.begun
    if begun_with not in pools:
        _end_pool()
        pools[begun_with] = worker_pool(processes, _end_with_the_parent)
    return pools[begun_with]


def _have_a_folder() -> bool:
    """Whether the current folder is there, which new processes begin in."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return False
    return True


def _end_pool() -> None:
    """End the pool and its processes, whatever they are at."""
    while _pools.begun:
        _, pool = _pools.begun.popitem()
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Begin threads and processes that closed pipes and Ctrl-C do not end.

    A pool's threads are begun with its first work and keep the signals held back then;
    elsewhere a closed pipe may go on ending the program. So do its processes, which
    Ctrl-C in a terminal reaches too, before they can say that they leave it to the
    parent; and the parent does not stop in the middle of beginning them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    held = {signal.SIGPIPE, signal.SIGINT}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, held)
    try:
        yield
    finally:
        if signal.SIGPIPE in signal.sigpending() and signal.SIGPIPE not in before:
            signal.sigwait({signal.SIGPIPE})  # a process ended as it was begun
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ignore_closed_pipes() -> None:
    """Let the program live to say why it fails, where closed pipes would end it.

    The multiprocessing of Python writes to its own helpers until the end, and they may
    not have been started either.
    """
    if not hasattr(signal, "SIGPIPE") or current_thread() is not main_thread():
        return
    if signal.getsignal(signal.SIGPIPE) is signal.SIG_DFL:
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)


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


_inherited: list[_Pools] = []
"""The pools of the process that this one was forked from: they are not ended here."""


def _begin_anew() -> None:
    global _pools
    _inherited.append(_pools)
    _pools = _Pools()


if hasattr(os, "register_at_fork"):  # a browser's Python does not fork
    os.register_at_fork(after_in_child=_begin_anew)
