"""Chapter 5, in passing: what it says of the chapters before."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.turns import TwoPlayerGame
from mystpy.solve.solo_play import questions_needed
from mystpy.solve.strategies import Cards
from mystpy.theses.chapter4.s4_1.algorithm import AlgorithmPrefixGame
from mystpy.theses.chapter4.s4_1.chances import claim_2
from mystpy.theses.chapter4.s4_1.first_questions import guessed_at_once
from mystpy.theses.chapter4.sweep import games, largest

# ---- the most information, and none given away


def best_to_guess(budget: Budget) -> Result:
    """No first question tells more than one drawn by the algorithm."""
    found, seen = None, 0
    for game in games(6 if budget.full else 5, largest):
        budget.tick()
        chances = [guessed_at_once(game, cards) for cards in game.questions()]
        seen += len(chances)
        mean = sum(chances, Fraction()) / len(chances)
        if mean < max(chances) and found is None:
            values = {"by the algorithm": str(mean), "by the best": str(max(chances))}
            found = {"game": game.to_dict(), "values": values}
    return Result.judged(
        found,
        proves=False,
        method="exhaustive",
        instances=seen,
        scope={"c": 6 if budget.full else 5, "p": 2},
    )


def left(
    players: TwoPlayerGame, deals: int, asked: Iterator[Cards], end: Callable[..., int]
) -> int:
    """How many of some deals are left after a yes, at best or at worst."""
    deck = players.game.deck
    shown = (deals & players.held(2, deck[x]) for cards in asked for x in cards)
    return end(each.bit_count() for each in shown if each)


def fewest_deals(
    budget: Budget, of: type[AlgorithmPrefixGame] = AlgorithmPrefixGame
) -> Result:
    """No question leaves fewer deals than one of the algorithm's."""
    c, found, seen = 7 if budget.full else 6, None, 0
    for game in games(c, largest):
        players = of(game)
        met = set[EpistemicState]()
        for step in players.steps(guesses=False):
            budget.tick()
            if step.poser == 2 or step.before in met:
                continue
            met.add(step.before)
            for view in players.views[1]:
                deals = view & step.before.full
                if not deals:
                    continue
                seen += 1
                best = left(players, deals, game.questions(), min)
                drawn = left(players, deals, players.questions(step.before, 1), max)
                if drawn > best and found is None:
                    values = {"by the algorithm": str(drawn), "by another": str(best)}
                    done = [str(action) for action in step.before.actions]
                    found = {"game": game.to_dict(), "history": done, "values": values}
    return Result.judged(
        found, proves=True, method="exhaustive", instances=seen, scope={"c": c, "p": 2}
    )


def maximum(budget: Budget) -> Result:
    """The algorithm gains the most information, and gives none away."""
    gained, values = fewest_deals(budget), claim_2(budget)
    if values.counterexample is not None:
        return values
    scope = {"c": gained.scope["c"], "c, none away": values.scope["c"], "p": 2}
    return replace(gained, scope=scope, instances=gained.instances + values.instances)


# ---- whatever the number of players


def sizes_solved(m: int, n: int, p: int, most: int) -> list[int]:
    """The q up to a number for which player 1 may come to know the pile."""
    found = ((q, questions_needed(Game.myst(m, n, p, q))) for q in range(1, most + 1))
    return [q for q, needed in found if needed < math.inf]


Solved = Callable[[int, int, int, int], list[int]]


def independent(budget: Budget, solved: Solved = sizes_solved) -> Result:
    """For which q a winning sequence exists does not depend on p."""
    c, found, seen = 7 if budget.full else 6, None, 0
    for m in range(1, c):
        for n in range(1, (c - m) // 3 + 1):
            two = solved(m, n, 2, m + 2 * n)
            for p in range(3, (c - m) // n + 1):
                budget.tick()
                seen += 1
                more = solved(m, n, p, m + 2 * n)
                if more != two and found is None:
                    values = {"q with p = 2": str(two), f"q with p = {p}": str(more)}
                    game = Game.myst(m, n, p, 1)
                    found = {"game": game.to_dict(), "values": values}
    return Result.judged(
        found,
        proves=True,
        method="exhaustive",
        instances=seen,
        scope={"c": c, "q": "1 to m+2n"},
    )
