"""Which misconception a wrong action model shows.

The right action model is mutated: its links, its actual event, its events and their
preconditions. An answer shows a misconception if the state after it is bisimilar to the
state after the mutant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

import numpy as np

from mystpy.compilation import NamedTuple, replace
from mystpy.errors import MystError
from mystpy.exercises.exercise import Exercise
from mystpy.exercises.misconceptions.given_mistakes import (
    Mistake,
    sealed_misconception,
    values_of_mistakes,
)
from mystpy.exercises.tasks.comparison_contexts import model_state
from mystpy.exercises.tasks.modelling import (
    form_of_state,
    right_step,
    state_after_answer,
)
from mystpy.kripke.files.model_state import ModelState, told_apart
from mystpy.kripke.partition import Mask, Partition
from mystpy.kripke.update.action_model import EventFrame
from mystpy.kripke.update.product import ActionStep, product
from mystpy.kripke.update.steps import Step

MOST_ACTIONS = 200
"""How many mutants of an action are compared with an answer."""


class ActionMutant(NamedTuple):
    """A frame of events, and the worlds in which each event can happen."""

    misconception: str
    frame: EventFrame
    extents: Sequence[Mask]


def misconception_in_action(exercise: Exercise, answer: str) -> str:
    """The misconception that a wrong action model shows, or ""."""
    before = model_state(exercise)
    after = state_after_answer(before, answer)
    if after.refused is not None:
        return ""
    events = _number_of_events(before, after.step)
    step = right_step(exercise, before)
    if step is None:
        sealed = "sealed" in exercise.table
        form = form_of_state(after) if sealed else ""
        return sealed_misconception(exercise, events, form) if sealed else ""
    fitting = [
        mutant
        for mutant, state in _states(before, step)
        if told_apart(state, after) is None
    ]
    same = [x for x in fitting if len(x.frame.events) == events]
    return next((x.misconception for x in (*same, *fitting)), "")


def mistaken_forms(exercise: Exercise) -> dict[str, str]:
    """The forms of the states after the mutants of the key, with misconceptions."""
    before = model_state(exercise)
    step = right_step(exercise, before)
    if step is None:
        return {}
    return values_of_mistakes(
        Mistake(mutant.misconception, len(mutant.frame.events), form_of_state(state))
        for mutant, state in _states(before, step)
    )


def _number_of_events(before: ModelState, step: Step | None) -> int:
    if not isinstance(step, ActionStep):
        return 1
    return len(step.action(before.model).frame.events)


def _states(
    before: ModelState, step: Step
) -> Iterator[tuple[ActionMutant, ModelState]]:
    """The state after each mutant of a step, if it is another than after the step."""
    right = before.after(step)
    for mutant in islice(action_mutants(before, step), MOST_ACTIONS):
        try:
            state = _after(before, mutant)
            if told_apart(state, right) is not None:
                yield mutant, state
        except MystError:  # the mutant cannot happen
            continue


def _after(before: ModelState, mutant: ActionMutant) -> ModelState:
    """The state after a mutant of an action."""
    frame, extents = mutant.frame, mutant.extents
    model = product(before.model, frame, extents)
    if before.point is None:
        return ModelState(model, None)
    worlds, events = np.nonzero(np.stack(extents, axis=1))
    (actual,) = np.flatnonzero((worlds == before.point) & (events == frame.actual))
    return ModelState(model, int(actual))


def action_mutants(before: ModelState, step: Step) -> Iterator[ActionMutant]:
    """The mutants of a step in a state; of one that is no action there are none."""
    if not isinstance(step, ActionStep):
        return
    action = step.action(before.model)
    frame, extents = action.frame, list(action.extents(before.model))
    here = range(len(frame.events))
    for event in here:
        possible = before.point is None or extents[event][before.point]
        if event != frame.actual and possible:
            moved = replace(frame, actual=event)
            yield ActionMutant("wrong-actual-event", moved, extents)
    for name, seen in _publicities(frame, before.model.agents):
        yield ActionMutant(name, replace(frame, publicity=seen), extents)
    yield from _other_conditions(frame, extents)


def _other_conditions(frame: EventFrame, extents: list[Mask]) -> Iterator[ActionMutant]:
    """Actions with other preconditions, and with fewer events."""
    here = range(len(frame.events))
    for event in here:
        if event != frame.actual and extents[event].all():
            otherwise = [
                *extents[:event],
                ~extents[frame.actual],
                *extents[event + 1 :],
            ]
            yield ActionMutant("nothing-may-have-happened", frame, otherwise)
        everywhere = np.ones_like(extents[event])
        wider = [*extents[:event], everywhere, *extents[event + 1 :]]
        yield ActionMutant("precondition-forgotten", frame, wider)
        if event != frame.actual and len(here) > 1:
            kept = np.array([x for x in here if x != event])
            yield _without_events(frame, extents, kept)
    yield _without_events(frame, extents, np.array([frame.actual]))


def _publicities(
    frame: EventFrame, agents: Sequence[str]
) -> Iterator[tuple[str, dict[str, Partition]]]:
    """Other links between the events: all, none, and one agent's changed."""
    size, seen = len(frame.events), {a: frame.for_agent(a) for a in agents}
    all_linked, none_linked = Partition.universal(size), Partition.identity(size)
    yield "all-events-linked", dict.fromkeys(agents, all_linked)
    yield "announcement-for-private", dict.fromkeys(agents, none_linked)
    for agent in agents:
        yield "link-too-many", {**seen, agent: all_linked}
        yield "link-missing", {**seen, agent: none_linked}
    for one, other in combinations(agents, 2):
        yield "wrong-agent", {**seen, one: seen[other], other: seen[one]}


def _without_events(
    frame: EventFrame, extents: Sequence[Mask], kept: np.ndarray
) -> ActionMutant:
    """An action with some of its events only."""
    numbers = kept.tolist()
    less = EventFrame(
        tuple(frame.events[x] for x in numbers),
        {agent: part.taken(kept) for agent, part in frame.publicity.items()},
        numbers.index(frame.actual),
    )
    return ActionMutant("event-missing", less, [extents[x] for x in numbers])
