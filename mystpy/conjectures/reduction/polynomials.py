"""Numbers of all games of MYST: polynomials in m, n, p and q, and their signs.

In the field: polynomials with non-negative coefficients after a shift.

A game has m, n, q >= 1, p >= 2 and q <= c, where c = m + n p, by section 2.1. With
m = 1 + m', and so on, a polynomial without negative coefficients in m', n', p' and q'
is at least its constant; so it is with a multiple of c - q added.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import product

from mystpy.compilation import dataclass
from mystpy.language.numbers import CONSTANTS, Relation, compare

_LEAST: Mapping[str, int] = {**dict.fromkeys(CONSTANTS, 1), "p": 2}
_Monomial = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Polynomial:
    """Coefficients by monomial; a factor is a constant of the game, or a count."""

    terms: tuple[tuple[_Monomial, int], ...]

    @classmethod
    def of(cls, terms: Mapping[_Monomial, int]) -> Polynomial:
        """Return the polynomial with these coefficients."""
        kept = ((key, value) for key, value in terms.items() if value)
        return cls(tuple(sorted(kept, key=str)))

    @classmethod
    def number(cls, value: int) -> Polynomial:
        """Return a polynomial that is a number."""
        return cls.of({(): value})

    @classmethod
    def factor(cls, name: Hashable) -> Polynomial:
        """Return a constant of the game, or a count; c is written as m + n p."""
        if name == "c":
            return cls.of({("m",): 1, ("n", "p"): 1})
        return cls.of({(name,): 1})

    def __add__(self, other: Polynomial) -> Polynomial:
        found = dict(self.terms)
        for key, value in other.terms:
            found[key] = found.get(key, 0) + value
        return Polynomial.of(found)

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + other * Polynomial.number(-1)

    def __mul__(self, other: Polynomial) -> Polynomial:
        found: dict[_Monomial, int] = {}
        for (one, left), (two, right) in product(self.terms, other.terms):
            key = tuple(sorted((*one, *two), key=str))
            found[key] = found.get(key, 0) + left * right
        return Polynomial.of(found)

    @property
    def counts(self) -> tuple[Hashable, ...]:
        """The factors that are no constants of the game, each once."""
        factors = (factor for key, _ in self.terms for factor in key)
        return tuple(dict.fromkeys(x for x in factors if x not in _LEAST))

    @property
    def value(self) -> int | None:
        """The number that it is in all games; None if it depends on the game."""
        if not self.terms:
            return 0
        ((key, value), *others) = self.terms
        return value if not key and not others else None

    def coefficient(self, factor: Hashable) -> int | None:
        """The coefficient of a factor; None if it is in a larger product, too."""
        having = [(key, value) for key, value in self.terms if factor in key]
        return having[0][1] if [key for key, _ in having] == [(factor,)] else None

    def is_at_least(self, least: int) -> bool:
        """Whether it is seen to be at least this number in every game."""
        if self.counts:
            return False
        longest = self.coefficient("q")
        ways = [self]
        if longest is not None and longest < 0:
            room = Polynomial.factor("c") - Polynomial.factor("q")
            ways.append(self + room * Polynomial.number(longest))
        return any(_least_by_coefficients(way, least) for way in ways)


def _least_by_coefficients(of: Polynomial, least: int) -> bool:
    """Whether its coefficients show that a polynomial is at least this number."""
    shifted = Polynomial.number(0)
    for key, value in of.terms:
        term = Polynomial.number(value)
        for factor in key:
            term *= Polynomial.factor(factor) + Polynomial.number(_LEAST[str(factor)])
        shifted += term
    numbers = dict(shifted.terms)
    return numbers.pop((), 0) >= least and min(numbers.values(), default=0) >= 0


def always_compares(difference: Polynomial, sign: Relation) -> bool | None:
    """Whether numbers with this difference compare so in all games, or in none.

    None if that is not seen.
    """
    if difference.value is not None:
        return compare(difference.value, sign)
    below = Polynomial.number(0) - difference
    for number, bound in ((1, difference), (-1, below)):
        if bound.is_at_least(1):
            return compare(number, sign)
        if bound.is_at_least(0) and compare(number, sign) is compare(0, sign):
            return compare(0, sign)
    return None
