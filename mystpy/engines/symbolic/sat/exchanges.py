"""Rings of exchanged cards: what stays possible for whoever has no part in them.

If holders pass cards on in a ring, each giving one and taking one, and each stays
within the own conditions, then a lawful world becomes another. If a player, or a group
that pools what it sees, has no part in it, and no card moves that was shown to them,
then they cannot tell the two apart. So whoever knows that a card is, or is not,
somewhere, knows it in no world with a ring that would make it false: of rings of two,
the solver is told that. And one world that was found shows which cells others have that
rings make of it.
"""

from __future__ import annotations

from mystpy.engines.symbolic.sat.copies import Copies
from mystpy.engines.symbolic.sat.layout import Scene, numbers
from mystpy.engines.symbolic.sat.nnf import Group, Literal


class Pairs:
    """Exchanges of two cards off the hands of a group, in one copy of the world."""

    def __init__(self, copies: Copies, copy: int, group: Group) -> None:
        self._copies = copies
        self._copy = copy
        self._group = group
        self._lones: dict[tuple[int, int], int] = {}

    @property
    def _scene(self) -> Scene:
        return self._copies.scene

    def tell(self, known: Literal, flag: int) -> None:
        """Tell that the group does not know a literal, where it is flagged, in spite.

        That is, where some lawful exchange of two cards would make it false.
        """
        place, card = known.holder, known.card
        for k in self._scene.holders:
            if k in (place, *self._group):
                continue
            giver, taker = (place, k) if known.positive else (k, place)
            for other in numbers(self._alike(card, giver, taker) & ~(1 << card)):
                here = self._unlawful(giver, card, other)
                there = self._unlawful(taker, other, card)
                if here is not None and there is not None:
                    held = self._has(giver, card), self._has(taker, other)
                    self._copies.solver.clause(
                        [-flag, *(-atom for atom in held), *here, *there]
                    )

    def _alike(self, card: int, *holders: int) -> int:
        """The cards that can go the other way: for a pile, of the same sort."""
        sorts = self._scene.sorts if 0 in holders else ()
        return next((sort for sort in sorts if sort >> card & 1), self._scene.deck)

    def _has(self, holder: int, card: int) -> int:
        (atom,) = self._copies.all_literals(
            self._copy, 1 << card + self._scene.hand_at(holder)
        )
        return atom

    def _unlawful(self, holder: int, leaves: int, comes: int) -> list[int] | None:
        """Literals of which one is true if a holder cannot exchange two cards.

        Some set of cards has no other of the holder's, nor the one that comes, or the
        card that leaves was shown to the group. None if the holder never can.
        """
        scene = self._scene
        hand = scene.hands[holder]
        if hand.must >> leaves & 1 or not self._takes(holder) >> comes & 1:
            return None
        bound = [
            self._lone(holder, cards & ~(1 << leaves))
            for cards in hand.some
            if cards >> leaves & 1 and not cards >> comes & 1
        ]
        for e, show in scene.shows.items():
            if show.by == holder and show.to in self._group:
                shown = 1 << leaves + scene.show_at(e)
                bound += self._copies.literals(self._copy, shown)
        return bound

    def _takes(self, holder: int) -> int:
        """Cards of which a holder can take one."""
        hand = self._scene.hands[holder]
        barred = self._scene.deck if hand.exactly else hand.never
        for cards in hand.not_exactly:
            if cards.bit_count() == hand.size:
                barred |= cards
        return self._scene.deck & ~barred

    def _lone(self, holder: int, cards: int) -> int:
        """An atom that can be true only if a holder has none of the cards."""
        key = holder, cards
        if key not in self._lones:
            (self._lones[key],) = (lone,) = self._copies.solver.atoms(1)
            at = self._scene.hand_at(holder)
            for other in self._copies.literals(self._copy, cards << at):
                self._copies.solver.never(lone, other)
        return self._lones[key]


def reach(scene: Scene, world: int, fixed: int) -> list[int]:
    """For each holder the cards that exchanges in a ring can bring there.

    Each place of the ring gives one card and takes one, and is lawful all the same; a
    pile with sorts has a place for each. The bits in `fixed` stay as they are. The
    cards that a holder has are included.
    """
    found = [scene.hand(world, k) for k in scene.holders]
    gives, takes = [], []
    for holder, cards in scene.places:
        loose, open_to = _loose(scene, holder, found[holder])
        gives.append(loose & cards & ~scene.hand(fixed, holder))
        takes.append(open_to & cards)
    to = [_where(cards, takes) for cards in gives]
    onward = _closed(to)
    for j, (holder, _) in enumerate(scene.places):
        come = 0
        for k, cards in enumerate(gives):
            if onward[j] >> k & 1 and j != k:
                come |= cards
        found[holder] |= come & takes[j]
    return found


def _where(cards: int, takes: list[int]) -> int:
    """The mask of the places that can take some of the cards."""
    return sum(1 << j for j, open_to in enumerate(takes) if cards & open_to)


def _closed(to: list[int]) -> list[int]:
    """For each place the mask of those reached in any number of steps."""
    closed = list(to)
    for k in range(len(to)):
        for j, reached in enumerate(closed):
            if reached >> k & 1:
                closed[j] = reached | closed[k]
    return closed


def _loose(scene: Scene, holder: int, held: int) -> tuple[int, int]:
    """The cards of which a holder can give away one, and those that can come."""
    hand = scene.hands[holder]
    if hand.exactly:
        return 0, 0
    gives, gets = held & ~hand.must, scene.deck & ~hand.never
    for cards in hand.some:
        if (held & cards).bit_count() == 1:
            gives &= ~cards
    for cards in hand.not_exactly:
        # Several cards of a pile with sorts may be exchanged in one ring.
        near = (cards & ~held).bit_count() == 1 or (holder == 0 and scene.sorts)
        if near and cards.bit_count() == hand.size:
            gets &= ~cards
    return gives, gets
