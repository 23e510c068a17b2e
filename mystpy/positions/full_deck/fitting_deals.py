"""The deals that fit what a player has seen, found hand by hand in large decks.

In the field: backtracking search with forward checking.

The conditions on the hands are those of the public transition system. Nothing of the
symbolic engines is used, which count by other means and check the answers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, product

from mystpy.bits import bits, mask_of
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.transition_system.progressor import Progressor
from mystpy.history.history import History

Deal = tuple[int, ...]
"""The hands by holder, as masks, the pile first."""


class FittingDeals:
    """The deals that fit a history as the player of one hand has seen it.

    Cards are dealt to the pile first, then to the others; a hand is only tried if its
    conditions hold, and if each card that is left may go to somebody.
    """

    def __init__(self, history: History, reader: int) -> None:
        game = self.game = history.game
        (after, *_), _ = Progressor(game).progress(history.actions)
        hand = history.hands[reader]
        assert hand is not None, "the reader knows the own hand"
        self._own, self._reader = mask_of(hand, game), reader
        self._whole = (1 << game.c) - 1
        rest = self._whole & ~self._own
        self._may = {k: rest for k in game.holders if k != reader}
        self._may[reader] = self._own
        self._some: dict[int, set[int]] = defaultdict(set)
        self._others: dict[int, list[Condition]] = defaultdict(list)
        for _, condition in after.timed_conditions:
            self._note(condition)
        self._must = {k: self._surely(k) for k in self._may}
        for holder, cards in self._must.items():
            for other in self._may:
                self._may[other] &= ~cards if other != holder else self._whole

    def _note(self, condition: Condition) -> None:
        """Take note of what a condition says of a hand."""
        if condition.holds is ConditionKind.NONE:
            self._may[condition.holder] &= ~condition.cards
        elif condition.holds is ConditionKind.SOME:
            self._some[condition.holder].add(condition.cards)
        else:
            self._others[condition.holder].append(condition)

    def _surely(self, holder: int) -> int:
        """The cards that a holder has by conditions of which one card is left."""
        left = (cards & self._may[holder] for cards in self._some[holder])
        found = 0
        for cards in left:
            found |= cards if cards.bit_count() == 1 else 0
        return found

    def first(self, most: int) -> list[Deal] | None:
        """All deals, or None if there are more than `most`."""
        found: list[Deal] = []
        for deal in self._deals():
            if len(found) == most:
                return None
            found.append(deal)
        return found

    def _deals(self) -> Iterator[Deal]:
        if self._own & ~self._may[self._reader]:
            return
        if not self._fits(self._reader, self._own):
            return
        others = (k for k in self._may if k not in (0, self._reader))
        order = sorted(others, key=lambda k: self._may[k].bit_count())
        sorts = [mask_of(cards, self.game) for _, cards in self.game.sorts]
        for cards in product(*(bits(sort & self._may[0]) for sort in sorts)):
            pile = sum(cards)
            if self._fits(0, pile):
                rest = self._whole & ~self._own & ~pile
                hands = {0: pile, self._reader: self._own}
                yield from self._dealt(order, rest, hands)

    def _dealt(
        self, order: list[int], rest: int, hands: dict[int, int]
    ) -> Iterator[Deal]:
        if not order:
            if not rest:
                yield tuple(hands[k] for k in self.game.holders)
            return
        if not self._is_open(order, rest):
            return
        holder, *others = order
        must, may = self._must[holder], self._may[holder] & rest
        size = self.game.sizes[holder] - must.bit_count()
        for chosen in combinations(bits(may & ~must), size):
            hand = must | sum(chosen)
            if self._fits(holder, hand):
                yield from self._dealt(others, rest & ~hand, {**hands, holder: hand})

    def _is_open(self, order: list[int], rest: int) -> bool:
        """Whether each of these can still have a hand, and each card a holder."""
        able = 0
        for holder in order:
            may, must = self._may[holder] & rest, self._must[holder]
            size = self.game.sizes[holder]
            if must & ~rest or not must.bit_count() <= size <= may.bit_count():
                return False
            if not all(cards & may for cards in self._some[holder]):
                return False
            able |= may
        return not rest & ~able

    def _fits(self, holder: int, hand: int) -> bool:
        """Whether a hand of cards that may be there satisfies what is said of it."""
        if not all(cards & hand for cards in self._some[holder]):
            return False
        if not (others := self._others[holder]):
            return True
        deal = tuple(hand if k == holder else 0 for k in self.game.holders)
        return all(c.satisfied(deal) for c in others)
