"""Which card to show: the one that tells the asker least.

In the field: information hiding, greedily.

Who has seen which of the own cards follows exactly from the events. A card that the
asker has seen tells nothing; of the others each is weighed by how many piles it leaves
for somebody who knows what is public, and of the own cards those that the asker knows.
"""

from __future__ import annotations

import math

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.rivals import pile_seen_by, shown_by_me
from mystpy.players.detective.sample import pile_count


class Disclosure(NamedTuple):
    """A card (a mask) that may be shown, and what it tells.

    `known` is whether the asker has seen it, `piles` how many piles may be left for the
    asker after it, `before` how many before it, and `seen_by` how many of the other
    players have seen it.
    """

    card: int
    known: bool
    before: int
    piles: int
    seen_by: int

    @property
    def tells(self) -> float:
        """What it tells in bits, at most."""
        return round(math.log2(self.before / self.piles), 9)


def disclosures(here: DetectiveBeliefState, asker: int, cards: int) -> list[Disclosure]:
    """What each card that may be shown tells the asker; the best to show first."""
    me, game = here.seen.player, here.seen.game
    seen = shown_by_me(here)
    known = [Condition(me, ConditionKind.SOME, card) for card in bits(seen[asker])]
    before = pile_count(game, pile_seen_by(here.public, known))
    found = []
    for card in bits(cards):
        known_, left = bool(seen[asker] & card), before
        if not known_:
            conditions = [*known, Condition(me, ConditionKind.SOME, card)]
            left = pile_count(game, pile_seen_by(here.public, conditions))
        others = sum(bool(those & card) for k, those in seen.items() if k != asker)
        found.append(Disclosure(card, known_, before, left, others))
    return sorted(found, key=lambda one: (not one.known, one.tells, -one.seen_by))
