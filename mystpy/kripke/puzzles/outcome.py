"""The result of a puzzle: its steps, why worlds were removed, and the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mystpy.compilation import dataclass
from mystpy.errors import MystError
from mystpy.kripke.puzzles.puzzle_file import Puzzle
from mystpy.kripke.puzzles.setting import known_value
from mystpy.language.atoms import Atom
from mystpy.language.nodes import And, Formula, Implies, Knows, Modal, Not, Or


def in_words(formula: Formula, *, negated: bool = False) -> str:
    """A formula, or its negation, in words where it is short, and else as it is."""
    match formula:
        case Not(body):
            return in_words(body, negated=not negated)
        case Knows(agent, body):
            verb = "does not know" if negated else "knows"
            return f"{agent} {verb} that {in_words(body)}"
        case Atom(name):
            return _atom(name, negated)
        case And(parts) | Or(parts) if len(parts) == 2 and not _facts(parts):
            joined = isinstance(formula, And) != negated
            both = [in_words(part, negated=negated) for part in parts]
            return (" and " if joined else " or ").join(both)
        case And(parts) | Or(parts) if isinstance(formula, And) == negated:
            one = in_words(parts[0], negated=negated)
            return f"{one}, or the like of {len(parts) - 1} others"
        case Implies(left, right) if negated:
            return f"{in_words(left)} and {in_words(right, negated=True)}"
    return f"{_short(formula)} is false" if negated else _short(formula)


def text_about_before(formula: Formula, text: str) -> str:
    """Return the text of a formula as one about the moment before."""
    said = " ".join(text.split())
    return f"before {said}" if isinstance(formula, Atom | Modal) else f"before ({said})"


def _facts(parts: tuple[Formula, ...]) -> bool:
    """Return whether these are atoms that do not express knowledge."""
    return all(isinstance(p, Atom) and not known_value(p.name) for p in parts)


def _atom(name: str, negated: bool) -> str:
    if known := known_value(name):
        agent, value = known
        return f"{agent} {'does not know' if negated else 'knows'} {value}"
    return f"not {name}" if negated else name


def _short(formula: Formula) -> str:
    text = str(formula)
    return text if len(text) <= 60 else f"{text[:57]}..."


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A reason for removed worlds: how many satisfy a formula, such as the example."""

    because: str
    worlds: int
    example: str | None


@dataclass(frozen=True, slots=True)
class Update:
    """An announcement, with the worlds before and after, and why worlds were removed.

    `group` has the recipients, if the announcement was made to a group; `others` says
    whether there are further agents, who saw it being made. `refused` says why the
    announcement was impossible; then nothing changed.
    """

    says: str
    formula: str
    before: int
    after: int
    reasons: tuple[Exclusion, ...] = ()
    group: tuple[str, ...] = ()
    refused: str = ""
    others: bool = True


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """The answer to a question, and the expected one (None: nothing is expected).

    `vacuous` has the agents without possible worlds on which the answer depends.
    `error` says what is wrong with a question that has no answer.
    """

    question: str
    value: Any
    expect: Any = None
    vacuous: tuple[str, ...] = ()
    error: MystError | None = None

    @property
    def right(self) -> bool:
        """Whether the answer is the expected one, if one is expected."""
        expected = self.expect is None or self.value == self.expect
        return expected and self.error is None


@dataclass(frozen=True, slots=True)
class Solution:
    """The result: the engine, the number of worlds, the steps and the answers."""

    puzzle: Puzzle
    sizes: Mapping[str, int]
    engine: str
    worlds: int
    steps: tuple[Update, ...]
    answers: tuple[PuzzleAnswer, ...]
    left: tuple[str, ...]
