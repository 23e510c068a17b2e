"""What is shown between the steps of a solution: matrices, where they are small."""

from __future__ import annotations

from typing import Any

from mystpy.kripke.faults import ModelError
from mystpy.kripke.puzzles.puzzle_engine import Representation
from mystpy.kripke.puzzles.puzzle_file import Puzzle
from mystpy.kripke.puzzles.solvers.explicit_puzzle import ExplicitPuzzle
from mystpy.kripke.puzzles.solvers.matrices import RelationMatrix, lines, matrices

MOST_WORLDS = 16


class MatrixRecorder:
    """Keeps the matrices after each step, before the first step under 0.

    They are kept where they are wanted, and for puzzles that have them printed where
    there are no more worlds than the file says. Raises ModelError if they are wanted
    but too large.
    """

    def __init__(self, puzzle: Puzzle, *, wanted: bool = False) -> None:
        self.puzzle = puzzle
        self.wanted = wanted
        self.steps: list[list[RelationMatrix]] = []
        self.shown = True

    def __call__(self, _said: str, engine: Representation) -> None:
        """Keep what is to be shown after this was said."""
        if not self.steps:
            most = MOST_WORLDS if self.wanted else self.puzzle.matrices
            few = engine.count() <= most and not self.puzzle.actions
            self.shown = isinstance(engine, ExplicitPuzzle) and few
            if self.wanted and self.puzzle.actions:
                raise ModelError(
                    f"matrices are not shown of {self.puzzle.name}, where actions make "
                    "new worlds"
                )
            if self.wanted and not self.shown:
                raise ModelError(
                    f"matrices are shown of up to {MOST_WORLDS} worlds, "
                    f"{self.puzzle.name} has {engine.count():,}"
                )
        found = (
            matrices(engine)
            if self.shown and isinstance(engine, ExplicitPuzzle)
            else []
        )
        self.steps.append(found)

    @property
    def lines(self) -> dict[int, list[str]]:
        """The matrices as text after each step."""
        return {
            number: ["", *(line for m in found for line in (*lines(m), ""))]
            for number, found in enumerate(self.steps)
            if found
        }

    def as_object(self) -> dict[str, Any]:
        """The matrices as a part of a JSON object: rows of T and F for each agent."""
        if not any(self.steps):
            return {}
        return {
            "matrices": [
                {
                    m.agent: ["".join("FT"[cell] for cell in row) for row in m.rows]
                    for m in found
                }
                for found in self.steps
            ]
        }
