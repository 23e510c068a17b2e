"""Section 4.3, in passing: what can be left out of play, and what costs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import product
from operator import and_

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.ranges import condition
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.turns import TurnStep, TwoPlayerGame
from mystpy.theses.case_analysis import Case, sought, with_values
from mystpy.theses.chapter4.sweep import Fault, games, size, swept

# ---- what can be left out of play


def _kept(stage: EpistemicState, holders: Iterable[int]) -> Fault | None:
    """Where both know who has a card, and in some public deal another has it."""
    for k, x in product(holders, range(stage.game.c)):
        held = stage.held(k, x)
        both = stage.known((1, 2), held)
        if both and held != stage.full:
            fact = f"h({k},{stage.game.cards[x]})"
            return both, f"E([1,2], {fact}) & ~C([1,2], {fact})"
    return None


def pile_kept(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Both know of a card in the pile, and in some public deal it is elsewhere."""
    return _kept(step.after, (0,))


def any_kept(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Both know who has a card, and in some public deal it is elsewhere."""
    return _kept(step.after, players.game.holders)


def public(budget: Budget) -> Result:
    """What both know to be in the pile is in it in all public deals."""
    return swept(budget, size(budget), pile_kept)


def located_left_out(budget: Budget) -> Result:
    """A card of which both know the holder can be left out of play."""
    main = swept(budget, 4, any_kept)
    return main.also(pile=swept(budget, size(budget, 5), pile_kept))


# ---- a question at no cost


def free_questions(game: Game) -> Iterator[frozenset[str]]:
    """The questions that may be asked with a chance that tells nothing.

    The chance has to be the same for hands that player 2 cannot tell apart, from one to
    the next. It is 0 for a hand that holds all cards of the question: so that there is
    no such hand has to be common knowledge.
    """
    stage = EpistemicState.start(game)
    for cards in game.questions():
        held = reduce(and_, (stage.held(1, game.deck[card]) for card in cards))
        if stage.common((1, 2), stage.full & ~held) == stage.full:
            yield cards


def no_cost(budget: Budget) -> Result:
    """A useful question can be drawn so that it tells nothing."""
    main = _drawn_freely(budget, small=True)
    return main.also(long=_drawn_freely(budget, small=False))


def _drawn_freely(budget: Budget, *, small: bool) -> Result:
    c = 8 if budget.full else 6
    cases = (
        None if any(free_questions(game)) else _not_free(game)
        for game in games(c, condition("1 < q <= m+n+1"))
        if small or game.q > game.sizes[1]
    )
    return sought(budget, cases, {"c": c, "p": 2}, proves=True)


def _not_free(game: Game) -> Case:
    values = {"questions": game.question_count(), "with the same chance": 0}
    return with_values(game, values)
