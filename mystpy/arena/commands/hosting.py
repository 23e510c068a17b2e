"""Guests of a tournament on the command line: their address, and their transcripts.

Programs that are started need only the folder of transcripts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from mystpy.arena.design import Entrant, Tournament
from mystpy.arena.protections import protections
from mystpy.arena.schedule import RowWriter
from mystpy.arena.score import MatchHost, Score
from mystpy.cli.source import require_folder
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.players.registry import KINDS, PlayerKind
from mystpy.protocol.guests.lobby import PERSON_SECONDS, ConnectingPlayer, Lobby
from mystpy.protocol.handshake import VARIABLE, new_token, require_token

F = TypeVar("F", bound=Callable[..., Any])

PERSON_TRIES = 1_000
"""How often a person may mistype an action."""


def guest_options(command: F) -> F:
    """Add the options for guests."""
    for option in (
        click.option(
            "--port",
            type=click.IntRange(0, 65_535),
            default=0,
            help="The port for players of the kinds connect and person, on loopback; 0"
            " is any free one.",
        ),
        click.option(
            "--transcripts",
            type=click.Path(file_okay=False, path_type=Path),
            help="Write the messages to and from each guest into this folder, a file"
            " for each game and seat.",
        ),
    ):
        command = option(command)
    return command


def make_lobby(port: int) -> Lobby:
    """Return where guests connect, by the token of the environment or a new one."""
    inherited = os.environ.get(VARIABLE)
    token = require_token(inherited) if inherited else new_token()
    tell = partial(click.echo, err=True)
    return Lobby(
        lambda text: tell(f"mystpy: {text}"),
        port=port,
        token=token,
        shown=not inherited,
    )


def kinds_with(lobby: Lobby) -> Mapping[str, PlayerKind]:
    """Return the kinds of players of a tournament, with those that connect."""
    sit = partial(ConnectingPlayer, lobby)
    person = partial(sit, seconds=PERSON_SECONDS, tries=PERSON_TRIES)
    return {
        **KINDS,
        "connect": PlayerKind("a program that connects, by messages", sit, "connects"),
        "person": PlayerKind("a person who joins the tournament", person, "connects"),
    }


def tell_protections(
    entrants: Iterable[Entrant], game: Game
) -> dict[str, dict[str, object]]:
    """Print on standard error what each started program cannot reach.

    Returns the same for results. Raises QueryError if the protection is less than it
    requires.
    """
    told = {}
    for name, kept in protections(entrants, game).items():
        warning = "warning: " if kept.reached else ""
        click.echo(f"mystpy: {warning}{name} {kept}", err=True)
        told[name] = kept.as_object()
    return told


def tell_first_faults(write: RowWriter, before: Callable[[], object]) -> RowWriter:
    """Return a writer of games that prints the first fault of each player at once.

    A wrong command or key is then noticed after one game. `before` is called before a
    line is printed.
    """
    told: set[str] = set()

    def write_and_tell(row: Mapping[str, object]) -> None:
        write(row)
        score = Score.of(row)
        if score.fault is None:
            return
        name = score.seats[score.fault.seat - 1]
        if name not in told:
            told.add(name)
            before()
            text = f"{name} has lost game {score.number} by a fault: {score.fault.why}"
            click.echo(f"mystpy: {text}", err=True)

    return write_and_tell


def hosted(
    tournament: Tournament,
    lobby: Lobby,
    held: ExitStack,
    given: Mapping[str, Any],
) -> tuple[MatchHost, int]:
    """Return the host of this command's games, and their number of processes.

    Raises QueryError if the games cannot be spread because players connect.
    """
    kinds, folder = kinds_with(lobby), given["transcripts"]
    if folder is not None:
        require_folder(folder)
    connecting = [
        entrant.name
        for entrant in tournament.entrants
        if kinds[entrant.kind].guest == "connects"
    ]
    if not connecting:
        return MatchHost(None, folder), given["jobs"] or os.cpu_count() or 1
    if given["cluster"] is not None or (given["jobs"] or 1) > 1:
        raise QueryError(
            f"{connecting[0]} connects: these games are played one after another",
            hint="leave out --jobs and --cluster",
        )
    lobby.names = connecting
    held.callback(lobby.close)
    lobby.open()
    return MatchHost(kinds, folder), 1
