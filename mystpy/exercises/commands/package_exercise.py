"""`mystpy exercise --theory NAME`: an exercise about a package, drawn at random."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mystpy.cli.answers import theory_line
from mystpy.cli.options import format_option
from mystpy.cli.status import NO, YES
from mystpy.errors import QueryError
from mystpy.exercises.commands.exercise import answer_of, draw_witness, tell_mark
from mystpy.exercises.commands.marks import lines_of, task_object
from mystpy.exercises.exercise import PACKAGE_KINDS, Exercise, load_exercise
from mystpy.exercises.marking import mark
from mystpy.exercises.package_tasks.drawing import DrawnExercise
from mystpy.files.whole import make_folder, write_whole
from mystpy.packages.commands.answering.answer_objects import theory_object
from mystpy.packages.commands.options import (
    constants_option,
    read_constants,
    theory_option,
)
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import shipped_packages
from mystpy.packages.package import Package


@click.command("exercise")
@click.argument("words", required=False, metavar="[ANSWER]")
@theory_option
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="The seed of the exercise.",
)
@click.option(
    "--kind",
    type=click.Choice(PACKAGE_KINDS),
    help="The kind of exercise; a random one if not given.",
)
@click.option(
    "--number",
    type=click.IntRange(1, 1000),
    default=1,
    help="The number of exercises, of this seed and the next ones.",
)
@click.option(
    "--write", "folder", metavar="FOLDER", help="Write their files, for a class."
)
@constants_option
@click.option("--hint", is_flag=True, help="Show the hint.")
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    help="Draw the counterexample into this file, as SVG.",
)
@format_option("text", "json")
def command(
    words: str | None,
    theory: str,
    seed: int,
    kind: str | None,
    number: int,
    folder: str | None,
    game: str | None,
    **shown: Any,
) -> int:
    """Draw an exercise about a package, or mark ANSWER to it.

    The same seed draws the same exercise. Its kinds are value (is a formula true?),
    agents (of whom is it?), runs (how many are possible?) and plan (actions after
    which it is true). The right answer is computed from the axioms; a wrong one comes
    with a witness. The exit status is 0 if ANSWER is right, 1 if it is wrong.

    \b
    Examples:
      $ mystpy exercise --theory muddy-children --seed 1 --kind runs
      $ mystpy exercise --theory muddy-children --seed 1 --kind runs 2
    """
    package = read_package(theory, read_constants(game))
    name = _name(theory, package)
    if number > 1 and words is not None:
        raise QueryError("ANSWER is to one exercise", hint="leave out --number")
    drawn = [DrawnExercise(package, name, seed + each, kind) for each in range(number)]
    if folder is not None:
        return _write(drawn, Path(folder))
    if words is not None:
        return _mark(drawn[0], words, **shown)
    for place, one in enumerate(drawn):
        if place and shown["form"] == "text":
            click.echo()
        _show(one, **shown)
    return YES


def _exercise(drawn: DrawnExercise) -> Exercise:
    text = drawn.text()
    return load_exercise(text, f"{drawn.name}.toml")


def _show(drawn: DrawnExercise, *, form: str, hint: bool, output: str | None) -> None:
    if output is not None:
        raise QueryError("-o draws the witness of a wrong ANSWER", hint="give ANSWER")
    exercise = _exercise(drawn)
    if form == "json":
        found = {**task_object(exercise), **theory_object(drawn.package)}
        click.echo(theory_line(found))
        return
    click.echo("\n".join(lines_of(exercise)))
    if hint:
        click.echo(f"hint: {exercise.hints[0]}")


def _mark(
    drawn: DrawnExercise, words: str, *, form: str, hint: bool, output: str | None
) -> int:
    exercise = _exercise(drawn)
    found = mark(exercise, answer_of(words))
    tell_mark(exercise, found, form, int(hint), theory_object(drawn.package))
    if output is not None and found.witness is not None:
        draw_witness(found.witness, output, exercise.title)
    return YES if found.right else NO


def _name(theory: str, package: Package) -> str:
    """The package as a file can name it from any folder."""
    shipped = shipped_packages().get(package.folder.name) == package.folder
    return package.folder.name if shipped else str(Path(theory).resolve())


def _write(drawn: list[DrawnExercise], folder: Path) -> int:
    drawn_texts = [(one.text(), one.name) for one in drawn]
    texts = {folder / f"{name}.toml": text for text, name in drawn_texts}
    make_folder(folder)
    for path in texts:
        if path.exists():
            raise QueryError(f"{path} exists already")
    for path, text in texts.items():
        write_whole(path, text)
        click.echo(path)
    return YES
