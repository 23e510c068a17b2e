"""The observability of events of an action, if no agent can be wrong about it.

An action is divided into parts. Events that some agent cannot tell apart are in one
part, and all agents see which part happens. Events that are not designated, and that
nobody considers possible when a designated one happens, never matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mystpy.compilation import NamedTuple
from mystpy.packages.epddl.reading.planning_task import (
    ActionSchema,
    ActionTypeFrame,
    EventUse,
    PlanningTask,
    TypedWord,
)
from mystpy.packages.epddl.reading.s_expressions import (
    Bracketed,
    Node,
    Word,
    list_of,
    word_of,
)
from mystpy.packages.epddl.reading.static_conditions import (
    Environment,
    instances,
    leaves,
    truth,
)

_DEFAULT = "default"


class ObservabilityRule(NamedTuple):
    """How an agent observes an action: types with conditions, the first that is true.

    The last condition is None if there is an `else`, or only one type.
    """

    agent: Word
    parameters: tuple[TypedWord, ...]
    conditions: tuple[Node, ...]
    branches: tuple[tuple[Node | None, str], ...]


class ActionPart(NamedTuple):
    """Events of an action of which some agent may not know which one happens.

    `classes` has for each observability type that occurs the class of each event.
    """

    events: tuple[EventUse, ...]
    places: tuple[int, ...]
    classes: Mapping[str, tuple[int, ...]]


class ObservedAction(NamedTuple):
    """An action, how its agents observe it, and its parts.

    `default` is the type of agents without a rule. `used` are the types that occur, and
    `dynamic` the conditions whose truth depends on the state.
    """

    schema: ActionSchema
    rules: tuple[ObservabilityRule, ...]
    default: str | None
    used: tuple[str, ...]
    dynamic: tuple[Node, ...]
    parts: tuple[ActionPart, ...]


def observed_action(task: PlanningTask, schema: ActionSchema) -> ObservedAction:
    """Return how an action is observed.

    Raises ParseError if a relation that occurs is no equivalence, or if it is not said
    how an agent observes the action.
    """
    rules, default = _rules(schema)
    used, dynamic = _used(task, schema, rules, default)
    kinds = tuple(each for each in schema.frame.relations if each in used)
    places = _reachable(schema.frame, kinds)
    points = [schema.frame.events[place] for place in places]
    for kind in kinds:
        if fault := equivalence_fault(schema.frame.relations[kind], points):
            raise schema.word.fault(
                f"agents that observe {schema.word.text} as {kind} would be wrong about"
                f" it, and in a package nobody is: the relation {kind} of"
                f" {schema.frame.name} is no equivalence, {fault}",
                "let these agents observe it as a type whose relation is an"
                " equivalence, such as Partially",
            )
    parts = tuple(_parts(schema, kinds, places))
    return ObservedAction(schema, rules, default, kinds, dynamic, parts)


# --- The conditions -----------------------------------------------------------


def _rules(schema: ActionSchema) -> tuple[tuple[ObservabilityRule, ...], str | None]:
    if schema.observability is None:
        return (), next(iter(schema.frame.relations))
    found, default = [], None
    for leaf in leaves(schema.observability, schema.word):
        if leaf.node.head == _DEFAULT:
            default = _type_in(schema, leaf.node.items[-1])
        else:
            agent = word_of(leaf.node.items[0], "an agent")
            branches = tuple(_branches(schema, leaf.node))
            rule = ObservabilityRule(agent, leaf.parameters, leaf.conditions, branches)
            found.append(rule)
    return tuple(found), default


def _type_in(schema: ActionSchema, node: Node) -> str:
    word = word_of(node, "an observability type")
    if word.text not in schema.frame.relations:
        known = ", ".join(schema.frame.relations)
        raise word.fault(
            f"{schema.frame.name} has no observability type {word.text}",
            f"its types are {known}",
        )
    return word.text


def _branches(
    schema: ActionSchema, node: Bracketed
) -> Iterator[tuple[Node | None, str]]:
    """The branches of `(?i Fully)` or `(?i (if F Fully else-if G Partially))`."""
    if len(node.items) != 2:
        raise node.fault("an agent and how it observes the action are expected here")
    how = node.items[1]
    if isinstance(how, Word):
        yield None, _type_in(schema, how)
        return
    words = list(list_of(how, "a condition", node).items)
    while words:
        first = words.pop(0)
        text = first.text if isinstance(first, Word) else ""
        if text == "else" and len(words) == 1:
            yield None, _type_in(schema, words.pop())
        elif text in ("if", "else-if") and len(words) >= 2:
            condition = words.pop(0)
            yield condition, _type_in(schema, words.pop(0))
        else:
            raise first.fault("if, else-if or else is expected here")


def _used(
    task: PlanningTask,
    schema: ActionSchema,
    rules: Sequence[ObservabilityRule],
    default: str | None,
) -> tuple[set[str], tuple[Node, ...]]:
    """The types that occur for some agent, and the conditions that states decide."""
    used: set[str] = set()
    agents = task.agents()
    dynamic: dict[Node, None] = {}
    conditions = () if schema.condition is None else (schema.condition,)
    for known in instances(task, schema.parameters, conditions, {}):
        given: dict[str, set[str]] = {}
        for rule in rules:
            for values in instances(task, rule.parameters, rule.conditions, known):
                agent = values.get(rule.agent.text, rule.agent.text)
                if agent not in agents:
                    raise rule.agent.fault(f"there is no agent {agent}")
                kinds = set(_possible(task, rule, values, default, dynamic))
                before = given.setdefault(agent, kinds)
                if before != kinds or (before is not kinds and len(kinds) > 1):
                    raise rule.agent.fault(
                        f"{agent} observes {schema.word.text} in two ways"
                    )
        for agent in agents:
            used |= given.get(agent) or {_given(schema, agent, default)}
    return used, tuple(dynamic)


def _possible(
    task: PlanningTask,
    rule: ObservabilityRule,
    known: Environment,
    default: str | None,
    dynamic: dict[Node, None],
) -> Iterator[str]:
    """The types that a rule may give to its agent."""
    for condition, kind in rule.branches:
        value = True if condition is None else truth(task, condition, known)
        if value is not False:
            yield kind
        if value:
            return
        if value is None and condition is not None:
            dynamic[condition] = None
    if default is None:
        raise rule.agent.fault("this says not how the agent observes it otherwise")
    yield default


def _given(schema: ActionSchema, agent: str, default: str | None) -> str:
    if default is None:
        raise schema.word.fault(
            f"{schema.word.text} does not say how {agent} observes it",
            "add (default Fully) to its observability conditions",
        )
    return default


# --- The relations ------------------------------------------------------------


def _reachable(frame: ActionTypeFrame, kinds: Sequence[str]) -> list[int]:
    """The places of designated events, and of those that agents consider instead."""
    found = list(frame.designated)
    for here in found:
        for kind in kinds:
            after = {other for one, other in frame.relations[kind] if one == here}
            found += after.difference(found)
    return [place for place, event in enumerate(frame.events) if event in found]


def equivalence_fault(
    pairs: frozenset[tuple[str, str]], points: Sequence[str]
) -> str | None:
    """Return why a relation between some points is no equivalence, None if it is."""
    for one in points:
        if (one, one) not in pairs:
            return f"it is not reflexive: {one} is not related to itself"
    after: dict[str, set[str]] = {each: set() for each in points}
    for one, other in pairs:
        if one in after and other in after:
            after[one].add(other)
    for one in points:
        for other in sorted(after[one]):
            if one not in after[other]:
                return f"it is not symmetric: {one} is related to {other}, not back"
            if after[one] != after[other]:
                return f"it is not transitive around {one} and {other}"
    return None


def _parts(
    schema: ActionSchema, kinds: Sequence[str], places: Sequence[int]
) -> Iterator[ActionPart]:
    left = list(places)
    names = schema.frame.events
    related = frozenset().union(*(schema.frame.relations[kind] for kind in kinds))
    while left:
        part = [left.pop(0)]
        for here in part:
            part += [p for p in left if (names[here], names[p]) in related]
            left = [p for p in left if p not in part]
        part.sort()
        uses = tuple(schema.events[p] for p in part)
        classes = {kind: _classes(schema, kind, part) for kind in kinds}
        yield ActionPart(uses, tuple(part), classes)


def _classes(schema: ActionSchema, kind: str, part: Sequence[int]) -> tuple[int, ...]:
    """For each event the place of the first that looks like it."""
    names, pairs = schema.frame.events, schema.frame.relations[kind]
    return tuple(
        next(n for n, p in enumerate(part) if (names[here], names[p]) in pairs)
        for here in part
    )
