"""Solving a puzzle: what is said, one after the other, and then the questions."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mystpy.kripke.faults import ModelError
from mystpy.kripke.puzzles.puzzle_engine import Representation, engine_for
from mystpy.kripke.puzzles.puzzle_file import Puzzle, PuzzleQuestion, Saying
from mystpy.kripke.puzzles.setting import Setting, arrange, choose_sizes
from mystpy.kripke.puzzles.solvers.explicit import Explicit
from mystpy.kripke.puzzles.told import in_words
from mystpy.language.nodes import And, Formula

FEW_REASONS = 6
"""So many conjuncts of what is said are looked at one by one."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Why worlds went: so many where this is so, such as the example."""

    because: str
    worlds: int
    example: str | None


@dataclass(frozen=True, slots=True)
class Update:
    """What was said, with the worlds before and after, and why worlds went.

    `group` has those who alone were told, if not all were. `refused` says why it could
    not be said; then nothing changed.
    """

    says: str
    formula: str
    before: int
    after: int
    reasons: tuple[Exclusion, ...] = ()
    group: tuple[str, ...] = ()
    refused: str = ""


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
        few = engine.count() <= 10 and not self.setting.acts()
        left = engine.model.names if few and isinstance(engine, Explicit) else ()
        return Solution(
            self.setting.puzzle,
            self.setting.sizes,
            engine.name,
            worlds,
            tuple(self.steps),
            answers,
            tuple(left),
        )

    def say(self, saying: Saying) -> None:
        if isinstance(self.engine, Explicit):
            self.engine.step = None
        if saying.action:
            self.act(saying)
        elif saying.expect:
            self.require(saying)
        elif saying.refused:
            self.refuse(saying)
        elif saying.to or saying.shares:
            self.inform(saying)
        elif saying.tells:
            self.engine.tell(saying.tells)
            self.unchanged(saying, f"value of {saying.tells}")
        elif saying.repeat:
            self.again(saying, self.engine.read(saying.formula))
        else:
            self.announce(saying, self.engine.read(saying.formula))

    def act(self, saying: Saying) -> None:
        """An event of an action happens, or is expected to be impossible."""
        engine, before = self.engine, self.engine.count()
        assert isinstance(engine, Explicit), "no other engine is chosen"
        happens, fault = engine.act(saying.action, saying.event)
        if saying.refused:
            self.require_refusal(saying, happens, fault)
            self.unchanged(saying, happens, refused=fault)
            return
        if fault:
            raise ModelError(f"{saying.says!r} is {fault}")
        if self.setting.puzzle.contract:
            engine.contract()
        self.steps.append(Update(saying.says, happens, before, engine.count()))
        self.watch(saying.says, engine)

    def require(self, saying: Saying) -> None:
        """Nothing happens. Raises ModelError unless what is expected is true."""
        formula = self.engine.read(saying.expect)
        if self.engine.here(self.engine.truth(formula)) is not True:
            raise ModelError(
                f"{saying.says!r} is expected, but not true {self.where()}: {formula}"
            )
        self.unchanged(saying, saying.expect)

    def require_refusal(self, saying: Saying, what: str, fault: str) -> None:
        """Raise ModelError unless it is refused, and for the reason that is given."""
        if saying.refused not in f"it is {fault}" or not fault:
            found = (
                fault
                or f"not {'impossible' if saying.action else 'false'} {self.where()}"
            )
            raise ModelError(
                f"{saying.says!r} should be refused ({saying.refused}), but it is "
                f"{found}: {what}"
            )

    def unchanged(
        self,
        saying: Saying,
        what: str,
        group: tuple[str, ...] = (),
        refused: str = "",
    ) -> None:
        """Note a step after which there are as many worlds as before."""
        count = self.engine.count()
        step = Update(saying.says, what, count, count, (), group, refused)
        self.steps.append(step)
        self.watch(saying.says, self.engine)

    def inform(self, saying: Saying) -> None:
        """A group learns something, and the others see that it does."""
        engine, group = self.engine, saying.to or saying.shares
        assert isinstance(engine, Explicit), "no other engine is chosen"
        if saying.shares:
            engine.share(group)
            self.unchanged(saying, "all that they know", group)
        elif saying.tells:
            engine.tell(saying.tells, group)
            self.unchanged(saying, f"value of {saying.tells}", group)
        elif not self.setting.actual:
            raise ModelError(
                f"{saying.says!r}: without an actual world nobody can say whether it "
                "is true",
                hint="tell a value, or say what is actual",
            )
        else:
            formula = engine.read(saying.formula)
            engine.tell_whether(self.possible(saying, formula), group)
            self.unchanged(saying, saying.formula, group)

    def refuse(self, saying: Saying) -> None:
        """What is expected to be false, so that it cannot be said; nothing changes."""
        formula = self.engine.read(saying.formula)
        fault = self.fault(self.engine.truth(formula))
        self.require_refusal(saying, str(formula), fault)
        self.unchanged(saying, saying.formula, saying.to, fault)

    def where(self) -> str:
        """Where something said has to be true."""
        return "in the actual world" if self.setting.actual else "in every world"

    def fault(self, mask: Any) -> str:
        """Why what is true in these worlds cannot be said; nothing if it can be."""
        return f"false {self.where()}" if self.engine.here(mask) is False else ""

    def possible(self, saying: Saying, formula: Formula) -> Any:
        """Where what is said is true. Raises ModelError if it cannot be said."""
        mask = self.engine.truth(formula)
        if fault := self.fault(mask):
            raise ModelError(f"{saying.says!r} is {fault}: {formula}")
        return mask

    def again(self, saying: Saying, formula: Formula) -> None:
        """Say something as long as it is true and new."""
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
        mask, before = self.possible(saying, formula), engine.count()
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
