"""External programs that join a game: started here, piped, or connecting."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import QueryError
from mystpy.files.append_only import Log
from mystpy.processes import launch
from mystpy.protocol import wire
from mystpy.protocol.admission import Admission
from mystpy.protocol.contest.abbreviations import SECONDS
from mystpy.protocol.contest.contestant import ContestPlayer
from mystpy.protocol.handshake import ContestHandshake, LineHandshake, with_token
from mystpy.protocol.message import distinct, file_name
from mystpy.protocol.remote_player import NAME, RemotePlayer

if TYPE_CHECKING:
    from subprocess import Popen

RUN = "run:"
"""The prefix of a word that is the command of a program."""

_IDENTIFIER = pattern(r"\{([^{}]+)\}")
"""The name of a program in its command, as the contest's launch files have it."""

MAX_REPORTS = 20
"""The number of refused connections that are reported, one on a line."""


class Service(NamedTuple):
    """The protocol and port for guests, and their limits.

    A program that connects needs the token, if there is one; `is_shown` says whether
    it is printed.
    """

    contest: bool
    port: int = 0
    per_move: float | None = None
    tries: int = 1
    transcripts: Path | None = None
    token: str | None = None
    is_shown: bool = True


def is_guest(word: str) -> bool:
    """Whether the player of a seat is an external program."""
    return word in ("-", "tcp") or word.startswith(RUN)


class Reception:
    """The reception of external programs; the stack closes the lines it opens."""

    def __init__(self, service: Service, stack: ExitStack) -> None:
        self.service = service
        self._transcripts: list[str] = []
        self._stack = stack
        self._admission: Admission | None = None
        self._refusals = 0

    def is_called(self, word: str) -> bool:
        """Return whether the program of a seat connects to this one."""
        return word == "tcp" or (self.service.contest and word.startswith(RUN))

    def open(self) -> None:
        """Listen on loopback. Raises QueryError if that cannot be."""
        service = self.service
        handshake = (
            ContestHandshake(service.token)
            if service.contest
            else LineHandshake(NAME, service.token)
        )
        self._admission = Admission(
            (wire.HOST, service.port),
            handshake,
            seconds=service.per_move,
            refused=self._refused,
        )
        self._stack.callback(self.close)
        shown = service.token if service.is_shown else None
        place = with_token(f"{wire.HOST}:{self._admission.port}", shown)
        click.echo(f"mystpy: programs may connect to {place}", err=True)

    def close(self) -> None:
        """Listen no more."""
        if self._admission is not None:
            self._admission.close()
            self._admission = None

    def met(self, word: str) -> RemotePlayer | ContestPlayer:
        """Return the guest of a word, after its hello.

        Raises QueryError if a program cannot be begun, or does not say hello.
        """
        guest = self._guest(word)
        name = guest.greet()
        if self.service.transcripts is not None and guest.line is not None:
            guest.line.trail = self._transcript(name, self.service.transcripts).note
        if isinstance(guest, ContestPlayer):
            contestant = guest
            self._stack.push(lambda bad, *_: None if bad else _dismiss(contestant))
        return guest

    def _transcript(self, name: str, folder: Path) -> Log:
        """Return the file of the messages to and from a guest; all names differ."""
        stem = distinct(file_name(name), self._transcripts)
        self._transcripts.append(stem)
        return self._stack.enter_context(
            closing(Log(folder / f"{stem}.jsonl", fresh=True))
        )

    def _guest(self, word: str) -> RemotePlayer | ContestPlayer:
        service, command = self.service, word.removeprefix(RUN)
        if service.contest:
            if word == "-":
                raise QueryError("programs of the contest connect by TCP")
            named = _IDENTIFIER.search(command)
            identifier = named[1] if named else ""
            said = with_token(identifier, service.token)
            started = "" if word == "tcp" else _IDENTIFIER.sub(lambda _: said, command)
            meet = partial(self._met, partial(self._called, started, identifier))
            seconds = service.per_move or SECONDS
            return ContestPlayer(meet, identifier=identifier, seconds=seconds)
        if word == "-":
            begin = partial(wire.of_streams, 0, 1)
        elif word == "tcp":
            begin = partial(self._called, "", "")
        else:
            begin = partial(wire.of_command, command)
        meet = partial(self._met, begin)
        seconds = service.per_move or wire.PATIENCE
        return RemotePlayer(meet, seconds=seconds, tries=service.tries)

    def _met(self, begin: Callable[[], wire.Wire]) -> wire.Wire:
        line = begin()

        def leave(failed: object, *_: object) -> None:
            line.close(at_once=failed is not None)

        self._stack.push(leave)
        return line

    def _called(self, command: str, identifier: str) -> wire.Wire:
        """The line of the next program that says hello, once it is begun."""
        assert self._admission is not None
        check: Callable[[], None] = lambda: None  # noqa: E731
        if command:
            port = str(self._admission.port)
            program = launch.start_program(command.replace("%%", port))
            self._stack.callback(launch.end, program)
            check = partial(_require_alive, program, command, _deadline())
        came = self._admission.next(identifier, check)
        lines = not self.service.contest
        line = wire.of_socket(came.sock, lines=lines, received=came.received)
        line.greeted = True
        return line

    def _refused(self, why: str) -> None:
        self._refusals += 1
        if self._refusals <= MAX_REPORTS:
            click.echo(f"mystpy: warning: a connection was refused: {why}", err=True)
        if self._refusals == MAX_REPORTS:
            click.echo(
                "mystpy: warning: further refused connections are not reported",
                err=True,
            )


def _deadline() -> float:
    return time.monotonic() + wire.PATIENCE


def _require_alive(program: Popen[bytes], command: str, end: float) -> None:
    if program.poll() is not None:
        raise QueryError(f"{command} ended before it connected")
    if time.monotonic() > end:
        seconds = f"{wire.PATIENCE:g} seconds"
        raise QueryError(f"{command} has not connected within {seconds}")


def _dismiss(guest: ContestPlayer) -> None:
    try:
        guest.done()
    except QueryError as error:
        click.echo(f"mystpy: warning: {guest.name}: {error}", err=True)
