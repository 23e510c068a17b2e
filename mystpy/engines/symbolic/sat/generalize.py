"""One world generalized to many views: the same is possible if cards can move.

In the field: the generalization of a counterexample to a cube.

A view belongs to a player, or to a group that pools its observations. Statements about
the player here are also about the group, whose cards are those of all of its hands.

Each condition is about one holder. So cards may move as long as each of the holders
satisfies the conditions on its hand. Therefore a world in which something holds, found
for one view of a player, shows that it is possible for every view in a whole cube.
"""

from __future__ import annotations

from math import comb

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.engines.symbolic.sat.layout import Cube, WorldLayout, conjunction
from mystpy.engines.symbolic.sat.nnf import Group


def spread(scene: WorldLayout, world: int, cube: Cube, group: Group) -> Cube:
    """Return a cube about the player's view that makes the given cube possible.

    The world satisfies both. A player whose view, in some world of the constraints,
    satisfies the new cube cannot exclude a world that satisfies the given one.
    """
    hidden = ~scene.view(group)
    lacks = cube.lacks
    for part in cube.parts:
        if part & hidden and not part & lacks:
            # One of the bits that are not there is to stay away.
            lacks |= bits(part & ~world)[0]
    if not (cube.has | lacks) & hidden:
        return cube  # The world in which the player has the view is one.
    plain = Cube(cube.has, lacks)
    own = tuple(part for part in cube.parts if not part & hidden)
    return conjunction(
        [Cube(0, 0, own), _Spread(scene, world, plain, group).over_views()]
    )


class _Slot(NamedTuple):
    """A card that a holder must keep, unless the holder gets one of other cards."""

    holder: int
    card: int
    instead: int


class _Spread:
    """A world whose cards are moved to fit a view, while a cube stays true.

    Some cards are *kept*: at their places they satisfy a condition or the cube. For
    another view, the player gets its cards from the holders who take part, and the
    player's old cards fill the places that are left. An old card that not all of them
    can take has a *reserved* place at a holder who can, and the card there moves on.

    So the player may have neither kept cards nor cards of holders who do not take part,
    and must have those of the old cards that cannot move. But some kept cards have
    *slots*: another card may replace them, from a place where cards move, unless the
    player has all of these as well.
    """

    def __init__(
        self, scene: WorldLayout, world: int, cube: Cube, group: Group
    ) -> None:
        self._scene, self._world, self._cube = scene, world, cube
        self._group = group
        self._own = sum(scene.hand(world, player) for player in group)
        self._others = [k for k in scene.holders if k not in group]
        self._held = {k: scene.hand(world, k) for k in self._others}
        self._barred = {
            k: scene.hands[k].never | scene.hand(cube.lacks, k) for k in self._others
        }
        kept, self._seen = self._shown()
        self._bound = kept & self._own
        self._slots: list[_Slot] = []
        for k in self._others:
            kept |= self._needed(k, kept)
        self._loose = {k: held & ~kept for k, held in self._held.items()}

    def _shown(self) -> tuple[int, int]:
        """Return the unseen shown cards in the cube, and the cards seen here."""
        scene, kept, seen = self._scene, 0, 0
        for e, show in scene.shows.items():
            card = scene.shown(self._world, e)
            if show.is_seen_in(self._group):
                seen |= card
            elif scene.shown(self._cube.has | self._cube.lacks, e):
                kept |= card
        return kept, seen

    def _needed(self, holder: int, kept: int) -> int:
        """Return cards of a holder that satisfy the conditions and the cube.

        Those of them that could be replaced by others get slots.
        """
        hand, held = self._scene.hands[holder], self._held[holder]
        if hand.exactly or (holder == 0 and self._scene.sorts):
            return held
        needed = kept & held | hand.must | self._scene.hand(self._cube.has, holder)
        unmet = list(hand.some)
        for cards in hand.not_exactly:
            if cards.bit_count() == hand.size:
                unmet.append(self._scene.deck & ~cards)
        while unmet := [cards for cards in unmet if not cards & needed]:
            card = max(bits(held), key=lambda card: sum(1 for s in unmet if s & card))
            instead = self._scene.deck & ~held & ~self._barred[holder]
            for cards in unmet:
                if cards & card:
                    instead &= cards
            self._slots.append(_Slot(holder, card, instead))
            needed |= card
        return needed

    def over_views(self) -> Cube:
        """Return the cube of the views to which the world can be adapted."""
        scene, cube = self._scene, self._cube
        takers, gives, reserved = self._takers()
        lacks = scene.deck & ~self._own
        for k in takers:
            lacks &= ~self._loose[k]
        # That several hands together lack one of some cards is said by no cube.
        alone = len(self._group) == 1
        slots = self._filled(self._movable(takers, gives, reserved)) if alone else []
        for slot in slots:
            lacks &= ~slot.card
        has = lacked = 0
        for player in self._group:
            at = scene.hand_at(player)
            has |= (scene.hand(self._world, player) & ~gives) << at
            lacked |= lacks << at
        view = scene.view(self._group)
        passed_on = [slot for slot in slots if not slot.card & self._barred_by(takers)]
        return Cube(
            cube.has & view | has,
            cube.lacks & view | lacked | self._not_shown(reserved, passed_on),
            tuple((slot.card | slot.instead) << at for slot in slots),
        )

    def _movable(self, takers: tuple[int, ...], gives: int, reserved: int) -> int:
        """Return the cards that can fill a slot."""
        cards = gives
        for k in takers:
            cards |= self._loose[k]
        for show in self._scene.shows.values():
            if show.by not in self._group and show.is_seen_in(self._group):
                cards &= ~(show.cards & self._held[show.by])
        return cards & ~reserved

    def _filled(self, movable: int) -> list[_Slot]:
        """Return the slots, each with the cards for it that no other slot needs."""
        filled = []
        for slot in sorted(
            self._slots, key=lambda s: (s.instead & movable).bit_count()
        ):
            instead = slot.instead & movable
            if instead:
                movable &= ~instead
                filled.append(_Slot(slot.holder, slot.card, instead))
        return filled

    def _takers(self) -> tuple[tuple[int, ...], int, int]:
        """Choose the holders who take part, so that many hands are possible.

        Also return the player's cards that need not stay, and the reserved cards.
        """
        best: tuple[int, tuple[int, ...], int, int] = 1, (), 0, 0
        grown = True
        while grown:
            grown, chosen = False, best[1]
            for k, cards in self._loose.items():
                if cards and k not in chosen:
                    takers = (*chosen, k)
                    gives, reserved = self._gives(takers)
                    loose = sum(self._loose[j].bit_count() for j in takers)
                    hands = comb(gives.bit_count() + loose, loose)
                    if hands > best[0]:
                        best = hands, takers, gives, reserved
                        grown = True
        return best[1:]

    def _gives(self, takers: tuple[int, ...]) -> tuple[int, int]:
        """Return the player's cards that can move, and the reserved ones."""
        barred = self._barred_by(takers)
        own = self._own & ~self._bound
        for player in self._group:
            own &= ~self._scene.hand(self._cube.has, player)
        gives, reserved = own & ~barred, 0
        free = {k: bits(self._loose[k] & ~barred & ~self._seen) for k in takers}
        for card in bits(own & barred):
            for k, places in free.items():
                if places and not card & self._barred[k]:
                    gives |= card
                    reserved |= places.pop()
                    break
        return gives, reserved

    def _barred_by(self, takers: tuple[int, ...]) -> int:
        """Return the cards that some holder who takes part cannot take."""
        barred = 0
        for k in takers:
            barred |= self._barred[k]
        return barred

    def _not_shown(self, reserved: int, slots: list[_Slot]) -> int:
        """Return the bits of cards that the player must not have been shown.

        A card that fills a slot can be shown as well.
        """
        scene, unseen = self._scene, 0
        shows = {
            e: show
            for e, show in scene.shows.items()
            if show.by not in self._group and show.is_seen_in(self._group)
        }
        for e, show in shows.items():
            can_be = self._held[show.by] & ~reserved
            elsewhere = 0
            for k, other in shows.items():
                if k != e and other.by == show.by:
                    elsewhere |= other.cards
            for slot in slots:
                if slot.holder == show.by and slot.card & show.cards & ~elsewhere:
                    can_be |= slot.instead
            unseen |= (show.cards & ~can_be) << scene.show_at(e)
        return unseen
