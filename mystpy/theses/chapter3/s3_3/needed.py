"""Claims about the number of questions needed in the vacuum, settled game by game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.solve.solo_play import questions_needed
from mystpy.theses.chapter3.search import games, over_games
from mystpy.theses.chapter3.table import Query, valued

Needed = Callable[[Game], float]


Claim = Callable[[Game, float], bool]


Range = Callable[[Game], bool]


def known_deal(game: Game) -> float:
    """Questions needed if they are chosen for the deal, against stingy responders."""
    return questions_needed(game)


def by_luck(game: Game) -> float:
    """Questions needed if they are chosen for the deal and responders help."""
    return questions_needed(game, stingy=frozenset())


def by_strategy(game: Game) -> float:
    """Questions needed by a strategy that does not know the deal, at worst."""
    return questions_needed(game, strategy=True)


def at_most(c: int, within: Range) -> Iterator[Game]:
    """The games with up to c cards and 4 players that are in a range."""
    return games(c, 4, q=within)


def compared(
    budget: Budget, needed: Needed, claim: Claim, *, within: Range, bound: Needed
) -> Result:
    """Settle a claim about the number of questions needed, game by game.

    It is FALSE with the first game for which `claim` fails; `bound` is the value set
    against it there. Otherwise it is PROVED for these games, which are searched whole.
    """
    c = 8 if budget.full else 6
    looked_at, counterexample = over_games(
        at_most(c, within),
        partial(_set_against, needed=needed, claim=claim, bound=bound),
        budget,
        _label(needed, claim) if _portable(claim) else None,
    )
    return Result.judged(
        counterexample,
        proves=True,
        method="game tree",
        instances=looked_at,
        scope={"c": c, "p": 4},
    )


def _label(needed: Needed, claim: Claim) -> str:
    """The name of a piece of work: what is counted, and what is said of the number."""
    parts: list[object] = [needed, claim]
    if isinstance(claim, partial):
        parts = [needed, claim.func, *claim.keywords.values()]
    return " ".join(
        f"{getattr(part, '__module__', '')}.{getattr(part, '__qualname__', part)}"
        for part in parts
    )


def _portable(claim: Claim) -> bool:
    """Whether a claim can be looked at in another process: it is of a module."""
    of = claim.func if isinstance(claim, partial) else claim
    return "<" not in getattr(of, "__qualname__", "<")


def _set_against(
    game: Game, needed: Needed, claim: Claim, bound: Needed
) -> tuple[int, Query | None]:
    """The game with its values if the claim fails for it."""
    found = needed(game)
    if claim(game, found):
        return 1, None
    return 1, valued(game, questions_needed=found, claimed=bound(game))


def small(game: Game) -> bool:
    """The questions of Lemma 3.1."""
    return game.q <= game.sizes[0]


def middle(game: Game) -> bool:
    """The questions of Lemma 3.2."""
    return game.sizes[0] < game.q <= game.sizes[0] + game.sizes[1]


def largest(game: Game) -> bool:
    """The questions of Lemma 3.3."""
    return game.q == game.sizes[0] + game.sizes[1] + 1


def up_to_largest(game: Game) -> bool:
    """The questions of Lemmas 3.1 to 3.3."""
    return game.q <= game.sizes[0] + game.sizes[1] + 1


def rounds(game: Game) -> float:
    """The pile divided into questions, rounded up."""
    return math.ceil(game.sizes[0] / game.q)


def all_others(game: Game) -> float:
    """n(p-1), the number of the other players' cards."""
    return game.sizes[1] * (game.p - 1)
