"""The ground programs and the listed worlds that asp keeps between questions.

They depend on the rules in force, which are part of their keys, and on nothing else
but the history. How much is kept is bounded by its size.
"""

from __future__ import annotations

from collections.abc import Hashable

from mystpy.axioms import rules_in_force
from mystpy.engines.asp.program import GroundProgram, Program
from mystpy.engines.asp.worlds import ListedWorlds, list_worlds
from mystpy.engines.diagram.lru_cache import LruCache
from mystpy.game.game import Game
from mystpy.history.actions import Action
from mystpy.history.history import History
from mystpy.views import announce

MAX_GROUNDING = 0.5
"""Seconds of processor time: a history that would take longer is not put to clingo.

They are estimated by `grounding_time`. The benchmark bench_default compares estimates
with measurements, and with the time that a walk takes.
"""


def grounding_time(game: Game, actions: int) -> float:
    """An estimate of the seconds that clingo needs to ground so many actions.

    Cards and fluents are ground for each player; of each action the driver looks at
    each pair of players, one of whom may have shown the other a card.
    """
    return game.p * (14e-6 * (game.c + actions) + 3e-6 * actions * game.p)


MAX_DEFINED = 400
"""A program to which more formulas have been added is ground anew.

Grounding a part takes time for each atom that is there already.
"""

MAX_ATOMS = 120_000
"""So many atoms the programs have that are kept, of all histories together.

About 50 programs of short histories fit in, each of which takes about one megabyte.
"""

MAX_WORLDS = 30_000
"""So many worlds the lists have that are kept; a longer list is not kept."""

_grounds = LruCache[tuple[Hashable, Game, tuple[Action, ...], str], GroundProgram](
    lambda key: GroundProgram(*key[1:]), MAX_ATOMS, lambda ground: ground.size
)
_lists = LruCache[tuple[Hashable, History], ListedWorlds](
    lambda key: list_worlds(program_of(key[1])), MAX_WORLDS, len
)


def program_of(history: History, extra: str = "") -> Program:
    """The program of a history; what is ground is shared by all with its actions."""
    key = rules_in_force(), history.game, history.actions, extra
    if key in _grounds:
        ground = _grounds[key]
        if ground.complaints or len(ground.defined) > MAX_DEFINED:
            _grounds.discard(key)
    return Program(history, _grounds[key])


def listed_worlds(history: History) -> ListedWorlds:
    """The worlds that fit; kept if they cannot be too many."""
    announce(history)
    if history.game.deal_count(history.hands) > MAX_WORLDS:
        return list_worlds(program_of(history))
    return _lists[rules_in_force(), history]


def forget() -> None:
    """Drop all programs and lists of worlds."""
    _grounds.cache_clear()
    _lists.cache_clear()
