"""The public states of a game, the steps between them, and players renamed in both.

Steps are listed regardless of the cards. The function incp determines the next player,
as the list (2.6) of the axiom files defines it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from mystpy.axiom_folder import cached_by_theory
from mystpy.engines.programs.run import first_answer
from mystpy.engines.transition_system.orbits import (
    Renaming,
    renamed_state,
    renamed_steps,
)
from mystpy.engines.transition_system.states import (
    EventKey,
    SystemState,
)
from mystpy.engines.transition_system.system import (
    TransitionSystem,
    transition_system_of,
)
from mystpy.game.game import Game, facts
from mystpy.situations.explore import Exploration


@cached_by_theory()
def incp(p: int) -> Mapping[int, int]:
    """For each of p players the player who is next, from the axiom files."""
    text = f"{facts(Game.myst(1, 1, p, 1))}#show. #show incp/2.\n"
    atoms = first_answer(("s2_01_constants.lp",), text) or ()
    pairs = [atom.removeprefix("incp(").rstrip(")").split(",") for atom in atoms]
    listed = sorted((int(i), int(j)) for i, j in pairs)
    following = dict(listed)
    assert len(following) == len(listed), "one player is next to each"
    return MappingProxyType(following)


def others_after(p: int, player: int) -> list[int]:
    """The other players, in the order in which they follow the player."""
    found, following = list[int](), incp(p)
    nearest = following[player]
    while nearest != player and nearest not in found:
        found.append(nearest)
        nearest = following[nearest]
    return found


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


def alike(system: TransitionSystem, number: int, rename: Renaming) -> bool:
    """Whether the steps from a state and from the renamed state are the same."""
    there = system.number(renamed_state(system.state(number), rename))
    return renamed_steps(system.steps(number), rename) == system.steps(there)


def next_player(p: int) -> Renaming:
    """The renaming that gives each of p players the number of the next: incp."""
    return incp(p).__getitem__


def rotations(p: int) -> tuple[int, ...]:
    """Return public states such that every one is a rotation of one of them.

    The steps of a state must be those of its rotation, with the players rotated. This
    is checked for every state; if it fails, all public states are returned.
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
