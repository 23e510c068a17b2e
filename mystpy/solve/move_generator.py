"""What a player of two may do in a public position, read off the public diagram.

In the field: a move generator. What is possible hangs on what everybody sees and on the
hand of who acts, so it is worked out once for each pair of them.
"""

from __future__ import annotations

from mystpy.bits import bits, mask_of
from mystpy.compilation import NamedTuple
from mystpy.engines.diagram.diagram import diagram
from mystpy.engines.edited.relied_on import require_known_effects
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, ResultTold, Shows
from mystpy.play.tabletop import Offer, asked_after, showable
from mystpy.situations.deed import Deed
from mystpy.solve.extensive.classes import require_seen_by_both


class Spot(NamedTuple):
    """A public position: the state of the diagram, the mask of the question."""

    state: int
    asked: int


class Offered(NamedTuple):
    """What may be done: the kinds, and where every action leads but a right guess."""

    offers: list[Offer]
    actions: dict[Deed, Spot]


class MoveGenerator:
    """What may be done in the positions of a game, worked out where play leads."""

    def __init__(self, game: Game) -> None:
        require_seen_by_both(game)
        require_known_effects(game.rule_set)
        self._diagram = diagram(game.p, game.rule_set)
        self.start = Spot(self._diagram.start, 0)
        self._sets = {
            Asks.name: [mask_of(cards, game) for cards in game.questions()],
            Guess.name: [mask_of(cards, game) for cards in game.guesses()],
        }
        self._found: dict[tuple[Spot, int], Offered] = {}
        self._players: dict[int, int] = {}

    def player(self, spot: Spot) -> int:
        """Who is to act, which is public."""
        if spot.state not in self._players:
            keys = self._diagram.moves(spot.state)
            (self._players[spot.state],) = {key[1] for key in keys}
        return self._players[spot.state]

    def moves(self, spot: Spot, hand: int) -> Offered:
        """What who is to act may do with this hand, a mask."""
        if (spot, hand) not in self._found:
            self._found[spot, hand] = self._moves(spot, hand)
        return self._found[spot, hand]

    def _moves(self, spot: Spot, hand: int) -> Offered:
        hands, asked, found = (0, hand, hand), spot.asked, Offered([], {})
        player = self.player(spot)
        for key, move in self._diagram.moves(spot.state).items():
            assert all(guard.player == player for guard in move.guards)
            cards = showable(move.guards, hands, asked) if key[0] == Shows.name else 0
            sets = bits(cards) if key[0] == Shows.name else self._sets.get(key[0], [0])
            deeds = [
                Deed(key, one)
                for one in sets
                if all(guard.holds(hands, asked, one) for guard in move.guards)
            ]
            if deeds and key[0] != ResultTold.name:  # others see that
                found.offers.append(Offer(key, cards))
                for deed in deeds:
                    ahead = Spot(move.after[0], asked_after(move, deed, asked))
                    found.actions[deed] = ahead
        return found
