"""The ways to solve a puzzle: listed worlds, a cube, or counting."""

from __future__ import annotations

from collections.abc import Callable

from mystpy.kripke.faults import ModelError
from mystpy.kripke.puzzles.puzzle_engine import PuzzleEngine
from mystpy.kripke.puzzles.setting import Setting
from mystpy.kripke.puzzles.solvers.bitset_model import MOST_VARIABLES, BitsetModel
from mystpy.kripke.puzzles.solvers.counter_abstraction import (
    CounterAbstraction,
    is_crowd,
)
from mystpy.kripke.puzzles.solvers.explicit_puzzle import ExplicitPuzzle
from mystpy.thresholds import MAX_VARIABLES_LISTED

ENGINES: dict[str, Callable[[Setting], PuzzleEngine]] = {
    kind.name: kind for kind in (ExplicitPuzzle, BitsetModel, CounterAbstraction)
}


def engine_for(setting: Setting, wanted: str | None = None) -> PuzzleEngine:
    """The engine that suits a puzzle, or the one wanted; ModelError if it does not."""
    if what := setting.only_listed():
        if wanted not in (None, ExplicitPuzzle.name):
            raise ModelError(
                f"in {setting.puzzle.name} {what}, which the {wanted} cannot",
                hint="only the engine explicit can",
            )
        return ExplicitPuzzle(setting)
    if wanted is not None:
        return ENGINES[wanted](setting)
    number = len(setting.domains)
    if not setting.all_yes_no() or number <= MAX_VARIABLES_LISTED:
        return ExplicitPuzzle(setting)
    if number > MOST_VARIABLES and is_crowd(setting):
        return CounterAbstraction(setting)
    return BitsetModel(setting)
