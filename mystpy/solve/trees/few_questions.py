"""Bounds on large games by strategies of a player who is restricted to few questions.

Such trees are much smaller, and can have more turns. The other player has all legal
actions, so that the value of such a strategy is a bound on the value of the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import count

from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, NoGuess
from mystpy.solve.extensive.action_space import AbstractAction, GameVariant, PublicNode
from mystpy.solve.extensive.classes import Classes, Counts, sorts_of
from mystpy.solve.extensive.program import optimum
from mystpy.solve.extensive.regret import minimize_regret
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import BoundWitness, judge_plan
from mystpy.thresholds import MAX_WAYS_BEFORE_REGRET

ROUNDS = 128
"""The most rounds of regret minimization."""
NEAR = 1 / 1000
"""They end when the values of both plans differ by at most this number."""


class FewQuestions(NamedTuple):
    """The options of a player who is restricted to few questions.

    The questions have the most cards about which the other has revealed nothing. Unless
    cards are to be `hidden`, the number of cards that are not the player's own is as
    close as possible to `foreign`: a question has that many cards of the pile. In the
    last turn nothing is hidden, and the player guesses.
    """

    player: int
    foreign: int
    hidden: bool

    def kept(
        self, node: PublicNode, _: Counts, options: list[AbstractAction], turns: int
    ) -> list[AbstractAction]:
        """Return the options to keep at a node, this number of turns before the end."""
        kind, player = options[0].key[:2] if options else ("", 0)
        if player != self.player:
            return options
        last = turns == 1
        if kind == Asks.name:
            rank = partial(self._rank, node.classes, self.hidden and not last)
            best = max(map(rank, options))
            return [option for option in options if rank(option) == best]
        if last and kind in (Guess.name, NoGuess.name):
            return [option for option in options if option.key[0] == Guess.name]
        return options

    def _rank(
        self, classes: Classes, hidden: bool, question: AbstractAction
    ) -> tuple[int, ...]:
        news = sum(
            number
            for cards, number in zip(classes, question.cards, strict=True)
            if not (cards.shown_to or cards.lacking & self.player)
        )
        foreign = sum(question.cards) - sum(question.own)
        return (news,) if hidden else (news, -abs(foreign - self.foreign))


def few_questions_tree(
    game: Game, variant: GameVariant, player: int, *, hidden: bool = True
) -> TreeBuilder:
    """Return the trees of a game in which one player has few questions.

    Cards are `hidden` from the other if this is set, but not in the last turn. Raises
    as `TreeBuilder`.
    """
    foreign = sum(min(sort.pile, sort.asked) for sort in sorts_of(game))
    few = FewQuestions(player, foreign, hidden)
    return TreeBuilder(game, variant, kept=few.kept)


def side_of_few(
    game: Game, variant: GameVariant, player: int, ways: int, *, hidden: bool = True
) -> BoundWitness | None:
    """Return a player's strategy with few questions, and its value.

    It has the most turns for which the last turn is the player's, and the number of
    plays is at most `ways`. The result is None if there are none. Raises as
    `TreeBuilder`.
    """
    growth = few_questions_tree(game, variant, player, hidden=hidden)
    return side_in_largest(growth, player, ways, count(player, 2))


def side_in_largest(
    growth: TreeBuilder,
    player: int,
    ways: int,
    turns: Iterable[int],
    rounds: int | None = None,
) -> BoundWitness | None:
    """Return a player's strategy in the largest of some trees, and its value.

    The tree has at most that number of `ways` to end. The result is None if there is
    none. A tree is not even built if it is likely to be many times as large. In large
    trees the strategy comes from that number of rounds of regret minimization.
    """
    form, before, size = None, 1, 1
    for number in turns:
        if size**2 > 3 * ways * before:
            break
        grown = growth.form(number)
        before, size = size, grown.root.size
        if size > ways:
            break
        form = grown
        if size == before:  # no game has so many turns
            break
    if form is None:
        return None
    share = player - 1
    if form.root.size <= MAX_WAYS_BEFORE_REGRET:
        return judge_plan(form, player, share, optimum(form, share))
    found = minimize_regret(form, share, rounds or ROUNDS, near=NEAR)
    return judge_plan(form, player, share, found)
