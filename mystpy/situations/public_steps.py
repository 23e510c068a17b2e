"""The public states of a game and the steps between them, whatever the cards are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from mystpy.engines.transition_system.states import EventKey, SystemState
from mystpy.engines.transition_system.system import (
    TransitionSystem,
    transition_system_of,
)
from mystpy.situations.explore import Exploration

PublicStep = tuple[SystemState, EventKey, SystemState]
"""A public state, the kind and players of an action, and a state it leads to."""


def public_states(p: int) -> tuple[int, ...]:
    """The numbers of the public states: the start, and what any action leads to."""
    return states_of(transition_system_of(p))


@cache
def states_of(steps: TransitionSystem) -> tuple[int, ...]:
    """The numbers of the public states of a diagram, the nearest to the start first."""

    def ways(number: int) -> Iterator[tuple[EventKey, int]]:
        for key, move in steps.moves(number).items():
            yield from ((key, after) for after in move.after)

    levels = Exploration(steps.start, ways, lambda number: number).levels()
    return tuple(number for level in levels for number in level)


def public_steps(p: int) -> Iterator[PublicStep]:
    """Every step between public states, whatever cards make it possible."""
    steps = transition_system_of(p)
    for number in public_states(p):
        for key, move in steps.moves(number).items():
            for after in move.after:
                yield steps.state(number), key, steps.state(after)
