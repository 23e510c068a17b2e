"""Formulas as EPDDL has them, as nested tuples, and as its texts and plank write them.

They are `("atom", "holds", "?x1", "red")`, `("=", "?x1", "?x2")`, `("not", F)`,
`("and", F, ...)`, `("or", F, ...)`, `("imply", F, F)`, `("exists", "?v1", "card", F)`,
and `("box", kind, agents, F)`, where the kind is "", "Kw." or "C.", and the agents are
a name, or names behind "group". True is `("and",)`, and false is `("or",)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from mystpy.errors import QueryError
from mystpy.language.atoms import Atom, Falsity, Truth
from mystpy.language.nodes import (
    And,
    Common,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    KnowsWhether,
    Not,
    Or,
)
from mystpy.packages.epddl.identifiers import Identifiers

Condition = tuple[Any, ...]

TRUE: Condition = ("and",)
FALSE: Condition = ("or",)


def negation(f: Condition) -> Condition:
    """Return the negation, without double negations."""
    if f == TRUE:
        return FALSE
    if f == FALSE:
        return TRUE
    return f[1] if f[0] == "not" else ("not", f)


def conjunction(parts: Iterable[Condition]) -> Condition:
    """Return the conjunction, simplified."""
    return _joined("and", parts, neutral=TRUE, absorbing=FALSE)


def disjunction(parts: Iterable[Condition]) -> Condition:
    """Return the disjunction, simplified."""
    return _joined("or", parts, neutral=FALSE, absorbing=TRUE)


def _joined(
    sign: str, parts: Iterable[Condition], *, neutral: Condition, absorbing: Condition
) -> Condition:
    found: dict[Condition, None] = {}
    for part in parts:
        inner = part[1:] if part[0] == sign else (part,)
        found |= dict.fromkeys(inner)
    found.pop(neutral, None)
    if absorbing in found or any(negation(each) in found for each in found):
        return absorbing
    return next(iter(found)) if len(found) == 1 else (sign, *found)


def equality(one: str, other: str) -> Condition:
    """Return the equality of two terms; different constants are never equal."""
    if one == other:
        return TRUE
    if one[0] != "?" and other[0] != "?":
        return FALSE
    return ("=", *sorted((one, other)))


def existence(variable: str, sort: str, body: Condition) -> Condition:
    """Return an existential formula; a value that equals a term is replaced by it."""
    term = equal_term(body, variable)
    if term is not None:
        return substitute_terms(body, {variable: term})
    if body[0] == "or":
        return disjunction(existence(variable, sort, each) for each in body[1:])
    parts = conjuncts_of(body)
    inner = conjunction(each for each in parts if variable in terms_of(each))
    others = [each for each in parts if variable not in terms_of(each)]
    if inner == TRUE:
        return body
    return conjunction([*others, ("exists", variable, sort, inner)])


def _with_leaves(f: Condition, leaf: Callable[[Condition], Condition]) -> Condition:
    """The formula with other formulas for its atoms and equations, simplified."""
    match f[0]:
        case "atom" | "=":
            return leaf(f)
        case "not":
            return negation(_with_leaves(f[1], leaf))
        case "exists":
            return existence(f[1], f[2], _with_leaves(f[3], leaf))
    parts = (_with_leaves(each, leaf) for each in f[1:])
    return conjunction(parts) if f[0] == "and" else disjunction(parts)


def substitute_terms(f: Condition, values: Mapping[str, str]) -> Condition:
    """Return the formula with terms put in for variables, simplified."""

    def renamed(leaf: Condition) -> Condition:
        found = rename_terms(leaf, values)
        return equality(*found[1:]) if leaf[0] == "=" else found

    return _with_leaves(f, renamed)


def substitute_value(f: Condition, atom: Condition, value: Condition) -> Condition:
    """Return the formula with a value put in for an atom, simplified."""
    return _with_leaves(f, lambda leaf: value if leaf == atom else leaf)


def equal_term(f: Condition, variable: str) -> str | None:
    """Return the term to which a variable must be equal by a conjunction, or None."""
    for each in conjuncts_of(f):
        if each[0] == "=" and variable in each[1:]:
            return str(each[1] if each[2] == variable else each[2])
    return None


def conjuncts_of(f: Condition) -> tuple[Condition, ...]:
    """Return the parts of a conjunction; of another formula, itself."""
    return f[1:] if f[0] == "and" else (f,)


def terms_of(f: Condition) -> set[str]:
    """Return the variables and constants of a formula."""
    match f[0]:
        case "atom":
            return set(f[2:])
        case "=":
            return set(f[1:])
        case "exists":
            return terms_of(f[3]) - {f[1]}
    return {term for each in f[1:] for term in terms_of(each)}


def predicates_of(f: Condition) -> set[str]:
    """Return the predicates of a formula."""
    if f[0] == "atom":
        return {f[1]}
    parts = (each for each in f[1:] if isinstance(each, tuple))
    return {name for each in parts for name in predicates_of(each)}


def condition_of(f: Formula, names: Identifiers) -> Condition:
    """Return a formula of the package. Raises QueryError if EPDDL has none like it."""
    match f:
        case Truth():
            return TRUE
        case Falsity():
            return FALSE
        case Atom(name):
            return ("atom", *names.atom(name))
        case Not(body):
            return ("not", condition_of(body, names))
        case And(parts) | Or(parts):
            word = "and" if isinstance(f, And) else "or"
            return (word, *(condition_of(each, names) for each in parts))
        case Implies(left, right):
            return ("imply", condition_of(left, names), condition_of(right, names))
        case Iff(left, right):
            both = Implies(left, right), Implies(right, left)
            return condition_of(And(both), names)
        case Knows() | KnowsWhether():
            kind = "Kw." if isinstance(f, KnowsWhether) else ""
            agent = names.agent(str(f.agent))
            return ("box", kind, agent, condition_of(f.body, names))
        case Common() | Everyone():
            kind = "C." if isinstance(f, Common) else ""
            group = ("group", *(names.agent(str(each)) for each in f.members))
            return ("box", kind, group, condition_of(f.body, names))
    raise QueryError(f"{f} cannot be written in EPDDL")


def rename_terms(f: Condition, values: Mapping[str, str]) -> Condition:
    """Return the formula with other words for terms, and not simplified."""
    head = 2 if f[0] in ("atom", "box") else 1
    rest = (
        values.get(each, each) if isinstance(each, str) else rename_terms(each, values)
        for each in f[head:]
    )
    return (*f[:head], *rest)


def write_formula(f: Condition) -> str:
    """Return a formula as EPDDL writes it."""
    if f in (TRUE, FALSE):
        return "(true)" if f == TRUE else "(false)"
    match f[0]:
        case "atom":
            return f"({' '.join(f[1:])})"
        case "=":
            return f"(= {f[1]} {f[2]})"
        case "not" if f[1][0] == "=":
            return f"(/= {f[1][1]} {f[1][2]})"
        case "exists":
            return f"(exists ({f[1]} - {f[2]}) {write_formula(f[3])})"
        case "box":
            names = f[2] if isinstance(f[2], str) else f"({' '.join(f[2][1:])})"
            return f"([{f[1]}{' ' * bool(f[1])}{names}] {write_formula(f[3])})"
    return f"({f[0]} {' '.join(map(write_formula, f[1:]))})"


def ground_formula(f: Condition) -> object:
    """Return a formula without variables as plank writes it in JSON."""
    if f in (TRUE, FALSE):
        return str(f == TRUE).lower()
    match f[0]:
        case "atom":
            return "_".join(f[1:])
        case "not":
            return {"connective": "not", "formula": ground_formula(f[1])}
        case "box":
            return {
                "modality-name": f"{f[1]}box",
                "modality-index": [f[2]] if isinstance(f[2], str) else [*f[2][1:]],
                "formula": ground_formula(f[3]),
            }
    return {"connective": f[0], "formulas": [ground_formula(each) for each in f[1:]]}
