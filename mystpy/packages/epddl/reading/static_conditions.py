"""Lists and conditions that can be written out: instances of variables, and facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from mystpy.compilation import NamedTuple
from mystpy.packages.epddl.reading.planning_task import (
    PlanningTask,
    TypedWord,
    such_that,
)
from mystpy.packages.epddl.reading.s_expressions import (
    Bracketed,
    Node,
    Word,
    list_of,
)

Environment = Mapping[str, str]
"""The object that is the value of each variable."""

MAX_INSTANCES = 200_000
"""Variables may have so many values together."""


class Leaf(NamedTuple):
    """An element of a list, with variables and conditions of `:forall` around it."""

    node: Bracketed
    parameters: tuple[TypedWord, ...] = ()
    conditions: tuple[Node, ...] = ()


def leaves(node: Node, near: Node) -> Iterator[Leaf]:
    """Yield the elements of a list: `()`, `(:and ...)`, `(:forall (...) ...)` or one.

    Raises ParseError for what is no list.
    """
    inner = list_of(node, "a list", near)
    if inner.head == ":and":
        for each in inner.items[1:]:
            yield from leaves(each, inner)
    elif inner.head == ":forall":
        if len(inner.items) != 3:
            raise inner.fault(":forall has variables in parentheses, and a list")
        typed, condition = such_that(list_of(inner.items[1], "variables", inner).items)
        conditions = () if condition is None else (condition,)
        for leaf in leaves(inner.items[2], inner):
            yield Leaf(
                leaf.node,
                (*typed, *leaf.parameters),
                (*conditions, *leaf.conditions),
            )
    elif inner.items:
        yield Leaf(inner)


def list_elements(
    task: PlanningTask, node: Node, known: Environment
) -> Iterator[tuple[Bracketed, Environment]]:
    """Yield the elements of a list for all values of its variables."""
    for leaf in leaves(node, node):
        for values in instances(task, leaf.parameters, leaf.conditions, known):
            yield leaf.node, values


def types_of(each: TypedWord, default: str = "object") -> Iterable[Word] | str:
    """Return the types of a variable; the default if it has none."""
    return each.types or default


def instances(
    task: PlanningTask,
    typed: Sequence[TypedWord],
    conditions: Iterable[Node],
    known: Environment,
) -> Iterator[dict[str, str]]:
    """Yield the values of variables for which static conditions are true.

    Raises ParseError if there are too many, or a condition speaks of what can change.
    """
    columns = [task.values(types_of(each), each.word) for each in typed]
    number = prod(map(len, columns))
    if number > MAX_INSTANCES:
        message = f"the variables have {number:,} values, more than {MAX_INSTANCES:,}"
        raise typed[0].word.fault(message)
    names = [each.name for each in typed]
    for row in product(*columns):
        values = {**known, **dict(zip(names, row, strict=True))}
        if all(_certain(task, each, values) for each in conditions):
            yield values


def _certain(task: PlanningTask, node: Node, known: Environment) -> bool:
    found = truth(task, node, known)
    if found is None:
        raise node.fault("a condition of variables speaks only of facts and equality")
    return found


def truth(task: PlanningTask, node: Node, known: Environment) -> bool | None:
    """Return the value of a formula, None if it is not the same in all states."""
    inner = list_of(node, "a formula", node)
    parts = inner.items[1:]
    match inner.head:
        case "true" | "false":
            return inner.head == "true"
        case "not":
            return _not(truth(task, _only(inner), known))
        case "and":
            return _all([truth(task, each, known) for each in parts])
        case "or":
            return _not(_all([_not(truth(task, each, known)) for each in parts]))
        case "imply":
            one, other = (truth(task, each, known) for each in two_of(inner))
            return _not(_all([one, _not(other)]))
        case "forall" | "exists":
            return _quantified(task, inner, known)
    return _atom(task, inner, known)


def _quantified(task: PlanningTask, node: Bracketed, known: Environment) -> bool | None:
    typed, conditions, body = read_quantifier(node)
    every = node.head == "forall"
    found = [
        truth(task, body, values) is every
        if truth(task, body, values) is not None
        else None
        for values in instances(task, typed, conditions, known)
    ]
    return _all(found) if every else _not(_all(found))


def read_quantifier(
    node: Bracketed,
) -> tuple[Sequence[TypedWord], tuple[Node, ...], Node]:
    """Return variables, conditions and body of `(forall (?i - agent | ...) F)`."""
    first, body = two_of(node)
    typed, condition = such_that(list_of(first, "variables", node).items)
    return typed, () if condition is None else (condition,), body


def two_of(node: Bracketed) -> tuple[Node, Node]:
    """Return the two arguments of a connective. Raises ParseError for another count."""
    match node.items:
        case (_, one, other):
            return one, other
    raise node.fault(f"{node.head} has two arguments")


def _only(node: Bracketed) -> Node:
    if len(node.items) != 2:
        raise node.fault(f"{node.head} has one argument")
    return node.items[1]


def _atom(task: PlanningTask, node: Bracketed, known: Environment) -> bool | None:
    first = node.items[0] if node.items else None
    if not isinstance(first, Word):
        if isinstance(first, Bracketed) and first.bracket in "[<":
            return None
        raise node.fault("a formula is expected here")
    if first.text in ("=", "/="):
        names = [
            known.get(each.text, each.text)
            for each in two_of(node)
            if isinstance(each, Word)
        ]
        return (len(set(names)) == 1) == (first.text == "=")
    predicate, words = task.arguments(node.items, node)
    if not predicate.fact:
        return None
    row = (predicate.word.text, *(known.get(each.text, each.text) for each in words))
    return row in task.facts


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _all(values: Sequence[bool | None]) -> bool | None:
    if False in values:
        return False
    return None if None in values else True
