"""What stays lawful when holders exchange cards: one world stands for many.

Conditions speak of one holder each, so cards may change hands as long as each of the
holders concerned stays within the own conditions. That shows, without a search, that
what was found for one view of a player holds for many others (``spread``), which
cells other lawful worlds have (``reach``), and what a player who knows where a card
is must be able to rule out (``broken``).
"""

from __future__ import annotations

from math import comb

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
            kept |= here.has | _needed(scene, world, k)
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


def _needed(scene: Scene, world: int, holder: int) -> int:
    """Return cards of a holder that together keep the holder's conditions true."""
    hand, held = scene.hands[holder], scene.hand(world, holder)
    if hand.exactly or (holder == 0 and scene.sorts):
        return held
    needed = hand.must
    for cards in hand.some:
        if not needed & cards:
            needed |= _first(held & cards)
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
    """Return for each holder the cards that exchanges of two cards can bring there.

    The bits in ``fixed`` stay as they are. The cards that the holder has are included.
    """
    held = [scene.hand(world, k) for k in scene.holders]
    loose, takes = [], []
    for k in scene.holders:
        stays = scene.hand(fixed, k)
        gives, gets = _loose(scene, k, held[k])
        loose.append(gives & ~stays)
        takes.append(gets)
    found = list(held)
    for k in scene.holders:
        for j in range(k):
            for sort in (scene.sorts or (scene.deck,)) if j == 0 else (scene.deck,):
                here, there = loose[k] & takes[j] & sort, loose[j] & takes[k] & sort
                if here and there:
                    found[k] |= there
                    found[j] |= here
    return found


def _loose(scene: Scene, holder: int, held: int) -> tuple[int, int]:
    """Return the cards that a holder can give away one of, and those that can come."""
    hand = scene.hands[holder]
    if hand.exactly:
        return 0, 0
    gives, gets = held & ~hand.must, scene.deck & ~hand.never
    for cards in hand.some:
        if _count(held & cards) == 1:
            gives &= ~cards
    for cards in hand.not_exactly:
        if _count(cards & ~held) == 1 and cards.bit_count() == hand.size:
            gets &= ~cards
    return gives, gets


def _first(mask: int) -> int:
    return mask & -mask


def _count(mask: int) -> int:
    return mask.bit_count()


def broken(
    scene: Scene, holder: int, leaves: int, comes: int
) -> tuple[list[int], list[int]] | None:
    """Return when a holder cannot exchange one card for another.

    That is so if the holder has none other of one of the first sets of cards, or if
    the holder has all of one of the second. None: it is never possible.
    """
    hand = scene.hands[holder]
    if hand.exactly or comes & hand.never or leaves & hand.must:
        return None
    if holder == 0 and any(bool(leaves & s) != bool(comes & s) for s in scene.sorts):
        return None
    lone = [s & ~leaves for s in hand.some if leaves & s and not comes & s]
    whole = [
        s & ~comes
        for s in hand.not_exactly
        if s.bit_count() == hand.size and comes & s and not leaves & s
    ]
    return lone, whole

