"""Solving a puzzle: what is said, one after the other, and then the questions."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from mystpy.kripke.faults import ModelError
from mystpy.kripke.puzzles.puzzle_file import Puzzle, PuzzleQuestion, Saying
from mystpy.kripke.puzzles.setting import Setting, arrange, choose_sizes
from mystpy.kripke.puzzles.solvers.crowd import Crowd, is_crowd
from mystpy.kripke.puzzles.solvers.cube import MOST_VARIABLES, Cube
from mystpy.kripke.puzzles.solvers.explicit import Explicit
from mystpy.kripke.puzzles.told import in_words
from mystpy.language.nodes import And, Formula

FEW_VARIABLES = 10
"""So many variables of yes and no are left to the engine that lists all worlds."""


FEW_REASONS = 6
"""So many conjuncts of what is said are looked at one by one."""


class Representation(Protocol):
    """What solving needs: a model, sets of its worlds, and what is said in it.

    The sets are the engine's own; see `Explicit` for what each of these says.
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

    def tell(self, text: str) -> None:
        """All learn the value of an expression."""

    def values(self, text: str) -> list[int | str]:
        """The values that an expression has in the worlds that are left."""

    def when(self, template: str) -> dict[str, int | None]:
        """After how many rounds of all saying so each agent knows the own value."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Why worlds went: so many where this is so, such as the example."""

    because: str
    worlds: int
    example: str | None


@dataclass(frozen=True, slots=True)
class Update:
    """What was said, with the worlds before and after, and why worlds went."""

    says: str
    formula: str
    before: int
    after: int
    reasons: tuple[Exclusion, ...]


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """The answer to a question, and the expected one (None: nothing is expected)."""

    question: str
    value: Any
    expect: Any = None

    @property
    def right(self) -> bool:
        """Whether the answer is the expected one, if one is expected."""
        return self.expect is None or self.value == self.expect


@dataclass(frozen=True, slots=True)
class Solution:
    """What came out: the engine, the number of worlds, the steps and the answers."""

    puzzle: Puzzle
    sizes: Mapping[str, int]
    engine: str
    worlds: int
    steps: tuple[Update, ...]
    answers: tuple[PuzzleAnswer, ...]
    left: tuple[str, ...]


Watch = Callable[[str, Representation], None]
"""Told what has just been said, and the engine after it."""


def engine_for(setting: Setting, wanted: str | None = None) -> Representation:
    """The engine that suits a puzzle, or the one wanted; ModelError if it does not."""
    kinds: dict[str, Callable[[Setting], Representation]] = {
        "explicit": Explicit,
        "cube": Cube,
        "crowd": Crowd,
    }
    if wanted is not None:
        return kinds[wanted](setting)
    number = len(setting.domains)
    if not setting.all_yes_no() or number <= FEW_VARIABLES:
        return Explicit(setting)
    if number > MOST_VARIABLES and is_crowd(setting):
        return Crowd(setting)
    return Cube(setting)


def solve(
    puzzle: Puzzle,
    sizes: Mapping[str, int] | None = None,
    *,
    engine: str | None = None,
    watch: Watch = lambda said, engine: None,
) -> Solution:
    """Solve a puzzle with these sizes (those not given by default).

    Raises ModelError for sizes that are not possible, for something said that is false
    in the actual world or everywhere, and for puzzles too large; ParseError for its
    formulas.
    """
    setting = arrange(puzzle, sizes)
    return _Solving(setting, engine_for(setting, engine), watch).solution()


class _Solving:
    def __init__(self, setting: Setting, engine: Representation, watch: Watch) -> None:
        self.setting = setting
        self.engine = engine
        self.watch = watch
        self.steps: list[Update] = []
        self.rounds = 0
        self.before_rounds: Representation | None = None

    def solution(self) -> Solution:
        engine, worlds = self.engine, self.engine.count()
        self.watch("at first", engine)
        for saying in self.setting.sayings():
            self.say(saying)
        answers = tuple(self.answer(ask) for ask in self.setting.puzzle.asks)
        left: tuple[str, ...] = ()
        if engine.count() <= 10 and isinstance(engine, Explicit):
            left = tuple(engine.model.names)
        return Solution(
            self.setting.puzzle,
            self.setting.sizes,
            engine.name,
            worlds,
            tuple(self.steps),
            answers,
            left,
        )

    def say(self, saying: Saying) -> None:
        if saying.tells:
            count = self.engine.count()
            self.engine.tell(saying.tells)
            said = saying.says
            self.steps.append(
                Update(said, f"value of {saying.tells}", count, count, ())
            )
            self.watch(said, self.engine)
            return
        formula = self.engine.read(saying.formula)
        if not saying.repeat:
            self.announce(saying, formula)
            return
        self.before_rounds = copy.copy(self.engine)
        self.rounds = 0
        while self.goes_on(formula):
            self.rounds += 1
            self.announce(saying, formula)

    def goes_on(self, formula: Formula) -> bool:
        """Whether a repeated saying is true again, and says something new."""
        mask = self.engine.truth(formula)
        new = self.engine.size(mask) < self.engine.count()
        return new and self.engine.here(mask) is not False

    def announce(self, saying: Saying, formula: Formula) -> None:
        engine, says = self.engine, saying.says
        mask, before = engine.truth(formula), engine.count()
        if engine.here(mask) is False:
            where = "in the actual world" if self.setting.actual else "in every world"
            raise ModelError(f"{says!r} is false {where}: {formula}")
        reasons = self.reasons(formula) if engine.size(mask) < before else ()
        engine.keep(mask)
        step = Update(says, saying.formula, before, engine.count(), reasons)
        self.steps.append(step)
        self.watch(says, engine)

    def reasons(self, formula: Formula) -> tuple[Exclusion, ...]:
        """Why worlds go: which conjuncts fail, and where; the first few of them."""
        parts: tuple[Formula, ...] = (formula,)
        if isinstance(formula, And) and isinstance(self.engine, Explicit):
            parts = formula.parts[:FEW_REASONS]
        found = []
        for part in parts:
            fails = self.engine.outside(self.engine.truth(part))
            if number := self.engine.size(fails):
                example = self.engine.example(fails)
                found.append(Exclusion(in_words(part, negated=True), number, example))
        return tuple(found)

    def answer(self, ask: PuzzleQuestion) -> PuzzleAnswer:
        question = self.setting.filled(ask.question)
        return PuzzleAnswer(question, self.found(ask), self.expected(ask))

    def found(self, ask: PuzzleQuestion) -> Any:
        engine = self.engine
        match ask.kind:
            case "formula":
                here = engine.here(engine.truth(engine.read(ask.what)))
                return {True: "true", False: "false", None: "undetermined"}[here]
            case "value":
                return engine.values(ask.what)
            case "count":
                return engine.count()
            case "agents":
                return [a for a in self.setting.agents if engine.holds_of(ask.what, a)]
            case "rounds":
                return self.rounds
        return copy.copy(self.before_rounds or engine).when(ask.what)

    def expected(self, ask: PuzzleQuestion) -> Any:
        sizes = dict(self.setting.sizes)
        if sizes == choose_sizes(self.setting.puzzle, {}):
            return ask.expect
        for other in ask.also:
            if all(sizes.get(k) == v for k, v in other.items() if k != "expect"):
                return other.get("expect")
        return None
