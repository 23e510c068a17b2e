"""The tree of a MYST with named cards: every deal, and every choice of cards.

A `game_tree` has one deal, and chance says which of the cards that look alike an action
takes. That loses nothing for players who are on their own. A team can agree on a code:
which of the cards that look alike a member asks for may tell the others of its hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from mystpy.bits import members
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, NoGuess, Shows
from mystpy.play.game_state import GameState
from mystpy.situations.event import Event
from mystpy.solve.profiles.chance_outcomes import Trace, go_on
from mystpy.solve.profiles.game_tree import (
    MOST,
    DecisionSet,
    GameTree,
    GameTreeBuilder,
    ProfileAction,
    TreeNode,
    View,
)

DEAL = "deal"
"""The kind of the only action at the root: chance deals, player 0."""


def named_tree(
    game: Game,
    turns: int,
    *,
    idle: bool = True,
    most: int = MOST,
    tick: Callable[[], None] = lambda: None,
) -> GameTree:
    """The tree of a game with named cards, broken off before turn `turns` + 1.

    The rules are those of `game_tree`, which it raises as.
    """
    return _NamedTreeBuilder(game, turns, idle, (), most, tick).grow()


class _NamedTreeBuilder(GameTreeBuilder):
    """A tree in which an action has cards, and not numbers of cards."""

    def start(self) -> list[GameState]:
        """All deals, after a choice of chance."""
        game = self.tree.game
        found = []
        for deal in _deals(frozenset(game.cards), game.sizes):
            table = GameState(game, deal)
            go_on(table)
            found.append(table)
        chance = Fraction(1, len(found))
        after = tuple((number, chance) for number in range(1, len(found) + 1))
        self.tree.decisions.append(DecisionSet(0, (0, (), ()), (ProfileAction(DEAL),)))
        self.tree.nodes.append(TreeNode(0, (after,)))
        self.tree.levels.append(1)
        return found

    def seen(self, table: GameState, player: int) -> tuple[list[Trace], View]:
        """Return the observations of a player: of numbered cards, and of events."""
        traces, (_, kinds, _) = super().seen(table, player)
        cards = tuple((trace, card) for card, trace in enumerate(traces))
        return traces, (player, kinds, cards)

    def outcomes(
        self, table: GameState, traces: Sequence[Trace], pick: ProfileAction
    ) -> Iterator[tuple[GameState, Fraction]]:
        """The position after an action: its cards have names."""
        key = next(o.key for o in table.legal_actions() if o.key[0] == pick.kind)
        after = table.copy()
        after.do(Event(key, sum(1 << card for _, card in pick.cards)))
        go_on(after)
        yield after, Fraction(1)

    def picks(
        self, alike: Sequence[tuple[GameState, list[Trace]]]
    ) -> tuple[ProfileAction, ...]:
        """Return the actions in positions that the chooser cannot distinguish."""
        table, traces = alike[0]
        first = table.legal_actions()[0]
        kind = first.key[0]
        if kind == Asks.name:
            return tuple(self._asked(table, traces))
        if kind == Shows.name:
            shown = members(first.cards)
            return tuple(ProfileAction(kind, ((traces[c], c),)) for c in shown)
        piles = sorted({tuple(members(table.hands[0])) for table, _ in alike})
        guesses = [
            ProfileAction(Guess.name, tuple((traces[c], c) for c in pile))
            for pile in piles
        ]
        return tuple(guesses if len(piles) == 1 else [_WAIT, *guesses])

    def _asked(self, table: GameState, traces: list[Trace]) -> Iterator[ProfileAction]:
        """The questions, without those that tell nothing if they are left out."""
        game, player = self.tree.game, table.legal_actions()[0].player
        informed = {
            k
            for k, event in enumerate(table.done)
            if event.key[0] == Shows.name or event.key == (Asks.name, player)
        }
        for cards in combinations(range(game.c), game.q):
            useless = game.q == 1 and informed & set(traces[cards[0]][1])
            if self.tree.idle or not useless:
                yield ProfileAction(Asks.name, tuple((traces[c], c) for c in cards))


_WAIT = ProfileAction(NoGuess.name)


def _deals(
    cards: frozenset[str], sizes: Sequence[int]
) -> Iterator[tuple[frozenset[str], ...]]:
    """All deals of cards, the pile first."""
    if not sizes:
        yield ()
        return
    for some in combinations(sorted(cards), sizes[0]):
        for rest in _deals(cards - set(some), sizes[1:]):
            yield (frozenset(some), *rest)
