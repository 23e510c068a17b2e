"""Decide whether a history has few enough worlds for them to be listed."""

from __future__ import annotations

from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.views import shows_of

SMALL = 2_000
"""A game with at most this many deals is small: its worlds can be listed."""

MOST_WORLDS = 10_000
"""If a history may have more worlds than these, its worlds are not listed.

Listing takes a few microseconds a world; loading the solver that answers instead takes
50 to 100 milliseconds, once in each process. These are single readings of
`time.process_time` around one question by `worlds`, and around the import of
`symbolic.engine`; no benchmark repeats them.
"""


def is_small(game: Game) -> bool:
    """Whether the worlds of a game are few enough to be listed."""
    return game.deal_count() <= SMALL


def are_few(history: History) -> bool:
    """Whether a history has few worlds: few deals, and few choices at shows.

    The number of worlds is estimated from above: at each show, each card of the
    question may have been shown, but no more cards than the player holds.
    """
    if not is_small(history.game):
        return False
    worlds = history.game.deal_count()
    for show in shows_of(history).shows:
        worlds *= min(show.cards.bit_count(), history.game.sizes[show.by])
        if worlds > MOST_WORLDS:
            return False
    return True
