"""A player who asks for the cards that the fewest other players may hold.

In the field: a greedy policy by the number of possible holders.

Source: the question of ai01, a program by Zhanrui Liang in the Speed Clue contest of
2014; the code is new.
"""

from __future__ import annotations

from random import Random

from mystpy.bits import bits
from mystpy.engines.transition_system.states import EventKey
from mystpy.history.actions import Asks, Shows
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import BeliefApproximation, InformationState
from mystpy.players.naive import Naive
from mystpy.players.player_base import draw_question, unknown
from mystpy.situations.event import Event


class FewestHolders(Naive):
    """A player who asks for the cards that the fewest other players may hold.

    If the cards have sorts, a card that is known to be in the pile counts as held by
    nobody; without sorts it is asked for only if cards with unknown holders are too
    few. Equal cards are drawn evenly, where ai01 takes the first. It shows a card that
    the asker has seen, if it can.
    """

    def question(self, seen: InformationState, rng: Random) -> int:
        """Return the cards that the fewest others may hold."""
        belief = self.belief(seen)
        pile, pools = belief.sure[0], pools_by_holders(belief)
        pools = [pile, *pools] if self.game.sorts else [*pools, pile | seen.hand]
        return draw_question(self.game, pools, rng)

    def card(self, seen: InformationState, legal: LegalAction, rng: Random) -> int:
        """Return which card to show: one that the asker has seen, or else any."""
        known = legal.cards & _shown(seen, legal.key)
        return rng.choice(bits(known or legal.cards))

    def why(self, seen: InformationState, event: Event) -> str:
        """Return the reason of an action, in words."""
        belief = self.belief(seen)
        if event.key[0] == Asks.name and (open_ := event.cards & unknown(belief)):
            numbers = sorted(holders(belief, card) for card in bits(open_))
            listed = ", ".join(map(str, numbers))
            return f"players who may hold the cards with unknown holders: {listed}"
        if event.key[0] == Shows.name and event.cards & _shown(seen, event.key):
            return "the asker has seen it before"
        return super().why(seen, event)


def holders(belief: BeliefApproximation, card: int) -> int:
    """Return how many players may hold a card."""
    return sum(may & card != 0 for may in belief.may[1:])


def pools_by_holders(belief: BeliefApproximation) -> list[int]:
    """Return the cards with unknown holders, as masks, by the number of players.

    The first are those that the fewest may hold.
    """
    pools: dict[int, int] = {}
    for card in bits(unknown(belief)):
        number = holders(belief, card)
        pools[number] = pools.get(number, 0) | card
    return [pools[number] for number in sorted(pools)]


def _shown(seen: InformationState, key: EventKey) -> int:
    """Return the cards that were shown by the same action before."""
    cards = 0
    for event in seen.events:
        if event.key == key:
            cards |= event.cards
    return cards
