"""Bounds of large games by plans of a player who keeps to few questions.

Trees are much smaller so, and can have more turns. The other player may do all that the
rules let him do, so that what such a plan is worth bounds the value of the game.
"""

from __future__ import annotations

from functools import partial
from itertools import count

from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, NoGuess
from mystpy.solve.extensive.action_space import AbstractAction, GameVariant, PublicNode
from mystpy.solve.extensive.classes import Classes, sorts_of
from mystpy.solve.extensive.program import optimum
from mystpy.solve.extensive.regret import minimize_regret
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import BoundWitness, judge_plan
from mystpy.thresholds import MAX_WAYS_BEFORE_REGRET

ROUNDS = 128
"""There are so many rounds of it at most."""
NEAR = 1 / 1000
"""They end where both plans are worth the same but for so much."""


class FewQuestions(NamedTuple):
    """What is left of a player's options if that player has few questions.

    They have the most cards that the other has said nothing of, and unless cards are to
    be `hidden`, as nearly as can be `foreign` cards that are not the player's own: as
    many as a question has of the pile. In the last turn nothing is hidden, and the
    player guesses.
    """

    player: int
    foreign: int
    hidden: bool

    def kept(
        self, node: PublicNode, options: list[AbstractAction], turns: int
    ) -> list[AbstractAction]:
        """The options that are kept at a node, so many turns before the end."""
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
    """The trees of a game in which one player has few questions.

    Cards are `hidden` from the other if they are to be, but not in the last turn.
    Raises as `TreeBuilder`.
    """
    foreign = sum(min(sort.pile, sort.asked) for sort in sorts_of(game))
    few = FewQuestions(player, foreign, hidden)
    return TreeBuilder(game, variant, kept=few.kept)


def side_of_few(
    game: Game, variant: GameVariant, player: int, ways: int, *, hidden: bool = True
) -> BoundWitness | None:
    """A player's plan with few questions, and what it is worth.

    It has the most turns of which the last one is the player's, and in which the game
    can end in no more than so many ways. It is None if there are none. A tree is not
    even grown if it is likely to be many times as large. Raises as `TreeBuilder`.
    """
    growth = few_questions_tree(game, variant, player, hidden=hidden)
    form, before, size = None, 1, 1
    for turns in count(player, 2):
        if size**2 > 3 * ways * before:
            break
        grown = growth.form(turns)
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
    found = minimize_regret(form, share, ROUNDS, near=NEAR)
    return judge_plan(form, player, share, found)
