"""The atoms, variables and terms of a rule, and where values of some sorts may be."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.packages.package import Package
from mystpy.packages.value_sorts import PackageSort

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
        """The last argument, a situation where there is one, without parentheses."""
        text = str(self.arguments[-1]) if self.arguments else ""
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


def nodes_in(node: Any) -> Iterator[Any]:
    """Yield a part of a rule, and all parts of it."""
    yield node
    for child in children_of(node):
        yield from nodes_in(child)


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


def names_in(node: Any) -> Iterator[str]:
    """Yield the variables of a part of a rule, each as often as it occurs."""
    return (each.name for each in nodes_in(node) if kind_of(each) == "Variable")


def constants_in(node: Any) -> Iterator[str]:
    """Yield the constants of a part of a rule."""
    return (str(x.symbol) for x in nodes_in(node) if kind_of(x) == "SymbolicTerm")


def function_names(node: Any) -> Iterator[str]:
    """Yield the names of function symbols and predicates of a part of a rule."""
    return (each.name for each in nodes_in(node) if kind_of(each) == "Function")


def ordered_names(node: Any) -> Iterator[str]:
    """Yield the variables that are compared by order, or reckoned with."""
    for each in nodes_in(node):
        if kind_of(each) in _ORDERED or _is_ordering(each):
            yield from names_in(each)


def _is_ordering(node: Any) -> bool:
    """Whether a comparison is more than = and !=, or an aggregate more than #count."""
    if kind_of(node) == "BodyAggregate":
        return int(node.function) != _COUNT
    if kind_of(node) != "TheoryComparison":
        return False
    return any(str(guard).strip()[:2] not in ("= ", "!=") for guard in node.guards)


# --- Places -------------------------------------------------------------------

OF_RUN = {
    ("poss", 2),
    ("considered", 2),
    ("done", 2),
    ("obs", 4),
    ("over", 1),
    ("reached", 1),
    ("situation", 1),
    ("step", 1),
    ("stuck", 1),
}
"""Predicates whose last argument is a situation, whatever the package."""


class ArgumentPlaces:
    """At which places of predicates values of some sorts may be."""

    def __init__(
        self,
        package: Package,
        rules: Sequence[Sequence[Occurrence]],
        sorts: Collection[str],
        element: int,
    ) -> None:
        self._actions: Mapping[str, set[int]] = {
            name: _among(action.sorts, sorts)
            for name, action in package.actions.items()
        }
        self._places: dict[Predicate, set[int]] = {("element", 2): {element}}
        for name in sorts:
            self._places[name, 1] = {0}
        for fluent in package.fluents.values():
            arity = len(fluent.sorts) + (not fluent.rigid)
            self._places[fluent.name, arity] = _among(fluent.sorts, sorts)
        growing = True
        while growing:
            growing = any(self._grow(atoms) for atoms in rules)

    def _grow(self, atoms: Sequence[Occurrence]) -> bool:
        """Learn the places of a rule's atoms from its variables."""
        names, grown = self.variables(atoms), False
        for each in atoms:
            known = self._places.setdefault(each.predicate, set())
            for place, argument in enumerate(each.arguments):
                if each.predicate in OF_RUN or place in known:
                    continue
                if names & set(names_in(argument)):
                    known.add(place)
                    grown = True
        return grown

    def variables(self, atoms: Sequence[Occurrence]) -> set[str]:
        """Return the variables of a rule that may have such values."""
        found: set[str] = set()
        for each in atoms:
            for place in self._places.get(each.predicate, ()):
                found |= set(names_in(each.arguments[place]))
            for argument in each.arguments:
                places = self._actions.get(getattr(argument, "name", ""), ())
                inner = list(getattr(argument, "arguments", ()))
                for place in places:
                    if place < len(inner):
                        found |= set(names_in(inner[place]))
        return found - {"_"}


def _among(own: Sequence[PackageSort], sorts: Collection[str]) -> set[int]:
    return {place for place, sort in enumerate(own) if sort.name in sorts}
