"""Linear constraints on the constants of games, and whether some imply another.

A constraint is a sum of constants with integer coefficients that is at least 0.
Implication is decided over the rational numbers by Fourier-Motzkin elimination. So
every implication that is found is correct; one that needs whole numbers may be missed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import gcd

from mystpy.compilation import pattern

Constraint = Mapping[str, int]
"""The coefficients of a sum that is at least 0; the key "" has the constant term."""

CONSTANTS = ("m", "n", "p", "q", "c")
ANY = ("any", "all", "any number")
_SIGNS = ("<=", ">=", "<", ">", "=")
_COMPARISON = pattern(r"(<=|>=|<|>|=)")


def of_every_game(p: int | None = None) -> tuple[Constraint, ...]:
    """Return what is true of all games: (2.1), and questions have at most all cards.

    If the number of players is given, the number of cards is a sum, too.
    """
    least = {"m": 1, "n": 1, "p": 2, "q": 1, "c": 3}
    found: list[Constraint] = [{key: 1, "": -low} for key, low in least.items()]
    found += [{"c": 1, "q": -1}, {"c": 1, "m": -1, "n": -2}, {"c": 1, "m": -1, "p": -1}]
    if p is not None:
        found += _equal({"c": 1}, {"m": 1, "n": p})
    return tuple(found)


def constraints_of(key: str, value: object) -> tuple[Constraint, ...] | None:
    """Return the constraints of a value in a scope; None if it is of another kind.

    Values are numbers and texts such as `3`, `"2..7"`, `"2.."`, `">= 2"`, `"<= m+n"`,
    `"1..m+n+1"`, `"m+n+1"` and `"any"`.
    """
    text = str(value).strip()
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    if text in ANY:
        return ()
    if _COMPARISON.match(text):
        return comparisons(f"{key} {text}")
    first, dots, last = text.partition("..")
    ends = [f"{key} >= {first}"] if first else []
    ends += [f"{key} <= {last}"] if last else []
    return comparisons(" & ".join(ends) if dots else f"{key} = {text}")


def comparisons(text: str) -> tuple[Constraint, ...] | None:
    """Return the constraints of comparisons joined by `&`; None if not linear."""
    found: list[Constraint] = []
    for part in text.split("&"):
        terms = _COMPARISON.split(part)
        sums = [linear(term) for term in terms[::2]]
        if None in sums or len(sums) < 2:
            return None
        for k, sign in enumerate(terms[1::2]):
            found += _compared(sums[k] or {}, sign, sums[k + 1] or {})
    return tuple(found)


def _compared(one: Constraint, sign: str, other: Constraint) -> list[Constraint]:
    if sign in (">", ">="):
        one, other = other, one
    if sign == "=":
        return _equal(one, other)
    return [_minus(other, one, 1 if sign in ("<", ">") else 0)]


def _equal(one: Constraint, other: Constraint) -> list[Constraint]:
    return [_minus(one, other), _minus(other, one)]


def _minus(one: Constraint, other: Constraint, less: int = 0) -> Constraint:
    keys = {*one, *other, ""}
    found = {key: one.get(key, 0) - other.get(key, 0) for key in keys}
    return {**found, "": found[""] - less}


def linear(text: str) -> Constraint | None:
    """Return the coefficients of a sum of constants and numbers; None if not a sum."""
    try:
        return _linear(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError):
        return None


def _linear(term: ast.expr) -> Constraint | None:
    match term:
        case ast.Name(id=name) if name in CONSTANTS:
            return {name: 1}
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return {"": number}
        case ast.BinOp(left, ast.Add() | ast.Sub() as sign, right):
            one, other = _linear(left), _linear(right)
            if one is None or other is None:
                return None
            if isinstance(sign, ast.Add):
                other = {key: -number for key, number in other.items()}
            return _minus(one, other)
        case ast.BinOp(ast.Constant(value=int(factor)), ast.Mult(), right):
            one = _linear(right)
            return one and {key: factor * number for key, number in one.items()}
    return None


def implied(given: Sequence[Constraint], wanted: Constraint) -> bool:
    """Return whether constraints imply another: its negation has no solution."""
    negated = {key: -number for key, number in wanted.items()}
    negated[""] = negated.get("", 0) - 1
    return not satisfiable((*given, negated))


def satisfiable(given: Iterable[Constraint]) -> bool:
    """Return whether some rational numbers satisfy constraints."""
    rows = _distinct(given)
    for key in CONSTANTS:
        above = [row for row in rows if row.get(key, 0) > 0]
        below = [row for row in rows if row.get(key, 0) < 0]
        kept = [row for row in rows if not row.get(key, 0)]
        rows = _distinct([*kept, *_without(key, above, below)])
    return all(row.get("", 0) >= 0 for row in rows)


def _without(
    key: str, above: Iterable[Constraint], below: Sequence[Constraint]
) -> Iterator[Constraint]:
    """Yield the sums of constraints that eliminate a constant."""
    for one in above:
        for other in below:
            here, there = -other[key], one[key]
            yield {
                each: here * one.get(each, 0) + there * other.get(each, 0)
                for each in {*one, *other}
            }


def _distinct(rows: Iterable[Constraint]) -> list[Constraint]:
    """Return constraints in lowest terms, each once."""
    found: dict[tuple[int, ...], Constraint] = {}
    for row in rows:
        numbers = [row.get(key, 0) for key in (*CONSTANTS, "")]
        common = gcd(*numbers) or 1
        key = tuple(number // common for number in numbers)
        found[key] = dict(zip((*CONSTANTS, ""), key, strict=True))
    return list(found.values())


def satisfied(given: Iterable[Constraint], sizes: Mapping[str, int]) -> bool:
    """Return whether the constants of a game satisfy constraints."""
    values = {**sizes, "": 1}
    return all(
        sum(number * values[key] for key, number in row.items()) >= 0 for row in given
    )
