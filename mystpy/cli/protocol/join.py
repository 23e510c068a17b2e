"""`mystpy join`: a player of ours at somebody else's table."""

from __future__ import annotations

import socket
from random import Random

import click

from mystpy.cli.protocol.protocols import CONTEST, protocol_option
from mystpy.cli.protocol.seats import ours
from mystpy.cli.status import YES
from mystpy.errors import QueryError
from mystpy.protocol import wire
from mystpy.protocol.contest.visitor import Visitor
from mystpy.protocol.visit import visit


@click.command("join")
@click.argument("player", metavar="PLAYER")
@click.argument("name", required=False)
@click.argument("port", type=click.IntRange(1, 65_535), required=False)
@protocol_option
@click.option(
    "--seed", type=int, default=1, show_default=True, help="For speed-clue alone."
)
def command(
    player: str, name: str | None, port: int | None, protocol: str, seed: int
) -> int:
    """Let a PLAYER of ours play the games of a referee, until the referee has enough.

    PLAYER is a kind of player, or inline TOML with its options. The referee talks
    over standard input and output, or listens on PORT of this machine; NAME is what
    the player is called there.

    \b
    Examples:
      $ echo '{"type":"hello","version":1,"name":"judge"}' | mystpy join random
    At the table of a referee who listens at port 4000, and of the contest:
      mystpy join random ann 4000
      mystpy join random ann 4000 --protocol speed-clue
    """
    of_kind, sit = ours(player, "PLAYER")
    name = name or of_kind
    if protocol != CONTEST:
        line = wire.of_streams(0, 1) if port is None else _called(port)
        games = sum(1 for _ in visit(line, sit, name))
    else:
        if port is None:
            raise QueryError("speed-clue is spoken by TCP", hint="give NAME and PORT")
        visitor = Visitor(sit, name, Random(seed))
        visitor.play(line := _called(port, lines=False))
        games = visitor.games
    line.close()
    click.echo(f"{name} has played {games} game{'s' * (games != 1)}", err=True)
    return YES


def _called(port: int, *, lines: bool = True) -> wire.Wire:
    """The line to who listens there. Raises QueryError if nobody does."""
    try:
        sock = socket.create_connection((wire.HOST, port))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise QueryError(f"nobody listens at {wire.HOST}:{port}: {reason}") from None
    return wire.of_socket(sock, lines=lines)
