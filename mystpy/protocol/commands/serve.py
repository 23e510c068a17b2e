"""`mystpy serve`: games between players of mystpy and external programs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import click

from mystpy.cli.answers import result_line
from mystpy.cli.options import read_game
from mystpy.cli.running.limit import Duration
from mystpy.cli.running.signals import interrupt_python
from mystpy.cli.source import require_folder
from mystpy.cli.status import NO, YES
from mystpy.errors import QueryError
from mystpy.files.append_only import Log
from mystpy.files.json_text import Object
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.actions import action_text
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.player import Player
from mystpy.play.referee import PlayerFactory, RefereedGame
from mystpy.players.commands.seat_assignment import SeatAssignment
from mystpy.protocol.commands.reception import Service
from mystpy.protocol.commands.seats import (
    CONTEST,
    protocol_option,
    take_seats,
)
from mystpy.protocol.contest.abbreviations import SECONDS, contest_game
from mystpy.protocol.handshake import VARIABLE, new_token, require_token
from mystpy.protocol.wire import PATIENCE


@click.command("serve")
@click.argument("seats", nargs=-1, metavar="SEAT...")
@click.option("--game", help="The game: MYST(1,2,3,2), clue(3), JSON or inline TOML.")
@protocol_option
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=0,
    help="The port for programs, on loopback; 0 is any free one.",
)
@click.option(
    "--token",
    help=f"The token that programs must send; by default that of {VARIABLE}, or else a"
    " new one.",
)
@click.option(
    "--no-token",
    is_flag=True,
    help="Let any program of this machine connect without a token.",
)
@click.option("--games", type=click.IntRange(1), default=1, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--per-move",
    type=Duration(),
    help=f"Seconds that a program may take for each message; {PATIENCE:g} if not given"
    f" (speed-clue: {SECONDS:g}).",
)
@click.option(
    "--tries",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="The number of invalid actions after which a program loses.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Append the games to this file, not to standard output.",
)
@click.option(
    "--transcripts",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the messages to and from each program into this folder.",
)
def command(
    seats: tuple[str, ...],
    game: str | None,
    protocol: str,
    games: int,
    seed: int,
    out: Path | None,
    **meeting: Any,
) -> int:
    """Host games between the SEATs, in their order, and print each as a JSON line.

    A SEAT is one of:

    \b
      KIND         a kind of player of mystpy: random, or inline TOML such as
                   '{kind = "random"}'
      run:COMMAND  a program that the command starts, and that plays over its
                   standard streams
      tcp          a program that connects
      -            the program that started this command

    docs/reference/protocol.md describes the messages. With --theory the command
    describes a package to a program, and plays no game: mystpy serve --theory hexa
    --help.

    A program that connects sends the token that is printed after the address, HOST:
    PORT#TOKEN. Programs without it are refused, and the seat stays open.

    With --protocol speed-clue the programs are those of the contest, which connect by
    TCP; in run:COMMAND %% is the port, and {NAME} the name, as in its launch files.

    A program that breaks a rule, is too slow or leaves loses. Its line gives the
    reason, the games end, and the exit status is 1.

    \b
    Examples:
      $ mystpy serve --game 'rules="clue", p=3' --games 2 random random random
    A program that the command starts, one that connects, and a player of mystpy:
      mystpy serve --game 'rules="clue", p=3' 'run:python program' tcp random
    """
    contest = protocol == CONTEST
    played = _game(game, contest, len(seats))
    service = _service(contest, **meeting)
    if service.transcripts is not None:
        require_folder(service.transcripts)
    interrupt_python()  # so that Ctrl-C ends the programs, too
    ends = _ends(seats, service, played, games, seed)
    return _written(ends, out, seed, to_error="-" in seats)


def _service(
    contest: bool, *, token: str | None, no_token: bool, **meeting: Any
) -> Service:
    """Return the service for guests. Raises QueryError for text that is no token."""
    inherited = os.environ.pop(VARIABLE, None)  # the programs do not inherit it
    given = token or inherited
    if no_token:
        if token is not None:
            raise QueryError("--token and --no-token exclude each other")
        return Service(contest, token=None, **meeting)
    if given is not None:
        require_token(given)
    return Service(
        contest, token=given or new_token(), is_shown=given is None, **meeting
    )


def _written(
    ends: Iterable[tuple[bool, Object]],
    out: Path | None,
    seed: int,
    *,
    to_error: bool,
) -> int:
    """Write the games, and return the exit status."""
    status = YES
    with ExitStack() as stack:
        write = _records(out, to_error, stack)
        for number, (is_fair, record) in enumerate(ends, 1):
            line = result_line({"number": number, "seed": seed, **record})
            write(f"{line}\n".encode())
            status = YES if is_fair else NO
    return status


def _game(text: str | None, contest: bool, p: int) -> Game:
    """The game. Raises QueryError if there are not as many seats as players."""
    if not p:
        raise QueryError("nobody sits at the table", hint="for example  random random")
    if contest:
        if text is not None:
            raise QueryError("the contest has its own game", hint="leave out --game")
        return contest_game(p)
    if text is None:
        raise QueryError(
            "--game is missing", hint="for example --game 'rules=\"clue\", p=3'"
        )
    game = read_game(text)
    if game.p != p:
        raise QueryError(f"{game.p} play this game, but there are {p} seats")
    return game


def _records(
    out: Path | None, over_streams: bool, stack: ExitStack
) -> Callable[[bytes], object]:
    """Return a function that writes records, unless a program plays on the stream."""
    if out is not None:
        return stack.enter_context(closing(Log(out))).write
    return partial(click.echo, nl=False, err=over_streams)


def _ends(
    words: Sequence[str], service: Service, game: Game, games: int, seed: int
) -> Iterator[tuple[bool, Object]]:
    """Yield whether the rules were kept, and the record, for each game."""
    with take_seats(words, service) as seats:
        for number in range(1, games + 1):
            end = _end(seats, game, f"{seed} game {number}")
            yield end
            if not end[0]:
                return


def _end(seats: Sequence[SeatAssignment], game: Game, seed: str) -> tuple[bool, Object]:
    table = GameState(game, random_deal(game, Random(f"{seed} deal")))
    streams = [Random(f"{seed} seat {i}") for i in range(1, game.p + 1)]
    # A seat that cannot be filled is an error of usage, not a fault in a game.
    players = [seat.sit(game, i) for i, seat in enumerate(seats, 1)]
    refereed_game = RefereedGame(
        table, [_seated(player) for player in players], streams
    )
    refereed_game.play()
    return refereed_game.fault is None, _record(
        refereed_game, [seat.name for seat in seats]
    )


def _seated(player: Player) -> PlayerFactory:
    return lambda _game, _seat: player


def _record(refereed_game: RefereedGame, names: Sequence[str]) -> Object:
    """Return the game as one object: players, cards, actions, and the end."""
    table, game, fault = (
        refereed_game.table,
        refereed_game.table.game,
        refereed_game.fault,
    )
    outcome = None if fault else table.outcome
    report: Object = {
        "game": game.to_dict(),
        "players": list(names),
        "hands": {
            str(k): sort_cards(hand, game.deck) for k, hand in enumerate(table.deal)
        },
        "history": [action_text(one, game) for one in table.history().actions],
        "winner": outcome.winner if outcome else None,
    }
    if fault:
        report |= {"lost": fault.seat, "reason": fault.why, "axiom": fault.axiom}
    return report
