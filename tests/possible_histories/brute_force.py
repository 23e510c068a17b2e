"""Notes that leave something open, answered by dealing card by card.

Only the content of the notes comes from mystpy: the holders in a deal are compared with
each account of each turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from mystpy.game.game import Game
from mystpy.history.accounts import TurnAccount

Deal = tuple[frozenset[str], ...]


def deals(game: Game, hand: frozenset[str]) -> Iterator[Deal]:
    """Yield each deal in which player 1 has this hand, for all possible sizes."""
    for sizes in game.possible_sizes or (game.sizes,):
        for pile in product(*(cards for _, cards in game.sorts)):
            rest = set(game.cards).difference(pile)
            if hand <= rest and sizes[1] == len(hand):
                for others in _dealt(sorted(rest - hand), sizes[2:]):
                    yield (frozenset(pile), hand, *others)


def _dealt(cards: Sequence[str], sizes: Sequence[int]) -> Iterator[Deal]:
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in _dealt(rest, sizes[1:]):
            yield (frozenset(hand), *others)


def fits(deal: Deal, accounts: Sequence[TurnAccount]) -> bool:
    """Return whether one of the accounts of a turn is true in a deal."""
    return any(_is_true(deal, account) for account in accounts)


def _is_true(deal: Deal, account: TurnAccount) -> bool:
    for answer in account.answers:
        held = deal[answer.player] & account.cards
        if bool(held) is not answer.shows:
            return False
        if answer.card is not None and answer.card not in held:
            return False
    return True
