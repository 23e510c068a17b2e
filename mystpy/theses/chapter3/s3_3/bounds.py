"""Section 3.3: Lemmas 3.1 to 3.3, and how many questions are needed in the vacuum."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.theses.bench import Statement
from mystpy.theses.chapter3.s3_3.needed import (
    VACUUM,
    Needed,
    Range,
    all_others,
    by_luck,
    by_strategy,
    compared,
    known_deal,
    largest,
    middle,
    rounds,
    small,
    up_to_largest,
)

_NO_CHOICE = "Neither the deal nor the cards shown are player 1's choice."


def _upper(budget: Budget) -> Finding:
    main = _enough(
        budget,
        known_deal,
        "for 1 <= q <= m+n+1 at most n(p-1) questions are needed",
        within=up_to_largest,
        argument="Each card of another player can be made to be shown by a question "
        "with q-1 cards of S_0 and S_1 besides.",
        note=VACUUM,
    )
    strategy = _enough(
        budget,
        by_strategy,
        "for 1 <= q <= m+n+1 a strategy needs at most n(p-1) questions",
        within=up_to_largest,
        argument=None,
    )
    strategy_largest = _enough(
        budget,
        by_strategy,
        "for q = m+n+1 a strategy needs at most n(p-1) questions",
        within=largest,
        argument="Of own cards and m+1 cards not located at least one is with "
        "another player, and is shown.",
    )
    return main.also(
        ("by a strategy that does not know the deal", strategy),
        ("by a strategy, for q = m+n+1", strategy_largest),
    )


def _enough(
    budget: Budget,
    needed: Needed,
    statement: str,
    *,
    within: Range,
    argument: str | None,
    note: str = _NO_CHOICE,
) -> Finding:
    return compared(
        budget,
        needed,
        _at_most_all_others,
        statement,
        within=within,
        bound=all_others,
        argument=argument,
        note=note,
    )


def _at_most_all_others(game: Game, found: float) -> bool:
    return found <= all_others(game)


def _just_the_least(game: Game, found: float) -> bool:
    return found == least(game)


def _just_a_hand(game: Game, found: float) -> bool:
    return found == _hand_size(game)


def _hand_size(game: Game) -> float:
    return game.sizes[1]


def least(game: Game) -> float:
    """The lower bound that section 3.3 states."""
    if small(game):
        return min(all_others(game), rounds(game))
    return 1 if middle(game) else game.sizes[1]


_SWAP = (
    "A card of the pile that was in no question can change places with any card that "
    "its holder has not shown: so either all n(p-1) cards were shown, or the questions "
    "cover the pile. For q > m+n nobody can rule out the hand of player p, who never "
    "denies, but by seeing all n cards of it."
)


def _lower(budget: Budget) -> Finding:
    least_number = (
        "the least number of questions is min{n(p-1), ceil(m/q)} for q <= m, 1 for "
        "m < q <= m+n, n for q = m+n+1"
    )
    best = _exact(
        budget,
        by_luck,
        f"at best, {least_number}",
        _SWAP,
        "Player 1 asks alone; deal, questions and cards shown are the best.",
    )
    forced = f"{_SWAP} For q = m+n+1 the shows of player p are forced, not luck."
    stingy = _exact(budget, known_deal, least_number, forced, VACUUM)
    strategy = _exact(
        budget,
        by_strategy,
        f"of a strategy that does not know the deal, {least_number}",
        None,
        "It is a lower bound still, but not reached.",
    )
    return best.also(
        ("questions for the deal, against stingy responders", stingy),
        ("what a strategy needs at worst", strategy),
    )


def _exact(
    budget: Budget, needed: Needed, statement: str, argument: str | None, note: str
) -> Finding:
    return compared(
        budget,
        needed,
        _just_the_least,
        statement,
        within=up_to_largest,
        bound=least,
        argument=argument,
        note=note,
    )


def _optimal(budget: Budget) -> Finding:
    return compared(
        budget,
        by_strategy,
        _just_a_hand,
        "for p = 2 and q = m+n+1 the best strategy needs n questions at worst",
        within=lambda game: game.p == 2 and largest(game),
        bound=_hand_size,
        argument="Each question shows one card, and all n must be seen; own cards and "
        "m+1 cards not seen make the other show a new one.",
        note="Neither the deal nor the cards shown are player 1's choice. It is the "
        "best in the number of questions; the chance to win is claim-4.3.",
    )


STATEMENTS = (
    Statement(
        "bound-3.3-upper",
        "3.3, below Lemma 3.3",
        "As many questions as the others have cards are enough.",
        "1 <= q <= m+n+1 -> n(p-1) questions are enough",
        _upper,
    ),
    Statement(
        "bound-3.3-lower",
        "3.3, below Lemma 3.3",
        "The least number of questions, for small, middle and the largest q.",
        "q <= m -> min{n(p-1), ceil(m/q)}; m < q <= m+n -> 1; q = m+n+1 -> n",
        _lower,
    ),
    Statement(
        "bound-3.3-optimal",
        "3.3, below Lemma 3.3",
        "With two players and q = m+n+1 asking for one new card after the other is "
        "the best strategy.",
        "p = 2 and q = m+n+1 -> the best strategy needs n questions at worst",
        _optimal,
    ),
)
