"""`mystpy solve`: the exact value of a game, or a profile for three players."""

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
    noted,
    print_bounds,
    require_files,
    tell_of_reduction,
    usual_plans,
    with_certificate,
    write_at_once,
    write_files,
)
from mystpy.solve.commands.teams import settle_team
from mystpy.solve.commands.turns import bounds_of, closest, run_of

if TYPE_CHECKING:
    from mystpy.game.game import Game
    from mystpy.solve.equilibria.description import PlanDescription
    from mystpy.solve.extensive.value_bounds import BoundWitness, ValueBounds
    from mystpy.solve.runs.run import Run


@click.command("solve")
@click.option(
    "--game",
    metavar="GAME",
    help="The game: MYST(3,1,2,1), a JSON object or inline TOML.",
)
@click.option(
    "--games",
    metavar="GAMES",
    help="Solve many games instead, the largest first: ranges as in mystpy theorem.",
)
@click.option(
    "--jobs", type=click.IntRange(1), help="With --games: the number of processes."
)
@click.option("--cluster", metavar="ADDRESS", help="Solve --games on a dask cluster.")
@click.option(
    "--bluff",
    type=click.Choice(["both", "one", "other", "nobody"]),
    default="both",
    show_default=True,
    help="The players that may ask for own cards only: both, player 1, player 2, "
    "nobody.",
)
@click.option(
    "--useful",
    is_flag=True,
    help="Only questions with a card that the other was not asked for, and none that "
    "the other has shown; a player who knows the pile guesses it. Much smaller "
    "trees.",
)
@click.option(
    "--unlocated",
    is_flag=True,
    help="Leave out questions with a card that the other has shown.",
)
@click.option(
    "--whole",
    is_flag=True,
    help="Include questions that are proved to change no value.",
)
@click.option(
    "--announced",
    is_flag=True,
    help="Play without guesses: a player who knows the pile says so, and wins.",
)
@click.option(
    "--either",
    is_flag=True,
    help="In a turn a player asks or guesses, but not both.",
)
@click.option(
    "--regret",
    "rounds",
    metavar="ROUNDS",
    type=click.IntRange(min=1),
    help="Minimize regrets in this number of rounds instead of solving a linear "
    "program, for trees that are too large for it.",
)
@click.option(
    "--gap",
    metavar="GAP",
    help="Stop as soon as the bounds are no further apart, such as 0.001.",
)
@click.option("--turns", type=click.IntRange(min=1), help="Look at most N turns ahead.")
@click.option(
    "--alone",
    metavar="PLAYER",
    type=click.IntRange(min=1),
    help="For three or more players: bound what this one wins if all others are a team "
    "that agrees on a plan before the deal. They do not see each other's cards.",
)
@click.option(
    "--named",
    is_flag=True,
    help="With --alone: the team may use the names of cards as a code. Larger trees.",
)
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
    help="Write the searched part of the tree for Gambit and OpenSpiel.",
)
@click.option(
    "--draw",
    metavar="FILE",
    help="Draw the searched part of the tree, as SVG, PDF or DOT.",
)
@click.option(
    "--resume",
    metavar="FILE",
    help="Save the results after each turn in a file, and continue from it.",
)
@click.option(
    "--plot", metavar="FILE", help="Draw the values of --games into this file, as SVG."
)
@click.option(
    "--force",
    is_flag=True,
    help="Solve or check even if that may need too much memory.",
)
@click.option("--check", metavar="FILE", help="Check the strategies of a certificate.")
@click.option(
    "--verified",
    is_flag=True,
    help="With --check: also run the checker that is proved correct in Coq.",
)
@seconds_option("Stop after this time, with the bounds found so far.")
@format_option("text", "json")
def command(
    form: str, check: str | None, game: str | None, games: str | None, **options: Any
) -> int:
    """Compute the value of a game of two players, and optimal strategies.

    The value is the probability with which player 1 wins if both play optimally. The
    answer is an exact fraction, proved by one strategy of each player, or bounds. A
    player who guesses wrong loses, which Theorem 3.2 justifies for questions of at most
    m + n + 1 cards. The game is solved for more and more turns, with unfinished games
    counted for either player, until both bounds agree. Otherwise the exit status is 5.
    Large games end with a last question, if the next tree would have too many ways to
    end. Ctrl-C ends the search with the last bounds.

    In MYST, if both may bluff or q is larger than n, questions that reveal nothing are
    left out: it is proved that they change no value. --whole includes them.

    For three or more players the others' strategies do not fix a player's share. The
    command then searches for a strategy profile and reports how much a player can gain
    by another strategy; the exit status is 5 unless that is 0. With --alone 2 it bounds
    what player 2 wins against all others as a team. See third-player.md.

    A strategy names a class of cards by the turns in which they were asked for, with a
    star if one was shown. 3: 1:1/0 2*:1/1 -:3/0 is a question of turn 3. It has one
    card that was asked for in turn 1 and is not the player's own. It also has a card of
    the player's own that was shown in turn 2, and three other cards, none her own.

    --check FILE checks a file that --certificate wrote. With it, --force allows any
    memory, and --verified also runs a checker that is proved correct in Coq
    (verified.md).

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
        raise QueryError("--verified needs --check")
    if games is None:
        return _one(game, form, **options)
    if game is not None:
        raise QueryError("give --game or --games, not both")
    return sweep(games, form, **_of_many(options))


def _of_many(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options for many games. Raises QueryError for those for one game."""
    alone, named = options.pop("alone"), options.pop("named")
    if alone is not None or named:
        raise QueryError("--alone and --named are for --game")
    return options


def _check(
    name: str,
    form: str,
    *,
    verified: bool,
    seconds: float | None,
    force: bool,
    **options: Any,
) -> int:
    """Check a certificate; few other options are allowed with it."""
    _require_alone(options)
    return check_file(name, form, seconds, force=force, verified=verified)


def _require_alone(options: Mapping[str, Any]) -> None:
    """Raise QueryError if other options are given besides a certificate."""
    given = {key for key, x in options.items() if x not in (None, False, "both")}
    if "game" in given:
        raise QueryError("a certificate has a game of its own: leave out --game")
    if given:
        raise QueryError(
            "--check takes only --verified, --seconds, --force and --format"
        )


def _one(
    text: str | None,
    form: str,
    *,
    jobs: int | None,
    cluster: str | None,
    **options: Any,
) -> int:
    """Solve a game of two players or more."""
    if text is None:
        example = """--game 'rules="myst",m=3,n=1,p=2,q=1'"""
        raise QueryError("which game?", hint=example)
    if jobs is not None or cluster is not None or options.pop("plot") is not None:
        raise QueryError("--jobs, --cluster and --plot are for --games")
    require_files(*(options[name] for name in ("certificate", "efg", "resume", "draw")))
    game = read_game(text)
    if options["alone"] is not None:
        return settle_team(game, form, **options)
    del options["alone"]
    if options.pop("named"):
        raise QueryError("--named needs --alone", hint="such as --alone 1")
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
    start, usual = time.monotonic(), dict[int, "BoundWitness"]()
    run = _run(game, options, trees=bool(efg or draw), words=words or spans)

    def say(best: ValueBounds, *more: Any) -> None:
        if "-" not in (certificate, efg, draw):
            print_bounds(form, best, run, time.monotonic() - start, *more)
        elif run.reduced:  # standard output is what was asked for, alone
            tell_of_reduction(run)

    def end(best: ValueBounds) -> None:
        if certificate is not None:
            best = with_certificate(best, usual)
        say(best)
        write_at_once(best, certificate, efg, draw)

    explicit = strategies or words or spans or certificate is not None
    best = closest(noted(bounds_of(game, run, resume, explicit), usual), seconds, end)
    report: Sequence[PlanDescription] = ()
    if explicit:
        best = usual_plans(best, usual, run, _left(start, seconds), end, say)
    if words or spans:
        left = _left(start, seconds)
        best, report = describe_strategies(best, left, end, every=spans)
    say(best, report, strategies)
    write_files(best, certificate, efg, draw)
    return OPEN if best.value is None else YES


def _left(start: float, seconds: float | None) -> float | None:
    """Return how many of these seconds are left, if they are limited."""
    return seconds and start + seconds - time.monotonic()


def _run(game: Game, options: dict[str, Any], *, trees: bool, words: bool) -> Run:
    """Return how a game is played and solved. Raises QueryError."""
    _require_told(options, words or trees)
    # With --efg or --draw the tree is that of the named game.
    options["whole"] |= trees and not _restricted(options)
    return run_of([game], **options)


def _require_told(options: Mapping[str, Any], more: bool) -> None:
    """Raise QueryError if --either is given with an option that does not allow it."""
    if options["either"] and more:
        raise QueryError(
            "--either cannot be combined with --words, --spans, --efg and --draw"
        )


def _restricted(options: Mapping[str, Any]) -> bool:
    return bool(options["useful"] or options["unlocated"])
