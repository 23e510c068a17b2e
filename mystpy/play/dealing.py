"""Random deals and sets of cards, and a deal card by card with its chances.

In the field: chance nodes.

Dealt card by card, there are no more outcomes than holders, even if the deals are too
many to be listed: six players of Clue have 4 * 10^13.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from mystpy.bits import cards_of
from mystpy.game.game import Game
from mystpy.play.game_state import Deal, sort_masks


def random_deal(game: Game, rng: Random) -> Deal:
    """Return a deal of the game; every deal is equally likely."""
    dealt = [card for card in game.cards if card not in game.face_up]
    pile = _random_set(game, rng, game.sizes[0], dealt)
    rest = [card for card in dealt if card not in pile]
    rng.shuffle(rest)
    hands = [pile]
    for size in game.sizes[1 : game.p + 1]:
        hands.append(frozenset(rest[:size]))
        rest = rest[size:]
    return (*hands, frozenset(rest).union(game.face_up)) if game.table else (*hands,)


def random_set(game: Game, rng: Random, size: int) -> frozenset[str]:
    """Return a set of cards of this size that may be asked for or guessed."""
    return _random_set(game, rng, size, game.cards)


def _random_set(
    game: Game, rng: Random, size: int, cards: Sequence[str]
) -> frozenset[str]:
    if game.sorts:
        sorts = ([card for card in sort if card in cards] for _, sort in game.sorts)
        return frozenset(rng.choice(sort) for sort in sorts)
    return frozenset(rng.sample(cards, size))


def chances(game: Game, dealt: Sequence[int]) -> Mapping[int, Fraction]:
    """Return the chances of the holders to get the next card, after some cards.

    `dealt` has the holders of the first cards. Each remaining card of the same sort is
    equally likely to go to the pile, and each place in a hand is equally likely to be
    filled. Source: Bart 2000, (2.9)-(2.12); in Clue the pile has one card of each sort.
    """
    card = 1 << len(dealt)
    everything = [((1 << game.c) - 1, game.sizes[0])]
    sorts = [(mask, 1) for mask in sort_masks(game)] or everything
    ((sort, quota),) = ((mask, size) for mask, size in sorts if mask & card)
    quota -= sum(not holder and sort >> k & 1 for k, holder in enumerate(dealt))
    to_pile = Fraction(quota, (sort & -card).bit_count())
    rooms = {i: game.sizes[i] - dealt.count(i) for i in range(1, game.p + 1)}
    shares = {0: to_pile}
    for i, room in rooms.items():
        shares[i] = (1 - to_pile) * Fraction(room, sum(rooms.values()) or 1)
    return {holder: share for holder, share in shares.items() if share}


def deal_of(game: Game, dealt: Sequence[int]) -> Deal:
    """Return the hands by holder, when each card has gone to its holder."""
    masks = [0] * (game.p + 1)
    for place, holder in enumerate(dealt):
        masks[holder] |= 1 << place
    return tuple(cards_of(mask, game) for mask in masks)
