"""What one player has seen of a game, event by event: the key of an information set.

In the field: information states of the extensive form with perfect recall.
"""

from __future__ import annotations

from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.history.actions import ResultTold, Right, Shows, Wrong
from mystpy.history.history import Hands, History
from mystpy.play.tabletop import Table
from mystpy.situations.deed import Deed, action_of
from mystpy.views import Sight, sight_of

_PRIVATE = frozenset((Shows.name, Right.name, Wrong.name))
"""What not all players see alike."""


class Seen(NamedTuple):
    """The own hand, as a mask, and what was done; cards that were not seen are 0.

    Two situations with the same value are the same to the player: it is what the
    player may act on, and a key of whatever depends on that. Source: the accessibility
    relation of Bart 2000, 1.3, as `mystpy.views.seen_by` reads it.
    """

    game: Game
    player: int
    hand: int
    events: tuple[Deed, ...] = ()
    won: bool = False
    """Whether the last action was a right guess: then the game is over, as all see."""

    @classmethod
    def at(cls, table: Table, player: int) -> Seen:
        """What a player has seen at a table."""
        events = tuple(seen_of(deed, player, table.sight) for deed in table.done)
        hand = table.hands[player]
        return cls(table.game, player, hand, events, table.won)

    def then(
        self, deed: Deed, *, won: bool = False, sight: Sight | None = None
    ) -> Seen:
        """What the player has seen once one more action is done.

        The `sight` is that of the game, which is asked of the axioms if it is not
        given. Raises AxiomError where `sight_of` does.
        """
        if deed.key[0] in _PRIVATE:
            deed = seen_of(deed, self.player, sight or sight_of(self.game))
        return Seen(self.game, self.player, self.hand, (*self.events, deed), won)

    def history(self) -> History:
        """The same as a history, which every command reads."""
        game = self.game
        own = frozenset(x for x, k in game.deck.items() if self.hand >> k & 1)
        hands: Hands = tuple(own if k == self.player else None for k in game.holders)
        return History(game, hands).then([action_of(e, game) for e in self.events])


def seen_of(deed: Deed, player: int, sight: Sight) -> Deed:
    """An action as a player sees it: without a card or a result that is hidden.

    `OBSERVER` sees what everybody sees.
    """
    key = deed.key
    if key[0] not in _PRIVATE or not sight.hides(player, *key):
        return deed
    return Deed(key if key[0] == Shows.name else (ResultTold.name, key[1]))
