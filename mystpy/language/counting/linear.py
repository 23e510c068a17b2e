"""Comparisons of numbers as counts: how many of these formulas hold.

These are pseudo-Boolean constraints in normal form. A number is a sum of formulas, each
with a coefficient, with the value 1 where it holds and 0 elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar, cast

from mystpy.compilation import dataclass
from mystpy.game.game import Game
from mystpy.language.atoms import Constant
from mystpy.language.counting.domains import count_in
from mystpy.language.junctions import constant
from mystpy.language.nodes import And, CountOf, Formula, Not
from mystpy.language.numbers import (
    Arithmetic,
    Cardinality,
    Comparison,
    Letter,
    NumberTerm,
    Numeral,
    Parameter,
    compare,
)
from mystpy.language.subformulas import children, walk, with_children

Bound = TypeVar("Bound")
"""The values of the variables."""


@dataclass(frozen=True, slots=True)
class Linear:
    """A number: a constant, and formulas with their coefficients."""

    constant: int
    terms: tuple[tuple[int, Formula], ...] = ()

    def times(self, factor: int) -> Linear:
        """Return a multiple of this number."""
        terms = tuple((factor * a, f) for a, f in self.terms if factor)
        return Linear(factor * self.constant, terms)

    def plus(self, other: Linear) -> Linear:
        """The sum."""
        return Linear(self.constant + other.constant, self.terms + other.terms)

    def product(self, other: Linear) -> Linear:
        """Return the product: the product of two formulas is their conjunction."""
        both = tuple(
            (a * b, And((f, g))) for a, f in self.terms for b, g in other.terms
        )
        whole = self.times(other.constant).plus(other.times(self.constant))
        return Linear(
            whole.constant - self.constant * other.constant, whole.terms + both
        )

    @property
    def weight(self) -> int:
        """How many formulas there are, each as often as its coefficient says."""
        return sum(abs(a) for a, _ in self.terms)

    @property
    def negative(self) -> int:
        """How many of them have a negative coefficient."""
        return sum(-a for a, _ in self.terms if a < 0)


@dataclass(frozen=True, slots=True)
class Unfolding(Generic[Bound]):
    """The unfolding of counts: sizes, the values of a variable, and the formulas."""

    size: Callable[[Letter], int]
    instances: Callable[[Cardinality, Bound], Iterable[Bound]]
    formula: Callable[[Formula, Bound], Formula]

    def linear(self, term: NumberTerm | Formula, bound: Bound) -> Linear:
        """The number of a term; of a formula it is 1 where it holds."""
        match term:
            case Numeral(value):
                return Linear(value)
            case Parameter(letter):
                return Linear(self.size(letter))
            case Cardinality(body=body):
                found = [self.linear(body, x) for x in self.instances(term, bound)]
                terms = (pair for each in found for pair in each.terms)
                return Linear(sum(each.constant for each in found), tuple(terms))
            case Arithmetic(left, sign, right):
                one, other = self.linear(left, bound), self.linear(right, bound)
                if sign == "*":
                    return one.product(other)
                return one.plus(other.times(-1 if sign == "-" else 1))
        said = self.formula(term, bound)
        if isinstance(said, Constant):
            return Linear(int(said.value))
        return Linear(0, ((1, said),))

    def count(self, node: Comparison, bound: Bound) -> Formula:
        """The comparison as a count of listed formulas, negated for `!=`."""
        left, right = self.linear(node.left, bound), self.linear(node.right, bound)
        difference = left.plus(right.times(-1))
        if not difference.terms:
            return constant(compare(difference.constant, node.sign))
        exact = node.sign in ("=", "!=")
        least_negated = exact and 2 * difference.negative > difference.weight
        if node.sign in ("<", "<=") or least_negated:
            difference = difference.times(-1)
        more = node.sign in ("<", ">")
        number = difference.negative - difference.constant + more
        parts = [
            f if a > 0 else Not(f) for a, f in difference.terms for _ in range(abs(a))
        ]
        # That none or more hold is true, and that they are fewer than none is not.
        if number < 0:
            found: Formula = constant(not exact)
        else:
            found = CountOf(exact, number, tuple(parts))
        if node.sign != "!=":
            return found
        return Not(found) if isinstance(found, CountOf) else constant(True)


def most_parts(
    node: Comparison,
    size: Callable[[Letter], int],
    members: Callable[[Cardinality], int],
) -> int:
    """How many formulas a comparison counts, at most; see `weight_of`."""
    return sum(weight_of(side, size, members) for side in (node.left, node.right))


def weight_of(
    term: NumberTerm | Formula,
    size: Callable[[Letter], int],
    members: Callable[[Cardinality], int],
) -> int:
    """Return a bound on the number of formulas plus the constant of a number.

    `members` is how many values the variable of a count has, at most.
    """
    match term:
        case Numeral(value):
            return abs(value)
        case Parameter(letter):
            return size(letter)
        case Cardinality(body=body):
            return members(term) * weight_of(body, size, members)
        case Arithmetic(left, sign, right):
            one, other = (weight_of(part, size, members) for part in (left, right))
            return one * other if sign == "*" else one + other
    return 1


def decide_comparisons(formula: Formula, game: Game) -> Formula:
    """The formula with `true` or `false` for each comparison that counts nothing.

    Raises QueryError for m and n of a game that is not MYST.
    """
    if not any(isinstance(node, Comparison) for node in walk(formula)):
        return formula
    if isinstance(formula, Comparison):
        if any(isinstance(node, Cardinality) for node in walk(formula)):
            return formula
        unfolding: Unfolding[None] = Unfolding(
            lambda letter: count_in(letter, game), lambda _, x: (x,), lambda f, _: f
        )
        return unfolding.count(formula, None)
    below = [decide_comparisons(part, game) for part in children(formula)]
    return cast("Formula", with_children(formula, below))
