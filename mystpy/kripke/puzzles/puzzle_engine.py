"""The engine of a puzzle: a model, sets of its worlds, and what is said in it."""

from __future__ import annotations

import copy
from typing import Any, ClassVar

from mystpy.kripke.faults import ModelError
from mystpy.kripke.puzzles.setting import Setting, read_formula
from mystpy.kripke.update.product import Happen
from mystpy.language.nodes import Formula
from mystpy.language.vocabulary import ModelWords


class PuzzleEngine:
    """The model of a puzzle in the course of what is said and done.

    `worlds` is the set of those that are left, sets are of the engine's own kind;
    `name` is what the engine is called, `explains_parts` says whether what is said is
    looked at conjunct by conjunct. `step` is the action that has just been done, if one
    has, `earlier` the moment before, where formulas speak of it.
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
        """Whether a formula, with i for an agent, holds in the actual world, or all."""
        return self.here(self.truth(self.read(text, agent))) is True

    def vacuous(self, formula: Formula) -> tuple[str, ...]:
        """Who holds no world possible, so that a formula has its value here."""
        return ()

    def keep(self, mask: Any) -> None:
        """Keep the worlds of a set."""
        if self.remembers:
            self.earlier = copy.copy(self)
        self.worlds = mask & self.worlds

    def announce_value(self, text: str) -> None:
        """All learn the value of an expression. Raises ModelError if they cannot."""
        message = f"the {self.name} cannot tell {text}"
        raise ModelError(message, hint="choose smaller sizes")

    def values(self, text: str) -> list[int | str]:
        """The values that an expression has in the worlds that are left, ascending.

        Raises ModelError if that is not known.
        """
        raise ModelError(f"the {self.name} knows no values of {text}")

    def when(self, template: str) -> dict[str, int | None]:
        """After how many rounds each agent knows the value of that name.

        In each round all say whether they know theirs. `template` has i for the agent.
        """
        raise NotImplementedError
