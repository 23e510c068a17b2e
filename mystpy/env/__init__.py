"""Games for the libraries of others: PettingZoo and OpenSpiel, each an extra."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mystpy.errors import QueryError
from mystpy.game.game import Game

if TYPE_CHECKING:
    from mystpy.env.aec import TableEnv
    from mystpy.env.spiel import SpielGame

__all__ = ["spiel_game", "zoo_env"]


def zoo_env(
    game: Game, *, turns: int = 100, recall: int = 32, grid: bool = False
) -> TableEnv:
    """Return a `game` as an AEC environment of PettingZoo, with action masks.

    It is cut off after so many `turns`. An observation has the last `recall` actions
    and, if wanted, the exact `grid` of what follows from all of them. Raises QueryError
    if PettingZoo is not installed. Source: Terry et al. 2021 (PettingZoo).

    >>> from mystpy import Game
    >>> from mystpy.env import zoo_env
    >>> env = zoo_env(Game.myst(m=1, n=1, p=2, q=1), turns=5)
    >>> env.possible_agents
    ['player_1', 'player_2']
    """
    env: TableEnv = _with("zoo", "pettingzoo", "aec").TableEnv(
        game, turns=turns, recall=recall, grid=grid
    )
    return env


def spiel_game(game: Game, *, turns: int, grid: bool = False) -> SpielGame:
    """Return a `game` as one of OpenSpiel, cut off after so many `turns`.

    With `grid` an observation has the exact grid of what follows. Afterwards
    `pyspiel.load_game("mystpy(m=2,n=1,p=2,q=1,turns=2)")` finds games of MYST. Raises
    QueryError if OpenSpiel is not installed. Source: Lanctot et al. 2019 (OpenSpiel).

    >>> from mystpy import Game
    >>> from mystpy.env import spiel_game
    >>> spiel_game(Game.myst(m=1, n=1, p=2, q=1), turns=2).num_players()
    2
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
