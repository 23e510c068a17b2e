"""The ground programs and lists of worlds that asp keeps between questions.

They depend only on the rules in force and on the history; both are part of their keys.
The total size is limited.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from mystpy.axioms import rules_in_force
from mystpy.engines.asp.program import GroundProgram, Program, situation
from mystpy.engines.transition_system.lru_cache import LruCache
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, EndTurn, No, NoGuess, Yes
from mystpy.history.history import History
from mystpy.theories import edited_theory
from mystpy.thresholds import (
    MAX_ACTIONS_GROUND,
    MAX_FORMULAS_OF_PROGRAM,
    MAX_GROUNDING_SECONDS,
)
from mystpy.views import warn_if_large

if TYPE_CHECKING:
    from mystpy.engines.asp.step import Group, StepProgram
    from mystpy.engines.asp.worlds import ListedWorlds


def grounding_time(game: Game, actions: int) -> float:
    """Estimate how many seconds clingo needs to ground this number of actions.

    Cards and fluents are ground for each player; for each action the driver considers
    each pair of players, one of whom may have shown the other a card.
    """
    return game.p * (14e-6 * (game.c + actions) + 3e-6 * actions * game.p)


def is_long(history: History) -> bool:
    """Return whether a program of these actions would take too long to ground."""
    number = len(history)
    return (
        number > MAX_ACTIONS_GROUND
        or grounding_time(history.game, number) > MAX_GROUNDING_SECONDS
    )


MAX_ATOMS = 120_000
"""The total number of atoms of all programs that are kept.

About 50 programs of short histories fit in; each takes about one megabyte.
"""

MAX_WORLDS = 30_000
"""The total length of all lists that are kept; a longer list is not kept."""

_SEEN_ALIKE = frozenset({Asks, No, Yes, NoGuess, EndTurn})
"""Actions that all players see alike in all worlds, by the shipped axioms."""

_grounds = LruCache[tuple[Hashable, Game, tuple[Action, ...], str], GroundProgram](
    lambda key: GroundProgram(*key[1:]), MAX_ATOMS, lambda ground: ground.size
)
_lists = LruCache[tuple[Hashable, History], "ListedWorlds"](
    lambda key: _list_worlds(key[1]), MAX_WORLDS, len
)

_steps = LruCache[tuple[Hashable, Game, "Group"], "StepProgram"](
    lambda key: _ground_step(*key[1:]), MAX_ATOMS, lambda step: step.size
)


def program_of(history: History, extra: str = "") -> Program:
    """Return the program of a history; equal actions share a ground program."""
    key = rules_in_force(), history.game, history.actions, extra
    if key in _grounds:
        ground = _grounds[key]
        if ground.complaints or len(ground.defined) > MAX_FORMULAS_OF_PROGRAM:
            _grounds.discard(key)
    return Program(history, _grounds[key])


def step_program(game: Game, action: Action) -> StepProgram:
    """Return the program of one step, for actions such as this one."""
    from mystpy.engines.asp.step import group_of  # not needed for one history

    return _steps[rules_in_force(), game, group_of(action)]


def _ground_step(game: Game, group: Group) -> StepProgram:
    from mystpy.engines.asp.step import StepProgram

    return StepProgram(game, group)


def _with_views(history: History) -> Program:
    """Return the program of a history that derives what players see in each world.

    For the shipped axioms it derives only what may differ between worlds.
    """
    if edited_theory():
        return program_of(history, "views_examined. #show view/2.")
    steps = (k for k, a in enumerate(history.actions) if type(a) not in _SEEN_ALIKE)
    asked = "".join(f"views_examined({situation(k)})." for k in steps)
    return program_of(history, f"views_examined(start). {asked} #show view/2.")


def listed_worlds(history: History) -> ListedWorlds:
    """Return the worlds that fit, and keep them unless they may be too many."""
    warn_if_large(history)
    if history.game.deal_count(history.hands) > MAX_WORLDS:
        return _list_worlds(history)
    return _lists[rules_in_force(), history]


def _list_worlds(history: History) -> ListedWorlds:
    from mystpy.engines.asp.worlds import list_worlds  # not needed for legality

    return list_worlds(_with_views(history))


def forget() -> None:
    """Drop all programs and lists of worlds."""
    _grounds.cache_clear()
    _lists.cache_clear()
    _steps.cache_clear()
