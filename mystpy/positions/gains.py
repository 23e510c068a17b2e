"""The expected information of a question about the pile, computed exactly.

In the field: mutual information (Shannon 1948).

All deals that fit are equally likely, and a responder shows each of the cards that can
be shown with the same chance. A gain is then a sum of rational multiples of logarithms
of primes. These are linearly independent over the rationals, so that two gains are
equal if and only if all multiples are; nothing is rounded when gains are compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache

from mystpy.bits import bits, mask_of
from mystpy.game.game import Game
from mystpy.history.table.turn_state import respondents

_DIGITS = 40
"""The first precision, in decimal digits, at which two different gains are compared."""

_SHOWN = Decimal("0.0001")

Answer = tuple[int, int]
"""The player who shows a card, and the card as a mask; (0, 0) if nobody does."""


class Gain:
    """The expected information about the pile, in bits, as an exact number.

    `multiples` has for each prime the rational multiple of its logarithm to base 2.
    """

    def __init__(self, terms: Iterable[tuple[Fraction, Fraction]]) -> None:
        """Add up the terms: each is a weight times the logarithm of a ratio."""
        sums: dict[int, Fraction] = defaultdict(Fraction)
        for weight, ratio in terms:
            for prime, power in _primes(ratio.numerator):
                sums[prime] += weight * power
            for prime, power in _primes(ratio.denominator):
                sums[prime] -= weight * power
        self.multiples = {prime: sums[prime] for prime in sorted(sums) if sums[prime]}

    @property
    def bits(self) -> str:
        """Return the gain in bits, rounded to four decimal places."""
        return str(_value(self.multiples, _DIGITS).quantize(_SHOWN))

    def compare(self, other: Gain) -> int:
        """Return 1 if this gain is greater than another, -1 if less, 0 if equal."""
        primes = self.multiples.keys() | other.multiples.keys()
        zero = Fraction()
        apart = {
            p: self.multiples.get(p, zero) - other.multiples.get(p, zero)
            for p in primes
        }
        if not any(apart.values()):
            return 0
        digits = _DIGITS
        while True:
            value = _value(apart, digits)
            if abs(value) > Decimal(10) ** (-digits // 2):
                return 1 if value > 0 else -1
            digits *= 2


def _value(multiples: Mapping[int, Fraction], digits: int) -> Decimal:
    """Return the sum of multiples of logarithms, to about this number of digits."""
    with localcontext() as context:
        context.prec = digits
        two, total = Decimal(2).ln(), Decimal(0)
        for prime, times in sorted(multiples.items()):
            total += Decimal(times.numerator) / times.denominator * Decimal(prime).ln()
        return total / two


@cache
def _primes(number: int) -> tuple[tuple[int, int], ...]:
    """Return the prime factors of a positive number, each with its power."""
    found, prime = [], 2
    while prime * prime <= number:
        power = 0
        while number % prime == 0:
            number, power = number // prime, power + 1
        if power:
            found.append((prime, power))
        prime += 1
    return (*found, (number, 1)) if number > 1 else (*found,)


def expected_gain(
    game: Game, deals: Sequence[Sequence[int]], player: int, question: frozenset[str]
) -> Gain:
    """Return the expected information in the answers to a question about the pile.

    `deals` are those that the player considers possible, hands as masks by holder.
    """
    asked = mask_of(question, game)
    joint: dict[tuple[int, Answer], Fraction] = defaultdict(Fraction)
    piles: dict[int, int] = defaultdict(int)
    for deal in deals:
        piles[deal[0]] += 1
        for answer, chance in _answers(game, deal, player, asked):
            joint[deal[0], answer] += chance
    answers: dict[Answer, Fraction] = defaultdict(Fraction)
    for (_, answer), weight in joint.items():
        answers[answer] += weight
    return Gain(
        (weight / len(deals), weight * len(deals) / (piles[pile] * answers[answer]))
        for (pile, answer), weight in joint.items()
    )


def _answers(
    game: Game, deal: Sequence[int], player: int, asked: int
) -> list[tuple[Answer, Fraction]]:
    """Return the answers to a question in a deal, each with its probability."""
    for other in respondents(player, game.p):
        cards = bits(deal[other] & asked)
        if cards:
            return [((other, card), Fraction(1, len(cards))) for card in cards]
    return [((0, 0), Fraction(1))]
