"""Exchange cycles of cards: they preserve what others consider possible.

If holders exchange cards in a cycle, each giving one and taking one, and each satisfies
the conditions on its hand afterwards, a world of the constraints becomes another one.
Suppose a player, or a group that pools its observations, does not take part, and no
card moves that was shown to them. Then they cannot distinguish the two worlds.

So nobody knows where a card is, or is not, in a world with such a cycle that would
change it. The solver gets this for cycles of length two. And one world that was found
shows which other cells are possible by exchange cycles.
"""

from __future__ import annotations

from mystpy.compilation import NamedTuple
from mystpy.engines.symbolic.sat.copies import CopySolver
from mystpy.engines.symbolic.sat.layout import WorldLayout, numbers
from mystpy.engines.symbolic.sat.nnf import Group, Literal


class _Leaving(NamedTuple):
    """The reasons why a holder cannot exchange a card: one of these literals is true.

    A literal of `bound` forbids every exchange of the card. A literal of `lone` has a
    set of cards, of which the holder has no other: it forbids the exchange unless the
    other card is in that set.
    """

    bound: list[int]
    lone: list[tuple[int, int]]


class CardExchanges:
    """Exchanges of two cards outside the hands of a group, in one copy of the world."""

    def __init__(self, copies: CopySolver, copy: int, group: Group) -> None:
        self._copies = copies
        self._copy = copy
        self._group = group
        self._kept: dict[tuple[int, int], _Leaving | None] = {}
        self._taking: dict[int, int] = {}
        self._shown: dict[int, list[int]] = {}

    @property
    def _scene(self) -> WorldLayout:
        return self._copies.scene

    def add_unknown_literal(self, known: Literal, flag: int) -> None:
        """Add that a flag for knowledge of a literal is false if exchanges exist.

        That is, if some exchange of two cards within the conditions would make it
        false.
        """
        place, card = known.holder, known.card
        for k in self._scene.holders:
            if k not in (place, *self._group):
                giver, taker = (place, k) if known.positive else (k, place)
                self._tell(flag, giver, card, taker)

    def _tell(self, flag: int, giver: int, card: int, taker: int) -> None:
        """Add clauses: a flag is false if two holders can exchange a card."""
        leaving = self._leaving(giver, card)
        if leaving is None or not self._takes(taker) >> card & 1:
            return
        clauses = []
        others = self._alike(card, giver, taker) & self._takes(giver) & ~(1 << card)
        for other in numbers(others & self._scene.may(taker)):
            coming = self._leaving(taker, other)
            if coming is not None:
                here = [lone for cards, lone in leaving.lone if not cards >> other & 1]
                there = [lone for cards, lone in coming.lone if not cards >> card & 1]
                clauses.append([-flag, *leaving.bound, *coming.bound, *here, *there])
        self._copies.solver.clauses(clauses)

    def _alike(self, card: int, *holders: int) -> int:
        """Return the cards that can be given in return: a pile needs the same sort."""
        sorts = self._scene.sorts if 0 in holders else ()
        return next((sort for sort in sorts if sort >> card & 1), self._scene.deck)

    def _leaving(self, holder: int, card: int) -> _Leaving | None:
        """Return why a holder keeps a card; None if the card can never leave."""
        key = holder, card
        if key not in self._kept:
            self._kept[key] = self._leaving_of(holder, card)
        return self._kept[key]

    def _leaving_of(self, holder: int, card: int) -> _Leaving | None:
        """Compute what `_leaving` returns.

        A card stays if it was shown to the group, or if it is the holder's only card
        of a set from which the holder must have one.
        """
        scene, copies, copy = self._scene, self._copies, self._copy
        hand, at = scene.hands[holder], scene.hand_at(holder)
        held = copies.literals(copy, 1 << at + card)
        if not held or hand.must >> card & 1:
            return None
        atoms = copies.atoms[copy]
        shown = [atoms[at + card] for at in self._shows(holder) if at + card in atoms]
        bound = [-held[0], *shown]
        lone = []
        for cards in hand.some:
            if cards >> card & 1:
                none = copies.none_of(copy, (cards & ~(1 << card)) << at)
                if none is None:
                    return None
                lone.append((cards, none))
        return _Leaving(bound, lone)

    def _shows(self, holder: int) -> list[int]:
        """Return the places of the cards that a holder showed to the group."""
        if holder not in self._shown:
            self._shown[holder] = [
                self._scene.show_at(e)
                for e, show in self._scene.shows.items()
                if show.by == holder and show.is_news_to(self._group)
            ]
        return self._shown[holder]

    def _takes(self, holder: int) -> int:
        """Return cards of which a holder can take one."""
        if holder not in self._taking:
            hand = self._scene.hands[holder]
            barred = self._scene.deck if hand.exactly else hand.never
            for cards in hand.not_exactly:
                if cards.bit_count() == hand.size:
                    barred |= cards
            self._taking[holder] = self._scene.deck & ~barred
        return self._taking[holder]


def reach(scene: WorldLayout, world: int, viewers: Group) -> list[int]:
    """Return for each holder the cards that unseen exchanges can bring there.

    Each place of the cycle gives one card and takes one, and still satisfies its
    conditions; a pile with sorts has a place for each. The observations of the viewers
    do not change. The cards that a holder has are included.
    """
    fixed = world & scene.view(viewers)
    for e, show in scene.shows.items():
        fixed |= scene.shown(fixed, e) << scene.hand_at(show.by)
    found = [scene.hand(world, k) for k in scene.holders]
    loose = [_loose(scene, k, hand) for k, hand in enumerate(found)]
    gives, takes = [], []
    for holder, cards in scene.places:
        leaving, coming = loose[holder]
        gives.append(leaving & cards & ~scene.hand(fixed, holder))
        takes.append(coming & cards)
    to = []
    for cards in gives:
        receivers = 0
        for j, coming in enumerate(takes):
            if coming & cards:
                receivers |= 1 << j
        to.append(receivers)
    onward = _closed(to)
    for j, (holder, _) in enumerate(scene.places):
        come = 0
        for k, cards in enumerate(gives):
            if onward[j] >> k & 1 and j != k:
                come |= cards
        found[holder] |= come & takes[j]
    return found


def _closed(to: list[int]) -> list[int]:
    """Return for each place the mask of those reached in any number of steps."""
    closed = list(to)
    for k in range(len(to)):
        for j, reached in enumerate(closed):
            if reached >> k & 1:
                closed[j] = reached | closed[k]
    return closed


def _loose(scene: WorldLayout, holder: int, held: int) -> tuple[int, int]:
    """Return the cards of which a holder can give one, and those that can be taken."""
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
