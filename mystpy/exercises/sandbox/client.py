"""The side of a teacher's program: it starts the server and asks it for processes.

Where the system cannot fork, as on Windows, each request gets a new Python, confined by
nothing.
"""

from __future__ import annotations

import atexit
import json
import os
import socket
import sys
import time
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any

from mystpy.exercises.sandbox import layers
from mystpy.exercises.sandbox.layers import Protection, environment
from mystpy.exercises.sandbox.resource_limits import LimitReached, SetupFailed
from mystpy.processes import launch

if TYPE_CHECKING:
    from subprocess import Popen

FORKS = all(hasattr(os, name) for name in ("fork", "setsid", "wait4"))
"""Whether there can be a server: else each request has a Python of its own."""

_SERVER = "mystpy.exercises.sandbox.server"
_WORKER = "mystpy.exercises.sandbox.worker"
_STARTING = 600
"""Seconds after which a server that does not answer is considered to hang."""
_GRACE = 5.0
"""Seconds within which a terminated process has ended."""
_LONGEST = 1 << 27
_NO_SIGNAL = getattr(socket, "MSG_NOSIGNAL", 0)
_ENDLESS = "it did not end"


def answer(request: bytes, patience: float) -> bytes:
    """Return how a process ended, as a line of JSON, followed by its answer.

    Raises LimitReached if it takes longer than `patience`, in seconds, and SetupFailed
    if there can be no process.
    """
    if FORKS:
        return _server().answer(request, patience)
    return _answer_of_new_python(request, patience)


def protection() -> Protection:
    """Return what students' processes cannot reach on this system.

    Raises SetupFailed if they cannot be started.
    """
    return _server().protection if FORKS else Protection(())


def end_all() -> None:
    """End all processes at work; those who wait for them get SetupFailed."""
    for server in list(_servers.values()):
        server.end_all()


class _Server:
    """The process that forks students' processes, and those that are at work."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._lines: set[socket.socket] = set()
        self.control, there = socket.socketpair()
        try:
            self.process = self._start(there)
        except (OSError, ValueError, TypeError) as error:
            self.control.close()
            raise SetupFailed(
                f"no process for marking can be started: {error}"
            ) from None
        finally:
            there.close()
        self.protection = self._greeted()

    @staticmethod
    def _start(there: socket.socket) -> Popen[bytes]:
        number = there.fileno()
        arguments = str(number), ",".join(layers.LAYERS), ",".join(_preloaded)
        return launch.start(
            launch.python(_SERVER, *arguments, current=False),
            environment(),
            stdin=launch.DEVNULL,
            stdout=launch.DEVNULL,
            pass_fds=(number,),
            start_new_session=True,
        )

    def _greeted(self) -> Protection:
        """Return the server's report on the system when it is ready."""
        self.control.settimeout(_STARTING)
        try:
            with self.control.makefile("rb") as file:
                about = json.loads(file.readline() or b"null")
            self.control.settimeout(None)
            return Protection(tuple(about["layers"]), about["signals_scoped"])
        except (OSError, ValueError, TypeError):
            self.close()
            raise SetupFailed(
                "the process for marking has ended before it was ready",
                hint="its error is above; perhaps too little memory is allowed",
            ) from None

    @property
    def runs(self) -> bool:
        """Whether the server has not ended."""
        return self.process.poll() is None

    def answer(self, request: bytes, patience: float) -> bytes:
        """Return how a process ended, as JSON, and its answer.

        Raises LimitReached if that takes longer than patience, in seconds.
        """
        here, there = socket.socketpair()
        with here, there:
            self._hand_over(there)
            there.close()
            with self._lock:
                self._lines.add(here)
            try:
                here.sendall(len(request).to_bytes(8, "big") + request, _NO_SIGNAL)
                return _received(here, time.monotonic() + patience)
            except TimeoutError:
                raise LimitReached(_ENDLESS) from None
            except OSError as error:
                raise SetupFailed(
                    f"the process for marking has ended: {error}"
                ) from None
            finally:
                with self._lock:
                    self._lines.discard(here)
                _ended(here)

    def _hand_over(self, there: socket.socket) -> None:
        """Give the server the line over which a request will come."""
        rights = (
            socket.SOL_SOCKET,
            socket.SCM_RIGHTS,
            there.fileno().to_bytes(4, sys.byteorder),
        )
        try:
            with self._lock:
                self.control.sendmsg([b"+"], [rights], _NO_SIGNAL)
        except OSError as error:
            raise SetupFailed(f"the process for marking has ended: {error}") from None

    def end_all(self) -> None:
        """End the processes that are at work."""
        with self._lock:
            for line in self._lines:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """End the server."""
        self.control.close()
        with suppress(launch.TimeoutExpired):
            self.process.wait(_GRACE)


def _received(line: socket.socket, end: float) -> bytes:
    """All that comes until the other side ends. Raises TimeoutError."""
    found = bytearray()
    while len(found) <= _LONGEST:
        line.settimeout(max(0.001, end - time.monotonic()))
        data = line.recv(1 << 16)
        if not data:
            return bytes(found)
        found += data
    return b""


def _ended(line: socket.socket) -> None:
    """Wait until a process has ended with all that it began: nobody waits for it."""
    with suppress(OSError):
        line.shutdown(socket.SHUT_WR)
        line.settimeout(_GRACE)
        while line.recv(1 << 16):
            pass


_preloaded = ["ctypes"]


def preload(*modules: str) -> None:
    """Have the server load these modules before the first request, once for all."""
    _preloaded.extend(modules)


_servers: dict[Any, _Server] = {}
"""The server in use, by the layers and the environment that it was started with."""
_starting = Lock()


def _server() -> _Server:
    """The server, started on first use. Raises SetupFailed."""
    wanted = layers.LAYERS, tuple(sorted(environment().items()))
    with _starting:
        found = _servers.get(wanted)
        if found is None or not found.runs:
            _close_all()
            found = _servers[wanted] = _Server()
        return found


def _close_all() -> None:
    while _servers:
        _, server = _servers.popitem()
        server.close()


def _forget() -> None:
    """In a child that the host program has forked: the server is its parent's."""
    global _starting
    _starting = Lock()
    while _servers:
        _, server = _servers.popitem()
        server.control.close()
        server.process.returncode = 0


atexit.register(_close_all)
if FORKS:
    os.register_at_fork(after_in_child=_forget)


def _answer_of_new_python(request: bytes, patience: float) -> bytes:
    words = launch.python(_WORKER, current=False)
    pipes = {"stdin": launch.PIPE, "stdout": launch.PIPE}
    try:
        process = launch.start(words, environment(), **pipes)
    except OSError as error:
        raise SetupFailed(f"no process for marking can be started: {error}") from None
    with process:
        try:
            reply, _ = process.communicate(request, timeout=patience)
        except launch.TimeoutExpired:
            raise LimitReached(_ENDLESS) from None
        finally:
            process.kill()
    ended = {"signal": max(0, -process.returncode), "seconds": 0}
    return json.dumps(ended).encode() + b"\n" + reply
