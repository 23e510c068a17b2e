"""The marking of a class by `mystpy grade`: submissions, resumed results, reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import click

from mystpy.cli.running.progress import tell_of_damage
from mystpy.cli.source import require_folder
from mystpy.cli.status import ENGINE, YES
from mystpy.errors import QueryError
from mystpy.exercises.classroom import (
    SubmissionResult,
    grade,
    graded_each,
    missing_work,
)
from mystpy.exercises.classwork.exports import UNCHANGED, notes_of_exports
from mystpy.exercises.classwork.staging import StagedClass
from mystpy.exercises.gradebook import Gradebook, ResumedGrades
from mystpy.exercises.submissions import (
    SubmittedFile,
    handed_in,
    loose_files,
    printable,
)
from mystpy.exercises.supervision import Limits, protection
from mystpy.exercises.worksheets.worksheet import Worksheet

JOURNAL = "grade.jsonl"
_TOLD = 5
"""The maximal number of files that are named."""


def submissions(work: StagedClass, exercises: Mapping[str, str]) -> list[SubmittedFile]:
    """The submissions of a class. Raises QueryError if there are none.

    Files that belong to no student are reported: a student may have put one beside the
    folders. So is the protection of the processes that mark the submissions.
    """
    found = handed_in(work.folder, exercises)
    for note in work.notes:
        click.echo(f"mystpy: {printable(note)}", err=True)
    if not work.is_copy and (loose := loose_files(work.folder)):
        listing = ", ".join(loose[:5]) + (", ..." if loose[5:] else "")
        words = "files beside the folders of students are not marked"
        click.echo(f"mystpy: {words}: {listing}", err=True)
    if not found:
        raise QueryError(
            f"nothing was handed in: {work.folder} has no files of students"
        )
    click.echo(f"mystpy: {protection()}", err=True)
    return found


def export_notes(
    work: StagedClass,
    handed: list[SubmittedFile],
    exercises: Mapping[str, str],
    sheet: Worksheet | None,
) -> dict[str, str]:
    """Return the remarks of `notes_of_exports`; print all but "unchanged" as errors."""
    found = notes_of_exports(work, handed, exercises, sheet)
    for name, note in found.items():
        if note != UNCHANGED:
            click.echo(f"mystpy: {name}: {note}", err=True)
    return found


def missing(
    work: StagedClass,
    handed: list[SubmittedFile],
    exercises: Mapping[str, str],
    *,
    every: bool,
) -> list[SubmissionResult]:
    """Return results for missing submissions.

    They are for every exercise, or for those that somebody has handed in.
    """
    given = {each.exercise for each in handed}
    wanted = [name for name in exercises if every or name in given]
    return missing_work(work.folder, handed, exercises, wanted)


def journal_path(out: Path, folder: str, *, resume: bool) -> Path:
    """Where the results of a class are; without --resume there may be none yet."""
    if out.resolve().is_relative_to(Path(folder).resolve()):
        raise QueryError(
            f"--out is {out}, which would be a student's: it is within {folder}",
            hint="choose a folder beside it",
        )
    require_folder(out)
    path = out / JOURNAL
    if path.exists() and path.stat().st_size and not resume:
        raise QueryError(f"{path} exists already", hint="use --resume to continue it")
    return path


def results(
    handed: list[SubmittedFile],
    exercises: Mapping[str, str],
    limits: Limits,
    jobs: int,
    book: Gradebook | None,
) -> Iterator[SubmissionResult]:
    """Yield the results that exist, and then those that are computed now.

    A second file for one exercise is reported each time: it is not marked at all.
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
    exercises: Mapping[str, str],
    limits: Limits,
    book: Gradebook | None,
) -> tuple[dict[str, object], SubmissionResult]:
    """The result of a submission, and all that it depends on as it was before."""
    before = {} if book is None else book.state(handed)
    return before, grade(handed, exercises, limits)


def _tell_of_changes(resumed: ResumedGrades) -> None:
    """Report which submissions are marked again and why, and which are omitted."""
    for why, files in resumed.again.items():
        _tell_of(files, f"{why}: marked again")
    if resumed.gone:
        _tell_of(resumed.gone, "marked before, but no longer there: left out")


def _tell_of(files: list[str], why: str) -> None:
    listing = ", ".join(map(printable, files[:_TOLD]))
    more = f", and {len(files) - _TOLD} more" if files[_TOLD:] else ""
    click.echo(f"mystpy: {why}: {listing}{more}", err=True)


def status_of(found: Iterable[SubmissionResult]) -> int:
    """The exit status; report a submission that could not be marked."""
    every = list(found)
    failed = [each for each in every if each.result == "failed"]
    if not failed:
        return YES
    listing = f"{failed[0].student}, {failed[0].exercise}: {failed[0].feedback}"
    click.echo(
        f"mystpy: {len(failed)} of {len(every)} results have no points, since"
        f" the submissions could not be marked: {listing}",
        err=True,
    )
    return ENGINE
