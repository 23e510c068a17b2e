"""`mystpy perft`: the numbers of situations and histories of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mystpy.cli.answers import print_answer, result_line
from mystpy.cli.options import format_option, read_game
from mystpy.cli.running.progress import progress_shown
from mystpy.cli.status import DISAGREE, YES
from mystpy.errors import QueryError

if TYPE_CHECKING:
    from mystpy.files.json_text import Object
    from mystpy.game.game import Game
    from mystpy.perft.counts import PerftCounts

F = TypeVar("F", bound=Callable[..., Any])

MOST_ACTIONS = 200
"""The greatest depth that is accepted."""

HEAD = ("depth", "histories", "runs", "public", "states")


def depth_option(default: int) -> Callable[[F], F]:
    """The option that says up to which length histories are counted."""
    return click.option(
        "--depth",
        type=click.IntRange(0, MOST_ACTIONS),
        default=default,
        show_default=True,
        metavar="N",
        help="Count histories of up to N actions.",
    )


def check_option(witness: str) -> Callable[[F], F]:
    """The option that has a second engine count again."""
    return click.option(
        "--check",
        is_flag=True,
        help=f"Count again by {witness}; status 4 if the counts differ.",
    )


@click.command("perft")
@click.argument("game_text", metavar="GAME")
@depth_option(6)
@check_option("clingo, from the axiom files alone")
@format_option("text", "json")
def command(game_text: str, depth: int, form: str, *, check: bool) -> int:
    """Count the situations and legal histories of a game by their length.

    GAME is MYST(m,n,p,q), clue(p), or a game object as JSON or inline TOML. The columns
    have exact numbers for each length:

    \b
      histories  histories with all cards, legal in at least one deal
      runs       pairs of a deal and a history that is legal in it
      public     histories as all players see them
      states     different sets of fluents after them

    \b
    Examples:
      $ mystpy perft 'MYST(1,1,2,1)' --depth 12
      $ mystpy perft 'MYST(1,1,3,2)' --depth 5 --check
      $ mystpy perft 'rules="clue",p=2,sorts={a=["u","v"],b=["x","y"]}' --depth 3
    """
    game = _read(game_text)
    from mystpy.perft.counts import Perft  # not at the top: the help needs none of this

    perft = Perft(game)
    with progress_shown():
        levels = []
        for level in perft.levels(depth):
            levels.append(level)
            if form == "text":
                _print_level(level, game, perft.deals)
        agree = _agree(game, levels) if check else None
    if form == "json":
        answer = _object(game, perft.deals, levels, agree=agree)
        click.echo(result_line(answer))
    elif agree is not None:
        click.echo(f"clingo, from the axiom files: {comparison(agree=agree)}")
    return DISAGREE if agree is False else YES


def comparison(*, agree: bool) -> str:
    """Say whether the second engine has the same counts."""
    return "the same counts" if agree else "other counts: one of the two is wrong"


def _read(text: str) -> Game:
    """Read the game. Raises QueryError, which names the argument."""
    try:
        return read_game(text)
    except QueryError as error:
        if "--game" not in str(error):
            raise
        said = str(error).replace("--game", "GAME")
        raise QueryError(
            said, hint="for example 'MYST(1,1,2,1)', or a game object as JSON"
        ) from None


def _agree(game: Game, levels: list[PerftCounts]) -> bool:
    """Return whether the axiom files have the same counts."""
    from mystpy.perft.axiom_counts import AxiomPerft

    return list(AxiomPerft(game).levels(len(levels) - 1)) == levels


def _print_level(level: PerftCounts, game: Game, deals: int) -> None:
    """Print the row of a level, and before the first one the head of the table."""
    if level.depth == 0:
        named = f"{game.p} players, {game.c} cards, {deals:,} deals"
        print_answer("text", {}, [named, count_row(HEAD)])
    print_answer("text", {}, count_row(f"{number:,}" for number in level))


def count_row(cells: Iterator[str] | tuple[str, ...]) -> str:
    """Return a row of the table."""
    first, *others = cells
    return f"{first:>5}" + "".join(f" {cell:>17}" for cell in others)


def _object(
    game: Game, deals: int, levels: list[PerftCounts], *, agree: bool | None
) -> Object:
    return {
        "game": game.to_dict(),
        "deals": deals,
        "levels": [level._asdict() for level in levels],
        "checked": agree,
    }
