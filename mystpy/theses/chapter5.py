"""Checks of remarks in chapter 5 that are not formulas."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.play.information_state import InformationState
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.turns import TwoPlayerGame
from mystpy.solve.best_response import BestResponse
from mystpy.solve.solo_play import questions_needed
from mystpy.solve.strategies import (
    Cards,
    GameStrategy,
    Piles,
    first_card,
    open_cards,
    piles,
)
from mystpy.theses.case_analysis import (
    SOLVED,
    Case,
    each_game,
    sought,
    weigh_cases,
    with_values,
)
from mystpy.theses.chapter3.s3_3.winning_questions import Sure, solvable, tells_pile
from mystpy.theses.chapter4.s4_1.algorithm import AlgorithmPrefixGame
from mystpy.theses.chapter4.s4_1.chances import claim_2, worse_than_best
from mystpy.theses.chapter4.sweep import largest

if TYPE_CHECKING:
    from mystpy.solve.extensive.value_bounds import ValueBounds

# ---- the most information, and none given away


def best_to_guess(budget: Budget) -> Result:
    """Check that no first question gives more information than the algorithm's."""
    c = 6 if budget.full else 5
    cases = (
        (g.question_count(), worse_than_best(g)) for g in each_game(c, fits=largest)
    )
    return weigh_cases(budget, cases, {"c": c, "p": 2}, method="exhaustive")


def left(
    players: TwoPlayerGame, deals: int, asked: Iterator[Cards], end: Callable[..., int]
) -> int:
    """Return how many of some deals remain after a yes, at best or at worst."""
    deck = players.game.deck
    shown = (deals & players.held(2, deck[x]) for cards in asked for x in cards)
    return end(each.bit_count() for each in shown if each)


def fewest_deals(
    budget: Budget, of: type[AlgorithmPrefixGame] = AlgorithmPrefixGame
) -> Result:
    """Check that no question leaves fewer deals than one of the algorithm's."""
    c = 7 if budget.full else 6

    def cases() -> Iterator[Case | None]:
        for players in map(of, each_game(c, fits=largest)):
            met = set[EpistemicState]()
            for step in players.steps(guesses=False):
                if step.poser == 1 and step.before not in met:
                    met.add(step.before)
                    yield from worse_questions(players, step.before)

    return sought(budget, cases(), {"c": c, "p": 2}, proves=True)


def worse_questions(
    players: AlgorithmPrefixGame, state: EpistemicState
) -> Iterator[Case | None]:
    """Yield for each view of player 1 whether the algorithm leaves too many deals."""
    game = players.game
    for deals in (view & state.full for view in players.views[1]):
        if deals:
            best = left(players, deals, game.questions(), min)
            drawn = left(players, deals, players.questions(state, 1), max)
            values = {"by the algorithm": drawn, "by another": best}
            done = {"history": [str(action) for action in state.actions]}
            yield with_values(game, values) | done if drawn > best else None


def maximum(budget: Budget) -> Result:
    """Check that the algorithm gains the most information and gives none away."""
    gained, values = fewest_deals(budget), claim_2(budget)
    if values.counterexample is not None:
        return values
    scope = {"c": gained.scope["c"], "c, none away": values.scope["c"], "p": 2}
    return replace(gained, scope=scope, instances=gained.instances + values.instances)


# ---- whatever the number of players


def sizes_solved(m: int, n: int, p: int, most: int) -> list[int]:
    """Return the q up to a number for which player 1 may find out the pile."""
    found = ((q, questions_needed(Game.myst(m, n, p, q))) for q in range(1, most + 1))
    return [q for q, needed in found if needed < math.inf]


Solved = Callable[[int, int, int, int], list[int]]


def independent(budget: Budget, solved: Solved = sizes_solved) -> Result:
    """Check that the q with a winning sequence do not depend on p."""
    c = 7 if budget.full else 6

    def cases() -> Iterator[Case | None]:
        for m in range(1, c):
            for n in range(1, (c - m) // 3 + 1):
                two = solved(m, n, 2, m + 2 * n)
                for p in range(3, (c - m) // n + 1):
                    more = solved(m, n, p, m + 2 * n)
                    values = {"q with p = 2": two, f"q with p = {p}": more}
                    case = {name: str(sizes) for name, sizes in values.items()}
                    game = Game.myst(m, n, p, 1)
                    yield with_values(game, case) if more != two else None

    return sought(budget, cases(), {"c": c, "q": "1 to m+2n"}, proves=True)


# ---- games with sorts


def sorted_game(sizes: Sequence[int], p: int) -> Game:
    """Return Clue with sorts of these sizes."""
    kinds = {
        f"sort{k}": [f"c{k}_{x}" for x in range(1, size + 1)]
        for k, size in enumerate(sizes, 1)
    }
    return Game.clue(p, kinds)


def lowest(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Ask for the first open cards of the sorts, or own ones if none is open."""
    free, game = open_cards(seen), seen.game
    chosen = [
        min(free & set(cards) or set(cards), key=game.deck.__getitem__)
        for _, cards in game.sorts
    ]
    return {frozenset(chosen): Fraction(1)}


def first_likeliest(seen: InformationState) -> Mapping[Cards | None, Fraction]:
    """Guess the first of the likeliest piles with one card of each sort."""
    sorted_piles = set(seen.game.guesses())
    weights = {pile: k for pile, k in piles(seen).items() if pile in sorted_piles}
    most, places = max(weights.values()), seen.game.deck
    likeliest = (pile for pile, weight in weights.items() if weight == most)
    chosen = min(likeliest, key=lambda pile: sorted(places[x] for x in pile))
    return {chosen: Fraction(1)}


def never_mixed(
    budget: Budget,
    shapes: Sequence[Sequence[int]] = ((4, 2), (3, 3)),
    guesses: Piles = first_likeliest,
) -> Result:
    """Check that no deterministic strategy is optimal in a game with sorts.

    An optimal one was searched for in games that player 1 does not win for certain.
    """
    from mystpy.solve.equilibria.optimal_choices import solve_with_choices  # slow

    def cases() -> Iterator[tuple[int, Case | None]]:
        for game in (sorted_game(shape, 2) for shape in shapes):
            plan = GameStrategy((lowest,), (guesses,), first_card)
            reply, whole = BestResponse(game, 1, plan), solve_with_choices(game)
            wins, most = reply.value(), whole.upper.value
            values = {
                "without any chance player 1 wins": wins,
                "with any strategy player 1 wins at most": most,
            }
            good = wins == most < 1
            yield reply.nodes, with_values(game, values) if good else None

    scope = {"cards by sort": [_name(shape) for shape in shapes], "p": 2}
    found = weigh_cases(budget, cases(), scope, method=SOLVED)
    return found.by_witness(refutes=True)


def theorem_3_2(budget: Budget, sure: Sure = tells_pile) -> Result:
    """Check Theorem 3.2 as an equivalence, in games with sorts."""
    return solvable(budget, sorted_game, sure)


# ---- easier or harder

Shape = Sequence[int]
"""The number of cards of each sort."""

EASIER: Shape = (3, 3)
HARDER: Shape = (4, 4)
UP_TO_SIX: Sequence[Shape] = ((2, 2), (3, 2), (3, 3), (4, 2), (2, 2, 2))
"""All up to six cards with two cards or more of each sort."""
UP_TO_SEVEN: Sequence[Shape] = (*UP_TO_SIX, (4, 3), (5, 2), (3, 2, 2))


def beside(shape: Shape) -> tuple[Game, ValueBounds, ValueBounds]:
    """Return a game with sorts, its value, and its value without sorts.

    Without sorts the pile, the hands and the questions have as many cards.
    """
    from mystpy.solve.bounds import told_apart  # slow to load

    game = sorted_game(shape, 2)
    plain = Game.general(game.cards, game.sizes, len(shape))
    return game, *told_apart(game, plain)


def partition(budget: Budget, one: Shape = EASIER, other: Shape = HARDER) -> Result:
    """Check whether sorts make all games easier for the first player, or all harder."""
    (game, *easier), (_, *harder) = beside(one), beside(other)
    values = {_name(one): _words(*easier), _name(other): _words(*harder)}
    (sorts, plain), (others, plains) = easier, harder
    differ = (
        sorts.lower.value > plain.upper.value
        and others.upper.value < plains.lower.value
    )
    seen = sum(sum(each.sequences) for each in (*easier, *harder))
    cases = [(seen, with_values(game, values) if differ else None)]
    scope = {"cards by sort": [_name(one), _name(other)], "p": 2}
    main = weigh_cases(budget, cases, scope, method=SOLVED)
    return main.by_witness(refutes=True).also(few=never_harder(budget))


def never_harder(budget: Budget, *more: Shape) -> Result:
    """Check that the first player wins at least as often with sorts as without."""
    shapes = (*(UP_TO_SEVEN if budget.full else UP_TO_SIX), *more)

    def cases() -> Iterator[tuple[int, Case | None]]:
        for shape in shapes:
            game, sorts, plain = beside(shape)
            values = {_name(shape): _words(sorts, plain)}
            less = sorts.lower.value < plain.upper.value
            seen = sum(sorts.sequences) + sum(plain.sequences)
            yield seen, with_values(game, values) if less else None

    scope = {"cards by sort": [_name(shape) for shape in shapes], "p": 2}
    return weigh_cases(budget, cases(), scope, proves=True, method=SOLVED)


def _name(shape: Shape) -> str:
    return " + ".join(map(str, shape))


def _words(sorts: ValueBounds, plain: ValueBounds) -> str:
    """Return the values for the first player with sorts, and without, in words."""
    return f"{_bounds(sorts)} with sorts, {_bounds(plain)} without"


def _bounds(found: ValueBounds) -> str:
    low, high = found.lower.value, found.upper.value
    return str(low) if low == high else f"from {low} to {high}"
