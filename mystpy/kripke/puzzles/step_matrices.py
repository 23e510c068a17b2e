"""The matrices shown between the steps of a solution, if they are small."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mystpy.compilation import dataclass
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Numbers, Partition
from mystpy.kripke.puzzles.puzzle_engine import PuzzleEngine
from mystpy.kripke.puzzles.puzzle_file import Puzzle
from mystpy.kripke.puzzles.solvers.explicit_puzzle import ExplicitPuzzle


@dataclass(frozen=True, slots=True)
class RelationMatrix:
    """The relation of one agent: `rows[s][t]` over worlds, including removed ones.

    As in *What is my number?* (2013), it says whether the agent considers t possible
    in s.
    """

    agent: str
    worlds: tuple[str, ...]
    rows: tuple[tuple[bool, ...], ...]


def matrices(
    engine: ExplicitPuzzle, shown: Numbers | None = None
) -> list[RelationMatrix]:
    """A matrix for each agent over some worlds, by their numbers, or over all.

    Worlds that went have neither row nor column of T.
    """
    if shown is None:
        shown = np.arange(len(next(iter(engine.all.by_name.values()))))
    worlds = tuple(engine.world_name(point) for point in shown.tolist())
    model = engine.model
    return [
        RelationMatrix(agent, worlds, _rows(relation, engine.points, shown))
        for agent, relation in zip(model.agents, model.relations, strict=True)
    ]


def _rows(
    relation: Partition, points: Numbers, shown: Numbers
) -> tuple[tuple[bool, ...], ...]:
    """The rows of a relation; `points` are the worlds that are left, ascending."""
    kept = np.flatnonzero(np.isin(shown, points))
    places = np.searchsorted(points, shown[kept])
    found = np.zeros((len(shown), len(shown)), np.bool_)
    numbers = relation.numbers[places]
    alike = numbers[:, None] == numbers
    seen = alike if relation.core is None else alike & relation.core[places]
    found[np.ix_(kept, kept)] = seen
    return tuple(map(tuple, found.tolist()))


def lines(matrix: RelationMatrix) -> list[str]:
    """A matrix as text: a row for each world, and a column under its name.

    If there are many worlds, the columns have numbers, and removed worlds are omitted.
    """
    wide = max(map(len, matrix.worlds))
    if len(matrix.worlds) > MOST_WORLDS:
        return _numbered_lines(matrix, wide)
    head = " ".join(world.ljust(wide) for world in matrix.worlds)
    found = [f"{f'R{matrix.agent}'.ljust(wide)} {head}".rstrip()]
    for world, row in zip(matrix.worlds, matrix.rows, strict=True):
        found.append(f"{world.ljust(wide)} {_cells(row, wide)}".rstrip())
    return found


def _numbered_lines(matrix: RelationMatrix, wide: int) -> list[str]:
    left = [place for place, row in enumerate(matrix.rows) if any(row)]
    head = " ".join(str(place + 1).rjust(2) for place in left)
    found = [f"{f'R{matrix.agent}'.ljust(wide)}    {head}".rstrip()]
    for place in left:
        cells = _cells([matrix.rows[place][other] for other in left], 2)
        found.append(
            f"{matrix.worlds[place].ljust(wide)} {place + 1:2} {cells}".rstrip()
        )
    return found


def _cells(row: Sequence[bool], wide: int) -> str:
    return " ".join(("T" if cell else ".").center(wide) for cell in row)


MOST_WORLDS = 16
MOST_NEAR = 32
"""The maximal number of worlds considered possible in the actual one for matrices."""


class MatrixRecorder:
    """Keeps the matrices after each step, before the first step under 0.

    They are kept if they are wanted, and for puzzles that print them if there are no
    more worlds than the file says. If they are wanted for many worlds, they have the
    worlds that somebody considers possible in the actual world at first. Raises
    ModelError if they are wanted but too large.
    """

    def __init__(self, puzzle: Puzzle, *, wanted: bool = False) -> None:
        self.puzzle = puzzle
        self.wanted = wanted
        self.steps: list[list[RelationMatrix]] = []
        self.shown: Numbers | None = None
        self.all = 0

    def __call__(self, _said: str, engine: PuzzleEngine) -> None:
        """Keep the matrices to be shown after this announcement."""
        if not self.steps:
            self.all = engine.count()
            self.shown = self._shown(engine)
        found = []
        if self.shown is not None and isinstance(engine, ExplicitPuzzle):
            found = matrices(engine, self.shown)
        self.steps.append(found)

    def _shown(self, engine: PuzzleEngine) -> Numbers | None:
        """The worlds over which matrices are shown; None if there are none."""
        if self.wanted and self.puzzle.actions:
            raise ModelError(
                f"matrices are not shown of {self.puzzle.name}, where actions make "
                "new worlds"
            )
        most = MOST_WORLDS if self.wanted else self.puzzle.matrices
        is_listed = isinstance(engine, ExplicitPuzzle) and not self.puzzle.actions
        if is_listed and engine.count() <= most:
            return np.arange(engine.count())
        if not self.wanted:
            return None
        if isinstance(engine, ExplicitPuzzle) and engine.actual is not None:
            near = considered_worlds(engine.model, engine.actual)
            if len(near) <= MOST_NEAR:
                return near
        raise ModelError(
            f"matrices are shown of up to {MOST_WORLDS} worlds, "
            f"{self.puzzle.name} has {engine.count():,}",
            hint=f"or of up to {MOST_NEAR} that somebody considers possible in the "
            "actual world, with --engine explicit",
        )

    @property
    def lines(self) -> dict[int, list[str]]:
        """The matrices as text after each step."""
        shown = {
            number: ["", *(line for m in found for line in (*lines(m), ""))]
            for number, found in enumerate(self.steps)
            if found
        }
        if self.shown is not None and len(self.shown) < self.all:
            part = f"{len(self.shown)} of {self.all:,} worlds: those that somebody "
            shown[0] = [f"Matrices of {part}considers possible at first", *shown[0]]
        return shown

    def as_object(self) -> dict[str, Any]:
        """The matrices as a part of a JSON object: rows of T and F for each agent."""
        if not any(self.steps):
            return {}
        return self._worlds_object() | {
            "matrices": [
                {
                    m.agent: ["".join("FT"[cell] for cell in row) for row in m.rows]
                    for m in found
                }
                for found in self.steps
            ]
        }

    def _worlds_object(self) -> dict[str, Any]:
        """The worlds of rows and columns, where they are not all."""
        if self.shown is None or len(self.shown) == self.all:
            return {}
        return {"matrix_worlds": list(self.steps[0][0].worlds)}


def considered_worlds(model: Model, actual: int) -> Numbers:
    """The worlds that some agent considers possible in the actual one, ascending."""
    found = np.zeros(len(model), np.bool_)
    for relation in model.relations:
        alike = relation.numbers == relation.numbers[actual]
        found |= alike if relation.core is None else alike & relation.core
    found[actual] = True
    return np.flatnonzero(found)
