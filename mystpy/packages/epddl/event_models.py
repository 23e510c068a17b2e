"""The actions of a package as event models of dynamic epistemic logic.

An action that differs in private arguments, or in what agents see of it, is several
events; two of them look alike to an agent that sees the same of both. That is read off
the runs of all actions, so that it is right for what the axioms say: if fluents do not
determine what is possible next, the package is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import prod

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.language.atoms import Truth
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import Formula
from mystpy.packages.action_terms import ActionStep, all_steps, possible_actions
from mystpy.packages.epddl.conditions import State, condition
from mystpy.packages.fluent_words import precondition_of
from mystpy.packages.package import Package
from mystpy.packages.prolog_runs.answer_set_listing import (
    answer_set_runs,
    answer_set_runs_of_any_actions,
)
from mystpy.packages.prolog_runs.package_run import Observations, PackageRun
from mystpy.packages.value_sorts import in_braces

MAX_RUNS = 5_000
"""The maximal number of runs that are explored."""

MAX_STARTS = 2_000
"""The maximal number of states of the start that are listed as worlds."""

MAX_PAIRS = 500_000
"""The maximal number of pairs in the relations of a start that is written."""

MAX_ACTIONS = 2_000
"""Each action becomes one of the domain."""

MAX_STEPS = 8
"""All states have to be reached by fewer actions."""

Views = tuple[Observations, ...]
"""The observations of each agent for an action."""

Classes = tuple[int, ...]
"""For each world or event its class: those of one class look alike."""

Start = tuple[tuple[State, ...], tuple[Classes, ...]]
"""The states of the start, and for each agent their classes."""


class PackageEvent(NamedTuple):
    """An event: the action, when it can happen, and which fluents it changes.

    `effects` has for each fluent that may change the formula by which it holds then.
    """

    action: str
    views: Views
    precondition: Formula
    effects: Mapping[str, Formula]


class PackageEvents(NamedTuple):
    """An action, without its private arguments, as the events that it can be.

    `relations` has for each agent the class of each event, by the agent's sight.
    """

    step: ActionStep
    events: tuple[PackageEvent, ...]
    relations: tuple[Classes, ...]


class PackageTask(NamedTuple):
    """A package as its start and its event models.

    `worlds` are the states of the start, and `relations` has the class of each world
    for each agent.
    """

    package: Package
    worlds: tuple[State, ...]
    relations: tuple[Classes, ...]
    actions: tuple[PackageEvents, ...]


def package_task(package: Package) -> PackageTask:
    """Return a package as a planning task.

    Raises QueryError if there are too many runs, or if the declared fluents do not
    determine what can be done next.
    """
    runs, steps = _explored(package)
    happens = _happens(package, runs, steps)
    worlds, relations = _start(package, runs)
    return PackageTask(package, worlds, relations, tuple(_actions(package, happens)))


def package_start(package: Package) -> Start:
    """Return the states of the start, and for each agent their classes.

    Raises QueryError if there are too many, or fluents do not determine the views.
    """
    runs = answer_set_runs(package, (), MAX_STARTS)
    if runs is None:
        raise _too_large(
            f"the package has more than {MAX_STARTS:,} starts, and EPDDL lists each"
        )
    return _start(package, runs)


def _start(package: Package, runs: Iterable[PackageRun]) -> Start:
    starts = {(run.fluents[0], tuple(v[0] for v in run.views)): None for run in runs}
    states = [state for state, _ in starts]
    if len(set(states)) < len(states):
        raise _undetermined("what agents see of it")
    order = sorted(starts, key=lambda each: sorted(each[0] or ()))
    relations = tuple(
        _classes([views[k] for _, views in order]) for k in range(len(package.agents))
    )
    pairs = sum(n * n for each in relations for n in Counter(each).values())
    if pairs > MAX_PAIRS:
        raise _too_large(
            f"the relations of the start have {pairs:,} pairs, more than {MAX_PAIRS:,}"
        )
    return tuple(state or frozenset() for state, _ in order), relations


class _Outcome(NamedTuple):
    views: Views
    after: State


_Happens = dict[State, dict[str, _Outcome]]
"""The outcome of each possible action in each state."""


def _explored(package: Package) -> tuple[list[PackageRun], int]:
    """Runs of any actions in whose last situation there are no new states."""
    instances = sum(
        prod(len(sort) for sort in action.sorts) for action in package.actions.values()
    )
    if instances > MAX_ACTIONS:
        raise _too_large(
            f"the package has {instances:,} actions, and EPDDL would need each"
        )
    for steps in range(1, MAX_STEPS + 1):
        runs = answer_set_runs_of_any_actions(package, steps, None, MAX_RUNS)
        if runs is None:
            raise _too_large(
                f"the package has more than {MAX_RUNS:,} runs of {steps} steps, before"
                " all its states are reached"
            )
        known = {state for run in runs for state in run.fluents[:steps]}
        if all(state in known for run in runs for state in run.fluents):
            further = answer_set_runs_of_any_actions(package, steps + 1, None, MAX_RUNS)
            return (runs, steps) if further is None else (further, steps + 1)
    raise _too_large(f"there are new states after {MAX_STEPS} steps")


def _happens(package: Package, runs: Iterable[PackageRun], steps: int) -> _Happens:
    """Return the outcome of each action in each state, if all runs agree."""
    found: _Happens = {}
    possible: dict[tuple[State, object], set[str]] = {}
    for run in runs:
        for place, fluents in enumerate(run.fluents[:steps]):
            state = fluents or frozenset()
            here = found.setdefault(state, {})
            before = run.origin, run.actions[:place]
            actions = possible.setdefault((state, before), set())
            if place < len(run.actions):
                action = run.actions[place]
                actions.add(action)
                views = tuple(view[place + 1] for view in run.views)
                outcome = _Outcome(views, run.fluents[place + 1] or frozenset())
                if here.setdefault(action, outcome) != outcome:
                    raise _undetermined(f"what {in_braces(action)} does")
    for (state, _), actions in possible.items():
        if actions != found[state].keys():
            some = min(found[state].keys() - actions)
            raise _undetermined(f"whether {in_braces(some)} is possible")
    return found


def _too_large(message: str) -> QueryError:
    return QueryError(message, hint="export a smaller game, with --game")


def _undetermined(what: str) -> QueryError:
    return QueryError(
        f"the fluents of a situation do not determine {what}",
        hint="declare what else changes as a [[fluent]] in theory.toml",
    )


def _actions(package: Package, happens: _Happens) -> Iterable[PackageEvents]:
    for step in all_steps(package):
        events = list(_events(package, step, happens))
        if events:
            agents = range(len(package.agents))
            relations = (_classes([each.views[k] for each in events]) for k in agents)
            yield PackageEvents(step, tuple(events), tuple(relations))


def _events(
    package: Package, step: ActionStep, happens: _Happens
) -> Iterable[PackageEvent]:
    spoken = precondition_of(package, step) if step.action.precondition else Truth()
    for action in (each.pattern() for each in possible_actions(step)):
        views = {here[action].views for here in happens.values() if action in here}
        for each in sorted(views, key=lambda v: [sorted(seen) for seen in v]):
            inside = [
                state
                for state, here in happens.items()
                if action in here and here[action].views == each
            ]
            outside = [state for state in happens if state not in set(inside)]
            needed = condition(inside, outside)
            after = {state: happens[state][action].after for state in inside}
            both = conjunction(
                [x for x in (needed, spoken) if not isinstance(x, Truth)]
            )
            yield PackageEvent(action, each, both, _effects(inside, after))


def _effects(
    inside: Sequence[State], after: Mapping[State, State]
) -> Mapping[str, Formula]:
    changing = sorted({atom for state in inside for atom in state ^ after[state]})
    return {
        atom: condition(
            [state for state in inside if atom in after[state]],
            [state for state in inside if atom not in after[state]],
        )
        for atom in changing
    }


def _classes(keys: Sequence[Observations]) -> Classes:
    """Equal keys have equal numbers, in order of first occurrence."""
    known: dict[Observations, int] = {}
    return tuple(known.setdefault(key, len(known)) for key in keys)
