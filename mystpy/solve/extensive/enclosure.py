"""What a game of two players is worth, by exact fractions, and strategies that show it.

The solver's plans are rounded to fractions, and each is worth what it is against the
best reply, computed exactly: where both are worth the same, that is the value, whatever
the solver did. Elsewhere they are bounds, which are as true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from mystpy.game.game import Game
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.growth import grown
from mystpy.solve.extensive.menu import Variant
from mystpy.solve.extensive.program import optimum

_NOTHING = 1e-9
"""What the solver means by 0."""
_DENOMINATORS = (1, 2, 6, 12, 30, 60, 200, 10**3, 10**4, 10**6, 10**8, 10**10)


class Side(NamedTuple):
    """A plan of one player, and with what probability player 1 then wins at worst.

    At worst for the one whose plan it is.
    """

    form: SequenceForm
    player: int
    plan: list[Fraction]
    worth: Fraction

    def lines(self) -> Iterator[tuple[str, dict[str, Fraction]]]:
        """What is done with which probability where the plan comes to."""
        shares = self.form.behaviour(self.player, self.plan)
        for choices, chances in zip(
            self.form.sets[self.player - 1], shares, strict=True
        ):
            if self.plan[choices.parent]:
                acts = zip(choices.actions, chances, strict=True)
                yield (
                    choices.label,
                    {action: chance for action, chance in acts if chance},
                )


class Enclosure(NamedTuple):
    """What a game is worth to player 1: bounds, and the plans that show them.

    The game was broken off after `turns` turns; to be cut short is lost for whose plan
    it is, so that the bounds are those of the game without end.
    """

    game: Game
    variant: Variant
    turns: int
    low: Side
    high: Side

    @property
    def value(self) -> Fraction | None:
        """The value, if the bounds agree."""
        return self.low.worth if self.low.worth == self.high.worth else None

    @property
    def sequences(self) -> tuple[int, int]:
        """How many sequences the players have."""
        return max(self.low.form.counts[0], self.high.form.counts[0]), max(
            self.low.form.counts[1], self.high.form.counts[1]
        )


def rounded(
    form: SequenceForm, player: int, plan: Sequence[float]
) -> Iterator[list[Fraction]]:
    """Plans near one in floats, by fractions with larger and larger denominators."""
    for largest in _DENOMINATORS:
        behaviour = []
        for choices in form.sets[player - 1]:
            whole = plan[choices.parent]
            shares = [Fraction(0)] * len(choices.actions)
            if whole > _NOTHING:
                shares = [
                    Fraction(max(plan[k], 0.0) / whole).limit_denominator(largest)
                    for k in choices.sequences
                ]
            if not (total := sum(shares)):
                shares[0] = total = Fraction(1)
            behaviour.append([share / total for share in shares])
        yield form.plan(player, behaviour)


def sides(form: SequenceForm, share: Fraction) -> tuple[Side, Side]:
    """The best plans found of both players, if player 1 wins that share of what is cut.

    That is of the games that are broken off. Equal worths are the value of that game.
    Raises as `optimum`.
    """
    payoffs = form.won(share)
    plans = optimum(form, payoffs).plans
    best: list[Side] = []
    pairs = zip(rounded(form, 1, plans[0]), rounded(form, 2, plans[1]), strict=True)
    for pair in pairs:
        found = [
            Side(form, k, plan, form.worth(k, plan, payoffs))
            for k, plan in enumerate(pair, 1)
        ]
        if not best or found[0].worth > best[0].worth:
            best[:1] = found[:1]
        if len(best) < 2 or found[1].worth < best[1].worth:
            best[1:] = found[1:]
        if best[0].worth == best[1].worth:
            break
    return best[0], best[1]


def enclosures(
    game: Game, variant: Variant, tick: Callable[[], None] = lambda: None
) -> Iterator[Enclosure]:
    """Better and better bounds of a game's value, a turn more each time.

    They end with a enclosure whose bounds agree. Raises as `grown` and `optimum`.
    """
    low: Side | None = None
    high: Side | None = None
    for turns in count(1):
        form = grown(game, variant._replace(turns=turns), tick)
        below, _ = sides(form, Fraction(0))
        _, above = sides(form, Fraction(1))
        low = below if low is None or below.worth > low.worth else low
        high = above if high is None or above.worth < high.worth else high
        yield Enclosure(game, variant, turns, low, high)
        if low.worth == high.worth or not form.unfinished:
            return
