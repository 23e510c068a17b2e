"""Bounds of large games by plans of a player who keeps to few questions.

Trees are much smaller so, and can have more turns. The other player may do all that the
rules let him do, so that what such a plan is worth bounds the value of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from mystpy.engines.transition_system.states import EventKey
from mystpy.engines.transition_system.system import Transition
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess
from mystpy.solve.extensive.action_space import (
    AbstractAction,
    ActionSpace,
    GameVariant,
    PublicNode,
)
from mystpy.solve.extensive.classes import Classes, Counts, Met, Sort
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.program import optimum
from mystpy.solve.extensive.regret import minimize_regret
from mystpy.solve.extensive.subgame import Subgame
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import BoundWitness, judge_plan
from mystpy.thresholds import MAX_WAYS_BEFORE_REGRET

ROUNDS = 128
"""There are so many rounds of it at most."""
NEAR = 1 / 1000
"""They end where both plans are worth the same but for so much."""


class FewQuestionsSpace(ActionSpace):
    """What can be done if one player has few questions.

    They have the most cards of which the other has not told, and unless cards are to be
    `hidden`, as nearly as can be the pile's number of cards that are not the player's
    own. In the `last` turn nothing is hidden, and the player guesses.
    """

    def __init__(
        self,
        variant: GameVariant,
        sorts: Sequence[Sort],
        player: int,
        *,
        hidden: bool,
        last: bool,
    ) -> None:
        super().__init__(variant, sorts)
        self._player, self._hidden, self._last = player, hidden and not last, last
        self._foreign = sum(min(sort.pile, sort.asked) for sort in sorts)

    def options(
        self,
        node: PublicNode,
        hands: Iterable[Counts],
        piles: Met,
        moves: Mapping[EventKey, Transition],
        asks: Sequence[Counts],
    ) -> Iterator[tuple[Counts, list[AbstractAction]]]:
        """What a player may do with each hand, holding so many piles possible."""
        asking = (Asks.name, self._player) in moves
        guessing = self._last and (Guess.name, self._player) in moves
        for hand, found in super().options(node, hands, piles, moves, asks):
            if asking:
                ranks = [self._rank(node.classes, option) for option in found]
                best = max(ranks, default=())
                kept = [o for o, rank in zip(found, ranks, strict=True) if rank == best]
                yield hand, kept
            elif guessing:
                yield hand, [option for option in found if option.key[0] == Guess.name]
            else:
                yield hand, found

    def _rank(self, classes: Classes, question: AbstractAction) -> tuple[int, ...]:
        """How good a question is taken to be."""
        news = sum(
            number
            for cards, number in zip(classes, question.cards, strict=True)
            if not (cards.shown_to or cards.lacking & self._player)
        )
        foreign = sum(question.cards) - sum(question.own)
        return (news,) if self._hidden else (news, -abs(foreign - self._foreign))


class FewQuestionsBuilder(TreeBuilder):
    """The trees of a game in which one player has few questions.

    Cards are `hidden` from the other if they are to be, but not in the last turn.
    """

    def __init__(
        self, game: Game, variant: GameVariant, player: int, *, hidden: bool = True
    ) -> None:
        super().__init__(game, variant)
        self._menus = [
            FewQuestionsSpace(variant, self._sorts, player, hidden=hidden, last=last)
            for last in (False, True)
        ]

    def subgame(
        self,
        state: int,
        classes: Classes,
        held: tuple[tuple[Counts, ...], tuple[Counts, ...]],
        turns: int,
    ) -> Subgame:
        """What can happen in so many turns more, with these hands."""
        before, self.action_space = self.action_space, self._menus[turns == 1]
        found = super().subgame(state, classes, held, turns)
        self.action_space = before
        return found


def side_of_few(
    game: Game, variant: GameVariant, player: int, ways: int, *, hidden: bool = True
) -> BoundWitness | None:
    """A player's plan with few questions, and what it is worth.

    It has the most turns of which the last one is the player's, and in which the game
    can end in no more than so many ways. It is None if there are none. A tree is not
    even grown if it is likely to be many times as large. Raises as `TreeBuilder`.
    """
    growth = FewQuestionsBuilder(game, variant, player, hidden=hidden)
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
    return None if form is None else _side(form, player)


def _side(form: SequenceForm, player: int) -> BoundWitness:
    """A plan, and what it is worth."""
    share = player - 1
    if form.root.size <= MAX_WAYS_BEFORE_REGRET:
        return judge_plan(form, player, share, optimum(form, share))
    return judge_plan(
        form, player, share, minimize_regret(form, share, ROUNDS, near=NEAR)
    )
