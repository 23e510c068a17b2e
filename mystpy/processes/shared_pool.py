"""The pool of worker processes of a thread: it stays for further work.

A thread that needs another one, or is stopped, ends no work of other threads. A forked
process has none of its parent's.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Thread, current_thread, local, main_thread

from mystpy.processes.pool import surroundings, worker_pool


class _Pools(local):
    """The pool in use in this thread, if there is one, by what it was begun with.

    A thread that needs another one, or is stopped, ends no work of other threads.
    """

    def __init__(self) -> None:
        self.begun: dict[object, ProcessPoolExecutor] = {}


_pools = _Pools()


def shared_pool(processes: int) -> ProcessPoolExecutor:
    """The pool of so many processes; it stays for further work in this environment."""
    begun_with = processes, surroundings()
    pools = _pools.begun
    if begun_with not in pools:
        end_pool()
        pools[begun_with] = worker_pool(processes, _end_with_the_parent)
    return pools[begun_with]


def have_a_folder() -> bool:
    """Whether the current folder is there, which new processes begin in."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return False
    return True


def end_pool() -> None:
    """End the pool and its processes, whatever they are at."""
    while _pools.begun:
        _, pool = _pools.begun.popitem()
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


@contextmanager
def signals_held_back() -> Iterator[None]:
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
        with _interrupt_delayed():
            yield
    finally:
        if signal.SIGPIPE in signal.sigpending() and signal.SIGPIPE not in before:
            signal.sigwait({signal.SIGPIPE})  # a process ended as it was begun
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _interrupt_delayed() -> Iterator[None]:
    """Delay Ctrl-C until the end, even if the system delivers it to another thread.

    The threads of a library do not block it; Python then raises KeyboardInterrupt in
    the main thread, although the main thread blocks it.
    """
    handler = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(handler):
        yield
        return
    received: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: received.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if received:
            signal.raise_signal(signal.SIGINT)


def ignore_closed_pipes() -> None:
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
