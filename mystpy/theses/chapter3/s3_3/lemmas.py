"""Section 3.3: Lemmas 3.1 to 3.3, and the probability that n questions are enough."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import reduce
from itertools import chain, product
from math import comb
from operator import or_

from mystpy.bits import bits, cards_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.history.actions import Yes
from mystpy.solve.solo_play import AnsweredQuestion, SoloPlay, vacuum_of
from mystpy.theses.case_analysis import Case, sought, with_values
from mystpy.theses.chapter3.s3_3.needed import (
    all_others,
    at_most,
    by_strategy,
    compared,
    known_deal,
    largest,
    middle,
    rounds,
    small,
)


def lemma_1(budget: Budget) -> Result:
    """Return the result for lemma-3.1."""
    return compared(budget, known_deal, _in_rounds, within=small, bound=rounds)


def _in_rounds(game: Game, found: float) -> bool:
    return found <= rounds(game) and _asked_as_printed(game)


def _asked_as_printed(game: Game) -> bool:
    """Return whether the proof's questions are denied and give player 1 the pile."""
    vacuum = vacuum_of(game)
    pile = sorted(game.deck[x] for x in cards_of(vacuum.deal[0], game))
    asked = [
        sum(1 << pile[(i * game.q + a) % len(pile)] for a in range(game.q))
        for i in range(math.ceil(len(pile) / game.q))
    ]
    return _told_by_denials(vacuum, asked)


def _told_by_denials(vacuum: SoloPlay, asked: list[int]) -> bool:
    """Return whether all deny these questions (masks), and player 1 knows the pile."""
    deals, replies = vacuum.deals, dict(vacuum.questions)
    for cards in asked:
        fitting = replies[cards_of(cards, vacuum.game)]
        (reply, *_) = (r for r in fitting if r.deals & vacuum.actual)
        if _has_yes(reply):
            return False
        deals &= reply.deals
    return vacuum.knows_pile(deals)


def _has_yes(reply: AnsweredQuestion) -> bool:
    return any(isinstance(action, Yes) for action in reply.actions)


def _with_own(vacuum: SoloPlay) -> int:
    """Return the question of Lemma 3.2: the pile and as many own cards as needed."""
    game = vacuum.game
    own = bits(vacuum.deal[1])
    return vacuum.deal[0] | sum(own[: game.q - game.sizes[0]])


def _single(game: Game, found: float) -> bool:
    vacuum = vacuum_of(game)
    return found == 1 and _told_by_denials(vacuum, [_with_own(vacuum)])


def _one(_game: Game) -> float:
    return 1


def lemma_2(budget: Budget) -> Result:
    """Return the result for lemma-3.2."""
    main = compared(budget, known_deal, _single, within=middle, bound=_one)
    cases, scope = map(_within_pile, at_most(6, middle)), {"c": 6, "p": 4}
    return main.also(within_pile=sought(budget, cases, scope))


def _within_pile(game: Game) -> Case | None:
    """Return the case if the question of Lemma 3.2 has a card outside the pile."""
    vacuum = vacuum_of(game)
    beside = cards_of(_with_own(vacuum) & ~vacuum.deal[0], game)
    shown = ",".join(sorted(beside))
    return with_values(game, asked_besides_the_pile=shown) if beside else None


def lemma_3(budget: Budget) -> Result:
    """Return the result for lemma-3.3."""
    main = compared(budget, known_deal, _one_by_one, within=largest, bound=all_others)
    return main.also(none_direct=none_direct(budget))


def _one_by_one(game: Game, found: float) -> bool:
    return found <= all_others(game) and _forced(game)


def _forced(game: Game) -> bool:
    """Return whether the proof's question has a single answer, an unseen card."""
    vacuum = vacuum_of(game)
    base = vacuum.deal[0] | vacuum.deal[1]
    replies = dict(vacuum.questions)
    for j in game.holders[2:]:
        for card in bits(vacuum.deal[j]):
            question = cards_of(base | card, game)
            fitting = [r for r in replies[question] if r.deals & vacuum.actual]
            shown = {str(r.actions[-1]) for r in fitting}
            (seen,) = cards_of(card, game)
            if shown != {f"shows({j},1,{seen})"}:
                return False
    return True


def none_direct(budget: Budget) -> Result:
    """Search for a question of player 1 that all others deny."""
    c = 8 if budget.full else 6
    cases = (
        with_values(game, denied_by_all=sorted(question))
        if any(not _has_yes(reply) for reply in replies)
        else None
        for game in at_most(c, largest)
        for question, replies in vacuum_of(game).questions
    )
    return sought(budget, cases, {"c": c, "p": 4}, proves=True)


HALF = Fraction(1, 2)

Bound = Callable[[int, int, int], Fraction]


def enough_at_once(game: Game) -> Fraction:
    """Return the probability that the best single question is enough for any shows."""
    vacuum = vacuum_of(game)
    return 1 - _chance(vacuum, lambda r: not vacuum.knows_pile(r.deals), min)


def reaches_last(game: Game) -> Fraction:
    """Return the largest probability that the last player says yes at first."""
    return _chance(vacuum_of(game), lambda r: r.actions[-1].player == game.p, max)


def _chance(
    vacuum: SoloPlay,
    counts: Callable[[AnsweredQuestion], bool],
    end: Callable[[Iterator[int]], int],
) -> Fraction:
    """Return the probability of a first question for some replies and ends."""
    deals = (
        reduce(or_, (reply.deals for reply in replies if counts(reply)), 0)
        for _, replies in vacuum.questions
    )
    best = end((each & vacuum.deals).bit_count() for each in deals)
    return Fraction(best, vacuum.deals.bit_count())


def bound(m: int, n: int, p: int) -> Fraction:
    """Return the probability that 2 to p-1 lack the m+1 cards that are not own."""
    others = n * (p - 2)
    return Fraction(comb(n * (p - 1) - 1, others), comb(m + n * (p - 1), others))


def _by_the_first(game: Game, bound: Bound) -> Case | None:
    """Check the probability that the last player is reached against the bound."""
    m, n = game.sizes[:2]
    chances = [reaches_last(game)]
    if n == 1:
        chances.append(enough_at_once(game))
    wrong = [chance for chance in chances if chance != bound(m, n, game.p)]
    return with_values(game, probability=wrong[0]) if wrong else None


def with_three(budget: Budget, bound: Bound = bound) -> Result:
    """Check that with three or more players the probability is below one half."""
    c, most = (8, 40) if budget.full else (6, 12)
    sizes = range(1, most + 1)
    chosen = at_most(c, lambda game: largest(game) and game.p > 2)
    likely = (
        {"values": {"m": m, "n": n, "p": p, "bound": str(bound(m, n, p))}}
        if bound(m, n, p) >= HALF
        else None
        for m, n, p in product(sizes, sizes, range(3, most + 1))
    )
    cases = chain((_by_the_first(game, bound) for game in chosen), likely)
    scope = {"m, n": f"1..{most}", "p": f"3..{most}", "c": c}
    method = "arithmetic, and exhaustive over the deals"
    return sought(budget, cases, scope, proves=True, method=method)


def improbable(budget: Budget) -> Result:
    """Check the same for two players: n questions are not certain to be enough."""
    c = 8 if budget.full else 6
    cases = (
        with_values(game, probability=1) if by_strategy(game) <= game.sizes[1] else None
        for game in at_most(c, lambda game: largest(game) and game.p == 2)
    )
    method = "exhaustive over the deals"
    return sought(budget, cases, {"c": c, "p": 2}, method=method)
