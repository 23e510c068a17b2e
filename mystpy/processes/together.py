"""Work done in other processes.

A function is sent by its name, with its argument, and the result is sent back. Work
that cannot be sent is done in this process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from pickle import loads
from typing import TypeVar

from mystpy.errors import EngineFailed
from mystpy.processes.pool import (
    end_pool,
    have_a_folder,
    ignore_closed_pipes,
    shared_pool,
    signals_held_back,
)
from mystpy.processes.ticking import GoOn, ProcessEnded, done_here

K = TypeVar("K")
T = TypeVar("T")
R = TypeVar("R")

_PATIENCE = 0.5
"""Seconds between two calls of `go_on`."""

_WAS_ENDED = (
    "perhaps there was too little memory, or it could not be started: work with fewer "
    "processes"
)
_CANNOT_START = (
    "work with one process (--jobs 1), or see to it that the current folder exists and "
    "the limits of processes and memory (ulimit -a) allow more"
)


def done_together(
    work: Callable[[T], R],
    items: Iterable[tuple[K, T]],
    processes: int,
    go_on: GoOn,
    most: int,
) -> Iterator[tuple[K, R]]:
    """Do all items: those that can be sent in other processes, the others here.

    At most `most` items are sent at the same time.
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
                    yield name, done_here(work, in_hand.pop(name), go_on)
            ready, _ = wait(waiting, timeout=_PATIENCE, return_when=FIRST_COMPLETED)
            for future in ready:
                name, found = waiting.pop(future), future.result()
                item = in_hand.pop(name)
                if found is None:
                    yield name, done_here(work, item, go_on)
                else:
                    yield name, loads(found)
            go_on()
        all_done = True
    except BrokenProcessPool as error:
        ignore_closed_pipes()
        message = "a worker process was ended before its work was done"
        raise ProcessEnded(message, hint=_WAS_ENDED) from error
    finally:
        if not all_done:
            end_pool()


def _packed(thing: object) -> bytes | None:
    """Return the bytes to send to another process; None if it cannot be sent."""
    main = sys.modules["__main__"]
    if not Path(getattr(main, "__file__", None) or __file__).exists():
        return None  # read from standard input: other processes cannot import it
    try:
        return bytes(ForkingPickler.dumps(thing))
    except Exception:  # whatever its parts raise when they are taken apart
        return None


def _submitted(
    work: Callable[[T], R], items: Mapping[K, T], processes: int
) -> dict[Future[bytes | None], K]:
    """Submit the items that can be sent, to a new pool if the old one was ended.

    If the current folder has been deleted, none can be sent.
    """
    packed = {name: _packed((work, item)) for name, item in items.items()}
    sent = {name: each for name, each in packed.items() if each}
    if not sent or not have_a_folder():
        return {}
    try:
        return _submit(sent, processes)
    except BrokenProcessPool:
        end_pool()
        return _submit(sent, processes)


def _submit(packed: Mapping[K, bytes], processes: int) -> dict[Future[bytes | None], K]:
    try:
        with signals_held_back():
            pool = shared_pool(processes)
            return {pool.submit(_there, item): name for name, item in packed.items()}
    except (OSError, RuntimeError) as error:
        if isinstance(error, BrokenProcessPool):
            raise
        ignore_closed_pipes()
        end_pool()
        reason = getattr(error, "strerror", None) or str(error)
        reason = reason[:1].lower() + reason[1:]
        raise EngineFailed(
            f"no process can be started to share the work: {reason}",
            hint=_CANNOT_START,
        ) from error


def _there(packed: bytes) -> bytes | None:
    """Do the work in a worker; None if it cannot be loaded or its result not sent."""
    try:
        work, item = loads(packed)
    except Exception:  # such as functions typed at a prompt
        return None
    return _packed(work(item))
