"""What is sent to a program and comes from it: over its streams, or over loopback TCP.

In the field: inter-process communication by pipes and sockets.

A thread reads and another writes, so that a program that hangs, or does not listen, is
waited for no longer than it may take.
"""

from __future__ import annotations

import shlex
import shutil
import signal
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import IO, TYPE_CHECKING

from mystpy.errors import QueryError
from mystpy.processes import launch
from mystpy.protocol.inbox import Inbox

if TYPE_CHECKING:
    from subprocess import Popen

LONGEST = 1_000_000
"""More bytes than this are no message."""

PATIENCE = 60.0
"""Seconds for a message, if nothing else is said, and to begin in."""

HOST = "127.0.0.1"
"""Nobody is met but on this machine."""

_PR_SET_PDEATHSIG = 1
"""See prctl(2): which signal a process gets when its parent ends."""

_CLOSED = "the connection was closed"

_GRACE = 5.0
"""Seconds that a program has to end by itself once nothing more is sent."""


class Wire:
    """A line to another program: messages as bytes, without what ends them.

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
        """Whether a hello of ours was sent over it before."""
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
            raise QueryError(f"no answer within {seconds:g} seconds") from None
        if self.trail:
            self.trail(found + b"\n")
        return found

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
            self._writer.join(_GRACE)
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
        self._come.end(QueryError(_CLOSED + half))

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
    process = start_program(command, environment=environment, **pipes)
    assert process.stdin is not None
    assert process.stdout is not None
    go, come = process.stdin, process.stdout

    def close(at_once: bool) -> None:
        if at_once:
            process.kill()
        go.close()
        end(process)
        # What the program began may still hold its output open.
        wire._reader.join(_GRACE)
        if not wire._reader.is_alive():
            come.close()

    wire = Wire(lambda: come.read(65_536), partial(_write, go), close)
    return wire


def _write(go: IO[bytes], data: bytes) -> None:
    """Write all of it into what is not buffered."""
    while data:
        data = data[go.write(data) :]


def start_program(
    command: str | Sequence[str],
    *,
    stdin: int | None = None,
    stdout: int | None = None,
    environment: Mapping[str, str] | None = None,
) -> Popen[bytes]:
    """A program that has begun. Raises QueryError if there is none of that name."""
    words = _words(command) if isinstance(command, str) else list(command)
    streams = {"stdin": stdin, "stdout": stdout, "bufsize": 0}
    try:
        return launch.start(words, environment, **streams, preexec_fn=_tied_to_us())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise QueryError(f"{words[0]} cannot be begun: {reason}") from None


def require_program(command: str) -> None:
    """Raise QueryError if the program of a command line is not there."""
    name = _words(command)[0]
    if shutil.which(name) is None:
        raise QueryError(f"{name} cannot be begun: there is no such program")


def _words(command: str) -> list[str]:
    """The words of a command line. Raises QueryError if there are none."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise QueryError(f"{command!r} is no command: {error}") from None
    if not words:
        raise QueryError("there is no command", hint='command = "python player.py"')
    return words


def _tied_to_us() -> Callable[[], object] | None:
    """What a new process does so that it ends with this one, however that ends.

    Where there is no such call the program sees that its input has ended.
    """
    if sys.platform != "linux":
        return None
    import ctypes  # needed by those alone who begin programs

    return partial(ctypes.CDLL(None).prctl, _PR_SET_PDEATHSIG, signal.SIGKILL)


def end(process: Popen[bytes]) -> None:
    """Let a program end by itself, or end it; nothing of it is left."""
    try:
        process.wait(_GRACE)
    except launch.TimeoutExpired:
        process.kill()
        process.wait()
