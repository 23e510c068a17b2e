"""Who sits where at a table that we serve, as words of the command line say it."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from mystpy.cli.options import read_object
from mystpy.errors import QueryError
from mystpy.files.log import Log
from mystpy.game.game import Game
from mystpy.play.player import Player
from mystpy.play.referee import Sitting
from mystpy.players.roster import kind
from mystpy.protocol import wire
from mystpy.protocol.contest.abbreviations import SECONDS
from mystpy.protocol.contest.contestant import Contestant
from mystpy.protocol.guest import Guest

RUN = "run:"
"""What stands before the command of a program."""

_NAME = re.compile(r"\{([^{}]+)\}")
"""The name of a program in its command, as the contest's launch files have it."""

_LOOK = 0.2
"""Seconds after which it is looked whether a program that was begun is still there."""


class Service(NamedTuple):
    """How guests are met: by which protocol, where, and what they may take."""

    contest: bool
    port: int = 0
    per_move: float | None = None
    tries: int = 1
    transcripts: Path | None = None


class SeatTaker(NamedTuple):
    """A place at the table: its name, and what sits down there for each game."""

    name: str
    sit: Sitting


def ours(word: str, name: str) -> SeatTaker:
    """The seat of a kind of player, or of inline TOML with its options.

    Raises QueryError for unknown kinds; `sit` does so for options that it has not.
    """
    options = {"kind": word}
    if word.startswith("{"):
        options = dict(read_object(word, name))
    of_kind = str(options.pop("kind", None))
    known = kind(of_kind)

    def sit(game: Game, player: int) -> Player:
        try:
            return known.sit(game, player, **options)
        except TypeError as error:
            raise QueryError(f"{of_kind} cannot play so: {error}") from None

    return SeatTaker(of_kind, sit)


@contextmanager
def seated(words: Sequence[str], service: Service) -> Iterator[list[SeatTaker]]:
    """The seats, once all guests are there; when it is left no program is.

    Raises QueryError for unknown kinds of players, for programs that cannot be begun
    or do not answer, and for names that occur twice.
    """
    with ExitStack() as stack:
        reception = Reception(service, stack)
        if any(reception.is_called(word) for word in words):
            reception.open()
        found: list[SeatTaker] = []
        for word in words:
            seat = reception.seat(word)
            if is_guest(word) and seat.name in [one.name for one in found]:
                raise QueryError(f"two players are called {seat.name}")
            found.append(seat)
        yield found


def is_guest(word: str) -> bool:
    """Whether a program that is not ours sits there."""
    return word in ("-", "tcp") or word.startswith(RUN)


class Reception:
    """Where guests are met; what is opened for them is closed with the stack."""

    def __init__(self, service: Service, stack: ExitStack) -> None:
        self.service = service
        self._stack = stack
        self._listener: socket.socket | None = None

    def is_called(self, word: str) -> bool:
        """Whether the program of a seat connects to us."""
        return word == "tcp" or (self.service.contest and word.startswith(RUN))

    def open(self) -> None:
        """Listen on loopback."""
        made = socket.create_server((wire.HOST, self.service.port))
        self._listener = self._stack.enter_context(made)
        place = f"{wire.HOST}:{self._port}"
        click.echo(f"mystpy: programs may connect to {place}", err=True)

    def seat(self, word: str) -> SeatTaker:
        """The seat that a word says; a guest has said hello."""
        if not is_guest(word):
            return ours(word, "SEAT")
        guest = self._guest(word)
        name = guest.greet()
        if isinstance(guest, Contestant):
            contestant = guest
            self._stack.push(lambda bad, *_: None if bad else _dismiss(contestant))
        if self.service.transcripts and guest.line is not None:
            path = self.service.transcripts / f"{_plain(name)}.jsonl"
            log = self._stack.enter_context(closing(Log(path, fresh=True)))
            guest.line.trail = log.note
        return SeatTaker(name, lambda _game, _player: guest)

    def _guest(self, word: str) -> Guest | Contestant:
        service, command = self.service, word.removeprefix(RUN)
        if service.contest:
            if word == "-":
                raise QueryError("programs of the contest connect by TCP")
            named = _NAME.search(command)
            identifier = named[1] if named else ""
            started = "" if word == "tcp" else _NAME.sub(identifier, command)
            meet = partial(self._met, partial(self._called, started))
            seconds = service.per_move or SECONDS
            return Contestant(meet, identifier=identifier, seconds=seconds)
        if word == "-":
            begin = partial(wire.of_streams, 0, 1)
        elif word == "tcp":
            begin = partial(self._called, "")
        else:
            begin = partial(wire.of_command, command)
        meet = partial(self._met, begin)
        seconds = service.per_move or wire.PATIENCE
        return Guest(meet, seconds=seconds, tries=service.tries)

    def _met(self, begin: Callable[[], wire.Wire]) -> wire.Wire:
        line = begin()

        def leave(failed: object, *_: object) -> None:
            line.close(at_once=failed is not None)

        self._stack.push(leave)
        return line

    def _called(self, command: str) -> wire.Wire:
        """The line of the next program that connects, once it is begun."""
        assert self._listener is not None
        program = None
        if command:
            program = wire.begun(command.replace("%%", str(self._port)))
            self._stack.callback(wire.end, program)
        self._listener.settimeout(_LOOK)
        end = time.monotonic() + wire.PATIENCE
        while True:
            try:
                sock, _ = self._listener.accept()
            except TimeoutError:
                if program is not None and program.poll() is not None:
                    raise QueryError(f"{command} ended before it connected") from None
                if program is not None and time.monotonic() > end:
                    seconds = f"{wire.PATIENCE:g} seconds"
                    told = f"{command} has not connected within {seconds}"
                    raise QueryError(told) from None
                continue
            sock.settimeout(None)
            return wire.of_socket(sock, lines=not self.service.contest)

    @property
    def _port(self) -> int:
        assert self._listener is not None
        port: int = self._listener.getsockname()[1]
        return port


def _dismiss(guest: Contestant) -> None:
    try:
        guest.done()
    except QueryError as error:
        click.echo(f"mystpy: warning: {guest.name}: {error}", err=True)


def _plain(name: str) -> str:
    """A name that can be that of a file."""
    return "".join(c if c.isalnum() or c in "-_" else "_" for c in name)[:80]
