"""System calls that fail: the n-th open, write, truncate, sync or rename.

`mystpy.files.disk` makes all calls by which results are written. Here its `os` is
replaced by one that fails where it should, as SQLite's tests do with its VFS.
"""

from __future__ import annotations

import errno
import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from mystpy.files import disk

REASONS = {
    "open": errno.EACCES,
    "write": errno.ENOSPC,
    "short": errno.ENOSPC,
    "ftruncate": errno.EIO,
    "fsync": errno.EIO,
    "replace": errno.EACCES,
}
"""Each call that can fail, and the error: `short` is a write of a half before it."""

KILLED = ("before", "amid", "after")
"""When a process is killed: before a call, in the middle of a write, or after it."""


@dataclass
class Faults:
    """The call that fails, by its name and number, from 1 on; and so do later ones.

    With `kill` the process is ended by SIGKILL there instead. A full disk stays full:
    writes go on failing, and nothing else does.
    """

    call: str
    number: int
    kill: str | None = None
    met: bool = field(default=False, init=False)
    seen: int = field(default=0, init=False)

    def due(self, call: str) -> bool:
        """Whether this call, which is now made, is to fail."""
        if call != ("write" if self.call == "short" else self.call):
            return False
        self.seen += 1
        stays = self.call in ("write", "short") and self.kill is None
        due = self.seen >= self.number if stays else self.seen == self.number
        self.met = self.met or due
        return due


class FaultyOs:
    """The module `os`, but for the calls that fail."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults

    def __getattr__(self, name: str) -> Any:
        call = getattr(os, name)
        if name not in REASONS:
            return call

        def faulty(*args: Any) -> Any:
            if not self._faults.due(name):
                return call(*args)
            if self._faults.kill is not None:
                self._kill(call, name, args)
            if (
                self._faults.call == "short"
                and self._faults.seen == self._faults.number
            ):
                return call(args[0], bytes(args[1])[: len(args[1]) // 2])
            reason = REASONS[self._faults.call]
            raise OSError(reason, os.strerror(reason))

        return faulty

    def _kill(self, call: Any, name: str, args: tuple[Any, ...]) -> None:
        if name == "write" and self._faults.kill == "amid":
            call(args[0], bytes(args[1])[: len(args[1]) // 2])
        elif self._faults.kill == "after":
            call(*args)
        os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def patched(name: str, value: Any) -> Iterator[None]:
    """Replace something of `mystpy.files.disk` in the block.

    Pytest would do it too, but the programs that crash would have to load it.
    """
    before = getattr(disk, name)
    setattr(disk, name, value)
    try:
        yield
    finally:
        setattr(disk, name, before)


@contextmanager
def failing(faults: Faults) -> Iterator[Faults]:
    """Let calls fail in the block."""
    with patched("os", FaultyOs(faults)):
        yield faults


class CountingOs:
    """The module `os`, which counts the calls that are made of it."""

    def __init__(self, calls: Counter[str]) -> None:
        self._calls = calls

    def __getattr__(self, name: str) -> Any:
        self._calls[name] += 1
        return getattr(os, name)


@contextmanager
def calls_of() -> Iterator[Counter[str]]:
    """Count the calls that are made in the block."""
    calls: Counter[str] = Counter()
    real = disk.lock

    def lock(descriptor: int) -> bool:
        calls["flock"] += 1
        return real(descriptor)

    with patched("os", CountingOs(calls)), patched("lock", lock):
        yield calls
