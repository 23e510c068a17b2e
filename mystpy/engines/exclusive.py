"""One query at a time: the lock that all engines of a process share.

Engines keep ground programs, solvers and lists of worlds from one query to the next,
and share many of them. So a query in one thread could change the state that another
thread is using. Each public query therefore holds this lock from start to end,
whichever engine answers it. There is a single lock, since several would have to be
acquired in a fixed order. Queries of several threads are answered one after the other;
several processes answer at the same time.

The main thread waits in a way that Ctrl-C ends. In a forked child the lock is free: a
fork waits a moment for a query of another thread to end. If the query takes longer, the
child has inherited a half-changed state, and each query there raises EngineFailed.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from functools import wraps
from types import FunctionType
from typing import ParamSpec, TypeVar, cast

from mystpy.errors import fork_error

P = ParamSpec("P")
T = TypeVar("T")
C = TypeVar("C", bound=type)

_FORK_PATIENCE = 0.5
"""Seconds that a fork waits for the query of another thread to end."""

_GENERATOR = 0x20
"""Marks the code of a generator: `inspect.CO_GENERATOR`, which is slow to load."""

_lock = threading.RLock()
_interrupted_by_fork = False
_thread = threading.local()


def exclusive(question: Callable[P, T]) -> Callable[P, T]:
    """Wrap a query so that no other one is answered meanwhile in this process.

    A generator computes each item under the lock, which is free between two items.
    Raises EngineFailed in a process that was forked in the middle of a query.
    """
    if isinstance(question, FunctionType) and question.__code__.co_flags & _GENERATOR:
        return cast(Callable[P, T], _stepwise(question))

    @wraps(question)
    def alone(*args: P.args, **named: P.kwargs) -> T:
        # The bare lock, so that no KeyboardInterrupt comes between taking it and the
        # block that releases it, as it could in a context manager written in Python.
        with _lock:
            _require_whole()
            return question(*args, **named)

    return alone


def _stepwise(question: Callable[P, Iterator[T]]) -> Callable[P, Iterator[T]]:
    @wraps(question)
    def alone(*args: P.args, **named: P.kwargs) -> Iterator[T]:
        found = question(*args, **named)
        while True:
            with _lock:
                _require_whole()
                try:
                    each = next(found)
                except StopIteration:
                    return
            yield each

    return alone


def exclusive_methods(engine: C) -> C:
    """Make each public method that a class defines an exclusive query."""
    for name, method in list(vars(engine).items()):
        if isinstance(method, FunctionType) and not name.startswith("_"):
            setattr(engine, name, exclusive(method))
    return engine


def _require_whole() -> None:
    if _interrupted_by_fork:
        raise fork_error(
            "this process was forked while another thread of its parent was asking "
            "mystpy something, so that no engine can be used in it"
        )


def _before_fork() -> None:
    _thread.free = _lock.acquire(timeout=_FORK_PATIENCE)


def _after_in_parent() -> None:
    if _thread.free:
        _lock.release()


def _after_in_child() -> None:
    global _lock, _interrupted_by_fork
    if not _thread.free:
        _interrupted_by_fork = True
    _lock = threading.RLock()


if hasattr(os, "register_at_fork"):  # a browser's Python does not fork
    os.register_at_fork(
        before=_before_fork,
        after_in_parent=_after_in_parent,
        after_in_child=_after_in_child,
    )
