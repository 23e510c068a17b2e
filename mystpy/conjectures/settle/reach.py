"""Which games are too large to list their deals, so that a solver has to search."""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.conjectures.limits import choices
from mystpy.game.game import Game
from mystpy.language.nodes import Formula

MOST_DEALS = 100_000
"""A sweep of a game with more deals than these would not get beyond Init0."""

_MOST_CHOICES = 2_000_000


def too_large(node: Formula, games: Sequence[Game]) -> tuple[Game, ...]:
    """The games with too many deals, or choices of what the formula ranges over."""
    return tuple(
        game
        for game in games
        if game.deal_count() > MOST_DEALS or choices(node, game) > _MOST_CHOICES
    )
