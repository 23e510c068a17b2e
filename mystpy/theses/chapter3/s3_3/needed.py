"""Claims about the number of questions needed in the vacuum, settled game by game.

They are those of Lemma 3.4 and Theorem 3.2, of the bounds of section 3.3, and of
sections 2.3 and 2.7 on whether a question may be the whole deck.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from mystpy.conjectures.budget import Budget, spread
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.solve.solo_play import SoloPlay, questions_needed
from mystpy.theses.case_analysis import (
    Case,
    Fits,
    any_game,
    each_game,
    sought,
    weigh_cases,
    with_values,
)

Needed = Callable[[Game], float]
Claim = Callable[[Game, float], bool]

# ---- numbers of questions


def known_deal(game: Game) -> float:
    """Return the questions needed for a known deal, against stingy responders."""
    return questions_needed(game)


def by_luck(game: Game) -> float:
    """Return the questions needed for a known deal if responders help."""
    return questions_needed(game, stingy=frozenset())


def by_strategy(game: Game) -> float:
    """Return the questions needed by a strategy for an unknown deal, at worst."""
    return questions_needed(game, strategy=True)


def stingy_last(game: Game) -> float:
    """Return the questions needed if only the last responder is stingy."""
    return questions_needed(game, stingy=frozenset({game.p}))


def by_proper_questions(game: Game) -> float:
    """Return the questions needed for a known deal if none is the whole deck."""
    vacuum = SoloPlay(game)
    vacuum.questions = [
        (q, replies) for q, replies in vacuum.questions if len(q) < game.c
    ]
    return vacuum.needed(strategy=False, stingy=frozenset(game.holders[1:]))


def rounds(game: Game) -> float:
    """Return the number of questions that cover the pile, rounded up."""
    return math.ceil(game.sizes[0] / game.q)


def all_others(game: Game) -> float:
    """Return n(p-1), the number of the other players' cards."""
    return game.sizes[1] * (game.p - 1)


def hand_size(game: Game) -> float:
    """Return the number of cards of a hand, n."""
    return game.sizes[1]


def least(game: Game) -> float:
    """Return the lower bound that section 3.3 states."""
    if small(game):
        return min(all_others(game), rounds(game))
    return 1 if middle(game) else game.sizes[1]


# ---- ranges of games


def small(game: Game) -> bool:
    """Return whether questions are those of Lemma 3.1."""
    return game.q <= game.sizes[0]


def middle(game: Game) -> bool:
    """Return whether questions are those of Lemma 3.2."""
    return game.sizes[0] < game.q <= game.sizes[0] + game.sizes[1]


def largest(game: Game) -> bool:
    """Return whether questions are those of Lemma 3.3."""
    return game.q == game.sizes[0] + game.sizes[1] + 1


def up_to_largest(game: Game) -> bool:
    """Return whether q <= m+n+1: Lemmas 3.1 to 3.3, the limit of Theorem 3.2."""
    return game.q <= game.sizes[0] + game.sizes[1] + 1


def with_help(game: Game) -> bool:
    """Return whether q <= m+2n, the limit if responders help."""
    return game.q <= game.sizes[0] + 2 * game.sizes[1]


def at_most(c: int, within: Fits) -> Iterator[Game]:
    """Yield the games with up to c cards and 4 players that are in a range."""
    return each_game(c, 4, within)


# ---- claims, settled game by game


def compared(
    budget: Budget, needed: Needed, claim: Claim, *, within: Fits, bound: Needed
) -> Result:
    """Settle a claim about the number of questions needed, game by game.

    It is FALSE with the first game for which `claim` fails; there `bound` is the value
    to compare with. Otherwise it is PROVED for these games, which are searched
    completely. If the claim is a function of a module, the games are distributed over
    processes.
    """
    c = 8 if budget.full else 6
    fault = partial(_set_against, needed=needed, claim=claim, bound=bound)
    cases: Iterable[tuple[int, Case | None]] = map(fault, at_most(c, within))
    if _portable(claim):
        items = [
            (repr((game.sizes, game.q)), (fault, game)) for game in at_most(c, within)
        ]
        label = f"games|{_label(needed, claim)}"
        found = dict(spread(budget, label, _fault_piece, items))
        cases = (found[name] for name, _ in items)
    return weigh_cases(budget, cases, {"c": c, "p": 4}, proves=True)


def _label(needed: Needed, claim: Claim) -> str:
    """Return the name of a piece of work: the number, and the claim about it."""
    parts: list[object] = [needed, claim]
    if isinstance(claim, partial):
        parts = [needed, claim.func, *claim.keywords.values()]
    return " ".join(
        f"{getattr(part, '__module__', '')}.{getattr(part, '__qualname__', part)}"
        for part in parts
    )


def _portable(claim: Claim) -> bool:
    """Return whether another process can check a claim: a function of a module."""
    of = claim.func if isinstance(claim, partial) else claim
    return "<" not in getattr(of, "__qualname__", "<")


def _set_against(
    game: Game, needed: Needed, claim: Claim, bound: Needed
) -> tuple[int, Case | None]:
    """Return the game with its values if the claim fails for it."""
    found = needed(game)
    if claim(game, found):
        return 1, None
    return 1, with_values(game, questions_needed=found, claimed=bound(game))


def _fault_piece(
    item: tuple[Callable[[Game], tuple[int, Case | None]], Game],
) -> tuple[int, Case | None]:
    fault, game = item
    return fault(game)


def exactly(
    budget: Budget, needed: Needed, bound: Needed, within: Fits = up_to_largest
) -> Result:
    """Settle that exactly this number of questions is needed."""
    claim = partial(_exactly, bound=bound)
    return compared(budget, needed, claim, within=within, bound=bound)


def _exactly(game: Game, found: float, *, bound: Needed) -> bool:
    return found == bound(game)


def enough(
    budget: Budget, needed: Needed, bound: Needed, within: Fits = up_to_largest
) -> Result:
    """Settle that at most as many questions are needed as the bound says."""
    claim = partial(_enough, bound=bound)
    return compared(budget, needed, claim, within=within, bound=bound)


def _enough(game: Game, found: float, *, bound: Needed) -> bool:
    return found <= bound(game)


def solvable_iff(
    budget: Budget, needed: Needed, limit: Fits, within: Fits = any_game
) -> Result:
    """Settle that some number of questions is enough exactly in the given limit."""
    claim, bound = partial(_solved, limit=limit), partial(_number, limit=limit)
    return compared(budget, needed, claim, within=within, bound=bound)


def _solved(game: Game, found: float, *, limit: Fits) -> bool:
    return (found < math.inf) == limit(game)


def _number(game: Game, *, limit: Fits) -> float:
    return 0 if limit(game) else math.inf


def unsolvable(budget: Budget, needed: Needed, limit: Fits) -> Result:
    """Settle that beyond a limit no number of questions is enough."""
    return solvable_iff(budget, needed, limit, lambda game: not limit(game))


# ---- bounds


def upper(budget: Budget) -> Result:
    """Return the result for bound-3.3-upper."""
    return enough(budget, known_deal, all_others).also(
        strategy=enough(budget, by_strategy, all_others),
        strategy_largest=enough(budget, by_strategy, all_others, largest),
    )


def lower(budget: Budget) -> Result:
    """Return the result for bound-3.3-lower."""
    return exactly(budget, by_luck, least).also(
        stingy=exactly(budget, known_deal, least),
        strategy=exactly(budget, by_strategy, least),
    )


def optimal(budget: Budget) -> Result:
    """Return the result for bound-3.3-optimal."""
    return exactly(
        budget, by_strategy, hand_size, lambda game: game.p == 2 and largest(game)
    )


# ---- for which sizes of questions the pile can be found


def lemma_4(budget: Budget) -> Result:
    """Return the result for lemma-3.4: q of the 2n+m cards left have a shown one."""
    sizes = range(1, 61)
    cases = (
        None
        if n + m + 2 > 2 * n + m or n + m + 2 - (2 * n + m - (n - 1)) >= 1
        else {"values": {"m": str(m), "n": str(n)}}
        for m in sizes
        for n in sizes
    )
    scope = {"m": "1..60", "n": "1..60"}
    return unsolvable(budget, known_deal, up_to_largest).also(
        last_rational=unsolvable(budget, stingy_last, up_to_largest),
        pigeonhole=sought(budget, cases, scope, proves=True, method="arithmetic"),
    )


def with_helpers(budget: Budget) -> Result:
    """Settle for which games questions are enough if responders help."""
    return solvable_iff(budget, by_luck, with_help)


def theorem(budget: Budget) -> Result:
    """Return the result for theorem-3.2."""
    return solvable_iff(budget, known_deal, up_to_largest).also(
        strategy=solvable_iff(budget, by_strategy, up_to_largest)
    )


def proper_subsets(budget: Budget) -> Result:
    """Return the result for remark-2.3-subset."""

    def lemma(needed: Needed) -> Result:
        claim = partial(_solved, limit=any_game)
        return compared(budget, needed, claim, within=largest, bound=all_others)

    return lemma(by_proper_questions).also(
        or_all=lemma(known_deal),
        theorem=solvable_iff(budget, by_proper_questions, up_to_largest),
    )
