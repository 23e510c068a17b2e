"""A sequence form as lists: each information set with its label, payoffs by pairs.

In the field: the sequence form, in fractions.

What is said of single information sets, and of plans in fractions, is for games small
enough to be looked at one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from mystpy.compilation import dataclass
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.labels import InformationSet, information_sets

Payoffs = dict[tuple[int, int], Fraction]
"""By pairs of sequences, of player 1 and of player 2."""

Best = Callable[[Iterable[Fraction]], Fraction]
"""The most, or the least."""

Weights = Sequence[Fraction]
"""A realization plan, by sequence."""

_NOTHING = 1e-9
"""What a solver means by 0."""
_DENOMINATORS = (1, 2, 6, 12, 30, 60, 200, 10**3, 10**4, 10**6, 10**8)


@dataclass(frozen=True, slots=True)
class ListedForm:
    """The information sets of both, each after its parent, and what player 1 wins.

    `payoffs` has for a pair of sequences the probability, chance taken in, with which
    they end the game with a win of player 1; what is not there is 0.
    """

    counts: tuple[int, int]
    sets: tuple[list[InformationSet], list[InformationSet]]
    payoffs: Payoffs

    @classmethod
    def of(cls, form: SequenceForm, share: int) -> ListedForm:
        """The lists of a form, if player 1 wins that share of what is broken off."""
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
        """With which probability player 1 wins against the best reply to a plan."""
        other = 3 - player
        values = self.earned(other, plan, Fraction(1))
        return self.best(other, values, max if player == 2 else min)

    def earned(
        self, player: int, response: Weights, factor: Fraction
    ) -> list[Fraction]:
        """What each sequence of a player wins at once for player 1, times a factor.

        The other follows the plan `response`.
        """
        values = [Fraction()] * self.counts[player - 1]
        for pair, chance in self.payoffs.items():
            if weight := response[pair[2 - player]]:
                values[pair[player - 1]] += factor * chance * weight
        return values

    def best(self, player: int, values: list[Fraction], best: Best) -> Fraction:
        """What the best plan of a player makes of the values of sequences.

        The values of those that follow are added to them, by backward induction.
        """
        for choices in reversed(self.sets[player - 1]):
            values[choices.parent] += best(values[k] for k in sequences(choices))
        return values[0]

    def near(self, player: int, plan: Sequence[float]) -> Iterator[list[Fraction]]:
        """Plans near one in floats, with larger and larger denominators."""
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
    """The sequences that end with a choice made at an information set."""
    return range(choices.first, choices.first + len(choices.actions))
