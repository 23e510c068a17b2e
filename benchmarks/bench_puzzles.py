"""Measure the time of puzzles, and the limit of listing worlds.

The muddy children by three engines: all worlds listed in a Kripke model, a bit for
each world, and sets of worlds as numbers of muddy children.
"""

from __future__ import annotations

from collections.abc import Callable

from harness import medians, milliseconds, table

from mystpy.errors import MystError
from mystpy.kripke.puzzles.russian import HandSizes, safe_announcements
from mystpy.kripke.puzzles.setting import arrange
from mystpy.kripke.puzzles.shelf import find_puzzle
from mystpy.kripke.puzzles.solution import solve
from mystpy.kripke.puzzles.solvers.bitset_model import BitsetModel

ENGINES = ("explicit", "cube", "crowd")
CHILDREN = (3, 8, 12, 16, 20, 22, 24, 40, 100)


def time_of(work: Callable[[], object]) -> str:
    """Return the median of three runs, or a dash where it is refused."""
    try:
        work()
    except MystError:
        return "-"
    return milliseconds(medians([work], 3)[0])


def muddy(n: int, engine: str) -> str:
    """Measure n children, all muddy."""
    if engine == "explicit" and n > 16:
        return "-"
    puzzle = find_puzzle("muddy-children")
    return time_of(lambda: solve(puzzle, {"n": n, "k": n}, engine=engine))


def who_knows_when(n: int) -> str:
    """Measure who knows when in all worlds of n children."""

    def work() -> object:
        cube = BitsetModel(arrange(find_puzzle("muddy-children"), {"n": n}))
        cube.keep(cube.truth(cube.read("exists i in agents: m(i)")))
        return cube.rounds("m(i)").table()

    return time_of(work)


def main() -> str:
    """Return the tables."""
    children = [[n, *(muddy(n, engine) for engine in ENGINES)] for n in CHILDREN]
    rows: list[list[object]] = [
        [f"who knows when in all worlds, {n} children", who_knows_when(n)]
        for n in (16, 20, 22)
    ]
    for name in ("sum-and-product", "what-sum", "cheryls-birthday", "russian-cards"):
        puzzle = find_puzzle(name)
        rows.append([name, time_of(lambda puzzle=puzzle: solve(puzzle))])  # type: ignore
    own, sizes = frozenset({0, 1, 2}), HandSizes(3, 3, 1)
    rows.append(
        [
            "Russian cards, all safe announcements",
            time_of(lambda: safe_announcements(own, sizes)),
        ]
    )
    first = table(["muddy children", *ENGINES], children)
    return f"{first}\n\n{table(['puzzle', 'time'], rows)}"
