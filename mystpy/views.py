"""How much of the model a question needs, and a warning before it grows large.

A formula speaks about the worlds that fit and about those that its K, E and C
reach from them. If all of these speak of one player, the hand and the cards that
this player has seen are the same in every world reached, and the rest need not
be enumerated.
"""

from __future__ import annotations

import warnings
from dataclasses import replace

from mystpy.errors import LargeEnumerationWarning
from mystpy.history.actions import Shows
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import agents_in

OBSERVER = -1
"""Somebody without a hand, who sees what everybody sees."""

LIMIT = 1_000_000
"""Enumerations above this number of worlds are announced with a warning."""


def in_scope(history: History, formula: Formula) -> History:
    """Return the history with only those hands and shown cards that its worlds share.

    The worlds of the result are those that the formula can reach from the worlds
    that fit the history.
    """
    players = agents_in(formula)
    if not players:
        return history
    if len(players) > 1:
        return seen_by(history, None)
    return seen_by(history, next(iter(players)))


def seen_by(history: History, player: int | None) -> History:
    """Return what a player has seen: own hand, cards shown to or by the player.

    For None and OBSERVER: the public history, which is what somebody without a hand has
    seen.
    """
    hands = tuple(
        hand if holder == player else None for holder, hand in enumerate(history.hands)
    )
    actions = tuple(
        replace(action, card=None)
        if isinstance(action, Shows)
        and action.card is not None
        and player not in (action.player, action.to)
        else action
        for action in history.actions
    )
    return replace(history, hands=hands, actions=actions)


def announce(history: History, limit: int = LIMIT) -> None:
    """Warn if the worlds of a history may be more than the limit.

    The estimate is the number of deals that the given hands leave, before the
    actions are looked at.
    """
    estimate = history.game.deal_count(history.hands)
    if estimate > limit:
        warnings.warn(
            f"up to {estimate:,} deals have to be looked at; "
            "this can take long (Ctrl-C stops it)",
            LargeEnumerationWarning,
            stacklevel=2,
        )
