"""`mystpy notebook` about a package: a game is written down in its words."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import click

from mystpy.cli.options import seconds_option
from mystpy.cli.running.lines import LineInput
from mystpy.errors import QueryError
from mystpy.notebook.commands.conversation import converse
from mystpy.notebook.commands.live import LiveInput
from mystpy.notebook.commands.notebook import tell_of_cut_off
from mystpy.notebook.commands.package_prompt import PackagePrompt
from mystpy.notebook.commands.questions import answer_to
from mystpy.notebook.file import NotebookFile
from mystpy.packages.commands.options import (
    constants_option,
    read_constants,
    trust_option,
)
from mystpy.packages.declarations import read_package
from mystpy.packages.note_lines.line_patterns import fluent_patterns
from mystpy.packages.note_lines.note_reader import read_given
from mystpy.packages.note_lines.notebook_start import (
    NotebookStart,
    SavedStart,
    first_situation,
)
from mystpy.packages.note_lines.package_notebook import PackageNotebook
from mystpy.packages.package import Package
from mystpy.packages.package_questions.group_knowledge import known_of


@click.command("notebook")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--as", "owner", metavar="AGENT", help="The player who keeps the notebook."
)
@click.option("--grid", is_flag=True, help="Show the tables after each event.")
@click.option("--live", is_flag=True, help="Complete words, above live tables.")
@seconds_option("Limit the time for the answer to a line; the line stays written.")
@click.option(
    "--given",
    multiple=True,
    metavar="FORMULA",
    help="A fact that the agent sees at the start, as a formula or in words; may be"
    " repeated.",
)
@click.option("--do", "actions", multiple=True, metavar="LINE", help="A first line.")
@constants_option
@click.option("--theory", metavar="NAME|DIR", help="The package.")
@trust_option
def command(file: Path, **options: Any) -> int:
    """Write a game of a package down in FILE, and see what each event teaches.

    FILE is created, or gone on with if it is there. For a new one the agent and what
    the agent sees at the start are asked for, or taken from --as and --given. Then
    each line is an event, as an action or in the words of the package, or a command;
    help lists them. An event is checked, and safe in FILE before it is answered.

    Lines may be piped in. The exit status is 1 if an event could not have happened,
    2 if a line was wrong, else 0; in a terminal 0.

    \b
    Examples:
      $ printf '1\\nh(1,s1)\\n1 asks 2 for s1 and s2\\n' | mystpy notebook \\
          $(mktemp -u) --theory black-vienna --game 'gang=1, hand=1, asked=2'
    """
    return _session(file, **options)


def _session(
    file: Path,
    *,
    grid: bool,
    live: bool,
    actions: tuple[str, ...],
    seconds: float | None,
    **start: Any,
) -> int:
    source = LineInput()
    with ExitStack() as held:
        notebook = _opened(file, held, source, **start)
        prompt = PackagePrompt(notebook)
        prompt.grid_each_time = grid
        if live and source.interactive:
            source = LiveInput(partial(prompt.answer, "grid"))
        return converse(prompt, source, actions, seconds)


def _opened(
    path: Path,
    held: ExitStack,
    source: LineInput,
    *,
    owner: str | None,
    given: tuple[str, ...],
    theory: str | None,
    game: str | None,
    trust: bool,
) -> PackageNotebook:
    """The notebook of a file, begun now or before."""
    package = None
    if theory is not None:
        package = read_package(theory, read_constants(game), trust=trust)
    if path.exists():
        file = held.enter_context(NotebookFile(path))
        saved = SavedStart.of(file)
        if file.cut_off:
            tell_of_cut_off(file.cut_off, file)
        if saved.events is not None:
            return _resumed(
                file, saved, package, owner=owner, given=given, game=game, trust=trust
            )
    if package is None:
        raise QueryError(f"{path} does not say which package it is about")
    start = _new_start(source, package, owner, given)
    if not path.exists():
        file = held.enter_context(NotebookFile(path, create=True))
    return PackageNotebook.begin(file, start)


def _resumed(
    file: NotebookFile,
    saved: SavedStart,
    package: Package | None,
    *,
    owner: str | None,
    given: tuple[str, ...],
    game: str | None,
    trust: bool,
) -> PackageNotebook:
    """The notebook that a file has, by the axioms as they are now."""
    start = saved.start(trust=trust)
    mine = start.package
    if package is not None and package.folder.resolve() != mine.folder.resolve():
        raise QueryError(
            f"{file.path} is about {mine.name}, not about {package.name}",
            hint="leave out --theory to go on with it, or name a new file",
        )
    constants = mine.constants
    if given or {**constants, **read_constants(game)} != constants:
        raise QueryError(
            f"{file.path} exists already, with another start",
            hint="leave out --game and --given to go on with it, or name a new file",
        )
    if owner is not None:
        start = NotebookStart.of(mine, start.given, owner)
    if saved.changed(mine):
        click.echo(
            f"mystpy: warning: {mine.folder} has changed since"
            f" {file.path} was begun; its lines are read by the axioms as they are now",
            err=True,
        )
    return PackageNotebook.resume(file, start, saved)


def _new_start(
    source: LineInput, package: Package, owner: str | None, given: tuple[str, ...]
) -> NotebookStart:
    agents = ", ".join(map(str, package.agents.elements))
    if owner is None:
        owner = answer_to(
            source,
            f"you are ({agents}): ",
            lambda word: NotebookStart.of(package, (), word).agent,
            "--as",
        )
    formulas = [each for text in given for each in read_given(text, package)]
    start = NotebookStart.of(package, formulas, owner)
    if _is_given(start):
        return start
    if given:
        known_of(first_situation(start), [start.agent])  # raises the error
    patterns = fluent_patterns(package)
    example = f", such as {patterns[0].example()}" if patterns else ""

    def seen(line: str) -> NotebookStart:
        found = NotebookStart.of(package, read_given(line, package), owner)
        known_of(first_situation(found), [found.agent])
        return found

    asked = f"what {start.agent} sees at the start{example}: "
    return answer_to(source, asked, seen, "--given")


def _is_given(start: NotebookStart) -> bool:
    """Whether it is given what the agent sees at the start."""
    try:
        known_of(first_situation(start), [start.agent])
    except QueryError as error:
        if type(error) is not QueryError:
            raise
        return False
    return True
