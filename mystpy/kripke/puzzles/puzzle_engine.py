"""The engine of a puzzle: a model, sets of its worlds, and its updates."""

from __future__ import annotations

import copy
from typing import Any, ClassVar

from mystpy.kripke.faults import ModelError
from mystpy.kripke.puzzles.setting import Setting, read_formula
from mystpy.kripke.update.product import Happen
from mystpy.language.nodes import Formula
from mystpy.language.vocabulary import ModelWords


class PuzzleEngine:
    """The model of a puzzle in the course of announcements and actions.

    `worlds` is the set of those that are left; sets have the engine's own type. `name`
    is the name of the engine, and `explains_parts` says whether announcements are
    examined conjunct by conjunct. `step` is the action that has just been done, if any,
    and `earlier` the moment before, if formulas refer to it.
    """

    name: ClassVar[str]
    explains_parts: ClassVar[bool] = False
    step: Happen | None = None
    earlier: Any = None

    def __init__(self, setting: Setting, worlds: Any, vocabulary: ModelWords) -> None:
        self.setting, self.worlds, self.vocabulary = setting, worlds, vocabulary
        self.remembers = setting.needs_past()

    def count(self) -> int:
        """How many worlds are left."""
        return self.size(self.worlds)

    @property
    def left(self) -> tuple[str, ...]:
        """The names of the worlds that are left, where each has one."""
        return ()

    def read(self, text: str, agent: str | None = None) -> Formula:
        """A formula of the file, with an agent for the variable i."""
        return read_formula(self.setting, text, self.vocabulary, agent)

    def truth(self, formula: Formula) -> Any:
        """The set of the worlds that are left in which a formula holds."""
        raise NotImplementedError

    def size(self, mask: Any) -> int:
        """How many worlds a set has."""
        raise NotImplementedError

    def example(self, mask: Any) -> str | None:
        """A world of a set in words, or None if it is empty."""
        raise NotImplementedError

    def has_actual(self, mask: Any) -> bool:
        """Whether the actual world, of which there must be one, is in a set."""
        raise NotImplementedError

    def here(self, mask: Any) -> bool | None:
        """Whether the actual world is in a set.

        Where no world is actual: whether all are; None if only some are.
        """
        if self.setting.actual:
            return self.has_actual(mask)
        size = self.size(mask)
        return True if size == self.count() else None if size else False

    def holds_of(self, text: str, agent: str) -> bool:
        """Return whether a formula, with i for an agent, holds in the actual world.

        Without an actual world it must hold in all worlds.
        """
        return self.here(self.truth(self.read(text, agent))) is True

    def vacuous(self, formula: Formula) -> tuple[str, ...]:
        """Return the agents without possible worlds, if the value depends on them."""
        return ()

    def keep(self, mask: Any) -> None:
        """Keep the worlds of a set."""
        if self.remembers:
            self.earlier = copy.copy(self)
        self.worlds = mask & self.worlds

    def announce_value(self, text: str) -> None:
        """Announce the value of an expression to all; ModelError if impossible."""
        message = f"the {self.name} cannot tell {text}"
        raise ModelError(message, hint="choose smaller sizes")

    def values(self, text: str) -> list[int | str]:
        """Return the values that an expression has in the worlds left, ascending.

        Raises ModelError if that is not known.
        """
        raise ModelError(f"the {self.name} knows no values of {text}")

    def when(self, template: str) -> dict[str, int | None]:
        """Return after how many rounds each agent knows the value of that name.

        In each round all agents say whether they know their values. `template` has i
        for the agent.
        """
        raise NotImplementedError
