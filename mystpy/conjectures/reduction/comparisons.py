"""Comparisons of numbers as formulas without numbers, for games of all sizes.

In the field: counting quantifiers, and cardinality constraints over finite sets.

A number becomes a polynomial in the constants of the game and in counts. A simplified
comparison has one count beside a polynomial b, say #F = b, where F is about the
elements of a domain D. Each of these steps is an equivalence in every situation:

    #F = k or #F = |D| - k, for a number k: There are k elements with F, or without.
    #F <= |B|, if F implies B: It is true.
    #F = |B|, or #F >= |B|, if F implies B: B implies F.

Here B is a part of D whose size is known: D itself, the cards of one holder, or those
that the holder does not have. The last two steps are valid because finite sets are
equal if one contains the other and both have the same size. If B implies F, the same
steps are valid with the sides exchanged.

The other methods decide whether F implies B, in every situation of all games.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import cast

from mystpy.compilation import NamedTuple, replace
from mystpy.conjectures.reduction.counting import (
    CountingContext,
    cards_of,
    number_of,
    size_of_domain,
)
from mystpy.conjectures.reduction.polynomials import Polynomial, always_compares
from mystpy.conjectures.reduction.renaming import fresh_names, renamed
from mystpy.language.atoms import Equality, H, Truth, Var
from mystpy.language.junctions import conjunction, constant, fold_constants
from mystpy.language.nodes import And, Exists, ForAll, Formula, Iff, Implies, Not
from mystpy.language.numbers import Cardinality, Comparison, Relation, compare
from mystpy.language.subformulas import free_variables
from mystpy.thresholds import MAX_ELEMENTS_NAMED

_OPPOSITE: dict[Relation, Relation] = {
    "=": "!=",
    "!=": "=",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}
_TURNED: dict[Relation, Relation] = {
    "=": "=",
    "!=": "!=",
    "<": ">",
    ">": "<",
    "<=": ">=",
    ">=": "<=",
}


class Extension(NamedTuple):
    """A formula about the variable of a count, with its number of elements."""

    node: Formula
    size: Polynomial


def reduce_comparison(node: Comparison, context: CountingContext) -> Formula:
    """Return an equivalent formula, without numbers if possible."""
    difference = number_of(node.left, context) - number_of(node.right, context)
    found = always_compares(difference, node.sign)
    if found is not None:
        return constant(found)
    counts = [each for each in difference.counts if isinstance(each, Cardinality)]
    if len(counts) == 2:
        return _of_two(node, difference, counts, context)
    if len(counts) != 1:
        return node
    (counted,), sign = counts, node.sign
    factor = difference.coefficient(counted)
    if factor not in (1, -1):
        return node
    rest = difference - Polynomial.factor(counted) * Polynomial.number(factor)
    bound = rest * Polynomial.number(-factor)
    if factor == -1:
        sign = _TURNED[sign]
    return _of_one(counted, sign, bound, context) or node


def _of_one(
    term: Cardinality, sign: Relation, bound: Polynomial, context: CountingContext
) -> Formula | None:
    """Return a comparison of a count and a number without counts; None if unknown."""
    if isinstance(term.body, Cardinality):
        return None
    domain = size_of_domain(term)
    written = _few(term, sign, bound.value, context)
    if written is not None:
        return written
    if domain is not None:
        others = replace(term, body=Not(term.body))
        without = (domain - bound).value
        written = _few(others, _TURNED[sign], without, context)
        if written is not None:
            return written
    inner = context.within(term)
    for part, size in _extensions(term, domain, context):
        for below, given in ((True, bound - size), (False, size - bound)):
            found = _beside(sign if below else _TURNED[sign], given)
            if found is None:
                continue
            claim = Implies(term.body, part) if below else Implies(part, term.body)
            if part == Truth() and not below:
                continue
            if part == Truth() or inner.is_valid(claim):
                other = Implies(part, term.body) if below else Implies(term.body, part)
                return _said(found, ForAll(term.var, term.domain, other))
    return None


def _few(
    term: Cardinality, sign: Relation, number: int | None, context: CountingContext
) -> Formula | None:
    """Return a comparison of a count and a small number, with quantifiers."""
    if number is None:
        return None
    if number < 0:
        return constant(compare(1, sign))
    if sign in ("<", "<=", "!="):
        found = _few(term, _OPPOSITE[sign], number, context)
        return None if found is None else fold_constants(Not(found))
    least = number + (sign == ">")
    if least + (sign == "=") > MAX_ELEMENTS_NAMED:
        return None
    enough = _at_least(least, term, context)
    if sign != "=":
        return enough
    more = _at_least(number + 1, term, context)
    return fold_constants(conjunction((enough, Not(more))))


def _at_least(number: int, term: Cardinality, context: CountingContext) -> Formula:
    """Return the formula that at least `number` elements have a property."""
    body = term.body
    assert not isinstance(body, Cardinality), "it counts elements of one domain"
    if number == 0:
        return Truth()
    names = list(islice(fresh_names(body, context.names), number))
    parts: list[Formula] = [renamed(body, term.var, name) for name in names]
    for k, one in enumerate(names):
        parts += [Not(Equality(Var(other), Var(one))) for other in names[:k]]
    found = conjunction(parts)
    for name in reversed(names):
        found = Exists(name, term.domain, found, sort=term.sort)
    return found


def _extensions(
    term: Cardinality, domain: Polynomial | None, context: CountingContext
) -> Iterator[Extension]:
    """Yield parts of a domain with known sizes, the whole domain first."""
    if domain is not None:
        yield Extension(Truth(), domain)
    if term.domain != "cards":
        return
    free = free_variables(cast("Formula", term.body))
    for holder in (0, *context.players()):
        if isinstance(holder, str) or (
            isinstance(holder, Var) and str(holder) not in free
        ):
            continue
        size = cards_of(holder, context)
        if size is not None and domain is not None:
            held = H(holder, Var(term.var))
            yield Extension(held, size)
            yield Extension(Not(held), domain - size)


def _beside(sign: Relation, more: Polynomial) -> bool | Relation | None:
    """Return what `#F sign |B| + more` means if F is a part of B; None if unknown.

    The result is a truth value, or that F is all of B (`=`) or not (`!=`).
    """
    if more.value == 0:
        if sign in ("<=", ">"):
            return sign == "<="
        return "=" if sign in ("=", ">=") else "!="
    if more.is_at_least(1):
        return compare(-1, sign)
    return compare(-1, sign) if more.is_at_least(0) and sign in ("<=", ">") else None


def _said(found: bool | Relation, same: Formula) -> Formula:
    if isinstance(found, bool):
        return constant(found)
    return same if found == "=" else Not(same)


def _of_two(
    node: Comparison,
    difference: Polynomial,
    counts: list[Cardinality],
    context: CountingContext,
) -> Formula:
    """Return a comparison of two counts over one domain, if one implies the other."""
    sign, (one, other) = node.sign, counts
    factors = difference.coefficient(one), difference.coefficient(other)
    if factors == (-1, 1):
        one, other = other, one
    elif factors != (1, -1):
        return node
    rest = difference - Polynomial.factor(one) + Polynomial.factor(other)
    nested = isinstance(one.body, Cardinality) or isinstance(other.body, Cardinality)
    if one.domain != other.domain or rest.value != 0 or nested:
        return node
    name = next(fresh_names(And((node, node)), context.names))
    left, right = (renamed(cast("Formula", x.body), x.var, name) for x in (one, other))
    every = ForAll(name, one.domain, Iff(left, right), sort=one.sort)
    for turned, claim in enumerate((Implies(left, right), Implies(right, left))):
        if context.within(every).is_valid(claim):
            found = _beside(_TURNED[sign] if turned else sign, Polynomial.number(0))
            assert found is not None, "neither has more elements than the other"
            return _said(found, every)
    return node
