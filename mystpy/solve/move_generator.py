"""What a player of two may do in a public position, read off the public diagram.

In the field: a move generator. What is possible hangs on what everybody sees and on the
hand of who acts, so it is worked out once for each pair of them.
"""

from __future__ import annotations

from typing import NamedTuple

from mystpy.bits import mask_of
from mystpy.engines.base import pattern_of
from mystpy.engines.diagram.states import NEW, OLD, key_of
from mystpy.engines.diagram.walk import Branch, Walker
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, ResultTold, Shows


class Spot(NamedTuple):
    """A public position: the state of the diagram, and the cards asked for last."""

    state: int
    question: frozenset[str] | None


class Ahead(NamedTuple):
    """Where an action leads unless it is a right guess, and its cards as a mask."""

    spot: Spot
    cards: int


class Offered(NamedTuple):
    """What may be done: as patterns, and every action.

    In a pattern the empty set stands for every one possible.
    """

    patterns: tuple[Action, ...]
    actions: dict[Action, Ahead]


class MoveGenerator:
    """What may be done in the positions of a game, worked out where play leads."""

    def __init__(self, game: Game) -> None:
        self._walker = Walker(game)
        self.start = Spot(self._walker.diagram.start, None)
        self._found: dict[tuple[Spot, int], Offered] = {}
        self._players: dict[int, int] = {}

    def player(self, spot: Spot) -> int:
        """Who is to act, which is public."""
        if spot.state not in self._players:
            keys = self._walker.diagram.moves(spot.state)
            (self._players[spot.state],) = {key[1] for key in keys}
        return self._players[spot.state]

    def moves(self, spot: Spot, hand: int) -> Offered:
        """What who is to act may do with this hand, a mask."""
        if (spot, hand) not in self._found:
            self._found[spot, hand] = self._moves(spot, hand)
        return self._found[spot, hand]

    def _moves(self, spot: Spot, hand: int) -> Offered:
        walker, player = self._walker, self.player(spot)
        branch = Branch(spot.state, spot.question)
        asked = walker.mask(spot.question or frozenset())
        steps, found = walker.diagram.moves(spot.state), dict[Action, Ahead]()
        for action in walker.offers(branch, every=True):
            move = steps[key_of(action)]
            guards, shown = move.guards, walker.shown(action)
            assert all(guard.player == player for guard in guards)
            hands = (0, hand, hand)
            if isinstance(action, ResultTold) or not all(
                guard.holds(hands, asked, shown) for guard in guards
            ):
                continue
            question = spot.question if move.question == OLD else None
            if move.question == NEW and isinstance(action, Asks | Guess):
                question = action.cards
            ahead = Spot(move.after[0], question)
            found[action] = Ahead(ahead, _cards(action, walker.game))
        return Offered(tuple(dict.fromkeys(map(pattern_of, found))), found)


def _cards(action: Action, game: Game) -> int:
    """The cards that an action names, as a mask."""
    if isinstance(action, Asks | Guess):
        return mask_of(action.cards, game)
    if isinstance(action, Shows) and action.card is not None:
        return mask_of([action.card], game)
    return 0
