"""Rings of exchanged cards: what stays possible for whoever has no part in them.

If holders pass cards on in a ring, each giving one and taking one, and each stays
within the own conditions, then a lawful world becomes another. If the player is none
of them, and no card moves that was shown to the player, then the player cannot tell
the two apart. So whoever knows that a card is, or is not, somewhere, knows it in no
world with a ring that would make it false. That is told to the solver: of rings of
two at once, and of rings of up to four where that turns out not to be enough. And
one world that was found shows which cells others have that rings make of it.
"""

from __future__ import annotations

from mystpy.engines.nested.copies import Copies
from mystpy.engines.nested.nnf import Literal
from mystpy.engines.nested.scene import Scene, numbers


class Rings:
    """Rings of cards off one player's hand, in one copy of the world."""

    def __init__(self, copies: Copies, copy: int, player: int) -> None:
        self._copies = copies
        self._copy = copy
        self._player = player
        self._lones: dict[tuple[int, int], int] = {}
        self._gives: dict[tuple[int, int], int | None] = {}
        self._passes: dict[tuple[int, int, int], int] = {}
        self._paths: dict[tuple[int, int, int], int] = {}

    @property
    def _scene(self) -> Scene:
        return self._copies.scene

    def pairs(self, known: Literal, flag: int) -> None:
        """Tell that a literal is not known, where it is flagged, in spite of a pair.

        A pair is a ring of two: two holders exchange cards.
        """
        place, card = known.holder, known.card
        for k in self._others(place):
            giver, taker = (place, k) if known.positive else (k, place)
            for other in numbers(self._alike(card, giver, taker) & ~(1 << card)):
                here = self._unlawful(giver, card, other)
                there = self._unlawful(taker, other, card)
                if here is not None and there is not None:
                    held = self._has(giver, card), self._has(taker, other)
                    self._copies.solver.clause(
                        [-flag, *(-atom for atom in held), *here, *there]
                    )

    def longer(self, known: Literal, flag: int) -> None:
        """Tell the same of rings of three and four, where no gift is made up for."""
        place, card = known.holder, known.card
        for k in self._others(place, 0):
            giver, taker = (place, k) if known.positive else (k, place)
            gives = self._can_give(giver, card)
            if gives is None or not self._takes(taker) >> card & 1:
                continue
            for j in self._others(place, k, 0):
                # The taker's card goes on, by a path between k and j, to the giver.
                here, there = (j, place) if known.positive else (place, j)
                passes = self._can_pass(here, there, self._alike(card, here, there))
                path = self._path(place, *((k, j) if known.positive else (j, k)))
                self._copies.solver.clause([-flag, -gives, -passes, -path])

    def _others(self, *holders: int) -> list[int]:
        """Return who is not the player, nor one of these."""
        return [
            k for k in self._scene.holders if k != self._player and k not in holders
        ]

    def _alike(self, card: int, *holders: int) -> int:
        """Return the cards that can go the other way: to a pile with sorts, of one sort."""  # noqa: E501
        sorts = self._scene.sorts if 0 in holders else ()
        return next((sort for sort in sorts if sort >> card & 1), self._scene.deck)

    def _takes(self, holder: int) -> int:
        """Return cards of which a holder can take one."""
        hand = self._scene.hands[holder]
        barred = self._scene.deck if hand.exactly else hand.never
        for cards in hand.not_exactly:
            if cards.bit_count() == hand.size:
                barred |= cards
        return self._scene.deck & ~barred

    def _can_give(self, holder: int, card: int) -> int | None:
        """Return an atom that is true if a holder has a card and can do without it.

        None if the holder never can. Nobody gives away a card shown to the player.
        """
        key = holder, card
        if key not in self._gives:
            hand = self._scene.hands[holder]
            can = not (hand.exactly or (hand.never | hand.must) >> card & 1)
            self._gives[key] = self._free_to_give(holder, card) if can else None
        return self._gives[key]

    def _free_to_give(self, holder: int, card: int) -> int:
        solver = self._copies.solver
        (gives,) = solver.atoms(1)
        bound = self._bound(holder, card, 0)
        solver.clause([gives, -self._has(holder, card), *bound])
        return gives

    def _has(self, holder: int, card: int) -> int:
        (atom,) = self._copies.literals(
            self._copy, 1 << card + self._scene.hand_at(holder)
        )
        return atom

    def _unlawful(self, holder: int, leaves: int, comes: int) -> list[int] | None:
        """Return literals of which one is true if a holder cannot exchange two cards.

        None if the holder never can.
        """
        hand = self._scene.hands[holder]
        if hand.must >> leaves & 1 or not self._takes(holder) >> comes & 1:
            return None
        return self._bound(holder, leaves, 1 << comes)

    def _bound(self, holder: int, card: int, comes: int) -> list[int]:
        """Return literals of which one is true if a holder's card has to stay there.

        Some set of cards has no other of the holder's, nor one that comes, or the card
        was shown to the player.
        """
        scene = self._scene
        bound = [
            self._lone(holder, cards & ~(1 << card))
            for cards in scene.hands[holder].some
            if cards >> card & 1 and not cards & comes
        ]
        for e, show in scene.shows.items():
            if show.by == holder and show.to == self._player:
                bound += self._copies.literals(self._copy, 1 << card + scene.show_at(e))
        return bound

    def _lone(self, holder: int, cards: int) -> int:
        """Return an atom that can be true only if a holder has none of the cards."""
        key = holder, cards
        if key not in self._lones:
            (self._lones[key],) = (lone,) = self._copies.solver.atoms(1)
            at = self._scene.hand_at(holder)
            for other in self._copies.literals(self._copy, cards << at):
                self._copies.solver.never(lone, other)
        return self._lones[key]

    def _can_pass(self, giver: int, taker: int, cards: int) -> int:
        """Return an atom that is true if one can give the other one of these cards."""
        key = giver, taker, cards
        if key not in self._passes:
            (self._passes[key],) = (passes,) = self._copies.solver.atoms(1)
            for card in numbers(cards & self._takes(taker)):
                gives = self._can_give(giver, card)
                if gives is not None:
                    self._copies.solver.clause([-gives, passes])
        return self._passes[key]

    def _path(self, place: int, start: int, end: int) -> int:
        """Return an atom that is true if a card given to one lets the other give one.

        The cards go straight on, or by one player between them.
        """
        key = place, start, end
        if key not in self._paths:
            solver, deck = self._copies.solver, self._scene.deck
            (self._paths[key],) = (path,) = solver.atoms(1)
            solver.clause([-self._can_pass(start, end, deck), path])
            for k in self._others(place, start, end, 0):
                first = self._can_pass(start, k, deck)
                second = self._can_pass(k, end, deck)
                solver.clause([-first, -second, path])
        return self._paths[key]


def reach(scene: Scene, world: int, fixed: int) -> list[int]:
    """Return for each holder the cards that exchanges in a ring can bring there.

    Each place of the ring gives one card and takes one, and is lawful all the same; a
    pile with sorts has a place for each. The bits in ``fixed`` stay as they are. The
    cards that a holder has are included.
    """
    places = [(k, scene.deck) for k in scene.holders]
    if scene.sorts:
        places[:1] = [(0, sort) for sort in scene.sorts]
    gives, takes = [], []
    for holder, sort in places:
        loose, open_to = _loose(scene, holder, scene.hand(world, holder))
        gives.append(loose & sort & ~scene.hand(fixed, holder))
        takes.append(open_to & sort)
    to = [_where(cards, takes) for cards in gives]
    onward = _closed(to)
    found = [scene.hand(world, k) for k in scene.holders]
    for j, (holder, _) in enumerate(places):
        for k, cards in enumerate(gives):
            if to[k] >> j & 1 and onward[j] >> k & 1 and j != k:
                found[holder] |= cards & takes[j]
    return found


def _where(cards: int, takes: list[int]) -> int:
    """Return the mask of the places that can take some of the cards."""
    return sum(1 << j for j, open_to in enumerate(takes) if cards & open_to)


def _closed(to: list[int]) -> list[int]:
    """Return for each place the mask of those that are reached in any number of steps."""  # noqa: E501
    closed = list(to)
    for k in range(len(to)):
        for j, reached in enumerate(closed):
            if reached >> k & 1:
                closed[j] = reached | closed[k]
    return closed


def _loose(scene: Scene, holder: int, held: int) -> tuple[int, int]:
    """Return the cards of which a holder can give away one, and those that can come."""
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
