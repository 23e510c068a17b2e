"""`mystpy exercise --next RECORD`: the next exercise for a student, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import click

from mystpy.axioms import queries_dir
from mystpy.cli.answers import theory_line
from mystpy.cli.running.signals import interrupt_python
from mystpy.cli.status import NO, YES
from mystpy.errors import QueryError
from mystpy.exercises.classroom import SubmissionResult, exercises_in, grade
from mystpy.exercises.commands.marks import lines_of, task_object
from mystpy.exercises.exercise import load_exercise
from mystpy.exercises.guidance.next_exercise import next_exercise
from mystpy.exercises.guidance.student_record import record_in
from mystpy.exercises.misconceptions.catalogue import find_misconception
from mystpy.exercises.submissions import handed_in
from mystpy.exercises.supervision import Limits

_SECONDS = 30.0


def tell_next(record: Path, folder: str | None, form: str) -> int:
    """Show the next exercise of a folder for a student; status 1 if all are solved."""
    if not record.exists():
        raise QueryError(f"there is no record {record}")
    if folder is not None and not Path(folder).is_dir():
        raise QueryError(
            f"there is no folder {folder}",
            hint="with --next, FILE is a folder of exercises, or is left out",
        )
    texts = exercises_in(Path(folder) if folder else queries_dir() / "exercises")
    exercises = [load_exercise(text, name) for name, text in texts.items()]
    interrupt_python()  # so that Ctrl-C ends the processes that mark, too
    found = next_exercise(record_in(record, partial(_marked, texts)), exercises)
    if found is None:
        json_text = theory_line({"exercise": None, "reason": "all are solved"})
        click.echo(json_text if form == "json" else "all exercises are solved")
        return NO
    if form == "json":
        shown = find_misconception(found.misconception)
        reason = {"reason": found.reason, "misconception": shown and shown.as_object()}
        click.echo(theory_line({**task_object(found.exercise), **reason}))
        return YES
    click.echo(f"{found.exercise.name}: {found.reason}\n")
    click.echo("\n".join(lines_of(found.exercise)))
    return YES


def _marked(exercises: Mapping[str, str], student: Path) -> Iterator[SubmissionResult]:
    """Yield the results of the files in the folder of one student, by exercise."""
    whole = student.resolve()
    handed = [x for x in handed_in(whole.parent, exercises) if x.student == whole.name]
    for each in sorted(handed, key=lambda x: x.exercise):
        yield grade(each, exercises, Limits(_SECONDS))
