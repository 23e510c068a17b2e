"""The engines, by name; each is imported only when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from mystpy.axiom_folder import named_folder
from mystpy.engines.base import Engine
from mystpy.errors import EngineMissing, QueryError, did_you_mean
from mystpy.game.game import Game
from mystpy.views import Sight, use_sight_table

_CLASSES = {
    "auto": ("mystpy.engines.walked", "AutoEngine"),
    "asp": ("mystpy.engines.asp.engine", "AspEngine"),
    "prolog": ("mystpy.engines.prolog.engine", "PrologEngine"),
    "walk": ("mystpy.engines.walked", "WalkEngine"),
    "worlds": ("mystpy.engines.worlds.engine", "WorldsEngine"),
}

ENGINE_NAMES = (*_CLASSES, "both")


DEFAULT = "auto"
"""The engine that answers where none is named."""

_made: dict[str, Engine] = {}


def get_engine(name: str = DEFAULT) -> Engine:
    """The engine of that name; asked for again, the same one, in every thread.

    `both` is asp and prolog, compared, and asks asp of a K in all worlds if these are
    few; `auto` is asp where the axioms are not the shipped ones, since only asp reads
    all of the axioms. Raises QueryError if no engine has that name, and EngineMissing
    if a program that the engine needs is not installed.
    """
    if name == "auto" and named_folder():
        from mystpy.theories import edited_theory  # seldom needed

        name = "asp" if edited_theory() else name
    return _made.get(name) or _made.setdefault(name, _new(name))


def _new(name: str) -> Engine:
    if name == "both":
        from mystpy.engines.both import BothEngine

        _require_clingo()
        from mystpy.engines.asp.all_worlds import AllWorldsAspEngine

        return BothEngine(AllWorldsAspEngine(), get_engine("prolog"))
    if name not in _CLASSES:
        near = did_you_mean(name, ENGINE_NAMES)
        known = f"the engines are {', '.join(ENGINE_NAMES)}"
        raise QueryError(f"there is no engine named {name!r}", hint=near or known)
    module, symbol = _CLASSES[name]
    if name == "asp":
        _require_clingo()
    engine = getattr(import_module(module), symbol)()
    if name == "prolog":
        engine.walk = get_engine("worlds")
    return cast(Engine, engine)


def _sight_table(game: Game) -> Sight | None:
    """Who sees what in a game by edited axioms, as clingo finds it."""
    from mystpy.engines.worlds.sight_table import table_if_any  # seldom needed

    return table_if_any(game)


use_sight_table(_sight_table)


def _require_clingo() -> None:
    """Raise EngineMissing without clingo, which asp loads with its first program."""
    from mystpy.engines.lent import is_there

    if not is_there():
        raise EngineMissing(
            "the engine asp needs clingo, which is not installed",
            hint="install it: pip install 'clingo>=5.8,<6', or use --engine prolog",
        )
