"""`mystpy join`: a player of mystpy at the table of another program."""

from __future__ import annotations

import os
import re
import socket
from contextlib import closing

import click

from mystpy.arena.commands.human_player import JoinedPerson
from mystpy.cli.running.limit import Duration
from mystpy.cli.status import YES
from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.players.commands.seat_assignment import SeatAssignment, ours
from mystpy.players.policy.private_streams import private_stream
from mystpy.protocol import wire
from mystpy.protocol.commands.seats import CONTEST, protocol_option
from mystpy.protocol.contest.contest_client import ContestClient
from mystpy.protocol.game_client import visit
from mystpy.protocol.handshake import (
    VARIABLE,
    require_token,
    split_token,
    with_token,
)
from mystpy.protocol.message import Message

PERSON_KIND = "person"

_CONNECT_SECONDS = 10.0
"""Seconds in which a referee accepts a connection."""

_WAIT_SECONDS = 3_600.0
"""Seconds to wait for a message of the referee: others at the table may be people."""

_PORTS = range(1, 65_536)


class Address(NamedTuple):
    """The address of a referee, and the token that it requires, if given."""

    port: int
    token: str | None

    @classmethod
    def of(cls, text: str) -> Address:
        """The address `[HOST:]PORT[#TOKEN]`. Raises QueryError if it is none."""
        place, token = split_token(text)
        host, _, port = place.rpartition(":")
        if host not in ("", "localhost", wire.HOST):
            raise QueryError(
                f"the referee is on this machine, not at {host}",
                hint=f"write {wire.HOST}:PORT#TOKEN, as mystpy serve prints it",
            )
        if not re.fullmatch("[0-9]{1,5}", port) or int(port) not in _PORTS:
            raise QueryError(
                f"{port!r} is no port", hint="a port is a number from 1 to 65535"
            )
        return cls(int(port), None if token is None else require_token(token))


@click.command("join")
@click.argument("player", metavar="PLAYER")
@click.argument("name", required=False)
@click.argument("address", required=False)
@protocol_option
@click.option(
    "--token",
    help=f"The token that mystpy serve prints after its address (or {VARIABLE}).",
)
@click.option(
    "--wait",
    type=Duration(),
    default=_WAIT_SECONDS,
    show_default=True,
    help="The seconds to wait for each message of the host.",
)
@click.option(
    "--seed",
    type=int,
    help="For speed-clue only: the seed of the player's random choices. Without it "
    "they come from the system, so that nobody can compute them.",
)
def command(
    player: str,
    name: str | None,
    address: str | None,
    protocol: str,
    token: str | None,
    wait: float,
    seed: int | None,
) -> int:
    """Send a PLAYER of mystpy to the games that another program hosts.

    PLAYER is a kind of player, or inline TOML with its options; person is you, in a
    mystpy tournament. The player plays until the host ends the games. The host talks
    over standard input and output, or listens on this machine at ADDRESS: a PORT, or
    the address that the host prints. NAME is the player's name there.

    \b
    Examples:
      $ echo '{"type":"hello","version":1,"name":"judge"}' | mystpy join random
    To join a host that listens on port 4000, and the contest:
      mystpy join random ann 127.0.0.1:4000#TOKEN
      MYSTPY_TOKEN=TOKEN mystpy join random ann 4000 --protocol speed-clue
    """
    of_kind, sit = _player(player)
    name = name or of_kind
    at = None if address is None else Address.of(address)
    shown = _token(token, at)
    _require_address(at, of_kind, protocol)
    lines = protocol != CONTEST
    line = wire.of_streams(0, 1) if at is None else _called(at.port, lines=lines)
    with closing(line):  # a message that says what is wrong is sent, too
        if lines:
            visited = visit(line, sit, name, token=shown, wait=wait)
            games = sum(_reported(end, of_kind) for end in visited)
        else:
            called = with_token(name, shown)
            visitor = ContestClient(sit, called, private_stream(seed), wait=wait)
            visitor.play(line)
            games = visitor.games
    click.echo(f"{name} has played {games} game{'s' * (games != 1)}", err=True)
    return YES


def _require_address(at: Address | None, kind: str, protocol: str) -> None:
    """Raise QueryError for a player that cannot use standard input."""
    if at is None and protocol == CONTEST:
        raise QueryError("speed-clue is spoken by TCP", hint="give NAME and ADDRESS")
    if at is None and kind == PERSON_KIND:
        hint = "give NAME and the ADDRESS that mystpy tournament prints"
        raise QueryError("a person joins by TCP", hint=hint)


def _player(word: str) -> SeatAssignment:
    """The player of a word; a person plays at this terminal."""
    if word == PERSON_KIND:
        return SeatAssignment(word, JoinedPerson)
    return ours(word, "PLAYER")


def _reported(end: Message, kind: str) -> bool:
    """Report to a person how a game ended; true, so that it can be counted."""
    if kind == PERSON_KIND:
        winner, lost = end["winner"], end.get("lost")
        text = f"player {winner} has won" if winner else "nobody has won"
        if lost:
            text = f"player {lost} has lost: {end.get('reason') or 'against the rules'}"
        click.echo(f"{text}\n")
    return True


def _token(given: str | None, at: Address | None) -> str | None:
    """The token to show: the option, that of the address, or the environment's."""
    if given is not None:
        return require_token(given)
    if at is not None and at.token is not None:
        return at.token
    inherited = os.environ.get(VARIABLE) if at is not None else None
    return require_token(inherited) if inherited else None


def _called(port: int, *, lines: bool = True) -> wire.Wire:
    """Return the line to the referee at a port; QueryError if there is none."""
    try:
        sock = socket.create_connection((wire.HOST, port), timeout=_CONNECT_SECONDS)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise QueryError(f"nobody listens at {wire.HOST}:{port}: {reason}") from None
    sock.settimeout(None)
    return wire.of_socket(sock, lines=lines)
