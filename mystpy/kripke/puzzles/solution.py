"""The solver of puzzles: it makes the announcements in order and then answers."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from mystpy.errors import ParseError
from mystpy.kripke.faults import ModelError
from mystpy.kripke.puzzles.outcome import (
    Exclusion,
    PuzzleAnswer,
    Solution,
    Update,
    in_words,
    text_about_before,
)
from mystpy.kripke.puzzles.puzzle_engine import PuzzleEngine
from mystpy.kripke.puzzles.puzzle_file import Puzzle, PuzzleEvent, PuzzleQuestion
from mystpy.kripke.puzzles.setting import Setting, arrange, choose_sizes
from mystpy.kripke.puzzles.solvers import engine_for
from mystpy.kripke.puzzles.solvers.explicit_puzzle import ExplicitPuzzle
from mystpy.kripke.valuation.world_sets import needs_past
from mystpy.language.junctions import simplify
from mystpy.language.nodes import And, Formula, Modal, Not
from mystpy.language.subformulas import walk

FEW_REASONS = 6
"""The maximal number of conjuncts of an announcement that are examined singly."""


Watch = Callable[[str, PuzzleEngine], None]
"""A function that takes the last announcement, and the engine after it."""


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
    def __init__(self, setting: Setting, engine: PuzzleEngine, watch: Watch) -> None:
        self.setting = setting
        self.engine = engine
        self.watch = watch
        self.steps: list[Update] = []
        self.rounds = 0
        self.said_last: tuple[Formula, str] | None = None
        self.before_rounds: PuzzleEngine | None = None

    def solution(self) -> Solution:
        engine, worlds = self.engine, self.engine.count()
        self.watch("at first", engine)
        for saying in self.setting.sayings():
            self.say(saying)
        answers = tuple(self.answer(ask) for ask in self.setting.puzzle.asks)
        return Solution(
            self.setting.puzzle,
            self.setting.sizes,
            engine.name,
            worlds,
            tuple(self.steps),
            answers,
            engine.left,
        )

    def say(self, saying: PuzzleEvent) -> None:
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
            self.engine.announce_value(saying.tells)
            self.unchanged(saying, f"value of {saying.tells}")
        elif saying.repeat:
            self.again(saying, self.engine.read(saying.formula))
        else:
            self.announce(saying, self.engine.read(saying.formula))

    def act(self, saying: PuzzleEvent) -> None:
        """An event of an action happens, or is expected to be impossible."""
        engine, before = self.engine, self.engine.count()
        assert isinstance(engine, ExplicitPuzzle), "no other engine is chosen"
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

    def require(self, saying: PuzzleEvent) -> None:
        """Raise ModelError unless the expected formula is true; nothing happens."""
        formula = self.engine.read(saying.expect)
        if self.engine.here(self.engine.truth(formula)) is not True:
            raise ModelError(
                f"{saying.says!r} is expected, but not true {self.where()}: "
                f"{simplify(formula)}"
            )
        self.unchanged(saying, saying.expect)

    def require_refusal(self, saying: PuzzleEvent, what: str, fault: str) -> None:
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
        saying: PuzzleEvent,
        what: str,
        group: tuple[str, ...] = (),
        refused: str = "",
    ) -> None:
        """Note a step after which there are as many worlds as before."""
        count, others = self.engine.count(), bool({*self.setting.agents} - {*group})
        step = Update(saying.says, what, count, count, (), group, refused, others)
        self.steps.append(step)
        self.watch(saying.says, self.engine)

    def inform(self, saying: PuzzleEvent) -> None:
        """A group learns something, and the others see that it does."""
        engine, group = self.engine, saying.to or saying.shares
        assert isinstance(engine, ExplicitPuzzle), "no other engine is chosen"
        if saying.shares:
            engine.share(group)
            self.unchanged(saying, "all that they know", group)
        elif saying.tells:
            engine.announce_value(saying.tells, group)
            self.unchanged(saying, f"value of {saying.tells}", group)
        elif not self.setting.actual:
            raise ModelError(
                f"{saying.says!r}: without an actual world nobody can say whether it "
                "is true",
                hint="announce a value, or name the actual one",
            )
        else:
            formula = engine.read(saying.formula)
            engine.tell_whether(self.possible(saying, formula), group)
            self.unchanged(saying, saying.formula, group)

    def refuse(self, saying: PuzzleEvent) -> None:
        """Note an expected formula that is false, so that it cannot be announced."""
        formula = self.engine.read(saying.formula)
        fault = self.fault(self.engine.truth(formula))
        self.require_refusal(saying, str(formula), fault)
        self.unchanged(saying, saying.formula, saying.to, fault)

    def where(self) -> str:
        """Return where an announcement has to be true."""
        return "in the actual world" if self.setting.actual else "in every world"

    def fault(self, mask: Any) -> str:
        """Return why an announcement with this extension is impossible, if it is."""
        return f"false {self.where()}" if self.engine.here(mask) is False else ""

    def possible(self, saying: PuzzleEvent, formula: Formula) -> Any:
        """Return the extension of an announcement; ModelError if it is impossible."""
        mask = self.engine.truth(formula)
        if fault := self.fault(mask):
            raise ModelError(
                f"{saying.says!r} is {fault}: {simplify(formula)}",
                hint=self.of_the_past(formula, saying.formula),
            )
        return mask

    def of_the_past(self, formula: Formula, text: str) -> str | None:
        """Return how to say that something was true before the last step, if any.

        It may be the last announcement, unless that was the first, or the present one.
        """
        maybe = [said for said in (self.said_last, (formula, text)) if said]
        texts = [text_about_before(*said) for said in maybe if _of_knowledge(said[0])]
        if not self.steps or not texts:
            return None
        return (
            "was it said about the moment before the last step, as in 'I knew that'? "
            f"write {' or '.join(texts)}"
        )

    def again(self, saying: PuzzleEvent, formula: Formula) -> None:
        self.before_rounds = copy.copy(self.engine)
        self.rounds = 0
        while self.goes_on(formula):
            self.rounds += 1
            self.announce(saying, formula)

    def goes_on(self, formula: Formula) -> bool:
        """Return whether a repeated announcement is true again, and informative."""
        mask = self.engine.truth(formula)
        new = self.engine.size(mask) < self.engine.count()
        return new and self.engine.here(mask) is not False

    def announce(self, saying: PuzzleEvent, formula: Formula) -> None:
        engine, says = self.engine, saying.says
        mask, before = self.possible(saying, formula), engine.count()
        reasons = self.reasons(formula) if engine.size(mask) < before else ()
        if self.steps and _of_knowledge(formula):
            self.said_last = formula, saying.formula
        engine.keep(mask)
        step = Update(says, saying.formula, before, engine.count(), reasons)
        self.steps.append(step)
        self.watch(says, engine)

    def reasons(self, formula: Formula) -> tuple[Exclusion, ...]:
        """Return why worlds are removed: the first conjuncts that fail, and where."""
        parts: tuple[Formula, ...] = (formula,)
        if isinstance(formula, And) and self.engine.explains_parts:
            parts = formula.parts[:FEW_REASONS]
        found = []
        for part in parts:
            fails = self.engine.truth(Not(part))
            if number := self.engine.size(fails):
                example = self.engine.example(fails)
                reason = in_words(simplify(part), negated=True)
                found.append(Exclusion(reason, number, example))
        return tuple(found)

    def answer(self, ask: PuzzleQuestion) -> PuzzleAnswer:
        question, expected = self.setting.filled(ask.question), self.expected(ask)
        try:
            found, vacuous = self.found(ask), self.vacuous(ask)
        except (ModelError, ParseError) as error:
            if len(self.setting.puzzle.asks) == 1:
                raise
            return PuzzleAnswer(question, None, expected, error=error)
        return PuzzleAnswer(question, found, expected, vacuous)

    def vacuous(self, ask: PuzzleQuestion) -> tuple[str, ...]:
        """Return the agents without possible worlds on which the answer depends."""
        if ask.kind not in ("formula", "agents"):
            return ()
        engine = self.engine
        agents = self.setting.agents if ask.kind == "agents" else (None,)
        named = (engine.vacuous(engine.read(ask.what, agent)) for agent in agents)
        return tuple(dict.fromkeys(chain.from_iterable(named)))

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


def _of_knowledge(formula: Formula) -> bool:
    """Return whether a formula is about knowledge, and not about the past."""
    known = any(isinstance(part, Modal) or "Kv(" in str(part) for part in walk(formula))
    return known and not needs_past(formula)
