"""A person at the terminal plays What is my number? with two players who know all."""

from __future__ import annotations

import click

from mystpy.cli.answers import error_lines
from mystpy.cli.running.lines import LineInput
from mystpy.cli.status import YES
from mystpy.errors import QueryError
from mystpy.kripke.faults import ModelError
from mystpy.kripke.my_number.board import Magic
from mystpy.kripke.my_number.seat import HELP, SeatConversation


def play(
    form: str, *, seat: int, epistemagic: str | None = None, seed: int | None = None
) -> int:
    """Play one game with lines from standard input. Raises QueryError if it is left."""
    if form == "json":
        raise QueryError("a game is played in text: leave out --format json")
    game = SeatConversation.drawn(seat, Magic(epistemagic or Magic.STEADY), seed)
    source = LineInput()
    said = game.opening
    if source.interactive:
        said = [*said, HELP]
    click.echo("\n".join(said))
    while not game.is_over:
        line = source.line(f"player {seat}> ")
        if line is None or line.strip() in ("quit", "exit"):
            raise QueryError("left the game")
        try:
            click.echo("\n".join(game.answer(line)))
        except ModelError as error:
            for message in [*error_lines(error), HELP]:
                click.echo(message, err=True)
    return YES
