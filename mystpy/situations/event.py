"""The actions of public histories: cards as masks, and a show without its card."""

from __future__ import annotations

from mystpy.bits import cards_of, mask_of
from mystpy.compilation import dataclass
from mystpy.engines.transition_system.states import EventKey, key_of
from mystpy.game.game import Game
from mystpy.history.actions import (
    OF_PLAYERS,
    OF_SETS,
    Action,
    Asks,
    Guess,
    Opens,
    Shows,
)


@dataclass(frozen=True, slots=True)
class Event:
    """An action with its cards as a mask: what is asked, guessed or shown.

    No cards (0) of a show stand for every card that may be shown.
    """

    key: EventKey
    cards: int = 0

    @classmethod
    def of(cls, action: Action, game: Game) -> Event:
        """The event that an action is."""
        if isinstance(action, Asks | Guess | Opens):
            return cls(key_of(action), mask_of(action.cards, game))
        if isinstance(action, Shows) and action.card is not None:
            return cls(key_of(action), 1 << game.deck[action.card])
        return cls(key_of(action))


def action_of(event: Event, game: Game) -> Action:
    """The action of an event; a show without its card is one not seen."""
    kind, player, *to = event.key
    if kind == Shows.name:
        return Shows(player, to[0], next(iter(cards_of(event.cards, game)), None))
    if kind == Asks.name:
        return Asks(player, cards_of(event.cards, game), *to)
    if kind in OF_SETS:
        return OF_SETS[kind](player, cards_of(event.cards, game))
    return OF_PLAYERS[kind](player)
