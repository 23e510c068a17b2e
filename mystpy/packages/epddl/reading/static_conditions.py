"""Evaluation of static parts: lists, values of variables, conditions, relations."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from mystpy.compilation import NamedTuple
from mystpy.errors import did_you_mean
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
    word_of,
)

Environment = Mapping[str, str]
"""The object that is the value of each variable."""

MAX_INSTANCES = 200_000
"""The maximal number of values of variables together."""


class Leaf(NamedTuple):
    """An element of a list, with variables and conditions of `:forall` around it."""

    node: Bracketed
    parameters: tuple[TypedWord, ...] = ()
    conditions: tuple[Node, ...] = ()

    def within(self, outer: Leaf) -> Leaf:
        """Return the element with the variables and conditions of another, too."""
        parameters = (*outer.parameters, *self.parameters)
        return Leaf(self.node, parameters, (*outer.conditions, *self.conditions))

    def instances(
        self, task: PlanningTask, known: Environment
    ) -> Iterator[dict[str, str]]:
        """Yield the values of its variables for which its conditions are true."""
        return instances(task, self.parameters, self.conditions, known)


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
            yield leaf.within(Leaf(inner, tuple(typed), conditions))
    elif inner.items:
        yield Leaf(inner)


def list_elements(
    task: PlanningTask, node: Node, known: Environment
) -> Iterator[tuple[Bracketed, Environment]]:
    """Yield the elements of a list for all values of its variables."""
    for leaf in leaves(node, node):
        for values in leaf.instances(task, known):
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

    Raises ParseError if there are too many, or a condition has a changing predicate.
    """
    columns = [task.values(types_of(each), each.word) for each in typed]
    number = prod(map(len, columns))
    if number > MAX_INSTANCES:
        message = f"the variables have {number:,} values, more than {MAX_INSTANCES:,}"
        raise typed[0].word.fault(message)
    names = [each.name for each in typed]
    for row in product(*columns):
        values = {**known, **dict(zip(names, row, strict=True))}
        for each in conditions:
            found = truth(task, each, values)
            if found is None:
                raise each.fault(
                    "a condition of variables speaks only of facts and equality"
                )
            if not found:
                break
        else:
            yield values


def truth(task: PlanningTask, node: Node, known: Environment) -> bool | None:
    """Return the value of a formula, None if it is not the same in all states."""
    inner = list_of(node, "a formula", node)
    parts = inner.items[1:]
    match inner.head:
        case "true" | "false":
            return inner.head == "true"
        case "not":
            return _not(truth(task, inner.argument(), known))
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
    rows = instances(task, typed, conditions, known)
    values = [truth(task, body, row) for row in rows]
    return _all(values) if every else _not(_all([_not(x) for x in values]))


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


def _atom(task: PlanningTask, node: Bracketed, known: Environment) -> bool | None:
    if node.modality is not None:
        return None
    if not node.head:
        raise node.fault("a formula is expected here")
    if node.head in ("=", "/="):
        terms = (each.text for each in two_of(node) if isinstance(each, Word))
        names = {known.get(each, each) for each in terms}
        return (len(names) == 1) == (node.head == "=")
    predicate, words = task.arguments(node)
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


# --- Names and relations ------------------------------------------------------


def distinct_names(node: Node | None, near: Node) -> tuple[str, ...]:
    """Return the names in a list. Raises ParseError if there is none, or one twice."""
    inner = list_of(node, "a list of names", near)
    found = tuple(word_of(each, "a name").text for each in inner.items)
    if not found or len(set(found)) < len(found):
        raise inner.fault("different names are expected here")
    return found


def require_known(names: Iterable[str], known: Sequence[str], place: Node) -> None:
    """Raise ParseError, with the nearest name, for a name that is not declared."""
    for name in names:
        if name not in known:
            raise place.fault(f"there is no {name}", did_you_mean(name, known))


def require_new(word: Word, known: Container[str]) -> None:
    """Raise ParseError if a name is declared already."""
    if word.text in known:
        raise word.fault(f"{word.text} is declared twice")


def named_lists(node: Bracketed) -> list[tuple[Word, Bracketed]]:
    """Return the names and lists of `(w0 (...) w1 (...))`."""
    if len(node.items) % 2:
        raise node.fault("a name and a list are expected, one after the other")
    return [
        (word_of(name, "a name"), list_of(inner, "a list", name))
        for name, inner in zip(node.items[::2], node.items[1::2], strict=True)
    ]


def named_relations(
    node: Node | None,
    near: Node,
    names: Sequence[str],
    points: tuple[str, ...],
    kind: str,
) -> dict[str, frozenset[tuple[str, str]]]:
    """Return the pairs of each relation, of worlds or events."""
    place = PlanningTask("", near)
    place.supertypes[kind] = "entity"
    place.objects = dict.fromkeys(points, kind)
    found = dict.fromkeys(names, frozenset[tuple[str, str]]())
    for name, inner in named_lists(list_of(node, ":relations", near)):
        require_known((name.text,), names, name)
        found[name.text] |= {
            _pair(pair, known, points)
            for pair, known in list_elements(place, inner, {})
        }
    return found


def _pair(
    node: Bracketed, known: Environment, points: Sequence[str]
) -> tuple[str, str]:
    words = [word_of(each, "a name").text for each in node.items]
    if len(words) != 2:
        raise node.fault("a pair is expected here")
    one, other = (known.get(each, each) for each in words)
    require_known((one, other), points, node)
    return one, other
