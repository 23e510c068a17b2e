"""What one player has seen of a game, event by event: the key of an information set.

In the field: information states of the extensive form with perfect recall.
"""

from __future__ import annotations

from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.history.actions import ResultTold, Right, Shows, Wrong
from mystpy.history.history import Hands, History
from mystpy.play.game_state import GameState
from mystpy.situations.event import Event, action_of
from mystpy.views import Sight, sight_of

_PRIVATE = frozenset((Shows.name, Right.name, Wrong.name))
"""What not all players see alike."""


class InformationState(NamedTuple):
    """The own hand, as a mask, and what was done; cards that were not seen are 0.

    Two situations with the same value are the same to the player: it is what the
    player may act on, and a key of whatever depends on that. Source: the accessibility
    relation of Bart 2000, 1.3, as `mystpy.views.seen_by` reads it.
    """

    game: Game
    player: int
    hand: int
    events: tuple[Event, ...] = ()
    won: bool = False
    """Whether the last action was a right guess: then the game is over, as all see."""

    @classmethod
    def at(cls, table: GameState, player: int) -> InformationState:
        """What a player has seen at a table."""
        events = tuple(seen_of(event, player, table.sight) for event in table.done)
        hand = table.hands[player]
        return cls(table.game, player, hand, events, table.won)

    def then(
        self, event: Event, *, won: bool = False, sight: Sight | None = None
    ) -> InformationState:
        """What the player has seen once one more action is done.

        The `sight` is that of the game, which is asked of the axioms if it is not
        given. Raises AxiomError where `sight_of` does.
        """
        if event.key[0] in _PRIVATE:
            event = seen_of(event, self.player, sight or sight_of(self.game))
        return InformationState(
            self.game, self.player, self.hand, (*self.events, event), won
        )

    def continues(self, before: InformationState) -> bool:
        """Whether this is what was seen `before`, and perhaps more."""
        seen = before.events
        return self[:3] == before[:3] and self.events[: len(seen)] == seen

    def history(self) -> History:
        """The same as a history, which every command reads."""
        game = self.game
        own = frozenset(x for x, k in game.deck.items() if self.hand >> k & 1)
        hands: Hands = tuple(own if k == self.player else None for k in game.holders)
        return History(game, hands).then([action_of(e, game) for e in self.events])


def seen_of(event: Event, player: int, sight: Sight) -> Event:
    """An action as a player sees it: without a card or a result that is hidden.

    `OBSERVER` sees what everybody sees.
    """
    key = event.key
    if key[0] not in _PRIVATE or not sight.hides(player, *key):
        return event
    return Event(key if key[0] == Shows.name else (ResultTold.name, key[1]))
