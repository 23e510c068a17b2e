"""Answer set programs of strangers: parsed by clingo, held to an allow-list of nodes.

In the field: input validation by an allow-list on the abstract syntax tree.

A program that is checked here is printed again from its syntax tree, so that the
grounder reads the rules that were checked and no other text. clingo's parser follows
`#include`: whoever calls this has made sure that the text has no directive.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mystpy.compilation import dataclass
from mystpy.engines.backend import ClingoModule
from mystpy.errors import AxiomError

if TYPE_CHECKING:
    from clingo import ast
else:
    ast = ClingoModule("clingo.ast")

_DIRECTIVE = frozenset('#"@&{}|\\~?^$')
"""Characters without which there is no directive, script, text, theory or choice."""

_TERMS = frozenset(("Variable", "SymbolicTerm", "Function", "Pool"))
_OPERATORS = frozenset(("Plus", "Minus", "Multiplication"))


@dataclass(frozen=True, slots=True)
class PlainRule:
    """A rule with one atom as its head, printed from its syntax tree.

    `head` is the predicate that it defines, `names` are those of its body.
    """

    text: str
    head: str
    names: frozenset[str]


def plain_rules(text: str) -> list[PlainRule]:
    """The rules of a program. Raises AxiomError for anything else that is in it."""
    if not text.isascii() or not text.replace("\n", " ").isprintable():
        raise AxiomError("only printable ASCII characters are read")
    if found := _DIRECTIVE.intersection(text):
        raise AxiomError(f"{min(found)!r} does not belong in a plain rule")
    nodes: list[ast.AST] = []
    complaints: list[str] = []
    try:
        ast.parse_string(
            text, nodes.append, logger=lambda _, why: complaints.append(why.strip())
        )
    except RuntimeError as error:
        raise AxiomError(complaints[0] if complaints else str(error)) from error
    first, *rest = nodes
    if str(first) != "#program base.":  # which the parser puts before each program
        raise AxiomError(f"{first} is no rule")
    return [_plain(node) for node in rest]


def _plain(node: ast.AST) -> PlainRule:
    """A rule that was checked. Raises AxiomError for what is no plain rule."""
    if _kind(node) != "Rule":
        raise AxiomError(f"{_short(node)} is no rule")
    head = node.head
    if _kind(head) != "Literal" or head.sign != ast.Sign.NoSign:
        raise AxiomError(
            f"{_short(head)} is no head: each rule has one atom as its head"
        )
    (name,) = _names_of(head, may_be_pool=False)
    names: set[str] = set()
    for literal in node.body:
        names |= set(_body_names(literal))
    return PlainRule(str(node), name, frozenset(names))


def _body_names(literal: ast.AST) -> Iterator[str]:
    """The predicates that a literal of a body names; it may have a condition."""
    if _kind(literal) == "ConditionalLiteral":
        yield from _names_of(literal.literal)
        for each in literal.condition:
            yield from _names_of(each)
    else:
        yield from _names_of(literal)


def _names_of(literal: ast.AST, *, may_be_pool: bool = True) -> list[str]:
    """The predicates of a literal: none if it is a comparison of terms."""
    atom = literal.atom if _kind(literal) == "Literal" else None
    if atom is not None and _kind(atom) == "SymbolicAtom":
        symbol = atom.symbol
        pool = may_be_pool and _kind(symbol) == "Pool"
        found = list(symbol.arguments) if pool else [symbol]
        if all(_kind(each) == "Function" and each.name for each in found):
            for each in found:
                _require_terms(each)
            return [str(each.name) for each in found]
    elif atom is not None and may_be_pool and _kind(atom) == "Comparison":
        _require_terms(atom.term)
        for guard in atom.guards:
            _require_terms(guard.term)
        return []
    raise AxiomError(f"{_short(literal)} is neither an atom nor a comparison")


def _require_terms(node: ast.AST) -> None:
    """Refuse terms other than names, numbers, variables, pools, sums and products."""
    ahead = [node]
    while ahead:
        term = ahead.pop()
        kind = _kind(term)
        if kind == "BinaryOperation":
            allowed = ast.BinaryOperator(term.operator_type).name in _OPERATORS
            ahead += [term.left, term.right]
        elif kind == "UnaryOperation":
            allowed = ast.UnaryOperator(term.operator_type).name == "Minus"
            ahead.append(term.argument)
        else:
            allowed = kind in _TERMS and not getattr(term, "external", 0)
            ahead += getattr(term, "arguments", ())
        if kind == "SymbolicTerm":
            allowed = term.symbol.type.name in ("Number", "Function")
        if not allowed:
            raise AxiomError(f"{_short(term)} does not belong in a plain rule")


def _kind(node: Any) -> str:
    """The name of a node's type."""
    return str(node.ast_type.name)


def _short(node: object) -> str:
    return str(node)[:80]
