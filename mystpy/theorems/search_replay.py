"""Counterexamples asked again of other engines, so that none rests on one of them."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import cast

from mystpy.engines import get_engine
from mystpy.errors import (
    EngineMissing,
    EnginesDisagree,
    LargeEnumerationWarning,
    NoWorldFits,
)
from mystpy.formula_text import parse_formula
from mystpy.game import Game
from mystpy.history import History
from mystpy.knowledge import ask

ENGINES = ("worlds", "asp", "prolog")


def replayed(query: Mapping[str, object]) -> tuple[str, ...]:
    """The names of the engines that find the formula's value to be the one given.

    At least two have looked. Raises EnginesDisagree if one finds another value, or
    that the history is not executable.
    """
    game = Game.from_dict(cast("Mapping[str, object]", query["game"]))
    hands = cast("Mapping[str, list[str]]", query.get("hands", {}))
    history = History.make(game, hands, cast("list[str]", query.get("history", [])))
    formula = parse_formula(str(query["formula"]), game)
    agreed = []
    for name in ENGINES:
        try:
            engine = get_engine(name)
        except EngineMissing:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LargeEnumerationWarning)
            try:
                value = str(ask(history, formula, engine).value)
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
