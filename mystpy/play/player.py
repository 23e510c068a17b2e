"""Players: a choice depends only on a player's observations and the legal actions.

In the field: behavioural strategies.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Protocol

from mystpy.bits import bits, mask_of
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Opens, Right, Wrong
from mystpy.play.dealing import random_set
from mystpy.play.game_state import GameState, LegalAction
from mystpy.play.information_state import InformationState
from mystpy.situations.event import Event

Chances = Mapping[Event, Fraction]
"""Actions with their probabilities, which add up to 1."""

Choice = Event | Chances
"""One action, or several with chances."""

FOLLOW_SIGHT = "players such as random, program, naive, exact and strong-a play by it"
"""A hint for players who cannot play if others see other cards."""

MOST = 10_000
"""The number of actions after which a game is stopped."""


class Player(Protocol):
    """A player of one game: the same view and random stream give the same choice.

    Results that are computed from a view may be cached for the next one; nothing else
    may. A player may have `why`, which returns the reason of an action, and `over`,
    which gets the end of the game (see `mystpy.play.referee`).
    """

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Choice:
        """Return the choice, one of the legal actions."""


def draw_action(choice: Choice, rng: Random) -> Event:
    """Return the action of a choice, drawn if it has chances.

    Raises QueryError if chances are negative or do not add up to 1.
    """
    if isinstance(choice, Event):
        return choice
    shares = choice.values()
    if len(choice) == 1 and next(iter(shares)) == 1:
        rng.randrange(1)  # as for several actions: streams do not depend on the number
        return next(iter(choice))
    if sum(shares) != 1 or min(shares) < 0:
        raise QueryError("the chances of a choice are negative or do not add up to 1")
    unit = math.lcm(*(share.denominator for share in shares))
    number = rng.randrange(unit)
    for event, share in choice.items():
        number -= int(share * unit)
        if number < 0:
            return event
    raise AssertionError("the chances add up to 1")


def any_of(legal: LegalAction, game: Game, rng: Random) -> Event:
    """Return an action of the legal kind, with cards drawn evenly."""
    if legal.key[0] == Asks.name:
        size = rng.randint(1, game.q) if game.generalized else game.q
        return Event(legal.key, mask_of(random_set(game, rng, size), game))
    if legal.key[0] == Opens.name:
        return Event(legal.key, legal.cards)
    if legal.key[0] == Guess.name:
        return Event(legal.key, mask_of(random_set(game, rng, game.sizes[0]), game))
    return Event(legal.key, rng.choice(bits(legal.cards)) if legal.cards else 0)


def play_on(
    table: GameState,
    players: Sequence[Player],
    streams: Sequence[Random],
    *,
    most: int = MOST,
) -> None:
    """Let players, the first of them player 1, play until no action is possible.

    Raises as `turns`.
    """
    for _ in turns(table, players, streams, most=most):
        pass


def turns(
    table: GameState,
    players: Sequence[Player],
    streams: Sequence[Random],
    *,
    most: int = MOST,
) -> Iterator[Event]:
    """Yield the players' actions, the first of them player 1, until none is possible.

    Each player has a random stream of her own, so that nothing depends on how many
    random numbers others need. A game is stopped after `most` actions. Raises
    IllegalActionError for an action that is not possible, QueryError for invalid
    chances; then the state is unchanged.
    """
    seen = [InformationState.at(table, i) for i in range(1, table.game.p + 1)]
    while len(table.done) < most and (legal_actions := table.legal_actions()):
        i = legal_actions[0].player
        if legal_actions[0].key[0] in (Right.name, Wrong.name, Opens.name):  # no choice
            event = Event(*legal_actions[0])
            table.do(event)
            seen = [one.then(event, sight=table.sight) for one in seen]
            yield event
            continue
        mine = [legal for legal in legal_actions if legal.player == i]
        rng = streams[i - 1]
        event = draw_action(players[i - 1].act(seen[i - 1], mine, rng), rng)
        table.do(event)
        won = table.won
        seen = [one.then(event, won=won, sight=table.sight) for one in seen]
        yield event
