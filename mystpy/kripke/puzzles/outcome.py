"""What comes out of a puzzle: its steps, why worlds went, and the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mystpy.compilation import dataclass
from mystpy.errors import MystError
from mystpy.kripke.puzzles.puzzle_file import Puzzle


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Why worlds went: so many where this is so, such as the example."""

    because: str
    worlds: int
    example: str | None


@dataclass(frozen=True, slots=True)
class Update:
    """What was said, with the worlds before and after, and why worlds went.

    `group` has those who were told, if it was said to a group; `others` says whether
    there are agents besides, who saw that they were. `refused` says why it could not be
    said; then nothing changed.
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

    It rests on the fact that the agents of `vacuous` hold no world possible. `error`
    says what is wrong with a question that has no answer.
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
    """What came out: the engine, the number of worlds, the steps and the answers."""

    puzzle: Puzzle
    sizes: Mapping[str, int]
    engine: str
    worlds: int
    steps: tuple[Update, ...]
    answers: tuple[PuzzleAnswer, ...]
    left: tuple[str, ...]
