"""What a player of two may do in a public position, read off the public diagram.

In the field: a move generator. What is possible hangs on what everybody sees and on the
hand of who acts, so it is worked out once for each pair of them.
"""

from __future__ import annotations

from mystpy.bits import bits, mask_of
from mystpy.compilation import NamedTuple
from mystpy.engines.edited.relied_on import require_known_effects
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, ResultTold, Shows
from mystpy.play.game_state import LegalAction, asked_after, showable
from mystpy.situations.event import Event
from mystpy.solve.extensive.classes import require_seen_by_both


class PublicGamePosition(NamedTuple):
    """A public position: the state of the diagram, the mask of the question."""

    state: int
    question_mask: int


class LegalActions(NamedTuple):
    """What may be done: the kinds, and where every action leads but a right guess."""

    offers: list[LegalAction]
    actions: dict[Event, PublicGamePosition]


class MoveGenerator:
    """What may be done in the positions of a game, worked out where play leads."""

    def __init__(self, game: Game) -> None:
        require_seen_by_both(game)
        require_known_effects(game.rule_set)
        self._system = transition_system_of(game.p, game.rule_set)
        self.start = PublicGamePosition(self._system.start, 0)
        self._sets = {
            Asks.name: [mask_of(cards, game) for cards in game.questions()],
            Guess.name: [mask_of(cards, game) for cards in game.guesses()],
        }
        self._found: dict[tuple[PublicGamePosition, int], LegalActions] = {}
        self._players: dict[int, int] = {}

    def player(self, position: PublicGamePosition) -> int:
        """Who is to act, which is public."""
        if position.state not in self._players:
            keys = self._system.moves(position.state)
            (self._players[position.state],) = {key[1] for key in keys}
        return self._players[position.state]

    def moves(self, position: PublicGamePosition, hand: int) -> LegalActions:
        """What who is to act may do with this hand, a mask."""
        if (position, hand) not in self._found:
            self._found[position, hand] = self._moves(position, hand)
        return self._found[position, hand]

    def _moves(self, position: PublicGamePosition, hand: int) -> LegalActions:
        hands, asked, found = (
            (0, hand, hand),
            position.question_mask,
            LegalActions([], {}),
        )
        player = self.player(position)
        for key, move in self._system.moves(position.state).items():
            assert all(guard.player == player for guard in move.guards)
            cards = showable(move.guards, hands, asked) if key[0] == Shows.name else 0
            sets = bits(cards) if key[0] == Shows.name else self._sets.get(key[0], [0])
            events = [
                Event(key, one)
                for one in sets
                if all(guard.holds(hands, asked, one) for guard in move.guards)
            ]
            if events and key[0] != ResultTold.name:  # others see that
                found.offers.append(LegalAction(key, cards))
                for event in events:
                    ahead = PublicGamePosition(
                        move.after[0], asked_after(move, event, asked)
                    )
                    found.actions[event] = ahead
        return found
