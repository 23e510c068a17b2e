"""What is shown between the steps of a solution: matrices, where they are small."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mystpy.compilation import dataclass
from mystpy.kripke.faults import ModelError
from mystpy.kripke.partition import Numbers, Partition
from mystpy.kripke.puzzles.puzzle_engine import PuzzleEngine
from mystpy.kripke.puzzles.puzzle_file import Puzzle
from mystpy.kripke.puzzles.solvers.explicit_puzzle import ExplicitPuzzle


@dataclass(frozen=True, slots=True)
class RelationMatrix:
    """The relation of one agent: `rows[s][t]` over all worlds, also those that went.

    As in *What is my number?* (2013), it says whether the agent considers t possible
    in s.
    """

    agent: str
    worlds: tuple[str, ...]
    rows: tuple[tuple[bool, ...], ...]


def matrices(engine: ExplicitPuzzle) -> list[RelationMatrix]:
    """A matrix for each agent; worlds that went have neither row nor column of T."""
    size = len(next(iter(engine.all.by_name.values())))
    worlds = tuple(engine.world_name(point) for point in range(size))
    model = engine.model
    return [
        RelationMatrix(agent, worlds, _rows(relation, engine.points, size))
        for agent, relation in zip(model.agents, model.relations, strict=True)
    ]


def _rows(
    relation: Partition, points: Numbers, size: int
) -> tuple[tuple[bool, ...], ...]:
    found = np.zeros((size, size), np.bool_)
    alike = relation.numbers[:, None] == relation.numbers
    seen = alike if relation.core is None else alike & relation.core
    found[np.ix_(points, points)] = seen
    return tuple(map(tuple, found.tolist()))


def lines(matrix: RelationMatrix) -> list[str]:
    """A matrix as text: a row for each world."""
    wide = max(map(len, matrix.worlds))
    head = " ".join(world.ljust(wide) for world in matrix.worlds)
    found = [f"{f'R{matrix.agent}'.ljust(wide)} {head}".rstrip()]
    for world, row in zip(matrix.worlds, matrix.rows, strict=True):
        found.append(f"{world.ljust(wide)} {_cells(row, wide)}".rstrip())
    return found


def _cells(row: Sequence[bool], wide: int) -> str:
    return " ".join(("T" if cell else ".").center(wide) for cell in row)


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

    def __call__(self, _said: str, engine: PuzzleEngine) -> None:
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
