"""Formulas about one state, with variables, as nested tuples.

They are `("atom", "holds", "?x1", "red")`, `("=", "?x1", "?x2")`, `("not", F)`,
`("and", F, ...)`, `("or", F, ...)` and `("exists", "?v1", "card", F)`. True is
`("and",)`, and false is `("or",)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

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
    """Return that two terms are equal; constants are equal to themselves alone."""
    if one == other:
        return TRUE
    if one[0] != "?" and other[0] != "?":
        return FALSE
    return ("=", *sorted((one, other)))


def existence(variable: str, sort: str, body: Condition) -> Condition:
    """Return that there is a value; where it must equal a term, that is put in."""
    parts = body[1:] if body[0] == "and" else (body,)
    for part in parts:
        if part[0] == "=" and variable in part[1:]:
            (term,) = (each for each in part[1:] if each != variable)
            rest = conjunction(each for each in parts if each != part)
            return substitute_terms(rest, {variable: term})
    if body[0] == "or":
        return disjunction(existence(variable, sort, each) for each in body[1:])
    inner = conjunction(each for each in parts if variable in terms_of(each))
    others = [each for each in parts if variable not in terms_of(each)]
    if inner == TRUE:
        return body
    return conjunction([*others, ("exists", variable, sort, inner)])


def substitute_terms(f: Condition, values: dict[str, str]) -> Condition:
    """Return the formula with terms put in for variables, simplified."""
    match f[0]:
        case "atom":
            return (*f[:2], *(values.get(each, each) for each in f[2:]))
        case "=":
            return equality(*(values.get(str(each), str(each)) for each in f[1:3]))
        case "not":
            return negation(substitute_terms(f[1], values))
        case "exists":
            return existence(f[1], f[2], substitute_terms(f[3], values))
    parts = (substitute_terms(each, values) for each in f[1:])
    return conjunction(parts) if f[0] == "and" else disjunction(parts)


def substitute_value(f: Condition, atom: Condition, value: Condition) -> Condition:
    """Return the formula with a value put in for an atom, simplified."""
    if f == atom:
        return value
    match f[0]:
        case "not":
            return negation(substitute_value(f[1], atom, value))
        case "exists":
            return existence(f[1], f[2], substitute_value(f[3], atom, value))
        case "and":
            return conjunction(substitute_value(each, atom, value) for each in f[1:])
        case "or":
            return disjunction(substitute_value(each, atom, value) for each in f[1:])
    return f


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
    inner = f[3:] if f[0] == "exists" else f[1:]
    parts = (each for each in inner if isinstance(each, tuple))
    return {name for each in parts for name in predicates_of(each)}


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
    return f"({f[0]} {' '.join(map(write_formula, f[1:]))})"
