"""The questions of the table about packages, which are a user's own games.

As for other games, a game that is followed is a notebook in the browser's memory.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from mystpy.compilation import replace
from mystpy.errors import MystError, QueryError
from mystpy.files.toml import toml_rows
from mystpy.language.nodes import Not
from mystpy.notebook.commands.package_prompt import PackagePrompt
from mystpy.notebook.commands.taught_lines import said_in_a_line
from mystpy.notebook.file import NotebookFile
from mystpy.packages.answer_kinds import KnownFluents
from mystpy.packages.backend_runs.answering import answering_here
from mystpy.packages.commands.answering.answer_objects import (
    ask_object,
    poss_object,
    why_object,
)
from mystpy.packages.commands.why import reason_lines
from mystpy.packages.declarations import read_package
from mystpy.packages.note_lines.line_patterns import action_patterns, fluent_patterns
from mystpy.packages.note_lines.note_reader import read_given
from mystpy.packages.note_lines.notebook_start import NotebookStart, SavedStart
from mystpy.packages.note_lines.package_notebook import PackageNotebook
from mystpy.packages.package import ActionSymbol, Package
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.package_questions.group_knowledge import (
    known_by,
    known_of,
    remaining_runs,
)
from mystpy.packages.package_questions.knowledge_tables import KnowledgeTables

Object = dict[str, Any]

NOTES = Path("/table.notes")
MAX_CHOICES = 500
"""The greatest number of values of a set that are offered to be tapped."""


class PackageTable:
    """The game of a package at the table: one notebook, or none."""

    def __init__(self) -> None:
        self.prompt: PackagePrompt | None = None

    @property
    def notebook(self) -> PackageNotebook:
        """The notebook. Raises QueryError before a game is begun."""
        if self.prompt is None:
            raise QueryError("no game is begun", hint="begin one, or open one")
        return self.prompt.notebook

    def close(self) -> None:
        """Leave the game."""
        if self.prompt is not None:
            self.prompt.notebook.file.close()
        self.prompt = None

    def take(self, notebook: PackageNotebook) -> Object:
        """Go on with this notebook, and show it."""
        self.prompt = PackagePrompt(notebook)
        return package_view()


PACKAGE_TABLE = PackageTable()


def package_of(name: str, constants: dict[str, int]) -> Object:
    """Return the data that the page needs to begin a game of a package."""
    package = read_package(name, constants)
    fluents = [each.example() for each in fluent_patterns(package)]
    return {
        "title": package.name,
        "says": package.says,
        "constants": dict(package.constants),
        "agents": [str(each) for each in package.agents.elements],
        "examples": fluents[:2],
    }


def package_begin(
    name: str, constants: dict[str, int], agent: str, given: str
) -> Object:
    """Begin a game of a package; `given` is what the agent sees at the start."""
    package = read_package(name, constants)
    start = NotebookStart.of(package, read_given(given, package), agent)
    import_module("table").TABLE.close()
    NOTES.unlink(missing_ok=True)
    file = NotebookFile(NOTES, create=True)
    try:
        return PACKAGE_TABLE.take(PackageNotebook.begin(file, start))
    except MystError:
        file.close()
        raise


def open_package_notes() -> Object:
    """Go on with the notebook about a package that is in the file of notes."""
    PACKAGE_TABLE.close()
    file = NotebookFile(NOTES)
    try:
        saved = SavedStart.of(file)
        if saved.events is None:
            raise QueryError("the notes do not say what the agent sees at the start")
        return PACKAGE_TABLE.take(PackageNotebook.resume(file, saved.start(), saved))
    except MystError:
        file.close()
        raise


def package_record(line: str) -> Object:
    """Record a line: an event, a correction, or a question; return the answer to it."""
    assert PACKAGE_TABLE.notebook
    prompt = PACKAGE_TABLE.prompt
    said = list(prompt.answer(line)) if prompt else []
    return {"said": said, **package_view()}


def package_view() -> Object:
    """The game as it stands: notes, lines, what may follow."""
    notebook = PACKAGE_TABLE.notebook
    package, situation = notebook.start.package, notebook.situation
    possible = _possible(situation)
    return {
        "theory": {"name": package.folder.name, "title": package.name},
        "notes": NOTES.read_text("utf-8"),
        "owner": notebook.agent,
        "agents": [str(each) for each in package.agents.elements],
        "given": list(notebook.start.given),
        "events": [each.words or each.line() for each in notebook.entries],
        "actions": [step.sentence for step in situation.steps],
        "next": possible.get("actions"),
        "unlisted": possible.get("unlisted"),
        "over": "over" in possible,
        "kinds": [_kind(package, action) for action in package.actions.values()],
    }


def _possible(situation: PackageSituation) -> Object:
    """Return the possible actions, or the reason why they are not listed."""
    try:
        return poss_object(situation, every=False)
    except QueryError as error:
        return {"unlisted": str(error)}


def _kind(package: Package, action: ActionSymbol) -> Object:
    """An action with what can be chosen for each of its arguments."""
    lines = [each.shown for each in action_patterns(package) if each.symbol == action]
    arguments = [
        {
            "sort": sort.name,
            "values": [str(each) for each in sort.elements[:MAX_CHOICES]],
            "sizes": None if sort.sizes is None else list(sort.sizes),
            "private": place in action.private,
        }
        for place, sort in enumerate(action.sorts)
    ]
    return {"name": action.name, "lines": lines, "arguments": arguments}


def _after(step: int | None) -> PackageSituation:
    """The situation after so many actions, if not after all."""
    situation = PACKAGE_TABLE.notebook.situation
    if step is None:
        return situation
    return answering_here(replace(situation, steps=situation.steps[:step]))


def package_grid(kind: str, who: list[str], step: int | None = None) -> Object:
    """Return the grid of an agent's knowledge, nested or common knowledge."""
    situation = _after(step)
    package = situation.package
    try:
        known = _known(kind, who, situation)
    except QueryError as error:
        raise said_in_a_line(error) from None
    found = KnowledgeTables.of(package, known)
    runs = remaining_runs(situation, who[0]) if kind != "common" else None
    return {
        "tables": [each._asdict() for each in found.tables],
        "rest": found.rest._asdict(),
        "runs": runs,
    }


def _known(kind: str, who: list[str], situation: PackageSituation) -> KnownFluents:
    if kind == "common":
        return known_of(situation, who)
    return known_of(situation, who[:1], who[1:])


def package_why(
    kind: str, who: list[str], atom: str, value: str, step: int | None = None
) -> Object:
    """Explain why a fluent is known, or show a case in which it is false."""
    situation = _after(step)
    held = situation.formula(atom)
    formula = Not(held) if value == "no" else held
    return _why(situation, str(known_by(who, formula, common=kind == "common")))


def _why(situation: PackageSituation, formula: str) -> Object:
    found = why_object(situation, formula)
    return {"text": "\n".join(reason_lines(situation.package, found))}


def package_ask(formula: str) -> Object:
    """Return whether a formula follows."""
    return ask_object(PACKAGE_TABLE.notebook.situation, formula)


def package_why_formula(formula: str) -> Object:
    """From what a formula follows, or how it fails."""
    return _why(PACKAGE_TABLE.notebook.situation, formula)


def package_picture() -> Object:
    """Return a picture of the knowledge that each step gave the agent."""
    from mystpy.packages.commands.answering.strip import package_strip
    from mystpy.show.draw.strip_svg import strip_svg

    notebook = PACKAGE_TABLE.notebook
    strip = package_strip(notebook.situation, [notebook.agent])
    return {"svg": strip_svg(strip, notebook.start.package.name, 700)}


def package_query() -> Object:
    """The game as a query file."""
    notebook = PACKAGE_TABLE.notebook
    package = notebook.start.package
    table = {
        "title": f"A game of {package.name} from the table",
        "theory": package.folder.name,
        "actions": [str(step) for step in notebook.situation.steps],
        "given": [str(notebook.situation.given)],
    }
    rows = [*toml_rows(table), "", "[constants]", *toml_rows(package.constants)]
    return {"toml": "\n".join(rows) + "\n"}


ANSWERS: dict[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (
        *(package_of, package_begin, package_record, package_view),
        *(package_grid, package_why, package_ask, package_why_formula),
        *(package_picture, package_query),
    )
}
