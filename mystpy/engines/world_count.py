"""Decide whether a history has few enough worlds for them to be listed."""

from __future__ import annotations

from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.views import shows_of

SMALL = 2_000
"""A game with at most this many deals is small: its worlds can be listed."""

LISTED_WITH_SOLVER = 2_000
LISTED_WITHOUT_SOLVER = 10_000
"""If a history may have more worlds than this, its worlds are not listed.

Once the solver is loaded it is quicker than a list of more than a few hundred worlds.
Up to 2,000 worlds the difference is about a millisecond at most, and a list is used,
since it is easier to check. Loading the solver takes as long as listing more than
10,000 worlds. The second table of the benchmark bench_default has the measurements.
"""


COMPARED_WORLDS_LIMIT = 2_000
"""If a public history has at most so many worlds, `both` asks of K in all of them.

Each of its two programs takes about half a second for so many.
"""


def is_small(game: Game) -> bool:
    """Whether the worlds of a game are few enough to be listed."""
    return game.deal_count() <= SMALL


def are_few(history: History, most: int = LISTED_WITHOUT_SOLVER) -> bool:
    """Whether a history of a small game has few worlds."""
    return is_small(history.game) and world_bound(history) <= most


def world_bound(history: History) -> int:
    """Return an upper bound of the number of worlds of a history.

    At each show, each card of the question may have been shown, but no more cards than
    the player holds.
    """
    worlds = history.game.deal_count()
    for show in shows_of(history).shows:
        worlds *= min(show.cards.bit_count(), history.game.sizes[show.by])
    return worlds
