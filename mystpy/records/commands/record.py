"""`mystpy record`: check records of games, derive views, merge, import, count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from mystpy.cli.answers import report, result_line
from mystpy.cli.options import engine_option, format_option
from mystpy.cli.source import file_read
from mystpy.cli.status import NO, YES
from mystpy.engines import get_engine
from mystpy.errors import MystError, QueryError
from mystpy.records.check import RecordFault, faults_of
from mystpy.records.commands.record_input import Named, named_records, named_texts
from mystpy.records.commands.record_output import write_records
from mystpy.records.format.record import GameRecord
from mystpy.records.knowledge import (
    players_known,
    with_claims_judged,
    with_knowledge,
)
from mystpy.records.merge import merged
from mystpy.records.view import view_of

Options = dict[str, Any]

_ACTIONS = ("check", "view", "merge", "know", "import", "statistics", "archive")


@click.command("record")
@click.argument("what", type=click.Choice(_ACTIONS))
@click.argument("files", nargs=-1, metavar="[FILE...]")
@click.option(
    "--as",
    "players",
    multiple=True,
    metavar="PLAYER",
    help="With view and know: the player; with import: the name of a seat. May be "
    "repeated.",
)
@click.option("--spectator", is_flag=True, help="With view: show what all players see.")
@click.option(
    "--record",
    "number",
    type=click.IntRange(1),
    help="The number of the record, if FILE has many.",
)
@click.option(
    "--at-turn",
    "turns",
    type=click.IntRange(0),
    multiple=True,
    help="With know: show the knowledge after this turn (all turns); may be repeated.",
)
@click.option(
    "--from", "source", metavar="FORMAT", help="With import: the format of FILE."
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="With archive: the number of games to play.",
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    help="With archive: the seed of the games.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write to this file; compressed if its name ends in .gz.",
)
@engine_option
@format_option("text", "json")
def command(what: str, files: tuple[str, ...], form: str, **options: Any) -> int:
    """Check records of games, show what players saw, merge, import and count records.

    \b
      check       check a record against the axioms: its turns, its result, its
                  claims, and its lines about the knowledge of players
      view        hide everything that a player, or a spectator, has not seen
      merge       combine the records of several players into one
      know        compute what players know after each turn, and check their
                  claims
      import      read tournament results, transcripts, notebooks, or files of
                  other programs
      statistics  count openings, wins and lengths
      archive     play games and save their records

    \b
    Examples:
      $ mystpy record check example:records/full-game
      $ mystpy record view example:records/full-game --as 2
      $ mystpy record statistics queries/records/archive.records.toml.gz --record 1
    """
    run: Callable[[tuple[str, ...], Options], int] = _RUN[what]
    if not files and what != "archive":
        raise QueryError(f"record {what} needs a FILE", hint="- is standard input")
    return run(files, {**options, "form": form})


def _check(files: tuple[str, ...], options: Options) -> int:
    engine, status, form = get_engine(options["engine"]), YES, options["form"]
    for text in named_texts(files, options["number"]):
        try:
            record = text.record()
        except MystError as error:  # the records after it are checked, too
            status = max(status, report(error, as_json=form == "json"))
            continue
        faults = list(faults_of(record, engine))
        status = max(status, NO if faults else YES)
        if form == "json":
            rows = [each._asdict() for each in faults]
            answer = {"record": text.called, "turns": record.turns}
            click.echo(result_line({**answer, "right": not faults, "faults": rows}))
        else:
            click.echo("\n".join(_check_lines(text.called, record, faults)))
    return status


def _check_lines(
    called: str, record: GameRecord, faults: Sequence[RecordFault]
) -> Iterator[str]:
    if not faults:
        turns = f"{record.turns} turn{'s' * (record.turns != 1)}"
        yield f"{called}: right, {turns}"
    for fault in faults:
        yield f"{called}: {fault}"
        if fault.hint:
            yield f"  hint: {fault.hint}"


def _view(files: tuple[str, ...], options: Options) -> int:
    players, spectator = options["players"], options["spectator"]
    if bool(players) == spectator:
        raise QueryError("record view is for --as PLAYER or --spectator")

    def seen(record: GameRecord) -> GameRecord:
        found = {record.game.player(each) for each in players}
        return view_of(record, tuple(sorted(found)))

    return _changed(named_records(files, options["number"]), seen, options)


def _know(files: tuple[str, ...], options: Options) -> int:
    engine = get_engine(options["engine"])

    def known(record: GameRecord) -> GameRecord:
        players = [record.game.player(each) for each in options["players"]]
        turns = options["turns"] or range(record.turns + 1)
        who = players or players_known(record)
        found = with_knowledge(record, who, sorted(set(turns)), engine)
        return with_claims_judged(found, engine)

    return _changed(named_records(files, options["number"]), known, options)


def _changed(
    records: Iterator[Named],
    change: Callable[[GameRecord], GameRecord],
    options: Options,
) -> int:
    """Write each record as it is after a change; errors name the record."""

    def after() -> Iterator[GameRecord]:
        for name, record in records:
            try:
                yield change(record)
            except QueryError as error:
                raise QueryError(f"{name}: {error}", hint=error.hint) from None

    write_records(after(), options["output"])
    return YES


def _merge(files: tuple[str, ...], options: Options) -> int:
    found = list(named_records(files, options["number"]))
    if len(found) < 2:
        raise QueryError("record merge needs two records or more of one game")
    one = merged([record for _, record in found], [name for name, _ in found])
    faults = list(faults_of(one, get_engine(options["engine"])))
    if faults:
        fault = faults[0]
        raise QueryError(f"together they cannot be true: {fault}", hint=fault.hint)
    write_records(iter([one]), options["output"])
    return YES


def _import(files: tuple[str, ...], options: Options) -> int:
    from mystpy.records.importers.formats import imported

    def found() -> Iterator[GameRecord]:
        for file in files:
            text, name = file_read(file)
            yield from imported(text, name, options["source"], options["players"])

    write_records(_picked(found(), options["number"]), options["output"])
    return YES


def _picked(records: Iterable[GameRecord], number: int | None) -> Iterator[GameRecord]:
    """Yield all records, or the one with a number. Raises QueryError if missing."""
    seen = 0
    for record in records:
        seen += 1
        if number in (None, seen):
            yield record
    if number is not None and seen < number:
        raise QueryError(f"there is no record {number}", hint=f"there are {seen}")


def _statistics(files: tuple[str, ...], options: Options) -> int:
    from mystpy.records.commands.statistics_text import statistics_lines
    from mystpy.records.statistics import RecordStatistics

    total = RecordStatistics()
    for _, record in named_records(files, options["number"]):
        total.add(record)
    if options["form"] == "json":
        click.echo(result_line(total.as_object()))
    else:
        click.echo("\n".join(statistics_lines(total.as_object())))
    return YES


def _archive(files: tuple[str, ...], options: Options) -> int:
    from mystpy.records.archive import archive_records

    if files:
        raise QueryError("record archive reads no FILE", hint="-o says where it goes")
    write_records(
        archive_records(options["games"], options["seed"]),
        options["output"],
        many=True,
    )
    return YES


_RUN = {
    "check": _check,
    "view": _view,
    "merge": _merge,
    "know": _know,
    "import": _import,
    "statistics": _statistics,
    "archive": _archive,
}
