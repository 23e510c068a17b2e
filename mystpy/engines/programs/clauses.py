"""The rules of the ASP files as first-order definitions, in the syntax of TPTP.

In the field: Clark's completion (1978).

A predicate is defined by its rules: it holds if and only if the body of one of them
does (Clark's completion). Situations and predicates that only select what is considered
(`situation`, `considered`) do not restrict it: the definitions are about all
situations. Sums and orders of numbers are written as in typed TPTP: `$sum(I,n1)`,
`$less(I,P)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mystpy.axioms import axioms_dir
from mystpy.compilation import dataclass, replace
from mystpy.engines.backend import ClingoModule
from mystpy.errors import AxiomError

if TYPE_CHECKING:
    from clingo import ast
else:
    ast = ClingoModule("clingo.ast")

_LOOKED_AT = {"situation", "considered", "set_term", "compared"}
_ORDERS = {"LessThan": "$less", "LessEqual": "$lesseq"}
_EQUALS = {"Equal": "=", "NotEqual": "!="}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as texts: the arguments of its head, its body, and its variables."""

    args: tuple[str, ...]
    body: tuple[str, ...]
    variables: tuple[str, ...]


def definitions(
    files: Iterable[str], names: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield a name and a formula for each predicate of these names.

    The rules about a fluent in `do(A,S)` define it there only. Raises AxiomError for
    rules that are more than clauses.
    """
    for name, found in _rules(files, names).items():
        if not found:
            raise AxiomError(f"no rule defines {name}")
        yield name, _definition(name, found)


def implications(file: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield a name and a formula for each rule of a predicate, as written.

    They follow from its definition, and lead provers to the terms of their heads.
    """
    for number, rule in enumerate(_rules((file,), (name,))[name], 1):
        body = " & ".join(rule.body) or "$true"
        head, free = f"{name}({','.join(rule.args)})", ",".join(rule.variables)
        yield f"{name}_{number}", f"! [{free}] : (({body}) => {head})"


def at_the_start(file: str, names: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Yield a name and a formula for each fluent: where it holds in Init0.

    The fluents are given with the number of their arguments. A fluent without a rule in
    the file holds nowhere there.
    """
    for name, found in _rules((file,), tuple(names)).items():
        heads = [f"Y{k}" for k in range(names[name] - 1)]
        bodies = [_body(replace(rule, args=rule.args[:-1]), heads) for rule in found]
        either = " | ".join(f"({body})" for body in bodies) or "$false"
        text = f"{name}({','.join((*heads, 'init0'))}) <=> ({either})"
        yield name, f"! [{','.join(heads)}] : ({text})" if heads else text


def _rules(files: Iterable[str], names: Sequence[str]) -> dict[str, list[Rule]]:
    """Return the rules of the files whose heads have these names."""
    rules: dict[str, list[Rule]] = {name: [] for name in names}
    for file in files:
        nodes: list[ast.AST] = []
        text = (axioms_dir() / file).read_text("utf-8")
        ast.parse_string(text, nodes.append)
        for node in nodes:
            if node.ast_type == ast.ASTType.Rule:
                _collect(node, rules)
    return rules


def _collect(node: ast.AST, rules: dict[str, list[Rule]]) -> None:
    head = node.head
    if head.ast_type != ast.ASTType.Literal:
        return
    if head.atom.ast_type != ast.ASTType.SymbolicAtom:
        return
    name = head.atom.symbol.name
    if name not in rules:
        return
    args, body = [], list(filter(None, map(_literal, node.body)))
    free = dict.fromkeys(_variables(node.head))
    for number, arg in enumerate(head.atom.symbol.arguments):
        if arg.ast_type == ast.ASTType.Interval:
            between = f"Between{number}"
            body.append(f"$lesseq({_term(arg.left)},{between})")
            body.append(f"$lesseq({between},{_term(arg.right)})")
            free[between] = None
            args.append(between)
        else:
            args.append(_term(arg))
    for part in node.body:
        if part.ast_type == ast.ASTType.Literal:
            free |= dict.fromkeys(_variables(part))
    rules[name].append(Rule(tuple(args), tuple(body), tuple(free)))


def _definition(name: str, rules: Sequence[Rule]) -> str:
    """Return the axiom that a predicate holds if and only if a rule of it applies."""
    arity = len(rules[0].args)
    heads = [f"Y{k}" for k in range(arity)]
    last = [rule.args[-1] for rule in rules if rule.args]
    fluent = bool(last) and all(arg.startswith("do(") for arg in last)
    if fluent:
        heads[-1] = "do(Y8,Y9)"
    bodies = [_body(rule, heads) for rule in rules]
    variables = [head for head in heads if not head.startswith("do(")]
    variables += ["Y8", "Y9"] if fluent else []
    atom = f"{name}({','.join(heads)})"
    either = " | ".join(f"({body})" for body in bodies)
    return f"! [{','.join(variables)}] : ({atom} <=> ({either}))"


def _body(rule: Rule, heads: Sequence[str]) -> str:
    """Return the condition under which a rule applies to its head's arguments."""
    named: dict[str, str] = {}
    equal = []
    for head, arg in zip(heads, rule.args, strict=True):
        pairs = [(head, arg)]
        if head.startswith("do("):
            pairs = list(zip(("Y8", "Y9"), _arguments(arg), strict=True))
        for name, value in pairs:
            if value in rule.variables and value not in named:
                named[value] = name
            else:
                equal.append(f"{name} = {value}")
    joined = " & ".join((*equal, *rule.body)) or "$true"
    joined = re.sub(r"\b[A-Z]\w*\b", lambda m: named.get(m[0], m[0]), joined)
    free = [variable for variable in rule.variables if variable not in named]
    return f"? [{','.join(free)}] : ({joined})" if free else joined


def _arguments(text: str) -> tuple[str, str]:
    """Return the action and the situation of `do(a,s)`."""
    inner = text.removeprefix("do(").removesuffix(")")
    depth = 0
    for place, sign in enumerate(inner):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            return inner[:place], inner[place + 1 :]
    raise AxiomError(f"{text} is no situation")


def _literal(node: ast.AST) -> str | None:
    """Return a literal of a body; None for one that only says what is considered."""
    if node.ast_type == ast.ASTType.ConditionalLiteral:
        inner = _literal(node.literal)
        conditions = [text for text in map(_literal, node.condition) if text]
        bound = dict.fromkeys(_variables(node.condition[0]))
        for condition in node.condition[1:]:
            bound |= dict.fromkeys(_variables(condition))
        local = [v for v in bound if v in ("I", "X")]
        return f"(! [{','.join(local)}] : (({' & '.join(conditions)}) => {inner}))"
    negated = node.sign == ast.Sign.Negation
    if node.atom.ast_type == ast.ASTType.Comparison:
        (guard,) = node.atom.guards
        sign = ast.ComparisonOperator(guard.comparison).name
        left, right = _term(node.atom.term), _term(guard.term)
        if sign in _ORDERS:
            text = f"{_ORDERS[sign]}({left},{right})"
        elif sign in _EQUALS:
            text = f"{left} {_EQUALS[sign]} {right}"
        else:
            raise AxiomError(f"{node} is more than a literal")
        return f"~({text})" if negated else text
    if node.atom.symbol.name in _LOOKED_AT:
        return None
    text = _term(node.atom.symbol)
    return f"~{text}" if negated else text


def _term(node: ast.AST) -> str:
    """Return a term: numbers are the constants n0, n1, ...; a sum is `$sum`."""
    if node.ast_type == ast.ASTType.Variable:
        return str(node.name)
    if node.ast_type == ast.ASTType.SymbolicTerm:
        symbol = node.symbol
        return f"n{symbol.number}" if symbol.type.name == "Number" else str(symbol)
    if getattr(node, "operator_type", None) == ast.BinaryOperator.Plus:
        return f"$sum({_term(node.left)},{_term(node.right)})"
    if node.ast_type != ast.ASTType.Function:
        raise AxiomError(f"{node} is more than a term")
    args = ",".join(map(_term, node.arguments))
    return f"{node.name}({args})" if args else str(node.name)


def _variables(node: ast.AST) -> Iterator[str]:
    found: list[str] = []

    class Names(ast.Transformer):
        def visit_Variable(self, variable: ast.AST) -> ast.AST:  # noqa: N802
            found.append(str(variable.name))
            return variable

    Names().visit(node)
    return iter(found)
