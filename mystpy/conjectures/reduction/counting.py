"""Numbers in formulas as polynomials in the constants of the game and in counts.

In the field: cardinalities of definable sets, where the axioms determine them.

A count is known if the axioms determine for how many elements its formula holds: the
cards of each holder, the holder of each card, and negations and sums of such counts.
"""

from __future__ import annotations

from typing import Protocol, cast

from mystpy.compilation import replace
from mystpy.conjectures.reduction.polynomials import Polynomial
from mystpy.language.atoms import Constant, Equality, H, Player, Truth, Var
from mystpy.language.junctions import fold_constants
from mystpy.language.nodes import Exists, Formula, Not
from mystpy.language.numbers import (
    Arithmetic,
    Binder,
    Cardinality,
    NumberTerm,
    Numeral,
    Parameter,
)
from mystpy.language.subformulas import free_variables, terms


class CountingContext(Protocol):
    """The interface that counting needs from its caller."""

    @property
    def names(self) -> frozenset[str]:
        """The names that a new variable must not have."""

    def rewritten(self, node: Formula) -> Formula:
        """Return an equivalent formula, in which counts are rewritten, too."""

    def within(self, binder: Binder) -> CountingContext:
        """Return the context within a quantifier or a count."""

    def is_valid(self, node: Formula) -> bool:
        """Return whether a formula is known to hold in every situation of all games."""

    def players(self) -> tuple[Player, ...]:
        """Return the variables over players, and the players that are named."""


def number_of(term: NumberTerm | Formula, context: CountingContext) -> Polynomial:
    """Return a number as a polynomial, whose factors are constants and counts."""
    match term:
        case Numeral(value):
            return Polynomial.number(value)
        case Parameter(letter):
            return Polynomial.factor(letter)
        case Arithmetic(left, sign, right):
            one, other = number_of(left, context), number_of(right, context)
            if sign == "*":
                return one * other
            return one + other if sign == "+" else one - other
        case Cardinality():
            return _count(term, context)
    raise TypeError(f"{term} is no number")


def _count(
    term: Cardinality, context: CountingContext, *, turned: bool = False
) -> Polynomial:
    """Return a count as a polynomial; sums are also computed in the other order."""
    inner, size = context.within(term), size_of_domain(term)
    if isinstance(term.body, Cardinality):
        each = _count(term.body, inner)
        free = [
            x for x in each.counts if term.var in free_variables(cast("Formula", x))
        ]
        if size is not None and not free:
            return each * size
        other = None if turned else _turned(term, term.body)
        found = other and _count(other, context, turned=True)
        return Polynomial.factor(term) if not found or found.counts else found
    body = fold_constants(inner.rewritten(term.body))
    if isinstance(body, Constant) and size is not None:
        return size if body == Truth() else Polynomial.number(0)
    known = _size(body, term, context)
    return Polynomial.factor(replace(term, body=body)) if known is None else known


def _turned(term: Cardinality, body: Cardinality) -> Cardinality | None:
    """Return a sum of counts as the sum over the other variable first."""
    if Var(term.var) in terms(cast("Formula", body)) or term.var == body.var:
        return None
    return replace(body, body=replace(term, body=body.body))


def size_of_domain(term: Binder) -> Polynomial | None:
    """Return the number of elements of a domain, if it is known."""
    match term.domain:
        case "players":
            return Polynomial.factor("p")
        case "holders":
            return Polynomial.factor("p") + Polynomial.number(1)
        case "cards":
            return Polynomial.factor("c")
        case tuple() if not any(isinstance(x, Var) for x in term.domain):
            return Polynomial.number(len(set(term.domain)))
    return None


def _size(
    body: Formula, term: Cardinality, context: CountingContext
) -> Polynomial | None:
    """Return for how many elements of a domain a formula holds, if it is known."""
    domain, item = size_of_domain(term), Var(term.var)
    match body:
        case Not(part) if domain is not None:
            found = _size(part, term, context)
            return None if found is None else domain - found
        case H(holder, card) if card == item and term.domain == "cards":
            return cards_of(holder, context)
        case H(holder, card) if holder == item and term.domain == "holders":
            return Polynomial.number(1)  # (2.9), (2.10)
        case Exists(var=name, domain="players", body=H(holder, card)) if (
            holder,
            card,
        ) == (
            Var(name),
            item,
        ) and term.domain == "cards":
            return Polynomial.factor("c") - Polynomial.factor("m")
        case Equality(left, right) if item in (left, right) and left != right:
            other = right if left == item else left
            if term.domain in ("players", "holders") and other in context.players():
                return Polynomial.number(1)
    return None


def cards_of(holder: object, context: CountingContext) -> Polynomial | None:
    """Return the number of a holder's cards; for a variable over holders, None."""
    if holder == 0:
        return Polynomial.factor("m")
    return Polynomial.factor("n") if holder in context.players() else None
