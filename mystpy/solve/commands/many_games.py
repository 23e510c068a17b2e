"""Solve many games, on all cores or on a cluster, and report each once it is solved."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mystpy.cli.options import read_object
from mystpy.cli.running.limit import within
from mystpy.cli.source import require_file
from mystpy.cli.status import OPEN, YES
from mystpy.errors import EngineFailed, GameError, QueryError
from mystpy.files.json_text import json_line
from mystpy.files.rows import Appender, NotWritten
from mystpy.files.whole import write_whole
from mystpy.processes.workers import ProcessEnded, spread
from mystpy.solve.commands.turns import (
    bounds,
    is_watched,
    kept_in,
    print_progress,
    resume_run,
    run_of,
)
from mystpy.theories import result_keys

if TYPE_CHECKING:
    from mystpy.game.game import Game
    from mystpy.solve.runs.run import Run, StageJournal


_DEATHS = 3
"""How often a process may be killed before another game is solved."""


def sweep(
    text: str,
    form: str,
    *,
    seconds: float | None,
    jobs: int | None,
    cluster: str | None,
    resume: str | None,
    plot: str | None,
    **options: Any,
) -> int:
    """Print the values of many games, each as soon as it is found."""
    from mystpy.conjectures.ranges import games_in
    from mystpy.solve.commands import text as value_text

    for name in ("strategies", "words", "spans", "certificate", "efg", "draw"):
        if options.pop(name):
            raise QueryError("--games is for values only: name one --game for more")
    for path in (resume, plot):
        if path is not None:
            require_file(Path(path))
    games = solvable(games_in(read_object(text, "--games")))
    run = run_of(games, **options)
    if plot is not None and all(game.rules != "myst" for game in games):
        raise QueryError("--plot draws games of MYST, by m and n")
    if form != "json" and (note := value_text.reduction_note(run)):
        click.echo(note, err=True)
    found = []
    with within(seconds, lambda _: None):
        for result in solved_range(games, run, jobs, cluster, resume):
            found.append(result)
            as_json = {**result, **value_text.reduction_keys(run), **result_keys()}
            click.echo(json_line(as_json) if form == "json" else value_line(result))
    if plot is not None:
        draw(found, plot)
    return YES if all(result["value"] for result in found) else OPEN


def solvable(games: Sequence[Game]) -> list[Game]:
    """Return the games that have two players and one prize; the others are reported.

    Raises QueryError or GameError if there are none.
    """
    from mystpy.solve.extensive.classes import check_solved

    found: list[Game] = []
    refused, left = dict[str, GameError | QueryError](), 0
    for game in dict.fromkeys(games):
        try:
            check_solved(game)
        except (GameError, QueryError) as error:
            refused[str(error)] = error
            left += 1
        else:
            found.append(game)
    if not found:
        first = next(iter(refused.values()))
        if all(game.p > 2 for game in games):
            first.hint = "--game GAME seeks a profile of three players or more"
        raise first
    if left:
        which = f"{left} game{'s' * (left > 1)} of the range"
        click.echo(f"mystpy: without {which}: {'; '.join(refused)}", err=True)
    return found


def solved_range(
    games: Sequence[Game],
    run: Run,
    jobs: int | None = None,
    cluster: str | None = None,
    resume: str | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield the bounds of many games as JSON objects, the largest games first.

    They are solved by this number of processes, or on a cluster. The run continues from
    the stages in the file to resume: processes continue turn by turn, a cluster game by
    game. If a process is killed, its game begins again from the last saved stage.
    Raises as `StageJournal`, `spread` and `spread_over` do.
    """
    with resume_run(resume, run) as journal:
        yield from _solved_range(games, run, jobs, cluster, journal)


def _solved_range(
    games: Sequence[Game],
    run: Run,
    jobs: int | None,
    cluster: str | None,
    journal: StageJournal | None,
) -> Iterator[dict[str, Any]]:
    from mystpy.solve.runs.forecast import Agenda

    kept = kept_in(journal, games)
    processes = jobs or os.cpu_count() or 1
    agenda = Agenda(games, run, processes) if is_watched() else None
    if agenda:
        print_progress(agenda.begun())
    for number, result in _found(games, run, processes, cluster, journal, kept):
        yield result
        if agenda:
            game = games[number]
            print_progress(
                agenda.done(game, None if game in kept else result["seconds"])
            )


def _found(
    games: Sequence[Game],
    run: Run,
    processes: int,
    cluster: str | None,
    journal: StageJournal | None,
    kept: Mapping[Game, Mapping[str, Any]],
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the bounds of each game, with its number, once they are saved."""
    from mystpy.processes.cluster import spread_over

    items = {k: (game, kept.get(game)) for k, game in enumerate(games)}
    append = None if journal is None else journal.appender()
    if cluster is not None:
        work = partial(_solved, run, append is not None)
        found = spread_over(cluster, work, reversed(items.items()))
    else:
        work = partial(_solved, run, append or False)
        found = spread_again(work, items, processes, lambda: kept_in(journal, games))
    for number, (result, stage) in found:
        if append and stage:
            append(stage)
        yield number, result


Item = tuple["Game", Mapping[str, Any] | None]
"""A game to be solved, and its saved stage."""


SolvedGame = tuple[dict[str, Any], Mapping[str, Any] | None]
"""The bounds of a game as a JSON object, and the stage to be saved."""


def spread_again(
    work: Callable[[Item], SolvedGame],
    items: Mapping[int, Item],
    processes: int,
    kept: Callable[[], Mapping[Game, Mapping[str, Any]]],
) -> Iterator[tuple[int, SolvedGame]]:
    """Yield the results of `spread`; a game whose process was killed begins again.

    It continues from the stages that are `kept` by then. Raises as `spread` if
    processes are killed again and again, and no game is solved in between.
    """
    left, deaths = dict(items), 0
    while left:
        try:
            done = spread(work, left, processes, largest_first=True, apart=True)
            for number, found in done:
                deaths = 0
                del left[number]
                yield number, found
        except ProcessEnded as error:
            deaths += 1
            if deaths > _DEATHS:
                raise
            print_progress(f"{error}: its game begins again", waited=True)
            stages = kept()
            left = {k: (game, stages.get(game)) for k, (game, _) in left.items()}


def _solved(run: Run, keep: Appender | bool, item: Item) -> SolvedGame:
    """Return the bounds of a game as an object: the last ones before it is too large.

    In this case `stopped` has the reason. The stages are saved in a file, or the second
    part is the stage to be saved.
    """
    from mystpy.solve.commands import text as value_text

    game, kept = item
    best, stopped, start = None, dict[str, str](), time.monotonic()
    last = deque[Mapping[str, Any]](maxlen=1)
    write = keep if isinstance(keep, Appender) else last.append
    try:
        name = f"{game_name(game)}, "
        for found in bounds(game, run, kept, write if keep else None, name):
            best = found
    except NotWritten:
        raise
    except (EngineFailed, QueryError) as error:  # it is too large for the next turn
        if best is None and kept is not None:
            raise
        stopped = {"stopped": str(error)}
    result = (
        value_text.enclosure_object(best, 0, value_text.method(run.rounds))
        if best
        else (value_text.unknown_object(game, run.variant))
    )
    result["seconds"] = round(time.monotonic() - start, 3)
    return result | stopped, last[0] if last else None


def draw(found: Sequence[Mapping[str, Any]], path: str) -> None:
    """Draw the values of the games of MYST. Raises QueryError for a file."""
    from mystpy.solve.commands.values_svg import PlottedValue, values_svg

    points = []
    for result in found:
        game, (low, high) = result["game"], (result["lower"], result["upper"])
        if game["rules"] == "myst":
            size = game["m"], game["n"], game["q"]
            points.append(
                PlottedValue(*size, result["bluff"], Fraction(low), Fraction(high))
            )
    write_whole(path, values_svg(points))


def value_line(result: Mapping[str, Any]) -> str:
    """Return a game and its value, or bounds on it, in a line."""
    from mystpy.game.game import Game

    value = result["value"] or f"{result['lower']} to {result['upper']}"
    why = f" ({result['stopped']})" if "stopped" in result else ""
    return f"{game_name(Game.from_dict(result['game']))}: {value}{why}"


def game_name(game: Game) -> str:
    """Return a game by its sizes."""
    if game.sorts:
        return f"Clue {' + '.join(str(len(cards)) for _, cards in game.sorts)}"
    if game.m is None or game.n is None:
        return f"{'|'.join(map(str, game.sizes))} cards, q = {game.q}"
    return f"MYST({game.m},{game.n},{game.p},{game.q})"
