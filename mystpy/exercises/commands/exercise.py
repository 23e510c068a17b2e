"""`mystpy exercise`: an exercise, and the mark of an answer to it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from mystpy.cli.answers import result_line, theory_line
from mystpy.cli.options import format_option, seconds_option
from mystpy.cli.running.signals import interrupt_python
from mystpy.cli.source import file_read, standard_input
from mystpy.cli.status import NO, YES
from mystpy.compilation import pattern
from mystpy.errors import QueryError
from mystpy.exercises.commands.marks import (
    hint_of,
    lines_of,
    mark_object,
    picture,
    task_object,
)
from mystpy.exercises.exercise import Exercise, ExerciseWitness, Mark, load_exercise
from mystpy.exercises.marking import Submission, mark, marked_safely, split_exercise
from mystpy.exercises.misconceptions.catalogue import find_misconception
from mystpy.exercises.supervision import Limits
from mystpy.files import disk
from mystpy.files.whole import make_folder, write_whole

_SECONDS = 30.0
_LIKE_A_FILE = pattern(r"\S+\.(txt|toml|md|pl|lp)")


@click.command("exercise")
@click.argument("file", required=False)
@click.argument("answer", required=False)
@click.option(
    "--hint", "hints", count=True, help="Show a hint; repeat it for further hints."
)
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    help="Draw the counterexample into this file, as SVG.",
)
@click.option(
    "--split",
    "folder",
    metavar="FOLDER",
    help="Write the students' file, and separately the teacher's key, into FOLDER.",
)
@click.option(
    "--next",
    "record",
    metavar="RECORD",
    help="Show the next exercise for a student: a record, or a folder of answers.",
)
@seconds_option("Limit the processor time of clauses, in seconds (30).")
@format_option("text", "json")
def command(file: str | None, form: str, **options: Any) -> int:
    """Show the exercise of FILE, or mark ANSWER: a text, a file, or - for input.

    The exit status is 0 if ANSWER is right, 1 if it is wrong, 2 if it cannot be read,
    and 3 if its clauses need more time or memory than the limits allow. A wrong answer
    comes with a counterexample: a world, a deal or a history in which it differs from
    the right answer. If the answer fits a known misconception, the next hint comes
    first.

    --next shows the next exercise for a student, with the reason. RECORD is a file that
    the page saves, or the folder with a student's answers.

    With --theory NAME|DIR the command generates an exercise about a package: mystpy
    exercise --theory hexa --help.

    \b
    Examples:
      $ mystpy exercise example:exercises/hexa-own-card
      $ mystpy exercise example:exercises/hexa-own-card 'K(1,h(1,r))'
      $ mystpy exercise example:exercises/hexa-own-card --hint
      $ mystpy exercise --next queries/exercises/class/bob
    """
    if options["record"] is not None:
        from mystpy.exercises.commands.next_exercise import tell_next

        return tell_next(Path(options["record"]), file, form)
    if file is None:
        raise click.UsageError("Missing argument 'FILE'.")
    text, name = file_read(file)
    if options["folder"] is not None:
        return _split(text, name, Path(options["folder"]))
    return _show_or_mark(Submission(text, name, ""), form, **options)


def _show_or_mark(
    given: Submission,
    form: str,
    *,
    answer: str | None,
    hints: int,
    output: str | None,
    seconds: float | None,
    **_: object,
) -> int:
    """Show an exercise or its hints, or mark an answer."""
    exercise = load_exercise(given.text, given.name)
    if hints and answer is None:
        return _hint(exercise, hints, form)
    if answer is None:
        json_text = theory_line(task_object(exercise)) if form == "json" else None
        click.echo(json_text or "\n".join(lines_of(exercise)))
        return YES
    found = _marked(exercise, given._replace(answer=answer_of(answer)), seconds)
    tell_mark(exercise, found, form, hints)
    if output is not None and found.witness is not None:
        draw_witness(found.witness, output, exercise.title)
    return YES if found.right else NO


def answer_of(word: str) -> str:
    """Return the answer that a word means: itself, a file, or standard input."""
    if word == "-":
        return standard_input()
    if _names_file(word):
        from mystpy.exercises.classroom import answer_in

        return answer_in(Path(word).resolve())
    if _LIKE_A_FILE.fullmatch(word):
        raise QueryError(f"there is no file {word}")
    return word


def _names_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):  # too long for a name, or no name at all
        return False


def _marked(exercise: Exercise, given: Submission, seconds: float | None) -> Mark:
    """The mark of an answer; clauses are run in a process with limits."""
    if exercise.kind == "clause":
        interrupt_python()  # so that Ctrl-C ends the process, too
        return marked_safely(given, Limits(seconds or _SECONDS))
    return mark(exercise, given.answer)


def tell_mark(
    exercise: Exercise,
    found: Mark,
    form: str,
    hints: int,
    theory: Mapping[str, object] | None = None,
) -> None:
    """Print the mark of an answer, and for a wrong one that there are hints."""
    hint = hint_of(exercise, hints or 1)
    if form == "json":
        click.echo(
            result_line({**mark_object(exercise, found, hint), **(theory or {})})
        )
        return
    word = "right" if found.right else "wrong"
    click.echo(f"{word}: {found.points} of {found.of}")
    if found.note:
        click.echo(found.note)
    if (shown := find_misconception(found.misconception)) is not None:
        click.echo(f"next step: {shown.hint}")
    if found.witness is not None:
        click.echo(found.witness.words)
        if hint is not None:
            click.echo(f"hint: {hint}" if hints else "--hint shows a hint")


def draw_witness(witness: ExerciseWitness, output: str, title: str) -> None:
    """Write the picture of a witness, if there is something to draw."""
    drawn = picture(witness, title)
    if drawn is None:
        click.echo("mystpy: of this witness there is no picture", err=True)
        return
    write_whole(output, drawn)


def _hint(exercise: Exercise, hints: int, form: str) -> int:
    """Show the first hints; with status 1 if there are fewer."""
    shown = exercise.hints[:hints]
    if form == "json":
        click.echo(theory_line({"exercise": exercise.name, "hints": list(shown)}))
    else:
        for number, hint in enumerate(shown, 1):
            click.echo(f"{number}. {hint}")
        if hints > len(shown):
            click.echo("mystpy: there are no further hints", err=True)
    return YES if hints <= len(exercise.hints) else NO


def _split(text: str, name: str, folder: Path) -> int:
    """Write the two halves of an exercise; neither file may be there."""
    halves = split_exercise(text, name)
    stem = Path(name).name.removesuffix(".toml")
    wanted = {f"{stem}.toml": halves.student, f"{stem}.key.toml": halves.teacher}
    make_folder(folder)
    for file in wanted:
        if (folder / file).exists():
            raise QueryError(f"{folder / file} exists already")
    with ExitStack() as written:
        for file, content in wanted.items():
            write_whole(folder / file, content)
            written.callback(disk.remove, folder / file)  # both halves, or none
        written.pop_all()
    for file in wanted:
        click.echo(folder / file)
    return YES
