"""Whether one step of a package depends on the situation before it alone.

A step is compared for all situations at once: the fluents of the situation before it
are free. That is a proof only if no rule looks further back, at the number of a
situation, or at sets that the step does not name. Each rule is checked for that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.packages.certificates.copied_rules import (
    is_constraint,
    is_plain,
    is_rule,
    parsed_text,
)
from mystpy.packages.package import Package
from mystpy.packages.value_sorts import PackageSort

Predicate = tuple[str, int]

_OF_RUN = {
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


class StepRules:
    """The rules of a package, of which each is known to be about one step."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.statements = [x for x in parsed_text(package.axioms) if is_rule(x)]
        self._atoms = [list(_occurrences(node)) for node in self.statements]

    @cached_property
    def situational(self) -> set[Predicate]:
        """The predicates whose last argument is a situation."""
        found = set(_OF_RUN)
        for fluent in self.package.fluents.values():
            if not fluent.rigid:
                found.add((fluent.name, len(fluent.sorts) + 1))
        growing = True
        while growing:
            growing = False
            for atoms in self._atoms:
                times = {x.last for x in atoms if x.predicate in found}
                times |= {_next(x) for x in times}
                for each in atoms:
                    new = each.head and each.predicate not in found
                    if new and each.last in times and each.last:
                        found.add(each.predicate)
                        growing = True
        return found

    @cached_property
    def effects(self) -> set[Predicate]:
        """The predicates that a rule carries from one situation to the next."""
        return {
            each.predicate
            for atoms in self._atoms
            for each in atoms
            if each.head and each.predicate in self.situational and _is_next(each.last)
        }

    def relevant(self, wanted: Collection[Predicate]) -> set[Predicate]:
        """Return the predicates on which some depend, those included."""
        found = set(wanted)
        growing = True
        while growing:
            growing = False
            for atoms in self._atoms:
                heads = {x.predicate for x in atoms if x.head}
                if heads & found:
                    new = {x.predicate for x in atoms} - found
                    found |= new
                    growing = growing or bool(new)
        return found

    def require_single_steps(self, chosen: Predicate) -> None:
        """Raise QueryError, with file and line, for a rule that is about more.

        `chosen` is the predicate of the deal, the only one that the start may choose.
        """
        sorts = self.package.sorts
        names = [name for name, sort in sorts.items() if sort.sizes is not None]
        sets = _Places(self.package, self._atoms, names, 1)
        for node, atoms in zip(self.statements, self._atoms, strict=True):
            try:
                self._require_heads(node, atoms, chosen)
                self._require_times(node, atoms)
                self._require_considered(atoms)
                _require_named(node, atoms, sets.variables(atoms), self.situational)
            except QueryError as error:
                raise self.fault(node, str(error)) from None

    def treats_alike(self, elements: Collection[str]) -> bool:
        """Whether no rule names one of these elements, or compares them by order."""
        if any(element.isdecimal() for element in elements):
            return False
        names = [
            name
            for name, sort in self.package.sorts.items()
            if sort.sizes is None and set(map(str, sort.elements)) & set(elements)
        ]
        places = _Places(self.package, self._atoms, names, 0)
        for node, atoms in zip(self.statements, self._atoms, strict=True):
            if set(elements) & set(_constants_in(node)):
                return False
            if places.variables(atoms) & set(_ordered_names(node)):
                return False
        return True

    def fault(self, node: Any, message: str) -> QueryError:
        """Return an error with the file and the line of a rule."""
        line = node.location.begin.line
        return QueryError(f"{self.package.place(line)}: {message}")

    def line_of(self, predicate: Predicate) -> int:
        """Return the line of the first rule for a predicate, 1 if there is none."""
        for node, atoms in zip(self.statements, self._atoms, strict=True):
            if any(x.head and x.predicate == predicate for x in atoms):
                return int(node.location.begin.line)
        return 1

    def _require_heads(
        self, node: Any, atoms: Sequence[Occurrence], chosen: Predicate
    ) -> None:
        heads = [x for x in atoms if x.head]
        simple = is_plain(node) or is_constraint(node)
        if not simple and _kind(node.head) != "Aggregate":
            raise QueryError("the head is neither an atom nor a choice of atoms")
        if any(x.predicate == chosen for x in heads) and any(
            x.predicate == chosen and not x.head for x in atoms
        ):
            raise QueryError(f"{chosen[0]} depends on itself")

    def _require_times(self, node: Any, atoms: Sequence[Occurrence]) -> None:
        of_run = [x for x in atoms if x.predicate in self.situational]
        if not of_run:
            return
        if is_constraint(node):
            raise QueryError("a constraint about situations leaves runs out")
        times = {x.last for x in of_run}
        head = next((x for x in atoms if x.head), None)
        assert head is not None
        if head.predicate not in self.situational:
            raise QueryError(f"{head.predicate[0]} remembers a situation for all later")
        if times == {"0"}:
            return
        now = min(times, key=len).removesuffix("+1")
        if not now[:1].isupper() and now[:1] != "_":
            raise QueryError(f"situation {now} is not like the others")
        if not times <= {now, f"{now}+1"}:
            raise QueryError("it looks at situations that do not follow one another")
        if head.last == now and len(times) > 1:
            raise QueryError("it depends on the situation after")
        if _count(node, now) != len(of_run):
            raise QueryError(f"it depends on the number of the situation {now}")

    def _require_considered(self, atoms: Sequence[Occurrence]) -> None:
        for each in atoms:
            if each.head or each.predicate not in (("considered", 2), ("poss", 2)):
                continue
            heads = [x for x in atoms if x.head and x.predicate == ("poss", 2)]
            same = heads and list(map(str, heads[0].arguments)) == list(
                map(str, each.arguments)
            )
            if each.predicate[0] == "poss" or not (same and each.positive):
                raise QueryError(
                    f"it depends on which other actions are {_PARTICIPLE[each.predicate[0]]}"
                )


_PARTICIPLE = {"considered": "considered", "poss": "possible"}


class _Places:
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
            growing = any([self._grow(atoms) for atoms in rules])

    def _grow(self, atoms: Sequence[Occurrence]) -> bool:
        """Learn the places of a rule's atoms from its variables."""
        names, grown = self.variables(atoms), False
        for each in atoms:
            known = self._places.setdefault(each.predicate, set())
            for place, argument in enumerate(each.arguments):
                if each.predicate in _OF_RUN or place in known:
                    continue
                if names & set(_names_in(argument)):
                    known.add(place)
                    grown = True
        return grown

    def variables(self, atoms: Sequence[Occurrence]) -> set[str]:
        """Return the variables of a rule that may have such values."""
        found: set[str] = set()
        for each in atoms:
            for place in self._places.get(each.predicate, ()):
                found |= set(_names_in(each.arguments[place]))
            for argument in each.arguments:
                places = self._actions.get(getattr(argument, "name", ""), ())
                inner = list(getattr(argument, "arguments", ()))
                for place in places:
                    if place < len(inner):
                        found |= set(_names_in(inner[place]))
        return found - {"_"}


def _among(own: Sequence[PackageSort], sorts: Collection[str]) -> set[int]:
    return {place for place, sort in enumerate(own) if sort.name in sorts}


def _require_named(
    node: Any,
    atoms: Sequence[Occurrence],
    sets: set[str],
    situational: set[Predicate],
) -> None:
    """Raise QueryError if sets are compared, taken apart, or ranged over."""
    if any(name == "set" for name in _function_names(node)):
        raise QueryError("it takes sets apart: use element(X,Q)")
    named: set[str] = set()
    for each in atoms:
        if each.head or (each.positive and each.predicate in situational):
            named |= {x for argument in each.arguments for x in _names_in(argument)}
    for each in sorted(sets - named):
        raise QueryError(f"it ranges over all sets {each}")
    for each in sorted(sets & set(_ordered_names(node))):
        raise QueryError(f"it compares the set {each} by order or number")


def _plain(text: str) -> str:
    """A situation term without spaces and parentheses."""
    return text.replace(" ", "").removeprefix("(").removesuffix(")")


def _next(time: str) -> str:
    return f"{time}+1" if time[:1].isupper() and "+" not in time else ""


def _is_next(time: str) -> bool:
    return time.endswith("+1") and time[:1].isupper()


def _children(node: Any) -> Iterator[Any]:
    for key in node.child_keys:
        child = getattr(node, key)
        if child is None:
            continue
        for each in (child,) if hasattr(child, "ast_type") else child:
            if hasattr(each, "ast_type"):
                yield each


def _kind(node: Any) -> str:
    return str(node.ast_type).removeprefix("ASTType.")


def _occurrences(
    node: Any, *, head: bool = False, positive: bool = True
) -> Iterator[Occurrence]:
    """The atoms of a rule, in and outside of aggregates and conditions.

    A positive one is a literal of the body by itself.
    """
    kind = _kind(node)
    if kind == "Rule":
        yield from _head_occurrences(node.head)
        for part in node.body:
            yield from _occurrences(part)
    elif kind == "SymbolicAtom":
        symbol = node.symbol
        while _kind(symbol) == "UnaryOperation":
            symbol = symbol.argument
        arguments = tuple(getattr(symbol, "arguments", ()))
        name = str(getattr(symbol, "name", ""))
        yield Occurrence((name, len(arguments)), arguments, head, positive)
    else:
        if kind == "Literal":
            positive = positive and int(node.sign) == 0
        elif kind in ("Aggregate", "BodyAggregate", "ConditionalLiteral"):
            positive = False
        for child in _children(node):
            yield from _occurrences(child, head=head, positive=positive)


def _head_occurrences(head: Any) -> Iterator[Occurrence]:
    if _kind(head) == "Literal":
        yield from _occurrences(head, head=True)
        return
    for element in getattr(head, "elements", ()):
        literal = getattr(element, "literal", None)
        if literal is None:
            yield from _occurrences(element.condition.literal, head=True)
            conditions = element.condition.condition
        else:
            yield from _occurrences(literal, head=True)
            conditions = element.condition
        for part in conditions:
            yield from _occurrences(part, positive=False)


def _count(node: Any, name: str) -> int:
    """How often a variable occurs in a rule."""
    own = int(_kind(node) == "Variable" and node.name == name)
    return own + sum(_count(child, name) for child in _children(node))


def _names_in(node: Any) -> Iterator[str]:
    if _kind(node) == "Variable":
        yield node.name
    for child in _children(node):
        yield from _names_in(child)


def _constants_in(node: Any) -> Iterator[str]:
    if _kind(node) == "SymbolicTerm":
        yield str(node.symbol)
    for child in _children(node):
        yield from _constants_in(child)


def _function_names(node: Any) -> Iterator[str]:
    if _kind(node) == "Function":
        yield node.name
    for child in _children(node):
        yield from _function_names(child)


def _ordered_names(node: Any) -> Iterator[str]:
    """The variables that are compared by order, or reckoned with."""
    if _kind(node) in _ORDERED:
        yield from _names_in(node)
    elif _kind(node) == "Comparison" and _is_ordering(node):
        yield from _names_in(node)
    elif _kind(node) == "BodyAggregate" and int(node.function) != _COUNT:
        yield from _names_in(node)
    for child in _children(node):
        yield from _ordered_names(child)


def _is_ordering(node: Any) -> bool:
    """Whether a comparison is more than = and !=."""
    return any(str(guard).strip()[:2] not in ("= ", "!=") for guard in node.guards)
