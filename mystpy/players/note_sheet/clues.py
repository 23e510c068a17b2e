"""Clues: how many cards of a set a holder has, at least and at most.

In the field: cardinality constraints.
"""

from __future__ import annotations

from mystpy.compilation import NamedTuple
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.errors import NoWorldFits


class InvalidClue(NoWorldFits):
    """A clue that nothing satisfies: what was told of the deal cannot all be so."""


class Clue(NamedTuple):
    """A holder has at least and at most so many of some cards (a mask).

    Source: CountingLogic (Ayzenshtat, Feng and Lee 2003).
    """

    cards: int
    holder: int
    least: int
    most: int

    @classmethod
    def of(cls, condition: Condition, size: int) -> Clue:
        """What is told of a hand of this size, as a clue."""
        holder, holds, cards = condition
        number = cards.bit_count()
        match holds:
            case ConditionKind.NONE:
                return cls(cards, holder, 0, 0)
            case ConditionKind.SOME:
                return cls(cards, holder, 1, min(number, size))
            case ConditionKind.EXACTLY:
                return cls(cards, holder, number, number)
        return cls(cards, holder, 0, number - 1)

    def reduced(self, held: int, lacked: int) -> Clue:
        """The same about the cards of which it is not known whether they are held.

        Raises InvalidClue if these cannot satisfy it.
        """
        known = (self.cards & held).bit_count()
        cards = self.cards & ~(held | lacked)
        least, most = self.least - known, self.most - known
        if least > cards.bit_count() or most < 0 or least > most:
            raise InvalidClue(f"holder {self.holder} cannot have what is told")
        return Clue(cards, self.holder, max(least, 0), min(most, cards.bit_count()))

    @property
    def all_held(self) -> bool:
        """Whether all of the cards are held, if any are left."""
        return self.least == self.cards.bit_count()

    @property
    def none_held(self) -> bool:
        """Whether none of the cards is held."""
        return not self.most

    def follows(self, size: Clue) -> bool:
        """Whether the number of cards of the holder, reduced as this is, says as much.

        It goes on saying so, whatever becomes known: such a clue can be dropped.
        """
        number = self.cards.bit_count()
        others = (size.cards & ~self.cards).bit_count()
        least, most = max(size.least - others, 0), min(size.most, number)
        return least >= self.least and most <= self.most
