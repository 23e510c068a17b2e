"""`mystpy solve`: what a game is worth, by exact fractions; of three, a profile."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from mystpy.cli.options import format_option, read_game, seconds_option
from mystpy.cli.status import OPEN, YES
from mystpy.errors import QueryError
from mystpy.solve.commands.check import check_file
from mystpy.solve.commands.many_games import sweep
from mystpy.solve.commands.profiles import settle
from mystpy.solve.commands.solver import (
    describe_strategies,
    print_bounds,
    require_files,
    write_at_once,
    write_files,
)
from mystpy.solve.commands.turns import bounds_of, closest, run_of

if TYPE_CHECKING:
    from mystpy.game.game import Game
    from mystpy.solve.equilibria.description import PlanDescription
    from mystpy.solve.extensive.value_bounds import ValueBounds


@click.command("solve")
@click.option(
    "--game", metavar="GAME", help="The game, as a JSON object or inline TOML."
)
@click.option(
    "--games",
    metavar="GAMES",
    help="Solve many games instead, the largest first: ranges as of mystpy theorem.",
)
@click.option("--jobs", type=click.IntRange(1), help="Processes, for --games.")
@click.option("--cluster", metavar="ADDRESS", help="Solve --games on a dask cluster.")
@click.option(
    "--bluff",
    type=click.Choice(["both", "one", "other", "nobody"]),
    default="both",
    show_default=True,
    help="Who may ask for own cards only: both, player 1, player 2, nobody.",
)
@click.option(
    "--useful",
    is_flag=True,
    help="Only questions with a card of which the other was not asked, and none that"
    " the other has shown; who knows the pile guesses it: much smaller trees.",
)
@click.option(
    "--unlocated",
    is_flag=True,
    help="No question has a card that the other has shown.",
)
@click.option(
    "--whole",
    is_flag=True,
    help="Look at all questions, also at those that are proved to change no value.",
)
@click.option(
    "--announced",
    is_flag=True,
    help="Nobody guesses; who knows the pile can say so, and has won.",
)
@click.option(
    "--either",
    is_flag=True,
    help="In a turn a player asks or guesses, and not both.",
)
@click.option(
    "--regret",
    "rounds",
    metavar="ROUNDS",
    type=click.IntRange(min=1),
    help="Minimize regrets in so many rounds instead of solving a linear programme: for"
    " trees that are too large for it.",
)
@click.option(
    "--gap",
    metavar="GAP",
    help="Stop as soon as the bounds are no further apart, such as 0.001.",
)
@click.option("--turns", type=click.IntRange(min=1), help="Look at most so far ahead.")
@click.option("--strategies", is_flag=True, help="Show both strategies.")
@click.option(
    "--words",
    is_flag=True,
    help="Show simple strategies in words, and what each deviation costs.",
)
@click.option(
    "--spans",
    is_flag=True,
    help="The same, with the least and most of each action in optimal strategies.",
)
@click.option(
    "--certificate",
    metavar="FILE",
    help="Write the strategies as JSON; - for standard output, alone.",
)
@click.option(
    "--efg",
    metavar="FILE",
    help="Write the tree for Gambit and OpenSpiel, as far as it was looked at.",
)
@click.option(
    "--draw",
    metavar="FILE",
    help="Draw the tree, as far as it was looked at, as SVG, PDF or DOT.",
)
@click.option(
    "--resume",
    metavar="FILE",
    help="Keep what is found after each turn in a file, and go on from what it has.",
)
@click.option(
    "--plot", metavar="FILE", help="Draw the values of --games into this file, as SVG."
)
@click.option(
    "--force", is_flag=True, help="Solve or check what may need too much memory."
)
@click.option("--check", metavar="FILE", help="What is a certificate worth?")
@click.option(
    "--verified",
    is_flag=True,
    help="With --check: have the checker that is proved in Coq check it as well.",
)
@seconds_option("Stop after so long, with the bounds found.")
@format_option("text", "json")
def command(
    form: str, check: str | None, game: str | None, games: str | None, **options: Any
) -> int:
    """Compute what a game of two players is worth, if both play as well as can be.

    Of three players and more no player's share is fixed by the others. There a profile
    is sought that none of them can do much better against, and it is told how much at
    most; the exit status is 5 unless that is nothing. See third-player.md.

    The answer is the probability with which player 1 wins, or bounds of it: a fraction
    is exact, shown by two strategies. Who guesses wrong has lost, which Theorem 3.2
    allows for questions of at most m + n + 1 cards. The game is looked at for more and
    more turns, a game that is broken off counting against either side, until both
    bounds agree; without that the exit status is 5. Ctrl-C ends it with the last ones.
    In MYST, if both may bluff or q is larger than n, questions that tell nothing are
    left out: they are proved to change no value. --whole looks at them, too.

    In a strategy a class of cards is named by the turns in which it was asked for, with
    a star where it was shown; 3: 1:1/0 2*:1/1 -:3/0 is turn 3, with a card asked for in
    turn 1 and not own, an own one shown in turn 2, and three others, none of them own.
    --check c.json checks what --certificate c.json writes. With it, --force allows any
    memory, and --verified runs a checker proved correct in Coq, too (verified.md).

    \b
    Examples:
      $ mystpy solve --game 'rules="myst",m=3,n=1,p=2,q=1' --useful --words
      $ mystpy solve --game 'rules="myst",m=2,n=2,p=2,q=1' --certificate - | head -c 99
      $ mystpy solve --game 'rules="myst",m=1,n=1,p=3,q=1'
      $ mystpy solve --game 'rules="myst",m=2,n=1,p=2,q=1' --useful --efg - | head
      $ mystpy solve --game 'rules="myst",m=2,n=1,p=2,q=1' --useful --draw tree.svg
    """
    if check is not None:
        return _check(check, form, **{"game": game, "games": games, **options})
    if options.pop("verified"):
        raise QueryError("--verified goes with --check")
    if games is None:
        return _one(game, form, **options)
    if game is not None:
        raise QueryError("give --game or --games, not both")
    return sweep(games, form, **options)


def _check(
    name: str,
    form: str,
    *,
    verified: bool,
    seconds: float | None,
    force: bool,
    **options: Any,
) -> int:
    """Check a certificate, which goes with few other options."""
    _require_alone(options)
    return check_file(name, form, seconds, force=force, verified=verified)


def _require_alone(options: Mapping[str, Any]) -> None:
    """Raise QueryError if anything is said besides a certificate."""
    given = {key for key, x in options.items() if x not in (None, False, "both")}
    if "game" in given:
        raise QueryError("a certificate has a game of its own: leave out --game")
    if given:
        raise QueryError(
            "--check goes with --verified, --seconds, --force and --format only"
        )


def _one(
    text: str | None,
    form: str,
    *,
    jobs: int | None,
    cluster: str | None,
    **options: Any,
) -> int:
    """Solve a game, of two players or more."""
    if text is None:
        example = """--game 'rules="myst",m=3,n=1,p=2,q=1'"""
        raise QueryError("which game?", hint=example)
    if jobs is not None or cluster is not None or options.pop("plot") is not None:
        raise QueryError("--jobs, --cluster and --plot are for --games")
    require_files(*(options[name] for name in ("certificate", "efg", "resume", "draw")))
    game = read_game(text)
    return (settle if game.p > 2 else _solve)(game, form, **options)


def _solve(
    game: Game,
    form: str,
    *,
    strategies: bool,
    words: bool,
    spans: bool,
    certificate: str | None,
    efg: str | None,
    draw: str | None,
    seconds: float | None,
    resume: str | None,
    **options: Any,
) -> int:
    from mystpy.solve.commands.text import reduction_lines

    start = time.monotonic()
    _require_told(options, words or spans or bool(efg or draw))
    # Who asks for the tree gets that of the game that was named.
    options["whole"] |= bool(efg or draw) and not _restricted(options)
    run = run_of([game], **options)

    def say(best: ValueBounds, *more: Any) -> None:
        if "-" not in (certificate, efg, draw):
            print_bounds(form, best, run, time.monotonic() - start, *more)
        elif run.reduced:  # standard output is what was asked for, alone
            click.echo("\n".join(reduction_lines(run)), err=True)

    def end(best: ValueBounds) -> None:
        say(best)
        write_at_once(best, certificate, efg, draw)

    best = closest(bounds_of(game, run, resume), seconds, end)
    report: Sequence[PlanDescription] = ()
    if words or spans:
        left = seconds and start + seconds - time.monotonic()
        best, report = describe_strategies(best, left, end, every=spans)
    say(best, report, strategies)
    write_files(best, certificate, efg, draw)
    return OPEN if best.value is None else YES


def _require_told(options: Mapping[str, Any], more: bool) -> None:
    """Raise QueryError if --either is given with what is not told of such games."""
    if options["either"] and more:
        raise QueryError("--either does not go with --words, --spans, --efg and --draw")


def _restricted(options: Mapping[str, Any]) -> bool:
    return bool(options["useful"] or options["unlocated"])
