"""The rules of theory.lp as data: derived or chosen atoms, and their conditions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from mystpy.compilation import NamedTuple, pattern
from mystpy.engines.backend import require_library
from mystpy.errors import AxiomError
from mystpy.packages.package import Package

Predicate = tuple[str, int]

_EQUALITY = pattern(r"(\w+) (=|!=) (\w+)")
_VARIABLE = pattern(r"\b_*[A-Z]\w*")


class RuleAtom(NamedTuple):
    """An atom of a rule: its predicate, its arguments as texts, whether not negated."""

    predicate: Predicate
    arguments: tuple[str, ...]
    positive: bool

    @property
    def situation(self) -> str:
        """The last argument, which names the situation of a fluent."""
        return self.arguments[-1] if self.arguments else ""


class AxiomRule(NamedTuple):
    """A rule: the atoms of its head and body, whether it chooses, and its line."""

    heads: tuple[RuleAtom, ...]
    body: tuple[RuleAtom, ...]
    chooses: bool
    line: int


def rules_of(package: Package) -> tuple[AxiomRule, ...]:
    """Return the rules of a package.

    Raises AxiomError, with file and line, for bad syntax.
    """
    try:
        return _rules(package.axioms)
    except AxiomError as error:
        raise AxiomError(package.placed(str(error)), hint=error.hint) from None


@lru_cache(maxsize=64)
def _rules(axioms: str) -> tuple[AxiomRule, ...]:
    return tuple(map(_rule, _statements(axioms, "Rule")))


def _statements(axioms: str, kind: str) -> list[Any]:
    """The statements of a kind, as syntax trees: no cache may hold them at the end."""
    require_library("answers from theory.lp")
    from clingo.ast import parse_string

    complaints: list[str] = []
    found: list[Any] = []

    def add(node: Any) -> None:
        if _kind(node) == kind:
            found.append(node)

    try:
        parse_string(
            axioms, add, logger=lambda _, said: complaints.append(said.strip())
        )
    except RuntimeError:
        place = complaints[0] if complaints else "bad syntax"
        raise AxiomError(place, hint="clingo cannot read that line") from None
    return found


def _kind(node: Any) -> str:
    return str(node.ast_type).removeprefix("ASTType.")


def _rule(node: Any) -> AxiomRule:
    head = node.head
    plain = _kind(head) == "Literal"
    false = plain and _kind(head.atom) == "BooleanConstant"
    heads = () if false else tuple(_head_atoms(head))
    conditions = () if plain else tuple(_conditions(head))
    body = tuple(atom for part in node.body for atom in _atoms(part, True))
    return AxiomRule(heads, (*body, *conditions), not plain, node.location.begin.line)


def _head_atoms(head: Any) -> Iterator[RuleAtom]:
    """The atoms that a head derives or chooses, without conditions."""
    if _kind(head) == "Literal":
        yield from _atoms(head, True)
        return
    for element in getattr(head, "elements", ()):
        literal = getattr(element, "literal", None)
        if literal is None:
            literal = element.condition
            yield from _atoms(getattr(literal, "literal", literal), True)
        else:
            yield from _atoms(literal, True)


def _conditions(head: Any) -> Iterator[RuleAtom]:
    for element in getattr(head, "elements", ()):
        condition = getattr(element, "condition", ())
        for part in condition if not hasattr(condition, "ast_type") else ():
            yield from _atoms(part, True)


def _atoms(node: Any, positive: bool) -> Iterator[RuleAtom]:
    """Yield the atoms in a part of a rule; those in an aggregate count as negated."""
    kind = _kind(node)
    if kind == "SymbolicAtom":
        yield _atom(node.symbol, positive)
        return
    if kind == "Literal":
        positive = positive and int(node.sign) == 0
    elif kind in ("BodyAggregate", "Aggregate", "ConditionalLiteral"):
        positive = False
    for key in ("atom", "literal", "condition", "elements"):
        child = getattr(node, key, None)
        if child is None:
            continue
        for each in (child,) if hasattr(child, "ast_type") else child:
            if hasattr(each, "ast_type"):
                yield from _atoms(each, positive)


def _atom(symbol: Any, positive: bool) -> RuleAtom:
    while _kind(symbol) == "UnaryOperation":
        symbol = symbol.argument
    arguments = tuple(map(str, getattr(symbol, "arguments", ())))
    return RuleAtom((str(symbol.name), len(arguments)), arguments, positive)


@lru_cache(maxsize=64)
def defined_predicates(axioms: str) -> frozenset[Predicate]:
    """Return the predicates of `#defined`. The text must be free of faults."""
    found = _statements(axioms, "Defined")
    return frozenset((str(node.name), int(node.arity)) for node in found)


class ActionRule(NamedTuple):
    """A rule for `poss(A,S)`: both arguments, the literals of its body, its line.

    `bound` are the variables of A and S.
    """

    action: str
    situation: str
    body: tuple[str, ...]
    bound: frozenset[str]
    line: int


@lru_cache(maxsize=64)
def poss_rules(axioms: str) -> tuple[ActionRule, ...]:
    """Return the rules for `poss`, in order. The text must be free of faults."""
    found: list[ActionRule] = []
    for node in _statements(axioms, "Rule"):
        symbol: Any = getattr(getattr(node.head, "atom", None), "symbol", None)
        if getattr(symbol, "name", "") == "poss" and len(symbol.arguments) == 2:
            action, situation = map(str, symbol.arguments)
            bound = frozenset(_VARIABLE.findall(f"{action} {situation}"))
            body = tuple(map(str, node.body))
            line = node.location.begin.line
            found.append(ActionRule(action, situation, body, bound, line))
    return tuple(found)


class PlainLiteral(NamedTuple):
    """A literal: an atom or a comparison, with its arguments as texts.

    `name` is that of the predicate, or `=` or `!=`. `condition` is the part after the
    colon of a literal that must hold for all values of its own variables.
    """

    positive: bool
    name: str
    arguments: tuple[str, ...]
    condition: tuple[PlainLiteral, ...] | None = None


class LiteralRule(NamedTuple):
    """A rule that derives one atom; `body` is None if it has more than literals."""

    head: PlainLiteral
    body: tuple[PlainLiteral, ...] | None
    line: int


@lru_cache(maxsize=64)
def plain_rules(axioms: str) -> tuple[LiteralRule, ...]:
    """Return the rules that derive one atom, without choices and constraints.

    The text must be free of faults.
    """
    found: list[LiteralRule] = []
    for node in _statements(axioms, "Rule"):
        if (head := _plain_literal(node.head)) is not None:
            body, line = _plain_literals(node.body), node.location.begin.line
            found.append(LiteralRule(head, body, line))
    return tuple(found)


def _plain_literals(nodes: Any) -> tuple[PlainLiteral, ...] | None:
    """Literals, None if one of them is neither an atom nor an equality."""
    parts = [_plain_literal(each) for each in nodes]
    found = tuple(each for each in parts if each is not None)
    return found if len(found) == len(parts) else None


def _plain_literal(node: Any) -> PlainLiteral | None:
    """A literal; None for what is neither an atom nor an equality."""
    kind = _kind(node)
    if kind == "ConditionalLiteral":
        inner = _plain_literal(node.literal)
        condition = _plain_literals(node.condition)
        if inner is None or condition is None:
            return None
        return inner._replace(condition=condition)
    if kind != "Literal" or int(node.sign) == 2:
        return None
    positive, atom = int(node.sign) == 0, node.atom
    if _kind(atom) == "SymbolicAtom":
        if _kind(atom.symbol) == "UnaryOperation":
            return None
        found = _atom(atom.symbol, positive)
        return PlainLiteral(positive, found.predicate[0], found.arguments)
    if equality := _EQUALITY.fullmatch(str(atom)):
        return PlainLiteral(positive, equality[2], (equality[1], equality[3]))
    return None
