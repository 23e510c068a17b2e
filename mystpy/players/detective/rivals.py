"""What others may know: the pile as it looks with a hand and what was shown to it.

In the field: theory of mind by simulation, one level deep.

A bound: of what is public and of what one player has besides, the consequences are
drawn that each card and each clause has by itself. So somebody may know more than is
said here, never less.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.history.actions import Shows
from mystpy.play.belief import BeliefState
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.sample import Deal, pile_count
from mystpy.situations.event import Event


def pile_seen_by(public: BeliefState, conditions: Iterable[Condition]) -> int:
    """The cards that may be in the pile by what is public and what is told besides."""
    conditions = list(conditions)
    if not conditions:
        return public.may[0]
    residue = public.grid.residue
    case = residue.with_told(*residue.places.read(conditions))
    case.simplify()
    return residue.places.hands(case.may)[0]


def shown_by_me(here: DetectiveBeliefState) -> dict[int, int]:
    """The own cards that each other player was shown."""
    me, number = here.seen.player, here.seen.game.p
    found = {k: 0 for k in range(1, number + 1) if k != me}
    for event in here.seen.events:
        if event.key[0] == Shows.name and event.key[1] == me:
            found[event.key[-1]] |= event.cards
    return found


Shown = Mapping[int, Sequence[tuple[int, Event]]]
"""For each rival the shows to that player, with the cards asked for."""


def shown_to(here: DetectiveBeliefState) -> Shown:
    """What each rival was shown, as far as the player saw it."""
    found: dict[int, list[tuple[int, Event]]] = {k: [] for k in here.rivals}
    for asked, event in here.past(lambda event: event.key[0] == Shows.name):
        found.get(event.key[-1], []).append((asked, event))
    return found


def piles_left(
    here: DetectiveBeliefState,
    rival: int,
    deal: Deal,
    shown: Shown,
    rng: Random,
    said: Sequence[Condition] = (),
) -> int:
    """How many piles a rival may hold possible if this is the deal, and that is said.

    Cards that the player did not see are drawn from those that could be shown.
    """
    conditions = [*said, Condition(rival, ConditionKind.EXACTLY, deal[rival])]
    for asked, event in shown[rival]:
        by = event.key[1]
        card = event.cards or rng.choice(bits(deal[by] & asked))
        conditions.append(Condition(by, ConditionKind.SOME, card))
    return pile_count(here.seen.game, pile_seen_by(here.public, conditions))


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
