"""Two engines at once: every answer is computed twice and the two are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from mystpy.engines.base import (
    Answer,
    Cells,
    Clash,
    Engine,
    Grid,
    Judgement,
    PickledByName,
    Possible,
    PublicState,
    Shares,
    World,
)
from mystpy.engines.exclusive import exclusive_methods
from mystpy.errors import EnginesDisagree
from mystpy.history.history import History
from mystpy.language.nodes import Formula

T = TypeVar("T")


@exclusive_methods
class BothEngine(PickledByName):
    """The engine that asks two others and answers only where they agree.

    Every method raises EnginesDisagree, with both answers, where they do not.
    """

    name = "both"

    def __init__(self, first: Engine, second: Engine) -> None:
        self.first = first
        self.second = second

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the engine `both`, or as the engines that it asks if it is not."""
        if (self.first.name, self.second.name) == ("asp", "prolog"):
            return super().__reduce__()
        return BothEngine, (self.first, self.second)

    def judge(self, history: History) -> Judgement:
        """Whether the history is executable, and else where it fails."""
        return self._agreed(lambda engine: engine.judge(history), _judged)

    def state(self, history: History) -> PublicState:
        """The public fluents after the last action."""
        return self._agreed(lambda engine: engine.state(history), _itself)

    def possible(self, history: History) -> tuple[Possible, ...]:
        """The actions that are possible after the last one."""
        return self._agreed(lambda engine: engine.possible(history), frozenset)

    def worlds(self, history: History, *, public: bool = False) -> Iterator[World]:
        """Each world that fits, once both engines have listed the same ones."""
        yield from self._agreed(
            lambda engine: tuple(engine.worlds(history, public=public)), frozenset
        )

    def value(self, history: History, formula: Formula) -> Answer:
        """Whether the formula follows; the method names both methods."""
        first = self.first.value(history, formula)
        second = self.second.value(history, formula)
        self._compare(first, second, lambda answer: answer.value)
        return Answer(first.value, f"{first.method} and {second.method}")

    def grid(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Grid:
        """The deals a player holds possible."""
        return self._agreed(lambda engine: engine.grid(history, player, limit), _itself)

    def cells(self, history: History, player: int | None = None) -> Cells:
        """For each holder and card yes, no or ?, in the deals that fit."""
        return self._agreed(lambda engine: engine.cells(history, player), _itself)

    def weighed(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Shares:
        """The odds of each cell if responders show a random card."""
        return self._agreed(
            lambda engine: engine.weighed(history, player, limit), _itself
        )

    def nested_cells(self, history: History, players: tuple[int, ...]) -> Cells:
        """What the first player knows that the next knows, and so on."""
        return self._agreed(
            lambda engine: engine.nested_cells(history, players), _itself
        )

    def common_cells(self, history: History, group: tuple[int, ...]) -> Cells:
        """What is common knowledge of a group."""
        return self._agreed(lambda engine: engine.common_cells(history, group), _itself)

    def clash(self, history: History) -> Clash:
        """Why no world fits: one step; of two reasons, the first engine's."""
        return self._agreed(lambda engine: engine.clash(history), lambda c: c.step)

    def _agreed(
        self, question: Callable[[Engine], T], essence: Callable[[T], object]
    ) -> T:
        first, second = question(self.first), question(self.second)
        self._compare(first, second, essence)
        return first

    def _compare(self, first: T, second: T, essence: Callable[[T], object]) -> None:
        """Raise EnginesDisagree unless what matters of two answers is the same."""
        if essence(first) != essence(second):
            raise EnginesDisagree(
                f"the engines disagree: {self.first.name} answers {first}, "
                f"{self.second.name} answers {second}",
                hint="one of them is wrong: please report the query with both answers",
            )


def _itself(answer: object) -> object:
    return answer


def _judged(answer: Judgement) -> object:
    return answer.verdict, answer.step, answer.axiom, frozenset(answer.failed)
