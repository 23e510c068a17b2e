"""The first lines of a notebook about a package: the package, given facts, the agent.

mystpy notebook 1
theory {"name": "black-vienna", "hash": "0a1b2c3d", "constants": {"players": 3}}
given h(1,s1)
agent 1
events
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from mystpy.compilation import dataclass
from mystpy.errors import QueryError
from mystpy.files.json_text import json_value
from mystpy.notebook.file import (
    EVENTS,
    THEORY,
    Line,
    NotebookFile,
    beginning_lines,
    read_beginning,
)
from mystpy.notebook.ledger import CORRECTIONS
from mystpy.packages.declarations import read_package
from mystpy.packages.fluent_words import words_of
from mystpy.packages.folders import shipped_packages
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.package_questions.group_knowledge import OBSERVER

GIVEN, AGENT = "given", "agent"
"""The first words of the lines with which a notebook begins, besides the theory's."""


@dataclass(frozen=True, slots=True)
class NotebookStart:
    """A package, the given facts about its start, and the agent of the notebook."""

    package: Package
    given: tuple[str, ...]
    agent: str

    @classmethod
    def of(cls, package: Package, given: Sequence[str], agent: str) -> NotebookStart:
        """Return how the notebook of an agent, or of `observer`, begins.

        Raises QueryError if there is no such agent, or if the agent's observations at
        the start are not given, and ParseError for texts that cannot be read.
        """
        for word in (*CORRECTIONS, GIVEN):
            if word in package.actions and not package.actions[word].sorts:
                raise QueryError(
                    f"{package.name} has an action {word}, which a notebook reads as a"
                    " command",
                    hint="give the action another name",
                )
        if agent != OBSERVER or OBSERVER in words_of(package).agents:
            agent = str(package.agent(agent))
        return cls(package, tuple(given), agent)

    def lines(self) -> Iterator[str]:
        """Yield the lines with which the file begins."""
        package = self.package
        folder = package.folder
        shipped = shipped_packages().get(folder.name) == folder
        theory = {
            "name": folder.name if shipped else str(folder.resolve()),
            "hash": package.hash,
            "constants": dict(package.constants),
        }
        said = (f"{GIVEN} {formula}" for formula in self.given)
        yield from beginning_lines(
            (f"{THEORY} {json.dumps(theory)}", *said, f"{AGENT} {self.agent}")
        )


class SavedStart:
    """The first lines of a file, and the lines of its events."""

    def __init__(self) -> None:
        self.theory: Mapping[str, object] = {}
        self.given: list[str] = []
        self.agent = ""
        self.events: Sequence[Line] | None = None

    @classmethod
    def of(cls, file: NotebookFile) -> SavedStart:
        """Return the content of a file; raise QueryError, with the line, for faults."""
        found, events = read_beginning(file, cls)
        found.events = events
        return found

    def read(self, text: str) -> None:
        """Read a line of the beginning. Raises QueryError if it is none."""
        key, _, value = text.partition(" ")
        if key == THEORY:
            self.theory = _theory(value)
        elif key == GIVEN:
            self.given.append(value)
        elif key == AGENT:
            self.agent = value
        elif text == EVENTS:
            if not self.theory:
                raise QueryError("the notebook does not say its package")
        else:
            raise QueryError(
                f"a notebook about a package does not begin with {key!r}",
                hint="without --theory it is read as one about MYST or Clue",
            )

    @property
    def folder(self) -> str:
        """The package that the file is about."""
        return str(self.theory["name"])

    def start(self, *, trust: bool = False) -> NotebookStart:
        """Return the beginning, by the package as it is now."""
        constants = self.theory["constants"]
        assert isinstance(constants, Mapping)
        package = read_package(self.folder, constants, trust=trust)
        return NotebookStart.of(package, self.given, self.agent)

    def changed(self, package: Package) -> bool:
        """Return whether the axioms have changed since the notebook was begun."""
        return self.theory["hash"] != package.hash


def _theory(text: str) -> Mapping[str, object]:
    try:
        found = json_value(text)
    except ValueError:
        found = None
    kinds = {"name": str, "hash": str, "constants": dict}
    if not isinstance(found, dict) or not all(
        isinstance(found.get(key), kind) for key, kind in kinds.items()
    ):
        raise QueryError(
            "the theory is not written as JSON with its name and constants"
        )
    numbers = found["constants"].values()
    if not all(isinstance(n, int) and not isinstance(n, bool) for n in numbers):
        raise QueryError("the constants of the theory are not whole numbers")
    return found


def first_situation(start: NotebookStart) -> PackageSituation:
    """Return the situation before the first event."""
    return PackageSituation.make(start.package, "", start.given)
