"""Decide whether a history has few enough worlds for them to be listed."""

from __future__ import annotations

from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.thresholds import (
    MAX_DEALS_LISTED,
    MAX_WORLDS_LISTED_WITHOUT_SOLVER,
)
from mystpy.views import shows_of


def is_small(game: Game) -> bool:
    """Whether the worlds of a game are few enough to be listed."""
    return game.deal_count() <= MAX_DEALS_LISTED


def are_few(history: History, most: int = MAX_WORLDS_LISTED_WITHOUT_SOLVER) -> bool:
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
