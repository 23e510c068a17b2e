"""Layers of the transition system as lists, for files in JSON.

A layer has the states with the same players still in, each with the steps from it.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from mystpy.engines.base import Argument, Conjunct, argument_text
from mystpy.engines.transition_system.states import SystemState
from mystpy.engines.transition_system.steps import PublicTransition, Steps

Layer = dict[SystemState, Steps]


def layer_fields(layer: Layer) -> dict[str, Any]:
    """A layer as lists, for JSON.

    Steps that change nothing, as events besides questions do, are many and alike: under
    "loops" each has its states only once.
    """
    every = (
        each
        for steps in layer.values()
        for step in steps.values()
        for each in step.after
    )
    index = {s: k for k, s in enumerate(dict.fromkeys((*layer, *every)))}
    listed: list[Any] = []
    loops: dict[str, list[int]] = {}
    for state, steps in layer.items():
        for key, step in steps.items():
            guards = [
                [c.name, [*map(argument_text, c.args)], c.negated] for c in step.guards
            ]
            if step == _loop(state, step.guards):
                loops.setdefault(json.dumps([key, guards]), []).append(index[state])
            else:
                after = [index[each] for each in step.after]
                listed.append([index[state], key, guards, step.question, after])
    alike: dict[tuple[int, ...], list[Any]] = {}
    for text, places in loops.items():
        alike.setdefault(tuple(places), []).append(json.loads(text))
    states = [state_fields(state) for state in index]
    fields = {"own": len(layer), "states": states, "steps": listed}
    return fields | ({"loops": [[*x] for x in alike.items()]} if alike else {})


def _loop(state: SystemState, guards: tuple[Conjunct, ...]) -> PublicTransition:
    """The step with these guards that leaves a state as it is."""
    return PublicTransition(guards, "old" if state.asked else "none", (state,))


def state_fields(s: SystemState) -> list[Any]:
    """A state as a list, for JSON."""
    return [s.still_in, s.turn, s.ans_turn, s.phases, s.asked, s.over]


def state_of(fields: list[Any]) -> SystemState:
    """The state of such a list."""
    still_in, turn, ans, phases, asked, over = fields
    return SystemState(
        tuple(still_in), tuple(turn), tuple(ans), tuple(phases), asked, over
    )


def layer_of(plain: dict[str, Any]) -> Layer:
    """The layer of such lists."""
    states = [state_of(fields) for fields in plain["states"]]
    layer: Layer = {state: {} for state in states[: plain["own"]]}
    for index, key, guards, question, after in plain["steps"]:
        step = PublicTransition(
            _guards(guards), question, tuple(states[k] for k in after)
        )
        layer[states[index]][tuple(key)] = step
    for places, loops in plain.get("loops", ()):
        for key, guards in loops:
            conjuncts = _guards(guards)
            for index in places:
                layer[states[index]][tuple(key)] = _loop(states[index], conjuncts)
    return layer


def _guards(plain: list[Any]) -> tuple[Conjunct, ...]:
    return tuple(
        Conjunct(name, tuple(map(_argument, args)), neg) for name, args, neg in plain
    )


@lru_cache(1_000)
def _argument(text: str) -> Argument:
    """The argument of a conjunct that a text stands for, see `argument_text`."""
    if text.startswith("set"):
        return tuple(text[len("set(") : -1].split(","))
    return int(text) if text.isdigit() else text
