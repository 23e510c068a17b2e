"""mystpy: who knows what in the card games MYST and Clue, computed from their axioms.

The names below are loaded when they are first used, so that `import mystpy`
is quick and starts no engine::

    game = mystpy.Game.myst(m=1, n=1, p=5, q=2)
    s = mystpy.Situation.init(game, hands={5: ["s6"]}).do("asks(1,{s1,s2})", "yes(2)")
    s.holds("K(5, h(2,s1) | h(2,s2))")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from mystpy.axioms import axioms_dir, queries_dir
    from mystpy.engines import get_engine
    from mystpy.engines.base import Odds, PossibleAction, PublicFluents, Value, Verdict
    from mystpy.errors import (
        AxiomError,
        EngineError,
        EngineFailed,
        EngineMissing,
        EnginesDisagree,
        GameError,
        IllegalActionError,
        MystError,
        NoWorldFits,
        ParseError,
        QueryError,
    )
    from mystpy.game.game import Game
    from mystpy.history.history import History
    from mystpy.language.nodes import Formula
    from mystpy.language.read import parse_formula
    from mystpy.packages.game_theory import GameSituation, GameTheory, load_theory
    from mystpy.questions.knowledge import AskResult, Knowledge
    from mystpy.questions.legality import Legality, Moves
    from mystpy.questions.query import Query, load_query
    from mystpy.questions.reason import Reason
    from mystpy.questions.situation import Situation
    from mystpy.questions.why import SeenWorld, Why
    from mystpy.show.draw.display import draw
    from mystpy.theories import Theory, theory, theory_in

_HOME = {
    "axioms_dir": "axioms",
    "draw": "show.draw.display",
    "queries_dir": "axioms",
    "get_engine": "engines",
    "Value": "engines.base",
    "Verdict": "engines.base",
    "AxiomError": "errors",
    "EngineError": "errors",
    "EngineFailed": "errors",
    "EngineMissing": "errors",
    "EnginesDisagree": "errors",
    "GameError": "errors",
    "IllegalActionError": "errors",
    "MystError": "errors",
    "NoWorldFits": "errors",
    "ParseError": "errors",
    "QueryError": "errors",
    "parse_formula": "language.read",
    "Formula": "language.nodes",
    "Game": "game.game",
    "GameSituation": "packages.game_theory",
    "GameTheory": "packages.game_theory",
    "load_theory": "packages.game_theory",
    "History": "history.history",
    "Query": "questions.query",
    "load_query": "questions.query",
    "Situation": "questions.situation",
    "AskResult": "questions.knowledge",
    "Knowledge": "questions.knowledge",
    "Legality": "questions.legality",
    "Moves": "questions.legality",
    "Odds": "engines.base",
    "PossibleAction": "engines.base",
    "PublicFluents": "engines.base",
    "Reason": "questions.reason",
    "SeenWorld": "questions.why",
    "Theory": "theories",
    "theory": "theories",
    "theory_in": "theories",
    "Why": "questions.why",
}

__all__ = [
    "AskResult",
    "AxiomError",
    "EngineError",
    "EngineFailed",
    "EngineMissing",
    "EnginesDisagree",
    "Formula",
    "Game",
    "GameError",
    "GameSituation",
    "GameTheory",
    "History",
    "IllegalActionError",
    "Knowledge",
    "Legality",
    "Moves",
    "MystError",
    "NoWorldFits",
    "Odds",
    "ParseError",
    "PossibleAction",
    "PublicFluents",
    "Query",
    "QueryError",
    "Reason",
    "SeenWorld",
    "Situation",
    "Theory",
    "Value",
    "Verdict",
    "Why",
    "__version__",
    "axioms_dir",
    "draw",
    "get_engine",
    "load_query",
    "load_theory",
    "parse_formula",
    "queries_dir",
    "theory",
    "theory_in",
]


_OLD_NAMES = {"Possible": "PossibleAction", "PublicState": "PublicFluents"}
"""Names of version 0.1.0, which are read until the next one."""


def rendered(value: object, form: str) -> str:
    """Return the text of a value, or the HTML that a notebook shows."""
    from mystpy.show import values  # with all that it shows: only when it is needed

    return values.text(value) if form == "text" else values.html(value)


def __getattr__(name: str) -> object:
    """Load a public name from its module when it is first used."""
    now = _OLD_NAMES.get(name, name)
    if now not in _HOME:
        raise AttributeError(f"module 'mystpy' has no attribute {name!r}")
    value = getattr(import_module(f"mystpy.{_HOME[now]}"), now)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
