"""Two engines at once: every answer is computed twice and the two are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Concatenate, ParamSpec, TypeVar

from mystpy.engines.base import (
    Answer,
    Engine,
    Inconsistency,
    Judgement,
    World,
)
from mystpy.engines.exclusive import exclusive_methods
from mystpy.engines.semantics import PickledByName
from mystpy.errors import EnginesDisagree
from mystpy.history.history import History
from mystpy.language.nodes import Formula

P = ParamSpec("P")
T = TypeVar("T")


def _itself(answer: object) -> object:
    return answer


def _judged(answer: Judgement) -> object:
    return answer.verdict, answer.step, answer.axiom, frozenset(answer.failed)


def _step(clash: Inconsistency) -> object:
    return clash.step


def _compared(
    question: Callable[Concatenate[Engine, P], T],
    essence: Callable[[T], object] = _itself,
) -> Callable[Concatenate[BothEngine, P], T]:
    """Return the method that asks both engines, and has the first one's answer.

    `essence` is what has to be the same in both answers.
    """
    name = question.__name__

    def ask(both: BothEngine, /, *args: P.args, **named: P.kwargs) -> T:
        one: T = getattr(both.first, name)(*args, **named)
        other: T = getattr(both.second, name)(*args, **named)
        return both.agreed(one, other, essence)

    return ask


@exclusive_methods
class BothEngine(PickledByName):
    """The engine that asks two others and answers only where they agree.

    Every method raises EnginesDisagree, with both answers, where they do not.
    """

    name = "both"
    lists_worlds = True

    def __init__(self, first: Engine, second: Engine, *, by_name: bool = False) -> None:
        self.first = first
        self.second = second
        self.beyond_axioms = first.beyond_axioms and second.beyond_axioms
        self._by_name = by_name

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the engine `both`, or as the engines that it asks if it is not."""
        if self._by_name:
            return super().__reduce__()
        return BothEngine, (self.first, self.second)

    judge = _compared(Engine.judge, _judged)
    state = _compared(Engine.state)
    possible = _compared(Engine.possible, frozenset)
    cells = _compared(Engine.cells)
    grid = _compared(Engine.grid)
    weighted_odds = _compared(Engine.weighted_odds)
    nested_cells = _compared(Engine.nested_cells)
    common_cells = _compared(Engine.common_cells)
    clash = _compared(Engine.clash, _step)

    def worlds(self, history: History, *, public: bool = False) -> Iterator[World]:
        """Each world that fits, once both engines have listed the same ones."""
        one, other = (
            tuple(engine.worlds(history, public=public))
            for engine in (self.first, self.second)
        )
        yield from self.agreed(one, other, frozenset)

    def value(self, history: History, formula: Formula) -> Answer:
        """Whether the formula follows; the method says what each engine was asked."""
        one = self.first.value(history, formula)
        return self.joined(one, self.second.value(history, formula))

    def agreed(self, one: T, other: T, essence: Callable[[T], object] = _itself) -> T:
        """The one answer, if what matters of two is the same."""
        if essence(one) != essence(other):
            raise EnginesDisagree(
                f"the engines disagree: {self.first.name} answers {one}, "
                f"{self.second.name} answers {other}",
                hint="one of them is wrong: please report the query with both answers",
            )
        return one

    def joined(self, one: Answer, other: Answer) -> Answer:
        """The value of both; the method says what each engine was asked."""
        self.agreed(one, other, lambda answer: answer.value)
        if one.in_views == other.in_views:
            method = f"{one.method} and {other.method}"
            method += f", {_VIEWS}" if one.in_views else ""
        else:
            method = f"{_asked(one)} and {_asked(other)}"
        return Answer(one.value, method)


_VIEWS = "in views that Python computed"


def _asked(answer: Answer) -> str:
    """The method with the worlds in which it was asked."""
    return f"{answer.method} {_VIEWS if answer.in_views else 'in all worlds'}"
