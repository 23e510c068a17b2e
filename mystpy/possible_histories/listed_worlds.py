"""The worlds of all histories that may have happened, in one model, where they are few.

A world is a history with a deal and the cards shown in it. The writer of the notes
cannot tell histories apart; everybody else was there. It is the reference for the other
methods, and answers what they refuse: what others know of the writer's knowledge.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from mystpy.bits import mask_of
from mystpy.engines.base import Engine
from mystpy.engines.deals import Deals
from mystpy.engines.worlds.model import ExplicitModel, shown_in
from mystpy.errors import NoWorldFits
from mystpy.history.actions import Guess
from mystpy.possible_histories.possible_histories import (
    PossibleHistories,
    PossibleHistory,
)
from mystpy.thresholds import MAX_WORLDS_LISTED

Hands = tuple[int, ...]


class ListedHistories:
    """The model of all worlds, and which of them fit what is given."""

    def __init__(self, histories: PossibleHistories, engine: Engine | None) -> None:
        self.histories = histories
        self._engine = engine
        game = histories.history.game
        whole = histories.all
        outcomes = {each.constraints.outcome for each in whole}
        numbers = {outcome: n for n, outcome in enumerate(sorted(outcomes))}
        fluents = {each.constraints.outcome: each.constraints.fluents for each in whole}
        self.model = ExplicitModel(game, [fluents[o] for o in numbers], ())
        self.fits: list[bool] = []
        self.shown: list[Hands] = []
        self.number: list[int] = []
        for number, each in enumerate(whole):
            for hands, shown in self._worlds(each):
                self.model.hands.append(hands)
                self.model.outcome.append(numbers[each.constraints.outcome])
                self.shown.append(shown)
                self.number.append(number)
                self.fits.append(self._fits(each, hands, shown))
        for player in range(1, game.p + 1):
            self.model.given_views[player] = self._view(player)

    def _worlds(self, each: PossibleHistory) -> Iterator[tuple[Hands, Hands]]:
        shows = each.constraints.shows
        for hands in self._deals(each):
            for shown in shown_in(hands, shows):
                yield hands, shown

    def _deals(self, each: PossibleHistory) -> Iterator[Hands]:
        """The deals of a history, as the engine lists those of its other turns."""
        conditions = each.constraints.conditions
        if self._engine is None:
            yield from Deals(each.constraints.game, conditions)
            return
        told, game = self.histories.without_accounts(each.game), each.game
        found: set[Hands] = set()
        try:
            for world in self._engine.worlds(told, public=True):
                found.add(tuple(mask_of(hand, game) for hand in world.hands))
        except NoWorldFits:
            return
        last = told.actions[-1] if told.actions else None
        pile = mask_of(last.cards, game) if isinstance(last, Guess) else None
        for hands in sorted(found):
            right = pile is not None and hands[0] == pile
            if right is (each.constraints.outcome == "right") and all(
                condition.satisfied(hands) for condition in conditions
            ):
                yield hands

    def _fits(self, each: PossibleHistory, hands: Hands, shown: Hands) -> bool:
        """Whether a world agrees with what is given."""
        return (
            all(hands[k] == hand for k, hand in each.given.hands)
            and all(shown[e] == card for e, card in each.given.shown)
            and all(condition.satisfied(hands) for condition in self.histories.parts)
        )

    def _view(self, player: int) -> Sequence[int]:
        """For each world the number of the class that looks alike to a player."""
        whole, numbers = self.histories.all, dict[Hashable, int]()
        told = self.histories.writer != player
        found = []
        for number, hands, shown in zip(
            self.number, self.model.hands, self.shown, strict=True
        ):
            each = whole[number]
            cards = tuple(
                (show.step, show.by, show.cards if told else 0, shown[e])
                for e, show in enumerate(each.constraints.shows)
                if show.sees(player)
            )
            known = number if told else each.constraints.outcome
            seen = (hands[player], cards, known)
            found.append(numbers.setdefault(seen, len(numbers)))
        return found


def are_few(histories: PossibleHistories, most: int = MAX_WORLDS_LISTED) -> bool:
    """Whether the worlds of all histories, whatever is given, can be listed."""
    left = most
    for each in histories.all:
        deals = Deals(each.constraints.game, each.constraints.conditions)
        if each.constraints.game.deal_count() > 20 * most:
            return False
        ways = deals.count()
        for show in each.constraints.shows:
            ways *= min(show.cards.bit_count(), each.constraints.game.sizes[show.by])
        left -= ways
        if left < 0:
            return False
    return True
