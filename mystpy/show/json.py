"""Answers as JSON objects, one on a line: keys may be added to them, never changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from mystpy.engines.base import PossibleAction, Verdict
from mystpy.files.json_text import Object
from mystpy.game.game import Game
from mystpy.history.actions import action_text
from mystpy.language.read import write_formula
from mystpy.questions.knowledge import OBSERVER_NAME, AskResult, Knowledge
from mystpy.questions.legality import Legality, action_pattern, pattern_count
from mystpy.views import OBSERVER

T = TypeVar("T")


def legality(judged: Legality, game: Game) -> Object:
    """The verdict and, if illegal, step, action, axiom and what failed."""
    if judged.verdict is not Verdict.ILLEGAL or judged.action is None:
        return {"verdict": str(judged.verdict)}
    return {
        "verdict": str(judged.verdict),
        "step": judged.step,
        "action": action_text(judged.action, game),
        "axiom": judged.axiom,
        "failed": list(judged.failed),
    }


def possible(
    actions: Iterable[PossibleAction], game: Game, ending: str | None = None
) -> Object:
    """The actions, each with its verdict, a pattern with its number of sets.

    Where there are none, `over` says why: what `ending` is.
    """
    listed: Object = {"actions": [_possible(found, game) for found in actions]}
    return listed if ending is None else {**listed, "over": ending}


def _possible(found: PossibleAction, game: Game) -> Object:
    entry: Object = {
        "action": action_pattern(found.action, game),
        "verdict": str(found.verdict),
    }
    count = pattern_count(found.action, game)
    return entry if count is None else {**entry, "count": count}


def ask_result(result: AskResult, game: Game) -> Object:
    """`formula`, `value`, `method` and `seconds`.

    Also `announced`, the formulas, if something was.
    """
    found: Object = {
        "formula": write_formula(result.formula, game),
        "value": str(result.value),
        "method": result.method,
        "seconds": round(result.seconds, 6),
    }
    if result.announced:
        found["announced"] = [
            write_formula(formula, game) for formula in result.announced
        ]
    return found


def knowledge(known: Knowledge) -> Object:
    """The knowers, deals, grid by holder and card, and the odds if known.

    Odds are exact: "0", "1" or a fraction such as "5/12". `depends` says on what a
    player's cells "!" depend; `shown` has the names that were written in another way.
    """
    first, *others = [OBSERVER_NAME if k == OBSERVER else k for k in known.players]
    answer: Object = {"player": first}
    if known.common:
        answer = {"group": [first, *others]}
    elif others:
        answer["that"] = others
    if known.deals is not None:
        answer["deals"] = known.deals
    if known.depends is not None:
        answer["depends"] = known.depends
    if known.game.shown:
        answer["shown"] = dict(known.game.shown)
    answer["grid"] = _by_holder(known.cells, str)
    if known.odds is not None and known.counts is not None:
        answer["odds"] = _by_holder(known.odds, str)
        answer["weigh"] = str(known.weighed)
        answer["counts"] = _by_holder(known.counts, int)
    return answer


def _by_holder(rows: Sequence[Mapping[str, T]], form: Callable[[T], object]) -> Object:
    return {
        str(k): {card: form(value) for card, value in row.items()}
        for k, row in enumerate(rows)
    }
