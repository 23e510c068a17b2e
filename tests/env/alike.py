"""Games that one player cannot tell apart, played beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mystpy.bits import bits, cards_of
from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.game_state import Deal, GameState
from mystpy.play.information_state import InformationState
from mystpy.situations.event import Event
from tests.engines.situations import GAMES as ALL
from tests.play.test_game_state import played

GAMES = tuple(game for game in ALL if not game.table)
"""The games that environments play: those without cards left over."""


def unlike(
    game: Game, rng: Random, most: int
) -> Iterator[tuple[GameState, GameState, int]]:
    """Yield pairs of tables with different deals, and a player who sees the same.

    The other deal is drawn from what he holds possible; cards that he has not seen are
    shown at random there.
    """
    for table in played(game, rng, most):
        for player in range(1, game.p + 1):
            seen = InformationState.at(table, player)
            deal = dealt(BeliefState.of(seen).draw(rng), game)
            other = GameState(game, deal)
            for event in table.done:
                other.do(_as_it_may_be(event, player, other, rng))
            if deal != table.deal:
                assert InformationState.at(other, player) == seen
                yield table, other, player


def dealt(masks: tuple[int, ...], game: Game) -> Deal:
    """A deal whose hands are given as masks."""
    return tuple(cards_of(mask, game) for mask in masks)


def _as_it_may_be(event: Event, player: int, table: GameState, rng: Random) -> Event:
    """An action as it is done at a table; the player may not see with which card."""
    if event.key[0] != "shows" or player in event.key[1:]:
        return event
    (legal,) = (legal for legal in table.legal_actions() if legal.key == event.key)
    return Event(event.key, rng.choice(bits(legal.cards)))
