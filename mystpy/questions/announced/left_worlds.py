"""The deals that a player holds possible after announcements, listed one by one.

In the field: the relativized model of public announcement logic (Plaza 1989).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from mystpy.bits import bits
from mystpy.engines.base import Grid, grid_of, no_deal
from mystpy.engines.world_count import world_bound
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.history.history import History
from mystpy.language.decidable import ground
from mystpy.language.nodes import Formula
from mystpy.thresholds import MAX_WORLDS_LISTED
from mystpy.views import seen_by


def listed_grid(
    history: History, announced: Sequence[Formula], player: int
) -> Grid | None:
    """How many deals a player holds possible, cell by cell; None if worlds are many.

    `history` gives what the player has seen. Raises NoWorldFits if no world is left.
    """
    if world_bound(seen_by(history, None)) > MAX_WORLDS_LISTED:
        return None
    engine, game = WorldsEngine(), history.game
    model, fits = engine.explicit_model(history)
    outcomes = set(compress(model.outcome, fits))
    _, seen = engine.explicit_model(seen_by(history, player))
    kept = [
        fit and outcome in outcomes
        for fit, outcome in zip(seen, model.outcome, strict=True)
    ]
    for formula in announced:
        said = model.truth(ground(formula, game))
        model, kept = model.restricted(said), list(compress(kept, said))
    deals = set(compress(model.hands, kept))
    if not deals:
        raise no_deal()
    counts: tuple[dict[str, int], ...] = tuple(
        dict.fromkeys(game.cards, 0) for _ in game.holders
    )
    for deal in deals:
        for holder, hand in enumerate(deal):
            for card in bits(hand):
                counts[holder][game.cards[card.bit_length() - 1]] += 1
    return grid_of(player, len(deals), counts)
