"""Build a small subgame from here on from drawn deals, and minimize its regrets.

In the field: depth-limited solving of a sampled subgame by predictive CFR+, with an
abstraction of imperfect recall for the others (Brown, Sandholm and Amos 2018; Farina,
Kroer and Sandholm 2021).

The subgame ends after a few questions, and simulated games estimate its value. An
information set of the searching player consists of the observations since the root. For
another player it also has the approximate number of piles that the player's notes
leave: by drawn hands alone no two players would share a set. The searching player's
hand is the same in all deals, so that the others play as if it were known; hiding it
gains nothing here.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random

from mystpy.bits import bits
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess
from mystpy.play.information_state import seen_of
from mystpy.players.tree_search.dealt_game import DealtGame, LegalMove
from mystpy.players.tree_search.playout import Action, Playout
from mystpy.players.tree_search.regret_tree import RegretTree
from mystpy.players.tree_search.search_player import (
    MAX_QUESTIONS,
    ActionValue,
    SearchPlayer,
    SearchRoot,
)
from mystpy.progress import require_count
from mystpy.situations.event import Event

_BRANCHES = 2
"""The number of questions that each player may ask below the root."""

Trace = tuple[tuple[Event, ...], ...]
"""The observations of each player since the root; index 0 is not used."""


class SampledSubgame:
    """The tree of a subgame: from the root on for some questions, deal by deal."""

    def __init__(
        self, root: SearchRoot, events: Sequence[Event], questions: int, rng: Random
    ) -> None:
        self.root = root
        self.events = events
        self.questions = questions
        self.rng = rng
        self.tree = RegretTree(root.rules.game.p)
        self.key: Hashable = ("root",)
        self._playout = Playout(rng, questions=MAX_QUESTIONS)
        self._asked: dict[Hashable, list[Event]] = {}

    def add_deal(self, number: int) -> None:
        """Add the continuations of one more deal to the tree."""
        game = self.root.game(number, self.rng)
        moves = {key: move for key, move, _ in game.legal_moves()}
        actions = [(moves[event.key], event) for event in self.events]
        node = self.tree.add_root()
        trace: Trace = ((),) * (self.root.rules.game.p + 1)
        self._branch(game, node, self.key, actions, trace, self.questions)

    def _branch(
        self,
        game: DealtGame,
        node: int,
        key: Hashable,
        actions: Sequence[Action],
        trace: Trace,
        left: int,
    ) -> None:
        """Add the nodes after each action of a node."""
        actor = actions[0][1].key[1]
        self.tree.add_decision(node, key, actor, len(actions))
        for place, (move, event) in enumerate(actions):
            after = game.copy()
            after.do(move, event)
            child = self.tree.add_child(node, place)
            asked = event.key[0] == Asks.name
            self._go_on(after, child, _observed(trace, event, game), left - asked)

    def _go_on(self, game: DealtGame, node: int, trace: Trace, left: int) -> None:
        """Add the nodes after a node: forced actions first, then a choice."""
        while legal := game.legal_moves():
            if forced := game.forced(legal):
                event = Event(forced[0], forced[2])
                game.do(forced[1], event)
                trace = _observed(trace, event, game)
                continue
            actor = legal[0][0][1]
            if left <= 0 and any(key[0] == Asks.name for key, _, _ in legal):
                self.tree.add_payoffs(node, self._playout.finish(game))
                return
            key = self._set(game, legal, trace[actor])
            actions = self._actions(game, legal, key)
            self._branch(game, node, key, actions, trace, left)
            return
        self.tree.add_payoffs(node, game.payoffs())

    def _set(
        self, game: DealtGame, legal: Sequence[LegalMove], seen: tuple[Event, ...]
    ) -> Hashable:
        """Return the information set of the player to act."""
        actor, cards = legal[0][0][1], legal[0][2]
        known = bool(game.notes.pile(actor, game.rules))
        if actor == self.root.player:
            return actor, seen, cards, known
        return (
            *(actor, seen, cards, known),
            game.notes.piles(actor, game.rules).bit_length(),
        )

    def _actions(
        self, game: DealtGame, legal: Sequence[LegalMove], key: Hashable
    ) -> list[Action]:
        """Return a few actions; each deal of an information set has the same number."""
        first, move, cards = legal[0]
        if cards:
            return [(move, Event(first, card)) for card in bits(cards)]
        moves = {each[0]: each[1] for each in legal}
        asks = [each for each in legal if each[0][0] == Asks.name]
        if asks:
            asked = self._asked.setdefault(key, self._questions(game, asks))
            found = [(moves[event.key], event) for event in asked]
        else:
            found = [(m, Event(k)) for k, m, _ in legal if k[0] != Guess.name]
        for guess, m in moves.items():
            if guess[0] == Guess.name:
                pile = self._playout.any_pile(game, first[1])
                found.append((m, Event(guess, pile)))
        return found

    def _questions(self, game: DealtGame, asks: Sequence[LegalMove]) -> list[Event]:
        drawn = (self._playout.ask(game, asks)[1] for _ in range(2 * _BRANCHES))
        return list(dict.fromkeys(drawn))[:_BRANCHES]


def _observed(trace: Trace, event: Event, game: DealtGame) -> Trace:
    """Return the traces with one more event, a guess without its cards."""
    if event.key[0] == Guess.name:
        event = Event(event.key)
    sight = game.rules.sight
    return tuple(
        (*seen, seen_of(event, player, sight)) for player, seen in enumerate(trace)
    )


class Cfr(SearchPlayer):
    """A player who draws an action by the strategy found on a sampled subgame.

    The subgame has `deals` drawn deals and `questions` questions; `iterations` are
    rounds of regret minimization.
    """

    def __init__(
        self,
        game: Game,
        player: int,
        *,
        iterations: int = 100,
        deals: int = 16,
        questions: int = 2,
        width: int = 3,
        piles: int = 1,
        seconds: float | None = None,
        reads: bool = False,
    ) -> None:
        super().__init__(
            *(game, player),
            iterations=iterations,
            width=width,
            piles=piles,
            seconds=seconds,
            reads=reads,
        )
        self.deals = require_count(deals, "deals")
        self.questions = require_count(questions, "questions")

    def compare(
        self, root: SearchRoot, events: Sequence[Event], rng: Random
    ) -> list[ActionValue]:
        """Return the chances of the actions; the drawn one first."""
        subgame = SampledSubgame(root, events, self.questions, rng)
        budget = self.budget.limited(self.deals)
        number = 0
        for number in budget.rounds():
            subgame.add_deal(number)
        strategy = subgame.tree.minimize(self.budget.iterations)
        place = subgame.tree.sets[subgame.key]
        chances = strategy[place, : len(events)].round(9).tolist()
        (drawn,) = rng.choices(range(len(events)), chances)
        found = [
            ActionValue(event, number + 1, chance)
            for event, chance in zip(events, chances, strict=True)
        ]
        return [found.pop(drawn), *found]

    def words(self, value: ActionValue) -> str:
        """Return the reason for an action, in words."""
        return f"probability {value.share:.2f} in a subgame of {value.games} deals"
