"""`mystpy grade`: a class, marked in parallel."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import closing, nullcontext
from itertools import chain
from pathlib import Path

import click

from mystpy.cli.answers import theory_line
from mystpy.cli.options import format_option
from mystpy.cli.running.limit import Duration
from mystpy.cli.running.progress import tell_of_damage
from mystpy.cli.running.signals import interrupt_python
from mystpy.cli.source import require_folder
from mystpy.cli.status import ENGINE, YES
from mystpy.errors import QueryError
from mystpy.exercises.classroom import (
    SubmissionResult,
    exercises_in,
    grade,
    graded_each,
    missing_work,
)
from mystpy.exercises.exercise import load_exercise
from mystpy.exercises.gradebook import Gradebook, ResumedGrades, as_csv, errors_page
from mystpy.exercises.marking import require_marking
from mystpy.exercises.submissions import (
    SubmittedFile,
    handed_in,
    loose_files,
    printable,
)
from mystpy.exercises.supervision import Limits, protection
from mystpy.files.whole import write_whole

_JOURNAL = "grade.jsonl"
_TOLD = 5
"""So many files are named at most."""
MAX_MEGABYTES = 10**7
"""The most that --memory may be: ten terabytes, more than a process can have."""


@click.command("grade")
@click.argument("folder")
@click.option(
    "--exercises",
    metavar="FOLDER",
    help="Where the exercises are; those that come with mystpy if it is not given.",
)
@click.option("--out", metavar="FOLDER", help="Write marks.csv and errors.html there.")
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with what --out has from before; what has changed is marked again.",
)
@click.option("--jobs", type=click.IntRange(1), help="Processes (one for each core).")
@click.option(
    "--seconds",
    type=Duration(),
    default=30,
    show_default=True,
    help="Processor time for each submission.",
)
@click.option(
    "--memory",
    type=click.IntRange(64, MAX_MEGABYTES),
    default=1_000,
    show_default=True,
    help="Megabytes for each submission.",
)
@format_option("text", "json")
def command(folder: str, form: str, **options: object) -> int:
    """Mark the submissions in FOLDER, and print the marks as a table (CSV).

    FOLDER has a folder for each student, and in it a file for each exercise, called
    like the exercise: class/ann/hexa-own-card.txt. Each is marked in a process of its
    own with limits of time and memory. Links and files that are no text are refused. On
    Linux the processes also have no access to your files, the network and other
    processes, as far as the system allows: a line on standard error reports this.

    The exit status is 3 if something could not be marked: its row has no points.

    With --out results are written as they are found, into grade.jsonl: after Ctrl-C
    --resume goes on with them, and marks again what has changed or is damaged.
    marks.csv and errors.html are made at the end.

    \b
    Examples:
      $ mystpy grade queries/exercises/class
    """
    interrupt_python()  # so that Ctrl-C ends the processes, too
    given = options["exercises"]
    exercises = exercises_in(_shipped() if given is None else Path(str(given)))
    out = None if options["out"] is None else Path(str(options["out"]))
    if out is None and options["resume"]:
        raise QueryError("--resume goes on with what --out has", hint="give --out too")
    handed = _handed(Path(folder), exercises)
    missing = _missing(Path(folder), handed, exercises, every=given is not None)
    limits = _limits(float(str(options["seconds"])), int(str(options["memory"])))
    jobs = int(str(options["jobs"] or os.cpu_count() or 1))
    book = None
    if out is not None:
        path = _book_path(out, folder, resume=bool(options["resume"]))
        book = Gradebook(path, Path(folder), exercises, limits)
    with nullcontext() if book is None else closing(book):
        found = _results(handed, exercises, limits, jobs, book)
        results = _printed(chain(found, missing), form)
    titles = {k: load_exercise(text, k).title for k, text in exercises.items()}
    _tell(results, titles, out, form)
    return _status(results)


def _printed(results: Iterable[SubmissionResult], form: str) -> list[SubmissionResult]:
    """The results, each printed as a line of JSON as soon as it is found."""
    every = []
    for each in results:
        every.append(each)
        if form == "json":
            click.echo(theory_line(each.marks()))
    return every


def _limits(seconds: float, megabytes: int) -> Limits:
    """The limits of a process. Raises SetupFailed if nothing can be marked in them."""
    limits = Limits(seconds, megabytes)
    require_marking(limits)
    return limits


def _missing(
    folder: Path, handed: list[SubmittedFile], exercises: dict[str, str], *, every: bool
) -> list[SubmissionResult]:
    """The results of what was not handed in.

    They are of every exercise, or of those that somebody has handed in.
    """
    given = {each.exercise for each in handed}
    wanted = [name for name in exercises if every or name in given]
    return missing_work(folder, handed, exercises, wanted)


def _status(results: list[SubmissionResult]) -> int:
    """The exit status; report a submission that could not be marked."""
    failed = [each for each in results if each.result == "failed"]
    if not failed:
        return YES
    listing = f"{failed[0].student}, {failed[0].exercise}: {failed[0].feedback}"
    click.echo(
        f"mystpy: {len(failed)} of {len(results)} results have no points, since"
        f" the submissions could not be marked: {listing}",
        err=True,
    )
    return ENGINE


def _handed(folder: Path, exercises: dict[str, str]) -> list[SubmittedFile]:
    """The submissions of a class. Raises QueryError if there are none.

    Files that are nobody's are reported: a student may have put one beside the folders.
    So is the protection of the processes that mark the submissions.
    """
    found = handed_in(folder, exercises)
    if loose := loose_files(folder):
        listing = ", ".join(loose[:5]) + (", ..." if loose[5:] else "")
        words = "files beside the folders of students are not marked"
        click.echo(f"mystpy: {words}: {listing}", err=True)
    if not found:
        raise QueryError(f"nothing was handed in: {folder} has no files of students")
    click.echo(f"mystpy: {protection()}", err=True)
    return found


def _shipped() -> Path:
    from mystpy.axioms import queries_dir

    return queries_dir() / "exercises"


def _book_path(out: Path, folder: str, *, resume: bool) -> Path:
    """Where the results of a class are; without --resume there may be none yet."""
    if out.resolve().is_relative_to(Path(folder).resolve()):
        raise QueryError(
            f"--out is {out}, which would be a student's: it is within {folder}",
            hint="choose a folder beside it",
        )
    require_folder(out)
    path = out / _JOURNAL
    if path.exists() and path.stat().st_size and not resume:
        raise QueryError(f"{path} is there already", hint="--resume goes on with it")
    return path


def _results(
    handed: list[SubmittedFile],
    exercises: dict[str, str],
    limits: Limits,
    jobs: int,
    book: Gradebook | None,
) -> Iterator[SubmissionResult]:
    """The results that are there, and then those that are found now.

    A second file for one exercise is reported anew each time: it is not marked at all.
    """
    resumed = ResumedGrades(left=[each for each in handed if not each.other])
    if book is not None:
        resumed = book.resumed(handed)
        tell_of_damage(book, "marked")
        _tell_of_changes(resumed)
    yield from resumed.results
    yield from (grade(each, exercises, limits) for each in handed if each.other)
    for each, (before, result) in graded_each(
        resumed.left, lambda one: _marked(one, exercises, limits, book), jobs
    ):
        if book is not None:
            book.keep(each, before, result)
        yield result


def _marked(
    handed: SubmittedFile,
    exercises: dict[str, str],
    limits: Limits,
    book: Gradebook | None,
) -> tuple[dict[str, object], SubmissionResult]:
    """The result of a submission, and all that it depends on as it was before."""
    before = {} if book is None else book.state(handed)
    return before, grade(handed, exercises, limits)


def _tell_of_changes(resumed: ResumedGrades) -> None:
    """Say which submissions are marked again and why, and which are left out."""
    for why, files in resumed.again.items():
        _tell_of(files, f"{why}: marked again")
    if resumed.gone:
        _tell_of(resumed.gone, "marked before, but no longer there: left out")


def _tell_of(files: list[str], why: str) -> None:
    listing = ", ".join(map(printable, files[:_TOLD]))
    more = f", and {len(files) - _TOLD} more" if files[_TOLD:] else ""
    click.echo(f"mystpy: {why}: {listing}{more}", err=True)


def _tell(
    results: list[SubmissionResult], titles: dict[str, str], out: Path | None, form: str
) -> None:
    """Write the files, or print the table."""
    table = as_csv(results)
    if out is not None:
        write_whole(out / "marks.csv", table)
        write_whole(out / "errors.html", errors_page(results, titles))
        click.echo(f"written: {out / 'marks.csv'}, {out / 'errors.html'}", err=True)
    elif form == "text":
        click.echo(table, nl=False)
