"""`mystpy tournament`: many games between players, and their ranking."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import Any

import click

from mystpy.arena.commands import text as show
from mystpy.arena.commands.entrants import entrant_options, tournament_of
from mystpy.arena.commands.hosting import (
    guest_options,
    hosted,
    kinds_with,
    make_lobby,
    tell_first_faults,
    tell_protections,
)
from mystpy.arena.commands.standings_svg import standings_svg
from mystpy.arena.design import Tournament
from mystpy.arena.parquet import require_pyarrow, write_parquet
from mystpy.arena.ratings.replay import first_guest
from mystpy.arena.schedule import RowWriter, replay_games, run_tournament
from mystpy.arena.score import MatchHost
from mystpy.arena.scorebook import Scorebook
from mystpy.arena.solutions import solutions
from mystpy.cli.answers import print_answer, report, theory_line
from mystpy.cli.options import format_option, path_option, seconds_option
from mystpy.cli.running.limit import within
from mystpy.cli.running.progress import Progress, tell_of_damage
from mystpy.cli.status import YES
from mystpy.errors import QueryError
from mystpy.files.whole import write_whole
from mystpy.records.commands.record_output import write_records
from mystpy.records.played_games import (
    recorded_games,
    replayed_games,
    require_shipped_axioms,
)
from mystpy.theories import result_keys

GAMES, MOST = 1000, 1_000_000
"""The default number of games, and the most games with --until."""


@click.command("tournament", no_args_is_help=True)
@click.argument("file", required=False)
@click.option(
    "--games",
    type=click.IntRange(1),
    help=f"The number of games, {GAMES} if not given; rounded up so that each deal is"
    " played in all its rotations.",
)
@entrant_options
@guest_options
@path_option("--out", "Write each game into this file, as a line of JSON.")
@click.option(
    "--resume",
    is_flag=True,
    help="Continue the games in --out, and play damaged ones again.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    help="The number of processes; by default one for each core.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the dask cluster at this address (mystpy[cluster]), such as"
    " tcp://127.0.0.1:8786.",
)
@click.option(
    "--until",
    metavar="WIDTH",
    type=click.FloatRange(0, 1, min_open=True),
    help="Stop as soon as no interval is wider than this, such as 0.05.",
)
@path_option(
    "--parquet", "Write the games of --out into this file, too (mystpy[parquet])."
)
@path_option(
    "--records",
    "Write the record of each game into this file, too: each is played once more.",
)
@path_option("--plot", "Draw the shares with their intervals into this file, as SVG.")
@seconds_option("Stop after this time, with status 3; the games in --out are kept.")
@format_option("text", "json")
def command(file: str | None, form: str, **given: Any) -> int:
    """Play many games between players, and rank the players by their wins.

    FILE names the players, and one game or several. Without FILE, --game and --player
    do. Each deal is played in all rotations of the players over the seats, unless FILE
    says seats = "fixed". A player who breaks the rules loses, and the others share the
    win. The same seed gives the same games on any number of cores, and --resume
    continues them.

    Other programs play as the kinds program, contest and connect. A person plays as the
    kind person, and joins with mystpy join person NAME ADDRESS.

    The intervals have 95 % confidence, with deals as the unit. With --until they remain
    valid although they decide when the games stop. Probabilities of differences are
    corrected for the number of pairs (Holm).

    \b
    A file:
      game = { rules = "clue", p = 3 }
      [[player]]
      kind = "exact"
      [[player]]
      name = "others"
      kind = "random"
      copies = 2

    \b
    Examples:
      $ mystpy tournament example:exact-knowledge --games 60
      $ mystpy tournament example:exact-knowledge --games 30 --format json
      $ mystpy tournament --player exact --player random --games 15
    """
    lobby = make_lobby(given["port"])
    tournament = tournament_of(file, given, kinds_with(lobby))
    _require_fitting(given, tournament)
    last_word = partial(report, as_json=form == "json")
    with ExitStack() as held, within(given["seconds"], last_word):
        host, processes = hosted(tournament, lobby, held, given)
        found = _conducted(tournament, held, form, given, host, processes)
    _plotted(found, file, given)
    print_answer(form, {**found, **result_keys()}, show.standings(found))
    return YES


def _plotted(found: dict[str, object], file: str | None, given: dict[str, Any]) -> None:
    if path := given["plot"]:
        write_whole(path, standings_svg(found, f"Tournament: {file or 'as given'}"))


def _recorded(
    tournament: Tournament, book: Scorebook | None, games: int, given: dict[str, Any]
) -> None:
    if path := given["records"]:
        if book is not None and first_guest(tournament.entrants) is not None:
            records = recorded_games(tournament, book.found())
        else:
            records = replayed_games(tournament, games)
        write_records(records, path, many=True)


def _require_fitting(given: dict[str, Any], tournament: Tournament) -> None:
    """Raise QueryError for options that cannot be combined, before a game is played."""
    if given["records"]:
        require_shipped_axioms()
        if given["out"] is None and first_guest(tournament.entrants) is not None:
            hint = "give --out FILE, too: it has what the guests did"
            raise QueryError("--records of games with guests needs --out", hint=hint)
    for option in ("resume", "parquet"):
        if given[option] and given["out"] is None:
            raise QueryError(f"--{option} needs --out", hint="give --out FILE, too")
    if given["parquet"]:
        require_pyarrow()


def _conducted(
    tournament: Tournament,
    held: ExitStack,
    form: str,
    given: dict[str, Any],
    host: MatchHost,
    processes: int,
) -> dict[str, object]:
    """Return the results of the games; each is written before the next one counts."""
    book, write = _book(tournament, held, form, given)
    cluster = given["cluster"]
    if book is not None:
        replay_games(tournament, book.missing(), write, processes, cluster, host)
    confined = tell_protections(tournament.entrants, tournament.games[0])
    bar = Progress("games")
    standings = run_tournament(
        tournament,
        () if book is None else book.found(),
        tell_first_faults(write, bar.clear),
        games=given["games"] or (MOST if given["until"] else GAMES),
        until=given["until"],
        processes=processes,
        cluster=cluster,
        tell=bar,
        host=host,
    )
    bar.clear()
    found = standings.as_object()
    if solved := solutions(tournament.entrants, tournament.games):
        found["solutions"] = solved
    if confined:
        found["confinement"] = confined
    if book is not None:
        book.write(found)
        if given["parquet"]:
            write_parquet(book.found(), given["parquet"])
    _recorded(tournament, book, standings.games, given)
    return found


def _book(
    tournament: Tournament, held: ExitStack, form: str, given: dict[str, Any]
) -> tuple[Scorebook | None, RowWriter]:
    """Return the file of results, if there is to be one, and the writer of games."""
    if given["out"] is not None:
        book = Scorebook(given["out"], tournament.head(), resume=given["resume"])
        held.callback(book.close)
        tell_of_damage(book, "played")
        return book, book.write
    if form == "json":
        _print(tournament.head())
        return None, _print
    return None, _forget


def _print(line: Any) -> None:
    click.echo(theory_line(line))


def _forget(_line: Any) -> None:
    """Write nothing: the games are only counted."""
