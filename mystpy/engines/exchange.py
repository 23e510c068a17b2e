"""What stays lawful when holders exchange cards: one world stands for many.

Conditions speak of one holder each, so cards may change hands as long as each of the
holders concerned stays within the own conditions. That shows, without a search, that
what was found for one view of a player holds for many others (``spread``), which
cells other lawful worlds have (``reach``), and what a player who knows where a card
is must be able to rule out (``broken``).
"""

from __future__ import annotations

from math import comb

from mystpy.engines.deals import bits
from mystpy.engines.scene import Cube, Scene


def spread(scene: Scene, world: int, cube: Cube, player: int) -> Cube:
    """Return a cube about the player's view that makes the given cube possible.

    The world satisfies both. Whoever has, in some world of the law, a view that
    satisfies the new cube cannot rule out a world that satisfies the given one: the
    player's cards of that world are put in the place of those of this world, and the
    other holders take what is left. So cards that are needed where they are must not
    be the player's, and cards that some holder cannot take must stay.
    """
    own = scene.hand(world, player)
    kept = 0
    barred: dict[int, int] = {}
    for k in scene.holders:
        if k != player:
            here = Cube(scene.hand(cube.has, k), scene.hand(cube.lacks, k))
            kept |= _needed(scene, world, k, here.has)
            barred[k] = scene.hands[k].never | here.lacks
    has, lacks, needed = _of_shows(scene, world, cube, player)
    kept |= needed
    stays = scene.hand(cube.has, player)
    open_to = {k: scene.hand(world, k) & ~kept for k in barred}
    takers, leaves = _takers(open_to, barred, own & ~stays)
    untouched = scene.deck & ~own
    for k in takers:
        untouched &= ~open_to[k]
    at = scene.hand_at(player)
    own_lacks = untouched | scene.hand(cube.lacks, player)
    return Cube(has | (own & ~leaves) << at, lacks | own_lacks << at)


def _needed(scene: Scene, world: int, holder: int, kept: int) -> int:
    """Return cards of a holder, with those to be kept, that keep the holder's conditions true."""
    hand, held = scene.hands[holder], scene.hand(world, holder)
    if hand.exactly or (holder == 0 and scene.sorts):
        return held
    needed = hand.must | kept
    unmet = [held & cards for cards in hand.some if not needed & cards]
    while unmet:
        card = max(bits(held), key=lambda card: sum(1 for cards in unmet if cards & card))
        needed |= card
        unmet = [cards for cards in unmet if not cards & card]
    for cards in hand.not_exactly:
        if cards.bit_count() == hand.size and not needed & ~cards:
            needed |= _first(held & ~cards)
    return needed


def _of_shows(
    scene: Scene, world: int, cube: Cube, player: int
) -> tuple[int, int, int]:
    """Return what the player must have seen, and not seen, and the cards needed."""
    has = lacks = needed = 0
    for e, show in scene.shows.items():
        at = scene.show_at(e)
        shown, not_shown = scene.shown(cube.has, e), scene.shown(cube.lacks, e)
        if player in (show.by, show.to):
            if player != show.by:
                not_shown |= show.cards & ~scene.hand(world, show.by)
            has |= shown << at
            lacks |= not_shown << at
        elif shown | not_shown:
            needed |= scene.shown(world, e)
    return has, lacks, needed


def _takers(
    open_to: dict[int, int], barred: dict[int, int], own: int
) -> tuple[list[int], int]:
    """Choose who may exchange cards with the player, and which of the own cards.

    Each of these cards can be taken by each of these holders. Holders are chosen one
    by one, as long as that makes more hands possible.
    """
    chosen: list[int] = []
    given, taken, best = own, 0, 1
    rest = [k for k, cards in open_to.items() if cards]
    while rest:
        score, k = max((_views(given & ~barred[k], taken + _count(open_to[k])), k) for k in rest)
        if score <= best:
            break
        best = score
        rest.remove(k)
        chosen.append(k)
        given &= ~barred[k]
        taken += _count(open_to[k])
    return (chosen, given) if chosen else ([], 0)


def _views(given: int, taken: int) -> int:
    """Return in how many ways some of these cards are exchanged for as many others."""
    return comb(_count(given) + taken, taken)


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
    """Return for each place the mask of those that are reached in any number of steps."""
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
        if _count(held & cards) == 1:
            gives &= ~cards
    for cards in hand.not_exactly:
        # Several cards of a pile with sorts may be exchanged in one ring.
        near = _count(cards & ~held) == 1 or (holder == 0 and scene.sorts)
        if near and cards.bit_count() == hand.size:
            gets &= ~cards
    return gives, gets


def _first(mask: int) -> int:
    return mask & -mask


def _count(mask: int) -> int:
    return mask.bit_count()
