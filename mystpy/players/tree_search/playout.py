"""The play of simulated players: by their notes, and otherwise at random.

In the field: a default policy of Monte Carlo simulations.

Such a player asks for cards that may be in the pile by her notes. She shows a card that
the asker has seen, if there is one, and guesses when the notes leave one pile. A player
who sees all cards guesses at the first occasion.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mystpy.bits import bits
from mystpy.engines.transition_system.states import Transition
from mystpy.history.actions import Asks, Guess, Shows
from mystpy.players.player_base import draw_question
from mystpy.players.tree_search.dealt_game import DealtGame, LegalMove
from mystpy.situations.event import Event

Action = tuple[Transition, Event]
"""A step, and the action that takes it."""


class Playout:
    """A player of simulated games, with a limit of questions; cards may be `open_`."""

    def __init__(self, rng: Random, *, questions: int, open_: bool = False) -> None:
        self.rng = rng
        self.questions = questions
        self.open = open_

    def finish(self, game: DealtGame) -> list[float]:
        """Play a game to its end, and return the payoff of each player.

        The players still in share an unfinished game.
        """
        left = self.questions
        while legal := game.legal_moves():
            move, event = self.action(game, legal)
            if event.key[0] == Asks.name:
                left -= 1
                if left < 0:
                    return _shared(game)
            game.do(move, event)
        return game.payoffs()

    def action(self, game: DealtGame, legal: Sequence[LegalMove]) -> Action:
        """Return the action of the player whose turn it is."""
        if forced := game.forced(legal):
            key, move, cards = forced
            return move, Event(key, cards)
        kinds = {key[0] for key, _, _ in legal}
        if Guess.name in kinds and (found := self._guess(game, legal)):
            return found
        if Asks.name in kinds:
            return self.ask(game, [each for each in legal if each[0][0] == Asks.name])
        if legal[0][0][0] == Shows.name:
            return self._show(game, legal[0])
        key, move, cards = next(each for each in legal if each[0][0] != Guess.name)
        return move, Event(key, cards)

    def ask(self, game: DealtGame, asks: Sequence[LegalMove]) -> Action:
        """Return a question for cards that may be in the pile, if there are enough."""
        key, move, _ = asks[0] if len(asks) == 1 else self.rng.choice(asks)
        cards = game.notes.open_cards(key[1], game.rules)
        pools = cards & ~game.notes.in_pile(key[1]), game.hands[key[1]], cards
        return move, Event(key, draw_question(game.rules.game, pools, self.rng))

    def _guess(self, game: DealtGame, legal: Sequence[LegalMove]) -> Action | None:
        """Return the guess of a player who knows the pile, or has no other action."""
        key, move, _ = next(each for each in legal if each[0][0] == Guess.name)
        if self.open:
            return move, Event(key, game.hands[0])
        if pile := game.notes.pile(key[1], game.rules):
            return move, Event(key, pile)
        if len(legal) > 1:
            return None
        return move, Event(key, self.any_pile(game, key[1]))

    def any_pile(self, game: DealtGame, player: int) -> int:
        """Return a pile that a player's notes leave."""
        cards, rules = game.notes.open_cards(player, game.rules), game.rules
        if rules.sorts:
            return sum(self.rng.choice(bits(cards & sort)) for sort in rules.sorts)
        sure = game.notes.in_pile(player) & cards
        number = rules.game.sizes[0] - sure.bit_count()
        return sure | sum(self.rng.sample(bits(cards & ~sure), number))

    def _show(self, game: DealtGame, legal: LegalMove) -> Action:
        key, move, cards = legal
        known = cards & game.notes.seen[key[-1]]
        return move, Event(key, self.rng.choice(bits(known or cards)))


def _shared(game: DealtGame) -> list[float]:
    """Return equal payoffs for all still in, if a game is unfinished."""
    still_in = game.rules.system.state(game.public.state).still_in
    share = 1 / max(1, len(still_in))
    return [share * (k in still_in) for k in range(game.rules.game.p + 1)]
