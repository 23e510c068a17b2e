"""Whom a Broomhead asks, for what, and which card it shows.

In the field: heuristics for the choice of an informative query.

Source: Ayzenshtat, Feng and Lee 2003; what is reconstructed says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.history.actions import Shows
from mystpy.play.certainty import BeliefApproximation
from mystpy.play.information_state import InformationState

OPEN_GAME, END_GAME = 3, 1
"""Of four cards that the target lacks so many pad the list."""


def uncertain(belief: BeliefApproximation, player: int) -> dict[int, int]:
    """For each opponent of whom something is not known the cards that it may be."""
    rows = enumerate(zip(belief.may, belief.sure, strict=True))
    found = {k: may & ~sure for k, (may, sure) in rows if k not in (0, player)}
    return {k: cards for k, cards in found.items() if cards}


def spared_opponent(game: Game, player: int, hand: int) -> int:
    """An opponent who is not asked before the end game.

    Any, but the same all through a game: the own hand decides which.
    """
    others = [k for k in range(1, game.p + 1) if k != player]
    return Random(f"{player} {hand}").choice(others)


def target(
    open_: Mapping[int, int], keys: Sequence[int], spared: int, rng: Random
) -> int:
    """Of those who may be asked one with most uncertain cards; the spared one last."""
    least = {k: (k != spared, open_.get(k, 0).bit_count()) for k in keys}
    asked = {k: number for k, (free, number) in least.items() if free and number}
    counts = asked or {k: number for k, (_, number) in least.items()}
    most = max(counts.values())
    return rng.choice([k for k, number in counts.items() if number == most])


class Interrogation(NamedTuple):
    """Whom to ask for which cards (masks), and cards for cover."""

    target: int
    cards: int
    padding: int


def interrogation(
    belief: BeliefApproximation,
    open_: Mapping[int, int],
    asked: int,
    game: Game,
    rng: Random,
) -> Interrogation:
    """What to ask an opponent for, and what with.

    In the open game all uncertain cards; in the end game, when nobody else is
    uncertain, as many as are not known of the pile. Padding are cards that the opponent
    is known to lack; that no uncertain card is among it is reconstructed.
    """
    cards = open_.get(asked, 0)
    is_end = len(open_) == 1
    if is_end and cards:
        left = game.sizes[0] - belief.sure[0].bit_count()
        number = min(max(left, 1), cards.bit_count())
        cards = sum(rng.sample(bits(cards), number))
    chance = END_GAME if is_end else OPEN_GAME
    lacked = ((1 << game.c) - 1) & ~belief.may[asked]
    padding = sum(card for card in bits(lacked) if rng.randrange(4) < chance)
    return Interrogation(asked, cards, padding)


def card_to_show(seen: InformationState, cards: int, rng: Random) -> int:
    """Which card to show: of those shown before the first, else any.

    Any stands for the first of the own cards in a random order.
    """
    for event in seen.events:
        kind, player, *_ = event.key
        if kind == Shows.name and player == seen.player and event.cards & cards:
            return event.cards
    return rng.choice(bits(cards))
