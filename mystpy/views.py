"""What a player has seen of a history: the own hand, and the cards of own shows.

A history as somebody has seen it is a history again, with less given; beside the law,
which everybody knows, that is what is given of it as masks.

A formula speaks about the worlds that fit and about those that its K, E and C
reach from them. If all of these speak of one player, the hand and the cards that
this player has seen are the same in every world reached, and the rest need not
be enumerated.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mystpy.bits import mask_of
from mystpy.errors import LargeEnumerationWarning
from mystpy.history.actions import Asks, Shows
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import agents_in

OBSERVER = -1
"""Somebody without a hand, who sees what everybody sees."""

LIMIT = 1_000_000
"""Enumerations above this number of worlds are announced with a warning."""


@dataclass(frozen=True, slots=True)
class Show:
    """Player `by` showed player `to` one of the `cards` (a mask) at a step."""

    step: int
    by: int
    to: int
    cards: int

    def sees(self, player: int) -> bool:
        """Whether a player saw which card it was."""
        return player in (self.by, self.to)


@dataclass(frozen=True, slots=True)
class Given:
    """What is given beyond what is public: hands by holder, and cards by show.

    Both are masks; `shown` maps the index of a show to its card.
    """

    hands: tuple[tuple[int, int], ...]
    shown: tuple[tuple[int, int], ...]

    def seen_by(self, player: int, shows: Sequence[Show]) -> Given:
        """What a player has seen of that; the shows are those of the history."""
        hands = tuple((k, hand) for k, hand in self.hands if k == player)
        shown = tuple((e, card) for e, card in self.shown if shows[e].sees(player))
        return Given(hands, shown)


def given(history: History) -> Given:
    """The hands and the shown cards that a history gives."""
    game = history.game
    hands = tuple(
        (holder, mask_of(hand, game))
        for holder, hand in enumerate(history.hands)
        if hand is not None
    )
    cards = [a.card for a in history.actions if isinstance(a, Shows)]
    shown = tuple((k, mask_of([card], game)) for k, card in enumerate(cards) if card)
    return Given(hands, shown)


def shows_of(history: History) -> Iterator[Show]:
    """The shows of a history, in order."""
    asked: frozenset[str] = frozenset()
    for step, action in enumerate(history.actions):
        if isinstance(action, Asks):
            asked = action.cards
        elif isinstance(action, Shows):
            yield Show(step, action.player, action.to, mask_of(asked, history.game))


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
