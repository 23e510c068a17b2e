"""The tree of a game of two players, node by node, with chance nodes.

In the field: the extensive form, reduced by card symmetry, with chance sampled lazily.

It is the game of the sequence form: cards are counted by classes, and chance deals no
more of the hands than somebody has seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from mystpy.compilation import NamedTuple
from mystpy.engines.transition_system.states import EventKey, Transition
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.game.game import Game
from mystpy.history.actions import Asks, EndTurn, Guess
from mystpy.solve.extensive.action_space import (
    PICKING,
    AbstractAction,
    ActionSpace,
    GameVariant,
    PublicNode,
    node_after,
)
from mystpy.solve.extensive.classes import (
    SHOWN,
    CardClass,
    Classes,
    Counts,
    Met,
    Split,
    check_solved,
    hands,
    number_of_draws,
    require_seen_by_both,
    sizes_of,
    sorts_of,
)
from mystpy.solve.extensive.labels import Trace, describe_information_set, traces_after
from mystpy.solve.extensive.subgame import Decision


class PublicPosition(NamedTuple):
    """A public node with its turn, and the traces of each class before that turn."""

    node: PublicNode
    turn: int
    before: tuple[Trace, ...]

    @classmethod
    def start(cls, game: Game) -> PublicPosition:
        """Return the start of a game.

        Raises AxiomError if, by the axioms in force, not both players see each card.
        """
        require_seen_by_both(game)
        classes = tuple(CardClass(k, s.size) for k, s in enumerate(sorts_of(game)))
        whence = tuple(range(len(classes)))
        state = transition_system_of(2, game.rule_set).start
        return cls(PublicNode(state, classes, whence), 1, ((),) * len(classes))

    @property
    def traces(self) -> list[Trace]:
        """Return the trace of each class."""
        marks = [cards.mark for cards in self.node.classes]
        return traces_after(self.turn, self.before, self.node.whence, marks)

    def describe(
        self, hand: Counts, options: Sequence[AbstractAction]
    ) -> tuple[str, tuple[str, ...]]:
        """Return a player's knowledge with this hand, and the options, as texts."""
        choice = Decision(0, self.node, hand, tuple(options))
        return describe_information_set(self.turn, self.before, choice)

    def after(
        self, action_space: ActionSpace, key: EventKey, move: Transition, cards: Counts
    ) -> tuple[PublicPosition, Split]:
        """Return the state after an action with these cards of each class."""
        split = action_space.split(sizes_of(self.node.classes), cards)
        node = node_after(self.node, key, move, split if key[0] in PICKING else None)
        after = self._replace(node=node)
        if key[0] == EndTurn.name:
            answered = any(c.mark == SHOWN for c in node.classes)
            classes = (
                action_space.forget_unused(c.after(node.poser, answered))
                for c in node.classes
            )
            whence = tuple(range(len(node.classes)))
            fresh = PublicNode(node.state, tuple(classes), whence)
            return PublicPosition(fresh, self.turn + 1, tuple(after.traces)), split
        return after, split


Pair = tuple[Counts, Counts]
"""The hands of both players."""


class DealtNode(NamedTuple):
    """A public position, the hands possible there, and the actual hands."""

    public: PublicPosition
    may: tuple[frozenset[Counts], frozenset[Counts]]
    held: Pair


class TerminalNode(NamedTuple):
    """An end: the probability that player 1 has won."""

    won: Fraction


class ChanceNode(NamedTuple):
    """A chance node: positions with their probabilities."""

    outcomes: tuple[tuple[Fraction, DealtNode], ...]


class DecisionNode(NamedTuple):
    """A node of a player: the information set, and the node after each action."""

    player: int
    label: str
    actions: tuple[tuple[str, DealtNode | ChanceNode | TerminalNode], ...]


class ReducedTree:
    """The tree of a game that ends after a number of turns.

    Player 1 wins an unfinished game with probability `share`. Raises as `check_solved`
    does.
    """

    def __init__(
        self, game: Game, variant: GameVariant, turns: int, share: Fraction
    ) -> None:
        check_solved(game)
        self.game = game
        self.turns = turns
        self.share = share
        self._sorts = sorts_of(game)
        self._action_space = ActionSpace(variant, self._sorts)
        self._system = transition_system_of(2, game.rule_set)

    def start(self) -> DealtNode | ChanceNode:
        """Return the deal, by how many cards of each sort are in the hands."""
        public = PublicPosition.start(self.game)
        one, two = (
            frozenset(hands(public.node.classes, size)) for size in self.game.sizes[1:]
        )
        return self._dealt(public, (one, two), ((a, b) for a in one for b in two))

    def at(self, position: DealtNode) -> DecisionNode | TerminalNode:
        """Return the decision at a position, or the end of the game."""
        public, held = position.public, position.held
        if public.turn > self.turns:
            return TerminalNode(self.share)
        moves = self._system.moves(public.node.state)
        player, asks = next(iter(moves))[1], list[Counts]()
        if any(key[0] == Asks.name for key in moves):
            asks = self._action_space.questions(public.node.classes, player)
            if not asks:
                return TerminalNode(Fraction(player == 1))  # who asks knows the pile
        may, others = position.may[player - 1], position.may[2 - player]
        piles: Met = {}
        if (Guess.name, player) in moves:
            piles = self._action_space.piles(public.node.classes, player, may, others)
        options = dict(self._action_space.options(public.node, may, piles, moves, asks))
        mine = options[held[player - 1]]
        label, names = public.describe(held[player - 1], mine)
        after = (self._after(position, option, options, moves) for option in mine)
        return DecisionNode(player, label, tuple(zip(names, after, strict=True)))

    def _after(
        self,
        at: DealtNode,
        option: AbstractAction,
        options: Mapping[Counts, Iterable[AbstractAction]],
        moves: Mapping[EventKey, Transition],
    ) -> DealtNode | ChanceNode | TerminalNode:
        place, classes = option.key[1] - 1, at.public.node.classes
        hand, other = at.held[place], at.held[1 - place]
        if option.key[0] == Guess.name:
            hit = self._right(classes, at.held, hand, option.cards)
            return TerminalNode(1 - hit if place else hit)
        move = moves[option.key]
        after, split = at.public.after(
            self._action_space, option.key, move, option.cards
        )
        mine = frozenset(
            split[held][same.own][0]
            for held, some in options.items()
            for same in some
            if (same.key, same.cards) == (option.key, option.cards)
        )
        theirs = frozenset(
            h for held in at.may[1 - place] for h, _ in split[held].values()
        )
        own, _ = split[hand][option.own]
        pairs = [(own, h) for h, _ in split[other].values()]
        if place:
            return self._dealt(after, (theirs, mine), [(b, a) for a, b in pairs])
        return self._dealt(after, (mine, theirs), pairs)

    def _right(
        self, classes: Classes, held: Pair, hand: Counts, guess: Counts
    ) -> Fraction:
        """Return the probability that a guess of indistinguishable cards is right."""
        rest = tuple(c.size - h for c, h in zip(classes, hand, strict=True))
        deal = self._action_space.fit(classes)(*held)
        assert deal, "they go together"
        return Fraction(deal.pile == guess, number_of_draws(rest, guess))

    def _dealt(
        self,
        public: PublicPosition,
        may: tuple[frozenset[Counts], frozenset[Counts]],
        pairs: Iterable[Pair],
    ) -> DealtNode | ChanceNode:
        """Return the chance node of hands, by the number of deals that have them."""
        fit = self._action_space.fit(public.node.classes)
        kept = (
            frozenset(a for a in may[0] if any(fit(a, b) for b in may[1])),
            frozenset(b for b in may[1] if any(fit(a, b) for a in may[0])),
        )
        deals = [(deal.ways, pair) for pair in pairs if (deal := fit(*pair))]
        whole = sum(number for number, _ in deals)
        found = tuple(
            (Fraction(number, whole), DealtNode(public, kept, pair))
            for number, pair in deals
        )
        return found[0][1] if len(found) == 1 else ChanceNode(found)
