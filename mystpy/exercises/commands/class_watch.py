"""`mystpy grade --watch`: a table of marks that follows what a class hands in."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from threading import Event

import click

from mystpy.cli.answers import system_error
from mystpy.cli.status import YES
from mystpy.errors import MystError
from mystpy.exercises.classroom import (
    SubmissionResult,
    answer_in,
    grade,
    graded_each,
    texts_for,
)
from mystpy.exercises.classwork.mark_table import mark_table, table_lines
from mystpy.exercises.classwork.staging import staged_class
from mystpy.exercises.classwork.watching import KeptResults, looks, settled
from mystpy.exercises.commands.class_marking import export_notes, missing
from mystpy.exercises.exercise import AnswerError, load_exercise
from mystpy.exercises.submissions import SubmittedFile, handed_in
from mystpy.exercises.supervision import Limits
from mystpy.exercises.worksheets.worksheet import Worksheet

_CLEAR = "\x1b[2J\x1b[H"
"""The sequence that empties a terminal and moves to its first line."""
Marker = Callable[[SubmittedFile], SubmissionResult]


def watch_class(
    path: Path,
    exercises: Mapping[str, str],
    sheet: Worksheet | None,
    limits: Limits,
    jobs: int,
    every: float,
) -> int:
    """Print the table each time that the work of a class has changed, until Ctrl-C."""
    click.echo("mystpy: looking at the folder until Ctrl-C", err=True)
    work = tables(path, exercises, sheet, limits, jobs, _seconds(every))
    try:
        for lines in work:
            if sys.stdout.isatty():
                click.echo(_CLEAR, nl=False)
            click.echo("\n".join(lines))
    except KeyboardInterrupt:
        click.echo("mystpy: stopped", err=True)
    return YES


def _seconds(every: float) -> Iterator[None]:
    """Yield an item after each pause, for ever."""
    pause = Event()
    while True:
        pause.wait(every)
        yield None


def tables(
    path: Path,
    exercises: Mapping[str, str],
    sheet: Worksheet | None,
    limits: Limits,
    jobs: int,
    ticks: Iterable[object],
    kept: KeptResults | None = None,
) -> Iterator[list[str]]:
    """Yield the lines of the table each time that the work has changed and settled."""
    kept = kept or KeptResults()
    points = {k: load_exercise(text, k).points for k, text in exercises.items()}
    for _ in settled(looks(path, ticks)):
        try:
            with staged_class(path, exercises) as work:
                handed = handed_in(work.folder, exercises)
                notes = export_notes(work, handed, exercises, sheet)
                rest = missing(work, handed, exercises, every=sheet is not None)
                mark = _marker(exercises, limits, kept)
                found = [result for _, result in graded_each(handed, mark, jobs)]
        except MystError as error:
            yield [f"mystpy: {error}"]
            continue
        except OSError as error:  # files were moved meanwhile: it is read again
            yield [f"mystpy: {system_error(error)}"]
            continue
        yield ["", *table_lines(mark_table([*found, *rest], points, notes))]


def _marker(exercises: Mapping[str, str], limits: Limits, kept: KeptResults) -> Marker:
    """Return a function that marks each submission once."""

    def mark(handed: SubmittedFile) -> SubmissionResult:
        try:
            answer = answer_in(handed.path)
        except AnswerError as error:
            answer = f"\0{error}"
        text = texts_for(exercises, handed.student).get(handed.exercise, "")
        key = (
            handed.student,
            handed.exercise,
            handed.named,
            handed.other,
            answer,
            text,
        )
        return kept.result(key, lambda: grade(handed, exercises, limits))

    return mark
