"""Section 4.2, remarks: the information of bluffs, and their value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import inf

from mystpy.bits import members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.ranges import condition
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.history.actions import Guess
from mystpy.situations.turns import TurnStep, TwoPlayerGame
from mystpy.solve.best_response import BestResponse
from mystpy.solve.bounds import Size, bounds, game_of, leader_value, once
from mystpy.solve.equilibria.optimal_choices import (
    Wanted,
    at_best,
    loud,
    no_bluff,
    not_bluffed_first,
    solve_with_choices,
    without,
)
from mystpy.solve.strategies import (
    Cards,
    GameStrategy,
    Questions,
    anything,
    asking_open,
    bound,
    likeliest,
    own_cards,
    own_named,
    sight,
)
from mystpy.theses.case_analysis import (
    SOLVED,
    Case,
    each_game,
    sought,
    weigh_cases,
    with_values,
)
from mystpy.theses.chapter4.games import BLUFFABLE, SMALL, valued
from mystpy.theses.chapter4.s4_1.theorem_4_1 import naming
from mystpy.theses.chapter4.sweep import (
    Fault,
    learned,
    list_games,
    question,
    single,
    size,
    swept,
)

# ---- what a bluff tells the poser


def learns_by_bluff(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Return a fault if a player who asks only for own cards learns about the cards."""
    if step.kind == Guess.name:
        return None
    own = step.after.full
    for x in members(question(step)):
        own &= players.held(step.poser, x)
    return learned(players, step, step.poser, own), "true"


can_bluff = condition("1 < q <= n")


def gleans_nothing(budget: Budget) -> Result:
    """Check that a bluff gives the poser no information, for q > 1 too."""
    return swept(budget, size(budget, 7, 6), learns_by_bluff, fits=can_bluff)


# ---- what player 1 wins who is bound to bluff


LARGER: tuple[Size, ...] = ((2, 2, 1), (2, 2, 2))
"""Games of six cards with bluffs, except the longest."""

BLUFFER = GameStrategy((own_cards,), (likeliest,), alike=True)
"""A strategy that asks for own cards and guesses at once."""


SHORT = tuple(size for size in (*BLUFFABLE, *LARGER) if size[2] > 1)
"""Those of them with q > 1, as in the proof of Claim 4.4."""

LONGER: tuple[Size, ...] = ((1, 3, 2), (1, 3, 3))
"""Games of seven cards with 1 < q <= n."""


def bound_to_bluff(
    budget: Budget,
    unwanted: Wanted,
    wrong: Callable[[Fraction, Fraction], bool],
    sizes: Sequence[Size] = (),
    *,
    proves: bool = True,
) -> Result:
    """Compare player 1's value without unwanted choices with the value of the game."""
    sizes = sizes or (*BLUFFABLE, *(LARGER if budget.full else ()))

    def cases() -> Iterator[tuple[int, Case | None]]:
        for each in sizes:
            whole = solve_with_choices(game_of(each))
            side = without(game_of(each), 1, unwanted, whole.turns + 1)
            found = valued(each, bluffing=side.value, value=whole.lower.value)
            case = found if wrong(side.value, whole.lower.value) else None
            yield sum(side.form.counts), case

    found = weigh_cases(
        budget, cases(), list_games(sizes), proves=proves, method=SOLVED
    )
    return found.by_witness(refutes=False)


def pure_bluffing(budget: Budget) -> Result:
    """Check that a player who always bluffs wins less often than possible."""
    return bound_to_bluff(budget, no_bluff, lambda wins, value: wins >= value)


def silent_after(budget: Budget) -> Result:
    """Check that a first bluff, without a guess, wins at most as often as player 2."""
    return bound_to_bluff(budget, loud, lambda wins, value: wins > 1 - value)


def met() -> tuple[Size, ...]:
    """Return the small games with bluffs that one question and a guess solve."""
    return tuple(s for s in BLUFFABLE if bounds(s).lower == bounds(s).upper)


def second_after(budget: Budget, plan: GameStrategy = BLUFFER) -> Result:
    """Check that a first bluff wins at most as often as moving second."""

    def cases() -> Iterator[Case | None]:
        for each in met():
            wins, second = leader_value(each, 1, plan), 1 - bounds(each).lower
            found = valued(each, after_a_bluff=wins, to_who_moves_second=second)
            bluffs = own_named(plan, game_of(each)) == {each[2]}
            yield found if bluffs and wins > second else None

    found = sought(budget, cases(), list_games(met()), method="game tree")
    return found.by_witness(refutes=True)


def bluffing_first(budget: Budget) -> Result:
    """Check that with q > 1 a first bluff wins at most as often as moving second."""
    sizes = (*SHORT, *(LONGER if budget.full else ()))
    return bound_to_bluff(
        budget,
        not_bluffed_first,
        lambda wins, value: wins > 1 - value,
        sizes,
        proves=False,
    )


def as_if_first(budget: Budget) -> Result:
    """Check that after a bluff it is as if player 2 had moved first."""
    main, single_card = bluffing_first(budget), second_after(budget)
    return main.also(single=single_card, silent=silent_after(budget))


# ---- who takes all questions for bluffs


def whatever_is_asked(
    budget: Budget, plan: Callable[[Size], GameStrategy] = once
) -> Result:
    """Check that 2 wins equally for any first question of 1, without a guess."""
    sizes: tuple[Size, ...] = ((2, 1, 2), (1, 2, 2), (1, 2, 3))

    def cases() -> Iterator[tuple[int, Case | None]]:
        for m, n, q in sizes:
            each, wins, nodes = (m, n, q), {}, 0
            for own in range(max(0, q - m - n), min(2, n, q) + 1):
                first, whole = bound(naming(own), turns=1, silent=inf), plan(each)
                reply = BestResponse(game_of(each), 2, whole, None, first, whole.alike)
                budget.tick()
                wins[f"own_cards_{own}"] = reply.value()
                nodes += reply.nodes
            differ = len(set(wins.values())) > 1
            yield nodes, valued(each, **wins) if differ else None

    return weigh_cases(budget, cases(), list_games(sizes))


# ---- a mixed strategy has a fixed worth


def fixed_value(budget: Budget) -> Result:
    """Check that no optimal strategy of either player has a fixed value."""
    return refuted(budget, (3, 1, 1), 1).also(
        player_2=refuted(budget, (2, 1, 1), 2), at_once=at_once(budget)
    )


def refuted(budget: Budget, size_: Size, leader: int) -> Result:
    """Check whether an optimal strategy has the same value if nobody guesses.

    The strategy is the one found for the leader; others never guess.
    """
    budget.tick()
    found = solve_with_choices(game_of(size_))
    side = found.lower if leader == 1 else found.upper
    least = side.value if leader == 1 else 1 - side.value
    values = {"against_the_best_reply": least, "against_another": at_best(side)}
    case = valued(size_, **values) if at_best(side) > least else None
    scope = list_games([size_]) | {"strategy of": leader}
    cases = [(sum(found.sequences), case)]
    result = weigh_cases(budget, cases, scope, method=SOLVED)
    return result.by_witness(refutes=True)


def at_once(budget: Budget) -> Result:
    """Check that asking once and guessing wins equally for any shown cards.

    Then the game is over for player 1, so the other need not guess.
    """

    def cases() -> Iterator[tuple[int, Case | None]]:
        for each in SMALL:
            plan, silent = once(each), bound(silent=inf)
            helps = BestResponse(
                game_of(each), 1, plan, None, silent, plan.alike, helps=True
            )
            best, worst = leader_value(each, 1, plan), helps.value()
            found = valued(each, against_the_best_reply=best, against_another=worst)
            yield helps.nodes, found if best != worst else None

    return weigh_cases(budget, cases(), list_games(SMALL))


# ---- bluffs prevent early guesses


def first_guess(game: Game, ask: Questions) -> Fraction:
    """Return how often player 2 guesses right, at best, after saying no at first.

    Player 1 asks like this, with q = 1, and player 2 has the first cards.
    """
    hand = frozenset(game.cards[: game.sizes[2]])
    asked: dict[Cards, dict[Cards, Fraction]] = {}
    others = sorted(set(game.cards) - hand)
    for mine in map(frozenset, combinations(others, game.sizes[1])):
        pile = frozenset(game.cards) - hand - mine
        for cards, chance in ask(sight(game, 1, mine, ())).items():
            if not cards & hand:
                asked.setdefault(cards, {})[pile] = chance
    right = sum((max(odds.values()) for odds in asked.values()), Fraction())
    return right / sum((sum(odds.values()) for odds in asked.values()), Fraction())


def prevented(budget: Budget, bluffing: Questions = anything) -> Result:
    """Check that permission to bluff reduces the opponent's information."""
    c = 9 if budget.full else 7

    def cases() -> Iterator[Case | None]:
        for game in each_game(c, fits=single):
            trusted = first_guess(game, asking_open(1))
            doubted = first_guess(game, bluffing)
            values = {"without bluffs": trusted, "with bluffs": doubted}
            yield with_values(game, values) if doubted >= trusted else None

    return sought(budget, cases(), {"c": c, "p": 2}, proves=True)
