"""New deals and hidden cards that are consistent with what a player has seen.

In the field: determinization by sampling from an information set (Cowling, Powley and
Whitehouse 2012).

The deal is drawn uniformly from all that are consistent with what the player has seen.
Then each hidden card that was shown is drawn uniformly from those that could be shown.
Nothing is inferred from the choices of players.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from mystpy.axiom_folder import cached_by_theory
from mystpy.bits import cards_of
from mystpy.engines.symbolic.count.draw import DealSampler
from mystpy.game.game import Game
from mystpy.history.actions import ResultTold, Shows
from mystpy.play.belief import BeliefState
from mystpy.play.dealing import chances
from mystpy.play.game_state import Deal, GameState
from mystpy.play.information_state import InformationState, seen_of
from mystpy.situations.event import Event

_BITS = 53
"""The number of bits in a random number between 0 and 1."""


def rng_from(sampler: Callable[[], float]) -> Random:
    """Return a random stream whose seed comes from a sampler of numbers from 0 to 1."""
    high, low = (int(sampler() * 2**_BITS) for _ in range(2))
    return Random(high << _BITS | low)


@cached_by_theory(16)
def _deals(seen: InformationState) -> DealSampler:
    """Return a sampler of the deals that are consistent with what a player has seen."""
    return BeliefState.of(seen).lot()


def draw_game_state(seen: InformationState, rng: Random) -> GameState:
    """Return a game state that is possible as far as the player can tell.

    Raises CountTooLarge if there are too many deals to be counted.
    """
    masks = _deals(seen).draw(rng)
    deal: Deal = tuple(cards_of(mask, seen.game) for mask in masks)
    table = GameState(seen.game, deal)
    for event in seen.events:
        table.do(_actual(event, table, seen, rng))
    return table


def _actual(
    event: Event, table: GameState, seen: InformationState, rng: Random
) -> Event:
    """Return a legal action that the player would observe as this event."""
    hidden = event.key[0] == ResultTold.name
    if not hidden and (event.key[0] != Shows.name or event.cards):
        return event
    fitting = [
        one
        for one in table.events(every=False)
        if seen_of(one, seen.player, table.sight) == event
    ]
    return rng.choice(fitting)


def draw_holders(game: Game, number: int, rng: Random) -> tuple[int, ...]:
    """Return random holders for the first cards, as many as `number`."""
    dealt: tuple[int, ...] = ()
    while len(dealt) < number:
        shares = chances(game, dealt)
        weights = list(map(float, shares.values()))
        dealt += (rng.choices(list(shares), weights)[0],)
    return dealt


def holders_of(table: GameState) -> list[int]:
    """Return the holder of each card, in the order of the deck."""
    return [
        next(k for k, hand in enumerate(table.hands) if hand >> place & 1)
        for place in range(table.game.c)
    ]
