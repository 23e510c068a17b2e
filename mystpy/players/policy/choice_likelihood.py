"""The likelihood of a player's choice under a known policy, for a deal.

In the field: the reach probability of an action, and the likelihood of a range.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from mystpy.bits import bits
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, NoGuess, Shows
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState, seen_of
from mystpy.play.player import Player
from mystpy.players.policy.exact_policy import exact_policy
from mystpy.situations.event import Event
from mystpy.views import sight_of

CHOICES = (Asks.name, Guess.name, NoGuess.name)
"""The public choices of a player."""


def with_shown_cards(
    events: Sequence[Event], hands: Sequence[int], rng: Random
) -> list[Event]:
    """Return the events as they may have been with these hands, the pile first.

    A card that was not seen is drawn from those that could be shown.
    """
    found, asked = [], 0
    for event in events:
        if event.key[0] == Asks.name:
            asked = event.cards
        if event.key[0] == Shows.name and not event.cards:
            cards = bits(hands[event.key[1]] & asked)
            event = Event(event.key, rng.choice(cards))
        found.append(event)
    return found


def choice_probability(
    player: Player, game: Game, hand: int, past: Sequence[Event], choice: Event
) -> Fraction:
    """Return the probability of a choice by a player with this hand after these events.

    The choice is one of `CHOICES`. Raises QueryError as `exact_policy`.
    """
    actor, kind = choice.key[1], choice.key[0]
    sight = sight_of(game)
    events = tuple(seen_of(event, actor, sight) for event in past)
    seen = InformationState(game, actor, hand, events)
    legal = [LegalAction(choice.key, 0)]
    if kind != Asks.name:
        legal = [LegalAction((each, actor), 0) for each in (Guess.name, NoGuess.name)]
    return exact_policy(player, seen, legal).get(choice, Fraction())
