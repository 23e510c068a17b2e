"""Compute what players know in the card games MYST and Clue, from their axioms.

The names below are loaded when they are first used, so that `import mystpy`
is quick and starts no engine::

    game = mystpy.Game.myst(m=1, n=1, p=5, q=2)
    s = mystpy.Situation.init(game, hands={5: ["s6"]}).do("asks(1,{s1,s2})", "yes(2)")
    s.holds("K(5, h(2,s1) | h(2,s2))")

The public names are those in `__all__` here and in `mystpy.kripke`, `mystpy.records`
and `mystpy.env`; everything else is private and may change in any version.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "1.0.0"
"""The version of mystpy, in the form of PEP 440. Source: mystpy.

>>> import mystpy
>>> mystpy.__version__.count(".")
2
"""

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mystpy.axioms import axioms_dir, queries_dir
    from mystpy.engines import get_engine
    from mystpy.engines.base import (
        Cell,
        Odds,
        PossibleAction,
        PublicFluents,
        Value,
        Verdict,
    )
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
    from mystpy.questions.announced.announcement import Announcement
    from mystpy.questions.knowledge import AskResult, Knowledge
    from mystpy.questions.legality import Legality, Moves
    from mystpy.questions.query import Query, load_query
    from mystpy.questions.reason import Reason
    from mystpy.questions.situation import Situation
    from mystpy.questions.why import SeenWorld, Why
    from mystpy.show.draw.display import Drawing, draw
    from mystpy.theories import Theory, theory, theory_in

_HOME = {
    "Announcement": "questions.announced.announcement",
    "Cell": "engines.base",
    "Drawing": "show.draw.display",
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
    "Announcement",
    "AskResult",
    "AxiomError",
    "Cell",
    "Drawing",
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
"""Deprecated names, each with its new one; using one issues a DeprecationWarning."""


def rendered(value: object, form: str) -> str:
    """Return the text of a value, its `repr`, or the HTML that a notebook shows."""
    if form == "repr":
        from mystpy.show.brief import brief

        return brief(value)
    from mystpy.show import values  # with all that it shows: only when it is needed

    return values.text(value) if form == "text" else values.html(value)


def name_loader(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package; `homes` has the module of each name.

    In the field: lazy attributes of modules (PEP 562). It raises AttributeError for
    other names. It is here because `import mystpy` loads no other module.
    """

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return load


_load = name_loader(__name__, _HOME)


if not TYPE_CHECKING:  # a type checker refuses names that are not here

    def __getattr__(name: str) -> object:
        """Load a public name from its module when it is first used."""
        if name in _OLD_NAMES:
            return _renamed(name)
        return _load(name)


def _renamed(name: str) -> object:
    """Return the value of a deprecated name, with a warning each time."""
    from warnings import warn

    now = _OLD_NAMES[name]
    told = f"mystpy.{name} is deprecated and is removed in 2.0: use mystpy.{now}"
    warn(told, DeprecationWarning, stacklevel=3)
    return _load(now)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
