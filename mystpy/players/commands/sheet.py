"""`mystpy sheet`: a player's notes, turn by turn, on sheets of several kinds."""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.options import (
    format_option,
    read_query,
    situation_options,
    tell_changes,
)
from mystpy.cli.status import YES
from mystpy.errors import QueryError
from mystpy.history.history import History
from mystpy.possible_histories import require_one_history
from mystpy.views import OBSERVER


@click.command("sheet")
@click.argument("file", required=False)
@click.option(
    "--as",
    "player",
    metavar="PLAYER",
    help="The player who keeps the sheets, or observer, who has no hand. Without it, "
    "the player whose hand is given.",
)
@click.option("--last", is_flag=True, help="Show only the sheets after the last turn.")
@situation_options
@format_option("text", "json")
def command(
    file: str | None, form: str, player: str | None, last: bool, **given: Any
) -> int:
    """Show the notes of a player, turn by turn.

    KIND is the kind of notes that the player keeps:

    \b
      counting  the matrix of Broomhead's CountingLogic, with + for held, - for
                not held and 0 for neither, and its unresolved clues
      trials    the same after Crazy Broomhead's trials
      probable  the same with Super Crazy Broomhead's assumption about first
                questions; empty once that assumption is refuted
      array     the ternary array of section 3.2 of the thesis, with y, n and
                ?, and its counter of yes answers
      exact     everything that follows from the turns

    Each column has the cards in the order of the deck. Sources: Ayzenshtat, Feng and
    Lee 2003; Bart 2000.

    \b
    Examples:
      $ mystpy sheet queries/fifteen-cards.toml
      $ mystpy sheet example:note-sheets --last
    """
    query = read_query(file, **given)
    history = require_one_history(query.history, "no sheet is kept")
    number = _player(history, player)
    # Not at the top: the help needs none of this.
    from mystpy.engines import get_engine
    from mystpy.players.commands import sheet_text
    from mystpy.players.note_sheets import sheets_by_turn
    from mystpy.questions.knowledge import require_world

    _require_actions(history)
    require_world(history, get_engine())
    found = list(sheets_by_turn(history, number))
    extra = tell_changes(query, form)
    if form == "text":
        click.echo(sheet_text.head(history.game, number))
    for sheets in found[-1:] if last else found:
        print_answer(
            form,
            {**sheet_text.as_object(sheets, history, number), **extra},
            sheet_text.lines(sheets, history),
        )
    return YES


def _require_actions(history: History) -> None:
    if not history.actions:
        raise QueryError(
            "no action is given, so the sheet has only the hand",
            hint="give the actions: in FILE, or with --do",
        )


def _player(history: History, player: str | None) -> int:
    """Return the number of the player whose sheets are shown."""
    if player == "observer":
        return OBSERVER
    if player is not None:
        return history.game.player(player)
    given = [k for k in range(1, history.game.p + 1) if history.hands[k] is not None]
    if len(given) == 1:
        return given[0]
    raise QueryError(
        "the player whose sheets to show is not given",
        hint="name a player whose hand is given, such as --as 1, or --as observer",
    )
