"""The engines, by name; each is imported only when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mystpy.axiom_folder import named_folder
from mystpy.engines.base import Engine
from mystpy.engines.semantics import PickledByName
from mystpy.errors import EngineMissing, QueryError, did_you_mean
from mystpy.game.game import Game
from mystpy.views import Sight, use_sight_table

if TYPE_CHECKING:
    from mystpy.engines.asp.engine import AspEngine
    from mystpy.engines.worlds.engine import WorldsEngine

ENGINE_NAMES = ("auto", "asp", "prolog", "walk", "worlds", "sat", "bdd", "both")

OLD_NAMES = {"asp-copies": "sat", "asp-bounds": "sat", "diagrams": "bdd"}
"""Names of methods in earlier answers, with the engines that use these methods."""

DEFAULT = "auto"
"""The engine that answers where none is named."""

_made: dict[str, Engine] = {}


def get_engine(name: str = DEFAULT) -> Engine:
    """Return the engine with this name; the same object each time, in every thread.

    The names are `auto`, `asp`, `prolog`, `walk`, `worlds`, `sat`, `bdd` and `both`,
    which compares asp with prolog. Raises QueryError if there is no engine with this
    `name`, and EngineMissing if a program that the engine needs is not installed.
    Source: mystpy.

    >>> import mystpy
    >>> mystpy.get_engine("sat")
    get_engine('sat')
    """
    if name == "auto" and named_folder():
        from mystpy.theories import edited_theory  # seldom needed

        name = "asp" if edited_theory() else name
    name = OLD_NAMES.get(name, name)
    return _made.get(name) or _made.setdefault(name, new_engine(name))


def new_engine(name: str) -> Engine:
    """A new engine of that name, which has answered nothing so far."""
    match name:
        case "asp":
            from mystpy.engines.combination import CombinedEngine

            return CombinedEngine(name, _asp())
        case "both":
            from mystpy.engines.both import BothEngine
            from mystpy.thresholds import MAX_WORLDS_COMPARED as LIMIT

            return BothEngine(_asp(LIMIT), _prolog(LIMIT), by_name=True)
        case "prolog":
            return _prolog()
        case "worlds":
            return _worlds()
        case "walk" | "auto" | "sat" | "bdd":
            return _by_public_states(name)
    near = did_you_mean(name, ENGINE_NAMES)
    known = f"the engines are {', '.join(ENGINE_NAMES)}"
    raise QueryError(f"there is no engine named {name!r}", hint=near or known)


def _worlds() -> WorldsEngine:
    from mystpy.engines.worlds.engine import WorldsEngine

    return WorldsEngine()


def _prolog(*all_worlds: int) -> Engine:
    from mystpy.engines.prolog.engine import PrologEngine

    return PrologEngine(_worlds(), *all_worlds)


def _asp(*all_worlds: int) -> AspEngine:
    _require_clingo()
    from mystpy.engines.asp.engine import AspEngine

    return AspEngine(*all_worlds)


def _by_public_states(name: str) -> Engine:
    """An engine whose histories are traced through the public states."""
    from mystpy.engines import combination

    match name:
        case "walk":
            return combination.CombinedEngine(name, _worlds())
        case "auto":
            return combination.QuickestEngine(name, _worlds())
        case "sat":
            return combination.OneMethodEngine(name, _worlds(), combination.by_sat)
    return combination.OneMethodEngine(name, _worlds(), combination.by_bdd)


PickledByName.by_name = get_engine


def _sight_table(game: Game) -> Sight | None:
    """Return the sight of a game under edited axioms, computed by clingo."""
    from mystpy.engines.worlds.sight_table import table_if_any  # seldom needed

    return table_if_any(game)


use_sight_table(_sight_table)


def _require_clingo() -> None:
    """Raise EngineMissing without clingo, which asp loads with its first program."""
    from mystpy.engines.backend import is_there

    if not is_there():
        raise EngineMissing(
            "the engine asp needs clingo, which is not installed",
            hint="install it: pip install 'clingo>=5.8,<6', or use --engine prolog",
        )
