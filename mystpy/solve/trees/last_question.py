"""Bounds on a game that is broken off, by a last question that reveals no plan.

If a game is broken off after some turns, the player who would ask next need not lose
it. She can ask for some cards of which she does not know where they are, drawn at
random, and guess at random among the piles that fit the answer. Her chance to win does
not depend on the other's hand, nor on which card the other shows. So it is guaranteed,
whatever has happened before. The bounds are almost as close as after one more turn, but
the tree does not contain that turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import count
from math import comb

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.classes import Classes, Counts
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import (
    BoundWitness,
    ValueBounds,
    improving_bounds,
)
from mystpy.solve.trees.few_questions import side_in_largest
from mystpy.theories import edited_theory
from mystpy.thresholds import MAX_WAYS_BEFORE_A_LAST_QUESTION


class LastQuestion(NamedTuple):
    """A question for cards drawn at random, and the chance to win by a guess after it.

    The question has `new` cards of which the player does not know where they are. If a
    card is shown, the guess is that the other holds `more` of the others.
    """

    chance: Fraction
    new: int
    more: int


@cache
def best_last_question(
    unknown: int, held: int, others: int, asked: int
) -> LastQuestion:
    """Return the last question with the greatest chance to win.

    The other holds `held` of the `unknown` cards. The question has `asked` cards, some
    of them unknown, and the rest from the `others`, which the other does not hold.
    """
    found = [
        LastQuestion(_chance(unknown, held, new, more), new, more)
        for new in range(max(1, asked - others), min(asked, unknown) + 1)
        for more in range(held)
    ]
    return max(found, default=LastQuestion(Fraction(not held), 0, 0))


def _chance(unknown: int, held: int, new: int, more: int) -> Fraction:
    """Return the chance to win with such a question and guess.

    If the answer is no, the other's cards are guessed among those not asked for.
    """
    rest, whole = unknown - new, comb(unknown, new)

    def deals(number: int) -> int:
        """Return how many of these questions have that number of the other's cards."""
        return comb(held, number) * comb(unknown - held, new - number)

    found = Fraction(0)
    if deals(0):
        found += Fraction(deals(0), whole * comb(rest, held))
    if new > more and deals(more + 1):
        guesses = comb(new - 1, more) * comb(rest, held - 1 - more)
        found += Fraction(deals(more + 1), whole * guesses)
    return found


def _next_chance(game: Game, classes: Classes, player: int, hand: Counts) -> Fraction:
    """Return the guaranteed chance of the player who asks next."""
    shown = sum(cards.size for cards in classes if cards.shown_to == player)
    lacking = sum(
        cards.size - own
        for cards, own in zip(classes, hand, strict=True)
        if cards.lacking & player and not cards.shown_to
    )
    _, _, best = last_question_after(game, player, shown, lacking)
    return best.chance


def last_question_after(
    game: Game, player: int, shown: int, lacking: int
) -> tuple[int, int, LastQuestion]:
    """Return the number of unknown cards, how many the other holds, and the question.

    Of the cards that the player has located, some were `shown` to her. The other does
    not hold those that are `lacking`.
    """
    mine, theirs = game.sizes[player], game.sizes[3 - player]
    unknown, held = game.c - mine - shown - lacking, theirs - shown
    return unknown, held, best_last_question(unknown, held, mine + lacking, game.q)


def last_question_tree(
    game: Game, variant: GameVariant, tick: Callable[[], None] = lambda: None
) -> TreeBuilder:
    """Return the trees of a game that ends with the next player's last question.

    Raises QueryError for cards with sorts, for variants without free guesses, and under
    edited axioms, since the chance is proved for the shipped ones. Raises also as
    `TreeBuilder`.
    """
    if (error := _refusal(game, variant)) is not None:
        raise error
    return TreeBuilder(game, variant, tick, next_chance=partial(_next_chance, game))


def _refusal(game: Game, variant: GameVariant) -> QueryError | None:
    """Return the error for a game that cannot end with a last question."""
    if edited_theory() is not None:
        return QueryError(
            "the chance of a last question is proved for the shipped axioms, and the"
            " axioms in force are edited",
            hint="unset MYSTPY_AXIOMS, or use bounds without a last question",
        )
    if game.sorts or variant.announced or variant.either:
        return QueryError(
            "a last question is for cards without sorts, and a guess after a question",
            hint="leave out  sorts, --announced and --either",
        )
    return None


def allows_last_question(game: Game, variant: GameVariant) -> bool:
    """Return whether a game with useful questions can end with a last question."""
    return variant.questions == "useful" and _refusal(game, variant) is None


def grows_too_large(sizes: Sequence[int]) -> bool:
    """Return whether the next tree is likely to be large, by the sizes of the others.

    It may grow by the larger of the last two factors.
    """
    if len(sizes) < 3:
        return False
    one, two, three = sizes[-3:]
    return three * max(two / one, three / two) > MAX_WAYS_BEFORE_A_LAST_QUESTION


def last_question_bounds(
    game: Game,
    variant: GameVariant,
    tick: Callable[[], None] = lambda: None,
    room: int | None = None,
) -> Iterator[ValueBounds]:
    """Yield better and better bounds on a game's value, by plans with a last question.

    Raises as `last_question_tree` and `improving_bounds`.
    """
    growth = last_question_tree(game, variant, tick)
    yield from improving_bounds(game, variant, tick, room=room, growth=growth)


def side_of_last_question(
    game: Game,
    variant: GameVariant,
    player: int,
    ways: int,
    rounds: int | None = None,
) -> BoundWitness | None:
    """Return a player's strategy that ends with a last question, and its value.

    It is that of `side_in_largest`, after the most turns for which the player is the
    next one. Raises as `last_question_tree`.
    """
    growth = last_question_tree(game, variant)
    side = side_in_largest(growth, player, ways, count(3 - player, 2), rounds)
    return side and side._replace(last_question=True)
