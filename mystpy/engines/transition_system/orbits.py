"""The whole transition system, from one state of those that rotations map together.

In the field: symmetry reduction, exploration up to orbits.

The axioms distinguish players only by who is next. So the steps of a state are those of
any other in which all players sit some seats further on. For the axioms in force this
is checked, not assumed, in the states in which everybody is still in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from mystpy.engines.base import Conjunct
from mystpy.engines.transition_system.layers.layer_fields import Layer
from mystpy.engines.transition_system.states import EventKey, StepSource, SystemState
from mystpy.engines.transition_system.steps import PublicTransition, Steps, steps_from

Renaming = Callable[[int], int]
"""Gives each player another player's number, and leaves other holders alone."""


def renamed_state(state: SystemState, rename: Renaming) -> SystemState:
    """Return a public state with the players renamed."""
    return state._replace(
        still_in=tuple(sorted(map(rename, state.still_in))),
        turn=tuple(sorted(map(rename, state.turn))),
        ans_turn=tuple(sorted(map(rename, state.ans_turn))),
    )


def renamed_key(key: EventKey, rename: Renaming) -> EventKey:
    """Return an action's kind and players with the players renamed."""
    kind, player, *others = key
    if others:
        return kind, rename(player), rename(others[0])
    return kind, rename(player)


def renamed_steps(steps: Steps, rename: Renaming) -> Steps:
    """Return the steps out of a state with the players renamed."""
    return {
        renamed_key(key, rename): PublicTransition(
            tuple(_renamed_conjunct(guard, rename) for guard in step.guards),
            step.question,
            tuple(renamed_state(state, rename) for state in step.after),
        )
        for key, step in steps.items()
    }


def _renamed_conjunct(conjunct: Conjunct, rename: Renaming) -> Conjunct:
    args = (rename(x) if isinstance(x, int) else x for x in conjunct.args)
    return conjunct._replace(args=tuple(args))


def all_layers(
    source: StepSource, p: int, start: SystemState
) -> Mapping[tuple[int, ...], Layer]:
    """Return all states reached from a state, with their steps, by players still in.

    Raises AxiomError as `steps_from` does.
    """
    found = _reached(source, p, start, _home)
    turns = [rotation(p, k) for k in range(p)]
    everybody = {s: steps for s, steps in found.items() if len(s.still_in) == p}
    if not _symmetric(source, p, everybody, turns[1:]):
        turns = turns[:1]
        found = _reached(source, p, start, lambda state, _: state)
    layers: dict[tuple[int, ...], Layer] = defaultdict(dict)
    for state, steps in found.items():
        for rename in turns:
            there_too = renamed_state(state, rename)
            layers[there_too.still_in][there_too] = renamed_steps(steps, rename)
    return layers


def _symmetric(
    source: StepSource, p: int, layer: Layer, turns: Iterable[Renaming]
) -> bool:
    """Return whether the steps of renamed states are the renamed steps."""
    moved = {
        renamed_state(state, rename): renamed_steps(steps, rename)
        for state, steps in layer.items()
        for rename in turns
    }
    return steps_from(source, p, list(moved)) == moved


def rotation(p: int, further: int) -> Renaming:
    """Return the renaming that adds `further` to the numbers of p players."""
    return lambda k: (k - 1 + further) % p + 1 if 0 < k <= p else k


def _home(state: SystemState, p: int) -> SystemState:
    """Return the state with the players renamed so that it is player 1's turn."""
    if state.turn[:1] in ((), (1,)):
        return state
    return renamed_state(state, rotation(p, 1 - state.turn[0]))


def _reached(
    source: StepSource,
    p: int,
    start: SystemState,
    stands_for: Callable[[SystemState, int], SystemState],
) -> dict[SystemState, Steps]:
    """Return the states reached from a state, one for each set of equivalent ones."""
    found: dict[SystemState, Steps] = {}
    ahead: Iterable[SystemState] = (stands_for(start, p),)
    while states := [state for state in dict.fromkeys(ahead) if state not in found]:
        found |= steps_from(source, p, states)
        after = (s for x in states for step in found[x].values() for s in step.after)
        ahead = [stands_for(state, p) for state in after]
    return found
