"""Check answers by other means than those that made the questions.

Deductions are made from lists of deals. Here an engine that runs the axioms answers
them, whatever the number of deals, and a solver with assumptions finds the fewest
turns.
"""

from __future__ import annotations

import math
import warnings
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from operator import itemgetter

from mystpy.engines import get_engine
from mystpy.engines.base import Cell, Value
from mystpy.engines.combination import CombinedEngine
from mystpy.engines.explain.explainer import Explainer
from mystpy.engines.explain.selectors import Selector, StepSelector
from mystpy.engines.semantics import Dealt, Semantics
from mystpy.errors import LargeEnumerationWarning
from mystpy.history.history import History
from mystpy.history.table.turn_state import respondents
from mystpy.history.turns import split_turns
from mystpy.language.atoms import H
from mystpy.language.decidable import ground
from mystpy.language.nodes import Formula, Not
from mystpy.language.read import parse_formula
from mystpy.positions.record import PositionQuestion
from mystpy.possible_histories.position import position_of

_CELLS = {Cell.YES: "yes", Cell.NO: "no", Cell.OPEN: "open"}
_VALUES = {Value.TRUE: "yes", Value.FALSE: "no", Value.UNDETERMINED: "open"}


def second_engine(name: str) -> Semantics:
    """Return an engine that answers by its own program also if there are many deals.

    In large games the engine `asp` of other commands counts deals by symbolic methods;
    this one lists them by clingo.
    """
    engine = get_engine(name)
    if isinstance(engine, CombinedEngine) and engine.semantics.alone:
        return engine.semantics
    assert isinstance(engine, Semantics), "the engines that verify are of this class"
    return engine


def second_answer(question: PositionQuestion, engine: Semantics) -> object:
    """Return the answer, computed again; for `reason` all smallest sets."""
    with warnings.catch_warnings():  # few deals fit, however many there are
        warnings.simplefilter("ignore", LargeEnumerationWarning)
        return _FOUND[question.kind](question, engine)


def method_of(question: PositionQuestion, engine: Semantics) -> str:
    """Return the engine that computes an answer again.

    A solver finds reasons. For the best question the engines sat and auto list no
    deals: these are listed from the public states.
    """
    if question.kind == "reason":
        return "sat"
    if question.kind == "question" and isinstance(engine, CombinedEngine):
        return engine.semantics.name
    return engine.name


def _cell(question: PositionQuestion, engine: Semantics) -> str:
    grid = engine.grid(question.history, question.player)
    return _CELLS[grid.cells[question.ask["holder"]][question.ask["card"]]]


def _count(question: PositionQuestion, engine: Semantics) -> int:
    return engine.grid(question.history, question.player).deals


def _holders(question: PositionQuestion, engine: Semantics) -> dict[str, str]:
    grid = engine.grid(question.history, question.player)
    return {
        card: question.game.holder_names[holder]
        for holder, cells in enumerate(grid.cells)
        for card, cell in cells.items()
        if cell is Cell.YES and holder != question.player
    }


def _value(question: PositionQuestion, engine: Semantics) -> str:
    formula = parse_formula(question.ask["formula"], question.game)
    return _VALUES[engine.value(question.history, formula).value]


def _reason(question: PositionQuestion, engine: Semantics) -> list[list[int]]:
    """Return all smallest sets of turns from which the answer follows, by a solver."""
    ask = question.ask
    atom: Formula = H(ask["holder"], ask["card"])
    turns = turn_selectors(question.history, atom if ask["held"] else Not(atom))
    for size in range(len(turns.turns) + 1):
        found = [
            [k + 1 for k in chosen]
            for chosen in combinations(range(len(turns.turns)), size)
            if turns.enough(chosen)
        ]
        if found:
            return found
    return []


def _best(question: PositionQuestion, engine: Semantics) -> str:
    """Return the most informative question, from entropies over the worlds."""
    game, deals = question.game, engine.deals(question.history)
    asker = question.player or 0
    gains: dict[str, float] = {
        letter: _information(deals, respondents(asker, game.p), frozenset(cards))
        for letter, cards in question.ask["choices"].items()
    }
    return max(gains.items(), key=itemgetter(1))[0]


def _information(
    deals: Collection[Dealt], others: Sequence[int], asked: frozenset[str]
) -> float:
    """Return the mutual information of pile and answer: H(P) + H(A) - H(P, A)."""
    piles: dict[object, float] = defaultdict(float)
    answers: dict[object, float] = defaultdict(float)
    both: dict[object, float] = defaultdict(float)
    for hands in deals:
        shower = next((k for k in others if hands[k] & asked), 0)
        shown = sorted(hands[shower] & asked) if shower else [""]
        for card in shown:
            chance = 1 / (len(shown) * len(deals))
            piles[hands[0]] += chance
            answers[shower, card] += chance
            both[hands[0], shower, card] += chance
    return _entropy(piles) + _entropy(answers) - _entropy(both)


def _entropy(weights: Mapping[object, float]) -> float:
    return -sum(x * math.log2(x) for x in weights.values())


_FOUND: dict[str, Callable[[PositionQuestion, Semantics], object]] = {
    "cell": _cell,
    "holders": _holders,
    "count": _count,
    "others": _value,
    "mind": _value,
    "reason": _reason,
    "question": _best,
}


class TurnSelectors:
    """The turns that a conclusion needs, each of which can be left out."""

    def __init__(self, history: History, explainer: Explainer) -> None:
        self.turns = list(split_turns(history.actions))
        self._explainer = explainer
        step, self._steps = 0, list[range]()
        for turn in self.turns:
            self._steps.append(range(step, step + len(turn)))
            step += len(turn)

    def enough(self, chosen: tuple[int, ...]) -> bool:
        """Return whether it follows from these turns, the hand and the axioms."""
        steps = {step for k in chosen for step in self._steps[k]}

        def is_kept(selector: Selector) -> bool:
            return not isinstance(selector, StepSelector) or selector.step in steps

        kept = [one for one in self._explainer.selectors if is_kept(one)]
        return self._explainer.follows_from(kept)


def turn_selectors(history: History, formula: Formula) -> TurnSelectors:
    """Return the turns of a history, as premises of a formula."""
    ((constraints, given),) = position_of(history).cases
    positive = ground(formula, history.game)
    return TurnSelectors(history, Explainer(constraints, given, positive))
