"""What solving a puzzle needs of an engine, and the engine that suits a puzzle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from mystpy.kripke.faults import ModelError
from mystpy.kripke.puzzles.setting import Setting
from mystpy.kripke.puzzles.solvers.bitset_model import MOST_VARIABLES, BitsetModel
from mystpy.kripke.puzzles.solvers.counter_abstraction import (
    CounterAbstraction,
    is_crowd,
)
from mystpy.kripke.puzzles.solvers.explicit_puzzle import ExplicitPuzzle
from mystpy.language.nodes import Formula
from mystpy.thresholds import MAX_VARIABLES_LISTED


class Representation(Protocol):
    """What solving needs: a model, sets of its worlds, and what is said in it.

    The sets are the engine's own; see `ExplicitPuzzle` for what each of these says.
    """

    @property
    def name(self) -> str:
        """What the engine is called."""

    def count(self) -> int:
        """How many worlds are left."""

    def read(self, text: str, agent: str | None = None) -> Formula:
        """A formula of the file, with an agent for the variable i."""

    def truth(self, formula: Formula) -> Any:
        """The set of the worlds that are left in which a formula holds."""

    def outside(self, mask: Any) -> Any:
        """The worlds that are left and not in a set."""

    def size(self, mask: Any) -> int:
        """How many worlds a set has."""

    def example(self, mask: Any) -> str | None:
        """A world of a set in words, or None if it is empty."""

    def here(self, mask: Any) -> bool | None:
        """Whether the actual world is in a set; without one, whether all worlds are."""

    def holds_of(self, text: str, agent: str) -> bool:
        """Whether a formula, with i for an agent, holds in the actual world, or all."""

    def keep(self, mask: Any) -> None:
        """Keep the worlds of a set."""

    def announce_value(self, text: str) -> None:
        """All learn the value of an expression."""

    def values(self, text: str) -> list[int | str]:
        """The values that an expression has in the worlds that are left."""

    def when(self, template: str) -> dict[str, int | None]:
        """After how many rounds of all saying so each agent knows the own value."""


def engine_for(setting: Setting, wanted: str | None = None) -> Representation:
    """The engine that suits a puzzle, or the one wanted; ModelError if it does not."""
    kinds: dict[str, Callable[[Setting], Representation]] = {
        "explicit": ExplicitPuzzle,
        "cube": BitsetModel,
        "crowd": CounterAbstraction,
    }
    if what := setting.only_listed():
        if wanted not in (None, ExplicitPuzzle.name):
            raise ModelError(
                f"in {setting.puzzle.name} {what}, which the {wanted} cannot",
                hint="only the engine explicit can",
            )
        return ExplicitPuzzle(setting)
    if wanted is not None:
        return kinds[wanted](setting)
    number = len(setting.domains)
    if not setting.all_yes_no() or number <= MAX_VARIABLES_LISTED:
        return ExplicitPuzzle(setting)
    if number > MOST_VARIABLES and is_crowd(setting):
        return CounterAbstraction(setting)
    return BitsetModel(setting)
