"""`mystpy grade`: a class, marked in parallel, once or while it hands in."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import closing, nullcontext
from itertools import chain
from pathlib import Path

import click

from mystpy.cli.answers import result_line
from mystpy.cli.options import format_option
from mystpy.cli.running.limit import Duration
from mystpy.cli.running.signals import interrupt_python
from mystpy.cli.source import file_read, folder_of
from mystpy.errors import QueryError
from mystpy.exercises.classroom import SubmissionResult, exercises_in
from mystpy.exercises.classwork.mark_table import (
    MarkTable,
    mark_table,
    table_csv,
    table_lines,
)
from mystpy.exercises.classwork.platform_files import (
    FILE_NAMES,
    gradebook_csv,
    left_out,
    require_numbers,
)
from mystpy.exercises.classwork.staging import StagedClass, staged_class
from mystpy.exercises.classwork.students import PLATFORMS
from mystpy.exercises.commands.class_marking import (
    export_notes,
    journal_path,
    missing,
    results,
    status_of,
    submissions,
)
from mystpy.exercises.exercise import load_exercise
from mystpy.exercises.gradebook import Gradebook, as_csv, errors_page
from mystpy.exercises.guidance.class_report import misconceptions_json
from mystpy.exercises.marking import require_marking
from mystpy.exercises.supervision import Limits
from mystpy.exercises.worksheets.variants import VariantTexts
from mystpy.exercises.worksheets.worksheet import Worksheet, read_worksheet
from mystpy.files.whole import write_whole

MAX_MEGABYTES = 10**7
"""The most that --memory may be: ten terabytes, more than a process can have."""


@click.command("grade")
@click.argument("folder")
@click.option(
    "--exercises",
    metavar="FOLDER",
    help="The folder of the exercises; by default those of mystpy.",
)
@click.option(
    "--worksheet",
    metavar="FILE",
    help="Mark the exercises of a worksheet, in each student's variant.",
)
@click.option(
    "--out", metavar="FOLDER", help="Write marks, tables and errors into this folder."
)
@click.option(
    "--gradebook",
    type=click.Choice(PLATFORMS),
    help="With --out: also write a file that this platform imports.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Continue the results in --out, and mark changed files again.",
)
@click.option(
    "--watch",
    is_flag=True,
    help="Mark files when they change, with a live table, until Ctrl-C.",
)
@click.option(
    "--every",
    type=Duration(),
    default=2,
    show_default=True,
    help="With --watch: the seconds between two checks.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    help="The number of processes (one for each core).",
)
@click.option(
    "--seconds",
    type=Duration(),
    default=30,
    show_default=True,
    help="Limit the processor time of each submission, in seconds.",
)
@click.option(
    "--memory",
    type=click.IntRange(64, MAX_MEGABYTES),
    default=1_000,
    show_default=True,
    help="Limit the memory of each submission, in megabytes.",
)
@format_option("text", "csv", "wide", "json")
def command(folder: str, form: str, **options: object) -> int:
    """Mark the submissions in FOLDER, and print the marks as a table (CSV).

    FOLDER has a folder for each student, with a file for each exercise that has the
    name of the exercise: class/ann/hexa-own-card.txt. It may also be a zip archive or a
    folder as Moodle, Canvas or ILIAS export submissions.

    Each file is marked in a process of its own with limits of time and memory. Links
    and files that are not text are refused. On Linux the processes also have no access
    to your files, the network and other processes, as far as the system allows. A line
    on standard error reports the protection.

    --format wide prints one row for each student, with a column for each exercise and
    sums. The exit status is 3 if something could not be marked: it has no points.

    --out writes results to grade.jsonl as they are found. After Ctrl-C, --resume
    continues, and marks changed or damaged files again. At the end the command writes
    marks.csv, table.csv, errors.html and misconceptions.json.

    \b
    Examples:
      $ mystpy grade queries/exercises/class
      $ mystpy grade queries/exercises/class --format wide
    """
    interrupt_python()  # so that Ctrl-C ends the processes, too
    sheet = _worksheet(options)
    exercises = _exercises(options, sheet)
    _require_out(options)
    limits = _limits(float(str(options["seconds"])), int(str(options["memory"])))
    jobs = int(str(options["jobs"] or os.cpu_count() or 1))
    if options["watch"]:
        from mystpy.exercises.commands.class_watch import watch_class

        every = float(str(options["every"]))
        return watch_class(Path(folder), exercises, sheet, limits, jobs, every)
    with staged_class(Path(folder), exercises) as work:
        return _marked_class(
            work, folder, exercises, sheet, limits, jobs, form, options
        )


def _marked_class(
    work: StagedClass,
    folder: str,
    exercises: Mapping[str, str],
    sheet: Worksheet | None,
    limits: Limits,
    jobs: int,
    form: str,
    options: Mapping[str, object],
) -> int:
    """Mark a class, write the files, and print the table."""
    out = None if options["out"] is None else Path(str(options["out"]))
    given = options["exercises"] is not None or sheet is not None
    platform = str(options["gradebook"] or "")
    if platform:
        require_numbers(platform, work.students)
    handed = submissions(work, exercises)
    notes = export_notes(work, handed, exercises, sheet)
    rest = missing(work, handed, exercises, every=given)
    book = None
    if out is not None:
        path = journal_path(out, folder, resume=bool(options["resume"]))
        book = Gradebook(path, work.folder, exercises, limits)
    with nullcontext() if book is None else closing(book):
        found = results(handed, exercises, limits, jobs, book)
        every_result = _printed(chain(found, rest), form)
        table = mark_table(every_result, _points(exercises), notes)
        if out is not None:  # while the journal is locked: one process writes here
            title = work.folder.name if sheet is None else sheet.title
            write_outputs(out, every_result, table, exercises)
            if platform:
                _write_gradebook(out, platform, table, work, title)
    if out is None and form in ("text", "csv"):
        click.echo(as_csv(every_result), nl=False)
    if form == "wide":
        click.echo("\n".join(table_lines(table)))
    return status_of(every_result)


def _require_out(options: Mapping[str, object]) -> None:
    """Raise QueryError for an option that needs --out, or cannot have it."""
    if options["watch"] and options["out"] is not None:
        message = "--watch prints a table, and writes no files"
        raise QueryError(message, hint="mark once more with --out when all is in")
    if options["out"] is not None:
        return
    if options["resume"]:
        raise QueryError("--resume goes on with what --out has", hint="give --out too")
    if options["gradebook"]:
        message = "--gradebook writes a file into the folder of --out"
        raise QueryError(message, hint="give --out too")


def _worksheet(options: Mapping[str, object]) -> Worksheet | None:
    """The worksheet whose exercises are marked, if one is given."""
    if options["worksheet"] is None:
        return None
    if options["exercises"] is not None:
        raise QueryError(
            "a worksheet names its exercises itself",
            hint="leave --exercises out: own exercises are beside the worksheet",
        )
    text, name = file_read(str(options["worksheet"]))
    return read_worksheet(text, name, folder_of(name))


def _exercises(
    options: Mapping[str, object], sheet: Worksheet | None
) -> Mapping[str, str]:
    if sheet is not None:
        return VariantTexts(sheet)
    given = options["exercises"]
    return exercises_in(_shipped() if given is None else Path(str(given)))


def _shipped() -> Path:
    from mystpy.axioms import queries_dir

    return queries_dir() / "exercises"


def _points(exercises: Mapping[str, str]) -> dict[str, int]:
    return {name: load_exercise(text, name).points for name, text in exercises.items()}


def _limits(seconds: float, megabytes: int) -> Limits:
    """The limits of a process. Raises SetupFailed if nothing can be marked in them."""
    limits = Limits(seconds, megabytes)
    require_marking(limits)
    return limits


def _printed(found: Iterable[SubmissionResult], form: str) -> list[SubmissionResult]:
    """The results, each printed as a line of JSON as soon as it is found."""
    every = []
    for each in found:
        every.append(each)
        if form == "json":
            click.echo(result_line(each.marks()))
    return every


def write_outputs(
    out: Path,
    found: list[SubmissionResult],
    table: MarkTable,
    exercises: Mapping[str, str],
) -> None:
    """Write the marks, the table, and the errors that students have in common.

    Raises QueryError, with the name of the file that cannot be written.
    """
    titles = {k: load_exercise(text, k).title for k, text in exercises.items()}
    files = {
        "marks.csv": as_csv(found),
        "table.csv": table_csv(table),
        "errors.html": errors_page(found, titles),
        "misconceptions.json": misconceptions_json(found),
    }
    for name, content in files.items():
        write_whole(out / name, content)
    click.echo(f"written: {', '.join(str(out / name) for name in files)}", err=True)


def _write_gradebook(
    out: Path, platform: str, table: MarkTable, work: StagedClass, title: str
) -> None:
    """Write the file that a platform imports, and say who is not in it."""
    path = out / FILE_NAMES[platform]
    write_whole(path, gradebook_csv(platform, table, work.students, title))
    click.echo(f"written: {path}", err=True)
    if absent := left_out(platform, table, work.students):
        listing = ", ".join(absent[:5]) + (", ..." if absent[5:] else "")
        click.echo(f"mystpy: without a number of {platform}: {listing}", err=True)
