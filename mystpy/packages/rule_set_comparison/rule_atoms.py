"""The atoms, variables and terms of a rule, as clingo reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError

Predicate = tuple[str, int]

_ORDERED = {"BinaryOperation", "UnaryOperation", "Interval"}
_COUNT = 0
"""The number of #count among the functions of aggregates; the others use numbers."""


class Occurrence(NamedTuple):
    """An atom of a rule: whether in the head, and whether it has to be true."""

    predicate: Predicate
    arguments: tuple[Any, ...]
    head: bool
    positive: bool

    @property
    def last(self) -> str:
        """The last argument, which is a situation where there is one."""
        return _plain(str(self.arguments[-1])) if self.arguments else ""


def _plain(text: str) -> str:
    """A situation term without spaces and parentheses."""
    return text.replace(" ", "").removeprefix("(").removesuffix(")")


def children_of(node: Any) -> Iterator[Any]:
    """Yield the parts of a part of a rule."""
    for key in node.child_keys:
        child = getattr(node, key)
        if child is None:
            continue
        for each in (child,) if hasattr(child, "ast_type") else child:
            if hasattr(each, "ast_type"):
                yield each


def kind_of(node: Any) -> str:
    """Return the kind of a part of a rule, as clingo calls it."""
    return str(node.ast_type).removeprefix("ASTType.")


def occurrences(
    node: Any, *, head: bool = False, positive: bool = True
) -> Iterator[Occurrence]:
    """Yield the atoms of a rule, in and outside of aggregates and conditions.

    A positive one is a literal of the body by itself.
    """
    kind = kind_of(node)
    if kind == "Rule":
        yield from _head_occurrences(node.head)
        for part in node.body:
            yield from occurrences(part)
    elif kind == "SymbolicAtom":
        if kind_of(node.symbol) != "Function":
            raise QueryError(f"{node.symbol} is negated by -, or stands for several")
        name, arguments = str(node.symbol.name), tuple(node.symbol.arguments)
        yield Occurrence((name, len(arguments)), arguments, head, positive)
    else:
        if kind == "Literal":
            positive = positive and int(node.sign) == 0
        elif kind in ("Aggregate", "BodyAggregate", "ConditionalLiteral"):
            positive = False
        for child in children_of(node):
            yield from occurrences(child, head=head, positive=positive)


def _head_occurrences(head: Any) -> Iterator[Occurrence]:
    if kind_of(head) == "Literal":
        yield from occurrences(head, head=True)
        return
    for element in getattr(head, "elements", ()):
        literal = getattr(element, "literal", None)
        if literal is None:
            yield from occurrences(element.condition.literal, head=True)
            conditions = element.condition.condition
        else:
            yield from occurrences(literal, head=True)
            conditions = element.condition
        for part in conditions:
            yield from occurrences(part, positive=False)


def uses_of(node: Any, name: str) -> int:
    """Return how often a variable occurs in a rule."""
    own = int(kind_of(node) == "Variable" and node.name == name)
    return own + sum(uses_of(child, name) for child in children_of(node))


def names_in(node: Any) -> Iterator[str]:
    """Yield the variables of a part of a rule."""
    if kind_of(node) == "Variable":
        yield node.name
    for child in children_of(node):
        yield from names_in(child)


def constants_in(node: Any) -> Iterator[str]:
    """Yield the constants of a part of a rule."""
    if kind_of(node) == "SymbolicTerm":
        yield str(node.symbol)
    for child in children_of(node):
        yield from constants_in(child)


def function_names(node: Any) -> Iterator[str]:
    """Yield the names of function symbols and predicates of a part of a rule."""
    if kind_of(node) == "Function":
        yield node.name
    for child in children_of(node):
        yield from function_names(child)


def ordered_names(node: Any) -> Iterator[str]:
    """Yield the variables that are compared by order, or reckoned with."""
    if kind_of(node) in _ORDERED or _is_ordering(node):
        yield from names_in(node)
    for child in children_of(node):
        yield from ordered_names(child)


def _is_ordering(node: Any) -> bool:
    """Whether a comparison is more than = and !=, or an aggregate more than #count."""
    if kind_of(node) == "BodyAggregate":
        return int(node.function) != _COUNT
    if kind_of(node) != "TheoryComparison":
        return False
    return any(str(guard).strip()[:2] not in ("= ", "!=") for guard in node.guards)
