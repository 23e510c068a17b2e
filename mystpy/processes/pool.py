"""The pool of worker processes of a thread, started without the current folder's code.

In the field: a process pool with the start method spawn.

A worker of multiprocessing begins as `python -c`, with the current folder first on its
path, and gets its parent's path later. So PYTHONSAFEPATH is set while it is started,
and the first thing that a worker reads is its path. A pool is kept for further work. If
a thread needs another pool, or is stopped, the work of other threads continues. A
forked process has none of its parent's pools.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.spawn import get_executable
from pathlib import Path
from threading import RLock, Thread, current_thread, local, main_thread
from typing import Any

from mystpy.axiom_folder import choice, environment_of_choice
from mystpy.processes.launch import SAFE_PATH, run, safe_environment, safe_path

_VARIABLES = (SAFE_PATH, "PYTHONPATH")
MOST_ON_WINDOWS = 61
"""The largest number of processes of a pool there, see `ProcessPoolExecutor`."""
_starting = RLock()
"""A lock, held while the environment is changed for a process that starts."""


class SafeProcess(SpawnProcess):
    """A process that does not look for modules in the current folder first."""

    @staticmethod
    def _Popen(process_obj: Any) -> Any:  # noqa: N802 (multiprocessing's name)
        with _safely_started():
            return SpawnProcess._Popen(process_obj)

    def __reduce_ex__(self, _protocol: Any) -> tuple[Any, ...]:
        # The first function is called before anything else of the process is loaded.
        start = type(self), safe_path(), _before | environment_of_choice()
        return _created, start, self.__dict__


class SafeContext(SpawnContext):
    """The start method spawn with processes that are safe."""

    Process = SafeProcess


_before: dict[str, str | None] = {}
"""The original values of the variables that were changed."""


@contextmanager
def _safely_started() -> Iterator[None]:
    """Make processes that start meanwhile ignore the current folder."""
    with _starting:
        if _before:
            yield
            return
        _before.update({name: os.environ.get(name) for name in _VARIABLES})
        try:
            safe = safe_environment()
            _set({name: safe.get(name) for name in _VARIABLES})
            yield
        finally:
            _set(_before)
            _before.clear()


def _set(variables: Mapping[str, str | None]) -> None:
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def _created(
    kind: type[SafeProcess], path: list[str], variables: dict[str, str | None]
) -> SafeProcess:
    sys.path[:] = path
    _set(variables)  # those are for this start; programs of the user's have their own
    return kind.__new__(kind)


def surroundings() -> object:
    """Return what workers start with: the folder, the environment, the axioms.

    Raises OSError if the folder was removed.
    """
    with _starting:
        return Path.cwd(), tuple(sorted(os.environ.items())), choice()


def worker_pool(
    processes: int, initializer: Callable[[], object]
) -> ProcessPoolExecutor:
    """Return a pool of worker processes, each of which calls `initializer` first.

    Raises OSError if another Python cannot be started.
    """
    _require_python()
    with _safely_started():
        if os.name == "posix":  # elsewhere there is none
            resource_tracker.ensure_running()
        return ProcessPoolExecutor(
            _allowed(processes), mp_context=SafeContext(), initializer=initializer
        )


def _allowed(processes: int) -> int:
    """Return the number of processes, at most the number that Windows can wait for."""
    return min(processes, MOST_ON_WINDOWS) if sys.platform == "win32" else processes


def _require_python() -> None:
    """Start another Python once, alone: if several failed, each would complain."""
    program = os.fsdecode(get_executable())
    done = run([program, "-E", "-P", "-S", "-c", ""], env=safe_environment())
    if done.returncode != 0:
        last = done.stderr.strip().rpartition("\n")[2]
        raise OSError(f"{program} ends with status {done.returncode} {last}".rstrip())


class _Pools(local):
    """The pool in use in this thread, if any, by the surroundings at its start."""

    def __init__(self) -> None:
        self.begun: dict[object, ProcessPoolExecutor] = {}


_pools = _Pools()


def shared_pool(processes: int) -> ProcessPoolExecutor:
    """Return the pool with this number of processes, kept for further work here."""
    begun_with = processes, surroundings()
    pools = _pools.begun
    if begun_with not in pools:
        end_pool()
        pools[begun_with] = worker_pool(processes, _end_with_the_parent)
    return pools[begun_with]


def have_a_folder() -> bool:
    """Return whether the current folder exists, in which new processes begin."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return False
    return True


def end_pool(patience: float = 0) -> None:
    """End the pool and its processes, whatever they are doing.

    The pool's thread, which removes its semaphores, has `patience` seconds to end, too.
    """
    while _pools.begun:
        _, pool = _pools.begun.popitem()
        processes = list((pool._processes or {}).values())
        manager: Any = pool._executor_manager_thread
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        if patience and manager is not None:
            manager.join(patience)


@contextmanager
def signals_held_back() -> Iterator[None]:
    """Start threads and processes so that closed pipes and Ctrl-C do not end them.

    A pool's threads are started with its first work and keep the signals that are held
    back then; elsewhere a closed pipe may still end the program. The same is true of
    its processes: Ctrl-C in a terminal reaches them, too, before they can leave it to
    the parent. The parent does not stop in the middle of starting them.
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
    """Let the program report why it fails, where closed pipes would end it.

    Python's multiprocessing writes to its own helper processes until the end, and they
    may not have been started either.
    """
    if not hasattr(signal, "SIGPIPE") or current_thread() is not main_thread():
        return
    if signal.getsignal(signal.SIGPIPE) is signal.SIG_DFL:
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def _end_with_the_parent() -> None:
    """Leave Ctrl-C to the parent, and end when the parent has ended."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    Thread(target=follow, daemon=True).start()


_inherited: list[_Pools] = []
"""The pools of the process from which this one was forked; they are not ended here."""


def _begin_anew() -> None:
    global _pools
    _inherited.append(_pools)
    _pools = _Pools()


if hasattr(os, "register_at_fork"):  # a browser's Python does not fork
    os.register_at_fork(after_in_child=_begin_anew)
