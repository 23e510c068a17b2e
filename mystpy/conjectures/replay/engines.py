"""Counterexamples asked again of other engines, so that none rests on one of them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from mystpy.engines import get_engine
from mystpy.engines.base import Engine
from mystpy.engines.world_count import is_small
from mystpy.errors import (
    EngineMissing,
    EnginesDisagree,
    LargeEnumerationWarning,
    NoWorldFits,
)
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.decidable import ground
from mystpy.language.nodes import Formula
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import is_objective, pools_or_removes
from mystpy.questions.knowledge import ask, require_world
from mystpy.sight import is_known_sight
from mystpy.thresholds import MAX_DEALS_REPLAYED

ENGINES = ("worlds", "asp", "prolog")

Query = Mapping[str, object]
"""A counterexample as an object: game, hands, history, formula and its value."""


def confirming_engines(
    query: Query, engines: Sequence[str] = ENGINES
) -> tuple[str, ...]:
    """The names of the engines that find the formula's value to be the one given.

    At least two have looked; in a game whose worlds are too many to be listed, those
    that would list them have only looked whether the history is executable. Raises
    EnginesDisagree if one finds another value, or that the history is not executable.
    """
    history = history_of(query)
    formula = parse_formula(str(query["formula"]), history.game)

    def find(engine: Engine) -> str:
        return str(ask(history, formula, engine).value)

    checked = ground(formula, history.game)
    return of_engines(query, checked, find, str(query["value"]), engines)


def history_of(query: Query) -> History:
    """The deal and the history of a counterexample."""
    game = Game.from_dict(cast("Mapping[str, object]", query["game"]))
    hands = cast("Mapping[str, list[str]]", query.get("hands", {}))
    return History.make(game, hands, cast("list[str]", query.get("history", [])))


def of_engines(
    query: Query,
    formula: Formula,
    find: Callable[[Engine], str],
    wanted: str,
    engines: Sequence[str] = ENGINES,
) -> tuple[str, ...]:
    """The names of the engines that find the wanted value; see `confirming_engines`."""
    history = history_of(query)
    agreed = []
    for name in engines:
        try:
            engine = get_engine(name)
        except EngineMissing:
            continue
        value = wanted
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LargeEnumerationWarning)
            try:
                if _is_asked(engine, formula, history.game):
                    value = find(engine)
                else:
                    require_world(history, engine)
                    name = f"{name} (of the history)"
            except NoWorldFits:
                value = "not executable"
        if value != wanted:
            found = f"{query.get('formula', formula)} {value}"
            raise EnginesDisagree(f"{name} finds {found}: {dict(query)}")
        agreed.append(name)
    if len(agreed) < 2:
        raise EngineMissing(
            "a counterexample is asked of two engines, and only one is installed",
            hint="install clingo or SWI-Prolog: pip install 'clingo>=5.8,<6'",
        )
    return tuple(agreed)


def _is_asked(engine: Engine, formula: Formula, game: Game) -> bool:
    """Whether an engine is asked of a formula, or only of the history."""
    if engine.beyond_axioms:
        few = is_objective(formula) or game.deal_count() <= MAX_DEALS_REPLAYED
        return few or not engine.lists_worlds
    if pools_or_removes(formula):
        return False  # the axioms have no term for it
    if not is_known_sight(game.rule_set) and not is_small(game):
        return is_objective(formula)  # it lists the worlds of the public history
    few = is_objective(formula) or game.deal_count() <= MAX_DEALS_REPLAYED
    return few or not engine.lists_worlds
