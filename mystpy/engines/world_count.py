"""How many worlds a history may have, and whether these are few enough to be listed."""

from __future__ import annotations

from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.views import shows_of

SMALL = 2_000
"""A game with no more deals than these is small: its worlds can well be listed."""

MOST_WORLDS = 10_000
"""A history whose worlds may be more than these is not answered by a list of them.

Listing takes 4 microseconds a world, and loading the solver that answers instead takes
50 milliseconds, once (benchmarks/bench_default.py).
"""


def is_small(game: Game) -> bool:
    """The the worlds of a game are few enough to be listed."""
    return game.deal_count() <= SMALL


def are_few(history: History) -> bool:
    """The a history has few worlds: few deals, and few choices at shows.

    The number is estimated from above: at each show each card of the question may have
    been shown, as many as fit into the hand.
    """
    if not is_small(history.game):
        return False
    worlds = history.game.deal_count()
    for show in shows_of(history).shows:
        worlds *= min(show.cards.bit_count(), history.game.sizes[show.by])
        if worlds > MOST_WORLDS:
            return False
    return True
