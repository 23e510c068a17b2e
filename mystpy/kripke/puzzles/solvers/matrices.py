"""Relations as matrices of truth values, as in *What is my number?* (2013).

A T in the row of s and the column of t says that the agent considers t possible in s.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.compilation import dataclass
from mystpy.kripke.partition import Numbers, Partition
from mystpy.kripke.puzzles.solvers.explicit_puzzle import ExplicitPuzzle


@dataclass(frozen=True, slots=True)
class RelationMatrix:
    """The relation of one agent: `rows[s][t]` over all worlds, also those that went."""

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
    place = {int(point): number for number, point in enumerate(points)}

    def linked(s: int, t: int) -> bool:
        return s in place and t in place and relation.same(place[s], place[t])

    return tuple(tuple(linked(s, t) for t in range(size)) for s in range(size))


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
