"""Games for the libraries of others: PettingZoo and OpenSpiel, each an extra."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mystpy.errors import QueryError
from mystpy.game.game import Game

if TYPE_CHECKING:
    from mystpy.env.aec import TableEnv
    from mystpy.env.spiel import SpielGame


def zoo_env(
    game: Game, *, turns: int = 100, recall: int = 32, grid: bool = False
) -> TableEnv:
    """A game as an AEC environment of PettingZoo, with action masks.

    It is cut off after so many `turns`. An observation has the last `recall` actions
    and, if wanted, the exact `grid` of what follows from all of them; see
    `mystpy.env.features`. Raises QueryError if PettingZoo is not installed.
    """
    env: TableEnv = _with("zoo", "pettingzoo", "aec").TableEnv(
        game, turns=turns, recall=recall, grid=grid
    )
    return env


def spiel_game(game: Game, *, turns: int, grid: bool = False) -> SpielGame:
    """A game as one of OpenSpiel, cut off after so many `turns`.

    Afterwards `pyspiel.load_game("mystpy(m=2,n=1,p=2,q=1,turns=2)")` finds games of
    MYST, too. Raises QueryError if OpenSpiel is not installed.
    """
    found: SpielGame = _with("spiel", "pyspiel", "spiel").load(game, turns, grid=grid)
    return found


def _with(extra: str, library: str, module: str) -> Any:
    """The module that needs a library. Raises QueryError without it."""
    try:
        import_module(library)
    except ModuleNotFoundError:
        raise QueryError(
            f"{library} is not installed", hint=f"pip install 'mystpy[{extra}]'"
        ) from None
    return import_module(f"mystpy.env.{module}")
