"""Agents of order zero, one and two in Clue.

In the field: agents with a theory of mind of order zero, one and two.

Source: the project's page, *Decision Making*. Details that the page does not specify
are options. There, a suggestion that nobody refutes wins; here its asker guesses it, in
the same turn. A player who has one world left suggests it in the next turn, and nobody
refutes it.

An agent of order two shows a card that the asker is known to know, if it can. *It never
can*, as long as nobody asks for a card that the asker knows not to be in the pile. The
cards that an agent was shown have left its goal model, and it suggests only cards in
it. So orders one and two play the same games.

The rule pays after one small change: the room of a suggestion is where the player is,
not where one would like it, as on the board of the game. Then it `stands`, as a random
card of the last sort. Between two players the rule wins more than half of the games
then (a test plays them). With more players, a card that is hidden from one of them
helps all others equally.
"""

from __future__ import annotations

from random import Random

from mystpy.bits import bits, members
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, No, NoGuess, Shows
from mystpy.play.game_state import LegalAction, sort_masks
from mystpy.play.information_state import EventFold, InformationState
from mystpy.play.player import FOLLOW_SIGHT
from mystpy.players.goal_models import ExactModels, SplitModels, check_models
from mystpy.players.player_base import PlayerBase
from mystpy.sight import require_known_sight
from mystpy.situations.event import Event

Models = SplitModels | ExactModels


class Agent(PlayerBase):
    """An agent of an order, with split models or with `exact` ones.

    With `passes` the information in a pass is used. With `stands` the card of the last
    sort is drawn. With `at_once` the last world is guessed, not only suggested in the
    next turn. Raises QueryError for another order, and if there are too many hands or
    piles.
    """

    def __init__(
        self,
        game: Game,
        player: int,
        *,
        order: int = 1,
        exact: bool = False,
        passes: bool = True,
        stands: bool = False,
        at_once: bool = True,
    ) -> None:
        if order not in (0, 1, 2):
            raise QueryError(f"an agent is of order 0, 1 or 2, not {order}")
        if order == 2:
            who = "an agent of order 2, who keeps account of what others were shown,"
            require_known_sight(game.rule_set, who, FOLLOW_SIGHT)
        check_models(game, 0 if exact else order)
        super().__init__(game, player)
        self.order, self.exact = order, exact
        self.passes, self.stands, self.at_once = passes, stands, at_once
        self._sorts = sort_masks(game)
        self._number = game.sizes[0] if game.rules == "generalized" else game.q
        self._models = EventFold(self._start)

    def _start(self, seen: InformationState) -> Models:
        if self.exact:
            return ExactModels(seen)
        return SplitModels(seen, self.order, passes=self.passes)

    def question(self, seen: InformationState, rng: Random) -> int:
        """Return a world, for order zero; else the most frequent cards."""
        models = self._models.at(seen)
        chosen = self._world(models, rng) if not self.order else self._most(models, rng)
        if self.stands and self._sorts:
            last = self._sorts[-1]
            chosen = chosen & ~last | rng.choice(bits(last))
        return chosen

    def _world(self, models: Models, rng: Random) -> int:
        """Return a world, cut or filled up at random if a question is not a pile."""
        pile = models.piles[rng.choice(list(members(models.goal)))]
        if self._sorts:
            return pile
        cards = rng.sample(bits(pile), pile.bit_count())
        rest = bits(((1 << self.game.c) - 1) & ~pile)
        return sum((cards + rng.sample(rest, len(rest)))[: self._number])

    def _most(self, models: Models, rng: Random) -> int:
        """Return the most frequent card of each sort, or else the q most frequent."""
        goal, having = models.goal, models.having
        if not self._sorts:
            cards = rng.sample(list(having), len(having))
            cards.sort(key=lambda card: -(goal & having[card]).bit_count())
            return sum(cards[: self._number])
        chosen = 0
        for sort in self._sorts:
            counts = {card: (goal & having[card]).bit_count() for card in bits(sort)}
            most = max(counts.values())
            best = [card for card, count in counts.items() if count == most]
            chosen |= best[0] if len(best) == 1 else rng.choice(best)
        return chosen

    def pile(self, seen: InformationState, rng: Random) -> int:
        """Return the suggestion that nobody refuted, or the last world."""
        models = self._models.at(seen)
        asked = unrefuted_question(seen)
        if not asked & seen.hand and asked.bit_count() == self.game.sizes[0]:
            return asked
        if self.at_once and models.goal.bit_count() == 1:
            return models.piles[models.goal.bit_length() - 1]
        return 0

    def card(self, seen: InformationState, legal: LegalAction, rng: Random) -> int:
        """Return any card; for order two one that the asker knows, if possible."""
        knows = self._models.at(seen).knows[legal.key[-1]] if self.order == 2 else 0
        return rng.choice(bits(legal.cards & knows or legal.cards))

    def why(self, seen: InformationState, event: Event) -> str:
        """Return the reason of an action, in words."""
        models = self._models.at(seen)
        left = f"{models.goal.bit_count()} worlds are left in the goal model"
        match event.key[0]:
            case Asks.name:
                how = "cards that are in most of them" if self.order else "one of them"
                return f"{left}; these are {how}"
            case Shows.name if self.order == 2:
                knows = models.knows[event.key[-1]] & event.cards
                return "the asker knows it" if knows else "the asker knows none of them"
            case Guess.name:
                return left if models.goal.bit_count() == 1 else "nobody refuted it"
            case NoGuess.name:
                return left
        return super().why(seen, event)


def unrefuted_question(seen: InformationState) -> int:
    """Return the player's question that all others have just passed, or 0."""
    passes = seen.game.p - 1
    if len(seen.events) <= passes:
        return 0
    asked, *answers = seen.events[-passes - 1 :]
    passed = all(event.key[0] == No.name for event in answers)
    return asked.cards if passed and asked.key[:2] == (Asks.name, seen.player) else 0
