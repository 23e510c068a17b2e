"""`mystpy worksheet`: a worksheet, its variants, its link, and the students' files."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import click

from mystpy.cli.answers import result_line
from mystpy.cli.options import format_option
from mystpy.cli.source import file_read, folder_of
from mystpy.cli.status import YES
from mystpy.errors import QueryError
from mystpy.exercises.exercise import load_exercise
from mystpy.exercises.worksheets.links import (
    LONG_LINK,
    ROOM,
    link_of,
    text_of_link,
)
from mystpy.exercises.worksheets.printed_sheet import printed_page, when
from mystpy.exercises.worksheets.solutions import Solution, solution_of
from mystpy.exercises.worksheets.variants import (
    student_texts,
    student_values,
    variants_of,
)
from mystpy.exercises.worksheets.worksheet import (
    Worksheet,
    WorksheetTask,
    read_time,
    read_worksheet,
    student_text,
)
from mystpy.files import EXAMPLE
from mystpy.files.json_text import Object
from mystpy.files.toml import file_text
from mystpy.files.whole import make_folder, write_new, write_whole

MAX_STUDENTS = 10_000
"""The maximal number of names that are read from a list of students."""
_SHOWN = 12
"""The number of characters of a hash that are shown."""


@click.command("worksheet")
@click.argument("file")
@click.option(
    "--variants",
    metavar="FILE",
    help="Show the values of each student on a list.",
)
@click.option("--student", metavar="NAME", help="Show the exercises of one student.")
@click.option("--link", is_flag=True, help="Print a link that holds the worksheet.")
@click.option(
    "--page", default="", metavar="URL", help="With --link: the address of the page."
)
@click.option(
    "--solutions", is_flag=True, help="Show the solutions, after the deadline."
)
@click.option(
    "--now", is_flag=True, help="With --solutions: show them before the deadline, too."
)
@click.option(
    "--at", metavar="TIME", help="The time to compare with the deadline (now)."
)
@click.option(
    "--split",
    metavar="FOLDER",
    help="Write the students' files into this folder, with sealed keys.",
)
@click.option(
    "--print", "printed", metavar="PATH", help="Write an HTML page for printing."
)
@format_option("text", "json")
def command(file: str, form: str, **options: object) -> int:
    """Check the worksheet in FILE, or make the variants that students get.

    FILE lists exercises in order, with points, a deadline and a seed; it may also be a
    link. The command solves each variant of an exercise, and so finds mistakes in it
    before students do.

    --link, --split and --print leave out the keys of your own exercises. With
    --solutions, --link and --split add the solutions, for the time after the deadline.

    \b
    Examples:
      $ mystpy worksheet example:worksheets/week-1
      $ mystpy worksheet example:worksheets/week-1 --student 'Ann Lee'
    """
    sheet = _sheet(file)
    student = None if options["student"] is None else str(options["student"])
    solutions: dict[str, str] = {}
    if options["solutions"]:
        _require_over(sheet, str(options["at"] or ""), now=bool(options["now"]))
        solutions = {k: _line(each) for k, each in _solved(sheet, student).items()}
    if options["link"]:
        return _tell_link(student_text(sheet, solutions), str(options["page"]))
    if options["split"] is not None:
        return _split(sheet, file, Path(str(options["split"])), solutions)
    if options["printed"] is not None:
        names = _names(options["variants"], student)
        write_whole(str(options["printed"]), printed_page(sheet, names))
        return YES
    if options["variants"] is not None:
        return _tell_variants(sheet, _names(options["variants"], None), form)
    if options["solutions"]:
        return _tell_solutions(sheet, solutions, form)
    return _tell(sheet, student, form)


def _sheet(file: str) -> Worksheet:
    """The worksheet of a file or a link."""
    if "#/worksheet/" in file:
        return read_worksheet(text_of_link(file), "link")
    text, name = file_read(file)
    return read_worksheet(text, name, folder_of(name))


def _require_over(sheet: Worksheet, at: str, *, now: bool) -> None:
    """Raise QueryError for solutions before the deadline, unless they are asked for."""
    time = read_time(at) if at else datetime.now(UTC)
    if now or sheet.is_over(time):
        return
    due = "it has no deadline" if sheet.deadline is None else when(sheet.deadline)
    raise QueryError(
        f"the solutions of this worksheet are for the time after its deadline: {due}",
        hint="--now shows them all the same",
    )


def _solved(sheet: Worksheet, student: str | None) -> dict[str, Solution]:
    """A solution of each exercise, in the variant of a student or the first one."""
    texts = {task.name: task.text for task in sheet.tasks}
    if student is not None:
        texts = student_texts(sheet, student)
    loaded = {name: load_exercise(text, name) for name, text in texts.items()}
    return {name: solution_of(exercise) for name, exercise in loaded.items()}


def _line(found: Solution) -> str:
    note = f"({found.note})" if found.note else ""
    return " ".join(filter(None, (found.answer, note)))


def _names(file: object, student: str | None) -> list[str]:
    """The names in a list of students, or a gradebook, or one name.

    Raises QueryError.
    """
    if file is None:
        return [] if student is None else [student]
    from mystpy.exercises.classwork.roster import names_of_class  # seldom needed

    text = file_text(Path(str(file)))
    try:
        names = names_of_class(text)
    except QueryError as error:
        raise QueryError(f"{file}: {error}", hint=error.hint) from None
    if not names:
        raise QueryError(
            f"{file} has no names",
            hint="write one on each line, or give a gradebook of a platform (CSV)",
        )
    if len(names) > MAX_STUDENTS:
        raise QueryError(f"{file} has more than {MAX_STUDENTS:,} names")
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise QueryError(f"{file} has {sorted(twice)[0]!r} twice")
    return names


# --- What is printed ----------------------------------------------------------


def _tell(sheet: Worksheet, student: str | None, form: str) -> int:
    """Check every exercise in every variant, and describe the worksheet."""
    texts = {} if student is None else student_texts(sheet, student)
    rows = [_described(task, texts.get(task.name)) for task in sheet.tasks]
    if form == "json":
        about: Object = {
            "worksheet": sheet.title,
            "hash": sheet.hash,
            "deadline": None if sheet.deadline is None else sheet.deadline.isoformat(),
            "points": sheet.points,
            "student": student,
            "exercises": rows,
        }
        click.echo(result_line(about))
        return YES
    due = "no deadline" if sheet.deadline is None else f"due {when(sheet.deadline)}"
    click.echo(f"{sheet.title} ({sheet.points} points, {due})")
    click.echo(f"hash: {sheet.hash[:_SHOWN]}")
    for number, row in enumerate(rows, 1):
        many = f", {row['variants']} variants" if row["variants"] != 1 else ""
        click.echo(f"{number}. {row['exercise']} ({row['kind']}, {row['of']}{many})")
        if student is not None:
            values = f"   values: {row['values']}\n" if row["values"] else ""
            text = str(row["text"]).replace("\n", "\n   ")
            click.echo(f"{values}   {text}")
    return YES


def _described(task: WorksheetTask, text: str | None) -> dict[str, object]:
    """An exercise of a worksheet, after each of its variants has been solved."""
    found = variants_of(task.text, task.name)
    _require_solvable(task)
    shown = load_exercise(text or task.text, task.name)
    row: dict[str, object] = {
        "exercise": task.name,
        "kind": shown.kind,
        "of": task.points,
        "variants": len(found),
    }
    if text is not None:
        row |= {"values": shown.variant, "text": shown.text}
    return row


def _require_solvable(task: WorksheetTask) -> None:
    """Solve every variant of an exercise. Raises QueryError for one without solution.

    The results of engines differ from variant to variant; the rest is solved once.
    """
    from mystpy.exercises.parameters import fixed_text
    from mystpy.files.table import TomlFile

    file = TomlFile(task.text, f"{task.name}.toml", what="exercise")
    for found in variants_of(task.text, task.name):
        exercise = load_exercise(fixed_text(file, found), task.name)
        if exercise.kind in ("number", "history", "formula"):
            solution_of(exercise)


def _tell_variants(sheet: Worksheet, names: list[str], form: str) -> int:
    """The values of each student, a line for each exercise that has parameters."""
    for name in names:
        values = student_values(sheet, name)
        if form == "json":
            click.echo(result_line({"student": name, "values": values}))
            continue
        click.echo(name)
        for exercise, variant in values.items():
            click.echo(f"  {exercise}: {variant}")
    return YES


def _tell_solutions(sheet: Worksheet, solutions: Mapping[str, str], form: str) -> int:
    for task in sheet.tasks:
        found = task.solution or solutions[task.name]
        if form == "json":
            click.echo(result_line({"exercise": task.name, "solution": found}))
            continue
        click.echo(f"{task.name}:")
        for line in found.splitlines():
            click.echo(f"  {line}")
    return YES


def _tell_link(text: str, page: str) -> int:
    link = link_of(text, page)
    click.echo(link)
    if len(link) > LONG_LINK:
        long = f"mystpy: the link has {len(link):,} characters: some programs cut it"
        click.echo(f"{long}; --split writes a file to send instead", err=True)
    return YES


def _split(
    sheet: Worksheet, file: str, folder: Path, solutions: Mapping[str, str]
) -> int:
    """Write the file that students get; there may be none of its name."""
    is_file = ROOM not in file and file != "-"
    stem = Path(file).name.removesuffix(".toml") if is_file else "worksheet"
    stem = stem.removeprefix(EXAMPLE)
    path = folder / f"{stem}.student.toml"
    make_folder(folder)
    if not write_new(path, student_text(sheet, solutions)):
        hint = "remove it, or name another folder"
        raise QueryError(f"{path} exists already", hint=hint)
    click.echo(path)
    return YES
