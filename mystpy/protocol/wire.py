"""Messages to and from a program: over its streams, or over loopback TCP.

This is inter-process communication by pipes and sockets.

A thread reads and another writes, so that a program that hangs, or does not listen, is
waited for no longer than it may take.
"""

from __future__ import annotations

import signal
import socket
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Condition, Thread
from typing import IO, TYPE_CHECKING

from mystpy.errors import QueryError
from mystpy.processes import launch
from mystpy.processes.guarded import END_SECONDS

if TYPE_CHECKING:
    from mystpy.processes.guarded import GuardedProgram


class LateAnswer(QueryError):
    """No message came in time."""

    how = "timeout"


class ClosedLine(QueryError):
    """The other side is gone."""

    how = "left"


MAX_UNREAD_MESSAGES = 1_000
"""The maximal number of messages kept before the other side has to wait."""

MAX_UNREAD_BYTES = 2_000_000
"""The maximal number of bytes of messages kept before the other side has to wait."""


class Inbox:
    """The messages of one sender, in order; the sender waits while it is full."""

    def __init__(self) -> None:
        self._messages: deque[bytes] = deque()
        self._size = 0
        self._fault: QueryError | None = None
        self._is_closed = False
        self._changed = Condition()

    def put(self, message: bytes) -> None:
        """Add a message, once there is room for it; once it is closed, drop it."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._has_room(message))
            if not self._is_closed:
                self._messages.append(message)
                self._size += len(message)
                self._changed.notify_all()

    def _has_room(self, message: bytes) -> bool:
        if not self._messages:
            return True
        full = len(self._messages) >= MAX_UNREAD_MESSAGES
        return not full and self._size + len(message) <= MAX_UNREAD_BYTES

    def end(self, fault: QueryError) -> None:
        """Let `get` raise this error after the last message."""
        with self._changed:
            self._fault = fault
            self._changed.notify_all()

    def get(self, seconds: float | None = None) -> bytes:
        """The next message.

        Raises TimeoutError if none arrives within these seconds, and after the last
        message the error with which the inbox has ended.
        """
        with self._changed:
            ready = self._changed.wait_for(
                lambda: bool(self._messages) or self._fault is not None, seconds
            )
            if not ready:
                raise TimeoutError
            if not self._messages:
                assert self._fault is not None
                raise self._fault
            message = self._messages.popleft()
            self._size -= len(message)
            self._changed.notify_all()
            return message

    @property
    def has_ended(self) -> bool:
        """Whether there is no message, and none will come."""
        with self._changed:
            return self._fault is not None and not self._messages

    def close(self) -> None:
        """Take no further messages, so that nobody waits for room any more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()


LONGEST = 1_000_000
"""The maximal number of bytes of a message."""

PATIENCE = 60.0
"""The default number of seconds for a message, and for the start."""

HOST = "127.0.0.1"
"""Only this machine is accepted."""

_CLOSED = "the connection was closed"


class Wire:
    """A line to another program: messages as bytes, without their ends.

    `read` waits for some bytes, none of them at the end; `close` ends both directions.
    With `lines` a message is a line; else it is what comes at once, as the programs of
    the Speed Clue contest send it.
    """

    def __init__(
        self,
        read: Callable[[], bytes],
        write: Callable[[bytes], object],
        close: Callable[[bool], None],
        *,
        lines: bool = True,
    ) -> None:
        self.trail: Callable[[bytes], object] | None = None
        """Is given each message that goes over this line, if it is there."""
        self._read, self._write, self._close = read, write, close
        self._lines = lines
        self.greeted = False
        """Whether a hello of this program was sent over it before."""
        self._late = False
        self._come = Inbox()
        self._go: SimpleQueue[bytes | None] = SimpleQueue()
        self._reader = Thread(target=self._listen, daemon=True)
        self._writer = Thread(target=self._speak, daemon=True)
        self._reader.start()
        self._writer.start()

    def send(self, message: bytes) -> None:
        """Send a message; whether it arrives is seen from the answer."""
        if self.trail:
            self.trail(message.rstrip(b"\n") + b"\n")
        self._go.put(message)

    def receive(self, seconds: float | None = None) -> bytes:
        """The next message. Raises QueryError if none comes, or none in time."""
        try:
            found = self._come.get(seconds)
        except TimeoutError:
            self._late = True
            raise LateAnswer(f"no answer within {seconds:g} seconds") from None
        if self.trail:
            self.trail(found + b"\n")
        return found

    @property
    def has_ended(self) -> bool:
        """Whether the other side is gone."""
        return self._come.has_ended

    def receive_or_end(self, seconds: float | None = None) -> bytes | None:
        """The next message, or None if the line was closed after the last one.

        Raises QueryError as `receive`.
        """
        try:
            return self.receive(seconds)
        except QueryError as error:
            if str(error) != _CLOSED:
                raise
            return None

    def close(self, *, at_once: bool = False) -> None:
        """End the line, once what was sent is written; at once if no answer came."""
        at_once = at_once or self._late
        self._come.close()
        self._go.put(None)
        if not at_once:
            self._writer.join(launch.GRACE)
        self._close(at_once)

    def _listen(self) -> None:
        rest = bytearray()
        with suppress(OSError):  # the other side is gone, as at the end of the data
            while data := self._read():
                if not self._lines:
                    self._come.put(data.rstrip(b"\0\r\n"))
                    continue
                first, *others = data.split(b"\n")
                rest += first
                for piece in others:
                    if rest.strip() and len(rest) <= LONGEST:
                        self._come.put(bytes(rest))
                    rest = rest if len(rest) > LONGEST else bytearray(piece)
                if len(rest) > LONGEST:
                    fault = f"a message of more than {LONGEST} bytes"
                    self._come.end(QueryError(fault))
                    return
        half = " in the middle of a message" if rest.strip() else ""
        self._come.end(ClosedLine(_CLOSED + half))

    def _speak(self) -> None:
        if hasattr(signal, "pthread_sigmask"):
            # A program that is gone must not end this one: see `end_quietly`.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
        try:
            while message := self._go.get():
                self._write(message)
        except (OSError, ValueError):
            pass


def of_streams(come: int, go: int) -> Wire:
    """The line over two streams that are open, by their numbers."""
    reading, writing = open(come, "rb", 0), open(go, "wb", 0)  # noqa: SIM115
    return Wire(
        lambda: reading.read(65_536), partial(_write, writing), lambda _now: None
    )


def of_socket(
    sock: socket.socket, *, lines: bool = True, received: Sequence[bytes] = ()
) -> Wire:
    """The line over a socket that is connected; `received` was read from it before."""
    before = [data for data in reversed(received) if data]

    def close(_at_once: bool) -> None:
        with suppress(OSError):  # the other side was quicker
            sock.shutdown(socket.SHUT_RDWR)
        sock.close()

    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    read = lambda: before.pop() if before else sock.recv(65_536)  # noqa: E731
    return Wire(read, sock.sendall, close, lines=lines)


def of_command(
    command: str | Sequence[str], environment: Mapping[str, str] | None = None
) -> Wire:
    """The line to a program that is begun, over its streams; it ends with the line.

    The program has this environment, or that of this process. Raises QueryError if
    there is no such program.
    """
    pipes = {"stdin": launch.PIPE, "stdout": launch.PIPE}
    process = launch.start_program(command, environment=environment, **pipes)
    assert process.stdin is not None
    assert process.stdout is not None
    go, come = process.stdin, process.stdout

    def close(at_once: bool) -> None:
        if at_once:
            process.kill()
        go.close()
        launch.end(process)
        # Processes that the program started may still hold its output open.
        wire._reader.join(launch.GRACE)
        if not wire._reader.is_alive():
            come.close()

    wire = Wire(lambda: come.read(65_536), partial(_write, go), close)
    return wire


def of_guarded(program: GuardedProgram) -> Wire:
    """The line to a program with limits, over its streams; it ends with the line."""
    go, come = program.go, program.come

    def close(at_once: bool) -> None:
        program.end(0 if at_once else END_SECONDS)
        wire._reader.join(launch.GRACE)
        if not wire._reader.is_alive():
            come.close()

    wire = Wire(lambda: come.read(65_536), partial(_write, go), close)
    return wire


def _write(go: IO[bytes], data: bytes) -> None:
    """Write all of it into what is not buffered."""
    while data:
        data = data[go.write(data) :]
