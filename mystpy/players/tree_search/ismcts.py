"""A tree over information sets, built by one simulated game after the other.

In the field: information set Monte Carlo tree search (Cowling, Powley and Whitehouse
2012). It has one observer, who sees some moves only in part (SO-ISMCTS+POM), or a tree
for each player (MO-ISMCTS), and UCB1 by how often a move was available.

A node is an observer's view since the root; so indistinguishable actions share a
branch. Questions of simulated players are added to a node one by one. Others guess once
their notes leave one pile; the searching player also evaluates guesses among few.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random

from mystpy.bits import bits
from mystpy.history.actions import Asks, Guess
from mystpy.play.information_state import seen_of
from mystpy.players.tree_search.dealt_game import DealtGame, LegalMove
from mystpy.players.tree_search.playout import Action, Playout
from mystpy.players.tree_search.search_player import (
    MAX_QUESTIONS,
    ActionValue,
    SearchPlayer,
    SearchRoot,
    ranked,
)
from mystpy.situations.event import Event

_EXPLORATION = 0.7
"""The weight of rarely tried actions, as in the source."""

_BRANCHES = 4
"""The number of a player's questions that are kept below the root."""

_FEW_PILES = 8
"""With so many piles left, the searching player weighs a guess below the root."""


class TreeNode:
    """An information set in the tree.

    `visits` counts how often it was reached, `available` how often it could have been,
    and `won` adds up the payoffs of the player whose action leads to it.
    """

    __slots__ = ("available", "children", "visits", "won")

    def __init__(self) -> None:
        self.children: dict[Event, TreeNode] = {}
        self.visits = 0
        self.available = 0
        self.won = 0.0

    def child(self, event: Event) -> TreeNode:
        """Return the node after an observed action; a new one if there is none."""
        found = self.children.get(event)
        if found is None:
            found = self.children[event] = TreeNode()
        return found

    @property
    def urgency(self) -> float:
        """Return the upper confidence bound on the payoff of the action."""
        if not self.visits:
            return math.inf
        doubt = math.log(max(1, self.available)) / self.visits
        return self.won / self.visits + _EXPLORATION * math.sqrt(doubt)


class TreeSearch:
    """One search: the trees of the observers, the first node of each being the root."""

    def __init__(
        self,
        root: SearchRoot,
        events: Sequence[Event],
        observers: Sequence[int],
        rng: Random,
    ) -> None:
        self.root = root
        self.events = events
        self.trees = {observer: TreeNode() for observer in observers}
        self.rng = rng
        self.playout = Playout(rng, questions=MAX_QUESTIONS)

    def grow(self, number: int) -> None:
        """Play one simulated game, and add its result."""
        game = self.root.game(number, self.rng)
        here = dict(self.trees)
        path: list[tuple[int, TreeNode]] = []
        fresh = False
        while not fresh and (legal := game.legal_moves()):
            actor, chosen, fresh = self._next(game, legal, here)
            move, event = chosen
            game.do(move, event)
            for observer, node in here.items():
                after = node.child(seen_of(event, observer, game.rules.sight))
                path.append((actor, after))
                here[observer] = after
        payoffs = self.playout.finish(game)
        for actor, node in path:
            node.visits += 1
            node.won += payoffs[actor]

    def values(self) -> list[ActionValue]:
        """Return the values of the actions at the root, the most visited first."""
        node = self.trees[self.root.player]
        found = {event: node.child(event) for event in self.events}
        games = {event: each.visits for event, each in found.items()}
        won = {event: each.won for event, each in found.items()}
        order = ranked(self.events, games, won)
        return sorted(order, key=lambda each: -each.games)

    def _next(
        self, game: DealtGame, legal: Sequence[LegalMove], here: Mapping[int, TreeNode]
    ) -> tuple[int, Action, bool]:
        """Return the actor, the action, and whether it is new at this node."""
        actor = legal[0][0][1]
        if forced := game.forced(legal):
            return actor, (forced[1], Event(forced[0], forced[2])), False
        observer = actor if actor in here else self.root.player
        node = here[observer]
        actions = self._actions(game, legal, node)
        chosen = self._chosen(actions, node, observer, game)
        return actor, chosen, not self._edge(node, chosen, observer, game).visits

    def _chosen(
        self,
        actions: Sequence[Action],
        node: TreeNode,
        observer: int,
        game: DealtGame,
    ) -> Action:
        """Return the most urgent action; one of those that look alike is drawn."""
        alike: dict[int, list[Action]] = {}
        edges: list[TreeNode] = []
        for action in actions:
            edge = self._edge(node, action, observer, game)
            if id(edge) not in alike:
                edges.append(edge)
                edge.available += 1
            alike.setdefault(id(edge), []).append(action)
        best = max(edges, key=lambda edge: edge.urgency)
        same = alike[id(best)]
        return same[0] if len(same) == 1 else self.rng.choice(same)

    @staticmethod
    def _edge(
        node: TreeNode, action: Action, observer: int, game: DealtGame
    ) -> TreeNode:
        return node.child(seen_of(action[1], observer, game.rules.sight))

    def _actions(
        self, game: DealtGame, legal: Sequence[LegalMove], node: TreeNode
    ) -> list[Action]:
        """Return the actions at a node: those compared at the root, else a few."""
        if node is self.trees[self.root.player]:
            moves = {key: move for key, move, _ in legal}
            return [(moves[event.key], event) for event in self.events]
        key, move, cards = legal[0]
        if cards:
            return [(move, Event(key, card)) for card in bits(cards)]
        guesses = self._guesses(game, legal)
        if guesses and game.notes.pile(key[1], game.rules):
            return guesses
        if asks := [each for each in legal if each[0][0] == Asks.name]:
            return guesses + self._questions(game, asks, node)
        rest = [(move, Event(key)) for key, move, _ in legal if key[0] != Guess.name]
        return rest + guesses or [self.playout.action(game, legal)]

    def _guesses(self, game: DealtGame, legal: Sequence[LegalMove]) -> list[Action]:
        """Return the guess of a known pile, or of one of few for the searcher."""
        guesses = [(key, move) for key, move, _ in legal if key[0] == Guess.name]
        if not guesses:
            return []
        key, move = guesses[0]
        most = _FEW_PILES if key[1] == self.root.player else 1
        if game.notes.piles(key[1], game.rules) > most:
            return []
        return [(move, Event(key, self.playout.any_pile(game, key[1])))]

    def _questions(
        self, game: DealtGame, asks: Sequence[LegalMove], node: TreeNode
    ) -> list[Action]:
        """Return the questions asked there before, and one more while they are few."""
        moves = {key: move for key, move, _ in asks}
        found = [(moves[e.key], e) for e in node.children if e.key in moves]
        if len(found) < _BRANCHES:
            action = self.playout.ask(game, asks)
            if action[1] not in node.children:
                found.append(action)
        return found


class IsMcts(SearchPlayer):
    """A player of the most visited action in a tree over her information sets."""

    def observers(self) -> Sequence[int]:
        """Return the players who have a tree."""
        return (self.player,)

    def compare(
        self, root: SearchRoot, events: Sequence[Event], rng: Random
    ) -> list[ActionValue]:
        """Return how often each action was tried, and won."""
        search = TreeSearch(root, events, self.observers(), rng)
        for number in self.budget.rounds():
            search.grow(number)
        return search.values()


class MoIsMcts(IsMcts):
    """The same with a tree for each player, over that player's observations."""

    def observers(self) -> Sequence[int]:
        """Return the players who have a tree: all of them."""
        return tuple(self.rules.players)
