"""The players of a table and their protocol, by the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import click

from mystpy.players.commands.seat_assignment import SeatAssignment, ours
from mystpy.processes.launch import require_program
from mystpy.protocol.commands.reception import RUN, Reception, Service, is_guest
from mystpy.protocol.contest.contestant import ContestPlayer
from mystpy.protocol.message import distinct
from mystpy.protocol.remote_player import RemotePlayer

LINES, CONTEST = "json", "speed-clue"

protocol_option = click.option(
    "--protocol",
    type=click.Choice((LINES, CONTEST)),
    default=LINES,
    show_default=True,
    help="JSON lines, or the texts of the Speed Clue contest (TCP).",
)
"""The option of every command that plays by messages."""


@contextmanager
def take_seats(
    words: Sequence[str], service: Service
) -> Iterator[list[SeatAssignment]]:
    """Yield the seats, once all guests are there; at the end all programs are ended.

    A guest whose name another player has gets a number after it. Raises QueryError for
    unknown kinds of players, for programs that cannot be started or do not answer, and
    at the end for transcripts that could not be written.
    """
    known = {word: ours(word, "SEAT") for word in words if not is_guest(word)}
    for word in words:
        if word.startswith(RUN):  # before others are waited for
            require_program(word.removeprefix(RUN))
    with ExitStack() as stack:
        reception = Reception(service, stack)
        if any(reception.is_called(word) for word in words):
            reception.open()
        names = [seat.name for seat in known.values()]
        found: list[SeatAssignment] = []
        for word in words:
            seat = known.get(word) or _taken(reception.met(word), names)
            names.append(seat.name)
            found.append(seat)
        reception.close()
        yield found


def _taken(guest: RemotePlayer | ContestPlayer, names: Sequence[str]) -> SeatAssignment:
    guest.name = distinct(guest.name, names)
    return SeatAssignment(guest.name, lambda _game, _player: guest)
