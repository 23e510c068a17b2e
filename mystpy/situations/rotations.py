"""Players renamed in the public diagram: states and steps that are otherwise alike."""

from __future__ import annotations

from functools import cache

from mystpy.engines.transition_system.orbits import Renaming, renamed_key, renamed_state
from mystpy.engines.transition_system.states import SystemState
from mystpy.engines.transition_system.system import (
    Guard,
    Transition,
    TransitionSystem,
    transition_system_of,
)
from mystpy.situations.public_steps import states_of
from mystpy.situations.successor import incp

Plain = tuple[frozenset[Guard], str, tuple[SystemState, ...]]


def _plain(steps: TransitionSystem, move: Transition, rename: Renaming) -> Plain:
    """What a move asks and where it leads, with the players renamed."""
    guards = frozenset(g._replace(player=rename(g.player)) for g in move.guards)
    after = tuple(renamed_state(steps.state(k), rename) for k in move.after)
    return guards, move.question, after


def alike(steps: TransitionSystem, number: int, rename: Renaming) -> bool:
    """Whether the steps from a state and from the renamed state are the same."""
    there = steps.number(renamed_state(steps.state(number), rename))
    mine = {
        renamed_key(key, rename): _plain(steps, move, rename)
        for key, move in steps.moves(number).items()
    }
    theirs = {
        key: _plain(steps, move, lambda player: player)
        for key, move in steps.moves(there).items()
    }
    return mine == theirs


def next_player(p: int) -> Renaming:
    """The renaming that gives each of p players the number of the next: incp."""
    return incp(p).__getitem__


def rotations(p: int) -> tuple[int, ...]:
    """Public states of which every one is a rotation: the players moved on alike.

    That the steps of a state are those of its rotation, with the players moved on, is
    looked up for every state; if it is not so, these are all public states.
    """
    return _rotations(transition_system_of(p))


@cache
def _rotations(steps: TransitionSystem) -> tuple[int, ...]:
    turn = next_player(steps.p)
    found: dict[int, None] = {}
    seen: set[int] = set()
    for number in states_of(steps):
        if number not in seen:
            found[number] = None
        while number not in seen:
            seen.add(number)
            if not alike(steps, number, turn):
                return states_of(steps)
            number = steps.number(renamed_state(steps.state(number), turn))
    return tuple(found)
