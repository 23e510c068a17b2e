"""A sequence form as lists: each information set with its label, payoffs by pairs.

In the field: the sequence form, in fractions.

Single information sets, and strategies in fractions, are examined for games that are
small enough to be listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from mystpy.compilation import dataclass
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.labels import InformationSet, information_sets

Payoffs = dict[tuple[int, int], Fraction]
"""Payoffs by pairs of sequences, of player 1 and of player 2."""

Best = Callable[[Iterable[Fraction]], Fraction]
"""The function that takes the most, or the least."""

Weights = Sequence[Fraction]
"""A realization plan, by sequence."""

_NOTHING = 1e-9
"""Numbers up to this size count as 0, because of the solver's tolerance."""
_DENOMINATORS = (1, 2, 6, 12, 30, 60, 200, 10**3, 10**4, 10**6, 10**8)


@dataclass(frozen=True, slots=True)
class ListedForm:
    """The information sets of both players, and player 1's payoffs.

    Each information set is after its parent.

    `payoffs` has for a pair of sequences the probability, chance included, with which
    they end the game with a win of player 1; pairs that are left out have 0.
    """

    counts: tuple[int, int]
    sets: tuple[list[InformationSet], list[InformationSet]]
    payoffs: Payoffs

    @classmethod
    def of(cls, form: SequenceForm, share: int) -> ListedForm:
        """Return the lists of a form; player 1 wins that share of unfinished plays."""
        one, two = (
            sorted(information_sets(form, player, [1] * form.counts[player - 1]))
            for player in (1, 2)
        )
        payoffs: Payoffs = {}
        ends = form.plays
        rows = zip(
            *(codes.tolist() for codes in ends.codes),
            *(part.tolist() for part in (ends.above, ends.below, ends.cut)),
            strict=True,
        )
        for first, second, above, below, cut in rows:
            if above and (share or not cut):
                pair = first, second
                payoffs[pair] = payoffs.get(pair, Fraction()) + Fraction(above, below)
        return cls(form.counts, (one, two), payoffs)

    def value(self, player: int, plan: Weights) -> Fraction:
        """Return the probability with which player 1 wins against a best response."""
        other = 3 - player
        values = self.earned(other, plan, Fraction(1))
        return self.best(other, values, max if player == 2 else min)

    def earned(
        self, player: int, response: Weights, factor: Fraction
    ) -> list[Fraction]:
        """Return the immediate payoffs of sequences for player 1, times a factor.

        The other player follows the strategy `response`.
        """
        values = [Fraction()] * self.counts[player - 1]
        for pair, chance in self.payoffs.items():
            if weight := response[pair[2 - player]]:
                values[pair[player - 1]] += factor * chance * weight
        return values

    def best(self, player: int, values: list[Fraction], best: Best) -> Fraction:
        """Return the value of a player's best strategy for given values of sequences.

        The values of the sequences that follow are added to them, by backward
        induction.
        """
        for choices in reversed(self.sets[player - 1]):
            values[choices.parent] += best(values[k] for k in sequences(choices))
        return values[0]

    def near(self, player: int, plan: Sequence[float]) -> Iterator[list[Fraction]]:
        """Yield strategies near one in floats, with larger and larger denominators."""
        for largest in _DENOMINATORS:
            found = [Fraction(1), *[Fraction()] * (self.counts[player - 1] - 1)]
            for choices in self.sets[player - 1]:
                whole = plan[choices.parent]
                places = sequences(choices)
                if not found[choices.parent] or whole <= _NOTHING:
                    found[choices.first] = found[choices.parent]
                    continue
                shares = [
                    Fraction(max(plan[k], 0.0) / whole).limit_denominator(largest)
                    for k in places
                ]
                shares = shares if any(shares) else [Fraction(1)]
                for k, share in zip(places, shares, strict=False):
                    found[k] = found[choices.parent] * share / sum(shares)
            yield found


def sequences(choices: InformationSet) -> range:
    """Return the sequences that end with a choice at an information set."""
    return range(choices.first, choices.first + len(choices.actions))
