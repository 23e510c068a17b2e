"""Which games are too large to list their deals, so that a solver has to search."""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.conjectures.limits import choices
from mystpy.game.game import Game
from mystpy.language.nodes import Formula
from mystpy.thresholds import MAX_CHOICES_SWEPT, MAX_DEALS_SWEPT


def too_large(node: Formula, games: Sequence[Game]) -> tuple[Game, ...]:
    """The games with too many deals, or choices of what the formula ranges over."""
    return tuple(
        game
        for game in games
        if game.deal_count() > MAX_DEALS_SWEPT
        or choices(node, game) > MAX_CHOICES_SWEPT
    )
