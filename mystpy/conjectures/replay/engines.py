"""Counterexamples asked again of other engines, so that none rests on one of them."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import cast

from mystpy.engines import get_engine
from mystpy.errors import (
    EngineMissing,
    EnginesDisagree,
    LargeEnumerationWarning,
    NoWorldFits,
)
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.decidable import grounded
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import is_objective, pools_or_removes
from mystpy.questions.knowledge import ask, require_world

ENGINES = ("worlds", "asp", "prolog")

MOST_LISTED = 100_000
"""In games with more deals the engines that list worlds are not asked of knowledge."""


Query = Mapping[str, object]
"""A counterexample as an object: game, hands, history, formula and its value."""


def replayed(query: Query, engines: Sequence[str] = ENGINES) -> tuple[str, ...]:
    """The names of the engines that find the formula's value to be the one given.

    At least two have looked; in a game whose worlds are too many to be listed, those
    that would list them have only looked whether the history is executable. Raises
    EnginesDisagree if one finds another value, or that the history is not executable.
    """
    game = Game.from_dict(cast("Mapping[str, object]", query["game"]))
    hands = cast("Mapping[str, list[str]]", query.get("hands", {}))
    history = History.make(game, hands, cast("list[str]", query.get("history", [])))
    formula = parse_formula(str(query["formula"]), game)
    listed = is_objective(formula) or game.deal_count() <= MOST_LISTED
    untold = pools_or_removes(grounded(formula, game))  # the axioms have no term for it
    agreed = []
    for name in engines:
        try:
            engine = get_engine(name)
        except EngineMissing:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LargeEnumerationWarning)
            try:
                if (listed or name == "asp") and not (untold and name == "prolog"):
                    value = str(ask(history, formula, engine).value)
                else:
                    require_world(history, engine)
                    value = str(query["value"])
                    name = f"{name} (of the history)"
            except NoWorldFits:
                value = "not executable"
        if value != query["value"]:
            raise EnginesDisagree(f"{name} finds {formula} {value}: {dict(query)}")
        agreed.append(name)
    if len(agreed) < 2:
        raise EngineMissing(
            "a counterexample is asked of two engines, and only one is installed",
            hint="install clingo or SWI-Prolog: pip install 'clingo>=5.8,<6'",
        )
    return tuple(agreed)
