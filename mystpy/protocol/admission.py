"""Admit programs that connect: those that send a hello with the token in time.

In the field: an accept loop with a handshake, many connections at a time.

A connection that sends nothing, closes, or sends something else is closed, while later
connections are served. There are limits on the number of connections without a hello,
on the bytes that are read of each, and on the time that it has.
"""

from __future__ import annotations

import selectors
import socket
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from mystpy.compilation import NamedTuple
from mystpy.errors import MystError, QueryError
from mystpy.protocol.handshake import Handshake

MAX_ARRIVALS = 64
"""Connections that have not said hello: the oldest is closed when there are more."""

MAX_HELLO_BYTES = 4_096
"""A hello has no more bytes."""

HELLO_SECONDS = 10.0
"""Seconds in which a program says hello once it has connected, if not fewer."""

_BACKLOG = 16
"""Connections that the system keeps before they are accepted."""

_FAREWELL_SECONDS = 1.0
"""Seconds in which a program that was sent away may read why."""

_LOOK_SECONDS = 0.2
"""Seconds after which it is checked whether to wait any longer."""


_FULL = QueryError("all seats are taken")


_LOOPBACK, _LOOPBACK_6 = "127.0.0.1", "::1"


def _other_loopback(port: int) -> socket.socket | None:
    """Listen at the same port of the other address that `localhost` may mean.

    Some programs try only the first of its addresses. There may be no IPv6 here.
    """
    try:
        return socket.create_server(
            (_LOOPBACK_6, port), family=socket.AF_INET6, backlog=_BACKLOG
        )
    except OSError:
        return None


class _Arrival:
    """A connection that has not said hello, or is being closed."""

    def __init__(self, sock: socket.socket, seconds: float) -> None:
        self.sock = sock
        self.came = bytearray()
        self.until = monotonic() + seconds
        self.is_leaving = False


class AdmittedProgram(NamedTuple):
    """A program that may play, with the socket to it."""

    name: str
    sock: socket.socket
    received: tuple[bytes, ...]


class Admission:
    """A listening socket of this machine; programs are admitted as they say hello."""

    def __init__(
        self,
        place: tuple[str, int],
        handshake: Handshake,
        *,
        seconds: float | None = None,
        refused: Callable[[str], object] = lambda why: None,
    ) -> None:
        """Listen. Programs say hello within `seconds`; `refused` hears who did not.

        Raises QueryError if nobody can listen there.
        """
        try:
            self._listeners = [socket.create_server(place, backlog=_BACKLOG)]
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            reason = f"nobody can listen at {place[0]}:{place[1]}: {why}"
            raise QueryError(reason, hint="--port 0 is any that is free") from None
        if place[0] == _LOOPBACK and (other := _other_loopback(self.port)):
            self._listeners.append(other)
        self._handshake = handshake
        self._seconds = min(seconds or HELLO_SECONDS, HELLO_SECONDS)
        self._refused = refused
        self._arrivals: dict[socket.socket, _Arrival] = {}
        self._admitted: list[AdmittedProgram] = []
        self._selector = selectors.DefaultSelector()
        for listener in self._listeners:
            listener.setblocking(False)
            self._selector.register(listener, selectors.EVENT_READ, listener)

    @property
    def port(self) -> int:
        """Where it listens."""
        found: int = self._listeners[0].getsockname()[1]
        return found

    def next(
        self, name: str = "", check: Callable[[], None] = lambda: None
    ) -> AdmittedProgram:
        """The program that said hello first, or first with this name.

        `check` is called now and then, and may raise what ends the waiting.
        """
        while True:
            for one in self._admitted:
                if name in ("", one.name):
                    self._admitted.remove(one)
                    one.sock.settimeout(None)
                    return one
            check()
            for key, _ in self._selector.select(self._patience()):
                if key.data is not None:
                    self._accept(key.data)
                elif key.fileobj in self._arrivals:
                    self._hear(self._arrivals[key.fileobj])
            self._close_late()

    def close(self) -> None:
        """Stop listening, and close all connections that were not taken."""
        for arrival in self._arrivals.values():
            if not arrival.is_leaving:
                self._send(arrival, self._handshake.refusal(_FULL))
        for sock in [*self._arrivals, *(one.sock for one in self._admitted)]:
            sock.close()
        self._arrivals.clear()
        self._admitted.clear()
        self._selector.close()
        for listener in self._listeners:
            listener.close()

    def _patience(self) -> float:
        ends = [arrival.until - monotonic() for arrival in self._arrivals.values()]
        return max(0.0, min([_LOOK_SECONDS, *ends]))

    def _accept(self, listener: socket.socket) -> None:
        try:
            sock, _ = listener.accept()
        except OSError:
            return  # it has left again
        sock.setblocking(False)
        if len(self._arrivals) + len(self._admitted) >= MAX_ARRIVALS:
            self._make_room()
        arrival = self._arrivals[sock] = _Arrival(sock, self._seconds)
        self._selector.register(sock, selectors.EVENT_READ)
        self._send(arrival, self._handshake.greeting)

    def _make_room(self) -> None:
        """Close the oldest connection, one that has not said hello before others."""
        if self._arrivals:
            oldest = next(iter(self._arrivals.values()))
            self._leave(oldest, "there are too many connections")
        else:
            self._admitted.pop(0).sock.close()

    def _hear(self, arrival: _Arrival) -> None:
        try:
            data = arrival.sock.recv(MAX_HELLO_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if arrival.is_leaving:
            if not data:
                self._leave(arrival)
            return
        if not data:
            self._leave(arrival, "it left before it said hello")
            return
        arrival.came += data
        try:
            self._read(arrival)
        except MystError as error:
            self._refuse(arrival, error)

    def _read(self, arrival: _Arrival) -> None:
        came = bytes(arrival.came)
        hello = self._handshake.read(came)
        if hello is not None:
            self._forget(arrival)
            self._admitted.append(
                AdmittedProgram(hello.name, arrival.sock, hello.received)
            )
        elif len(came) >= MAX_HELLO_BYTES:
            raise QueryError(f"a hello of more than {MAX_HELLO_BYTES} bytes")

    def _refuse(self, arrival: _Arrival, error: MystError) -> None:
        """Tell a program why it is sent away, and wait until it has read that."""
        self._refused(f"{error} ({error.hint})" if error.hint else str(error))
        self._send(arrival, self._handshake.refusal(error))
        with suppress(OSError):
            arrival.sock.shutdown(socket.SHUT_WR)
        arrival.came.clear()
        arrival.is_leaving = True
        arrival.until = monotonic() + _FAREWELL_SECONDS

    def _close_late(self) -> None:
        late = [x for x in self._arrivals.values() if x.until <= monotonic()]
        for arrival in late:
            if arrival.is_leaving:
                self._leave(arrival)
            else:
                reason = f"it said no hello within {self._seconds:g} seconds"
                self._refuse(arrival, QueryError(reason))

    def _leave(self, arrival: _Arrival, why: str = "") -> None:
        if why and not arrival.is_leaving:
            self._refused(why)
        self._forget(arrival)
        arrival.sock.close()

    def _forget(self, arrival: _Arrival) -> None:
        del self._arrivals[arrival.sock]
        self._selector.unregister(arrival.sock)

    def _send(self, arrival: _Arrival, data: bytes) -> None:
        with suppress(OSError):  # who has left is found out when it is heard
            arrival.sock.send(data)
