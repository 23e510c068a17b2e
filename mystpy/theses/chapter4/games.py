"""The games of chapter 4: those whose values are looked at, and every step of others.

The situations up to renaming are finitely many, so the search ends by itself: what
holds at each step holds in histories of any length, for the games in the scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.ranges import condition
from mystpy.conjectures.replay.engines import confirming_engines
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.game.game import Game
from mystpy.history.actions import Action
from mystpy.situations.turns import TurnStep, TwoPlayerGame
from mystpy.solve.bounds import Bounds, Size, game_of
from mystpy.theses.case_analysis import (
    Case,
    Fits,
    any_game,
    each_game,
    situation_query,
    sought,
    weigh_cases,
    with_values,
)

Fault = tuple[int, str]
"""Deals in which a step breaks a statement, and a formula that shows it there."""

Wrong = Callable[[TwoPlayerGame, TurnStep], Fault | None]
"""What is wrong with a step; no deals, or None, if nothing is."""

largest: Fits = condition("q = m+n+1")
"""The games of section 4.1."""

single: Fits = condition("q = 1")
"""Those of section 4.4."""


def every_step(
    c: int,
    fits: Fits = any_game,
    *,
    guesses: bool = False,
    turns: int | None = None,
    of: type[TwoPlayerGame] = TwoPlayerGame,
) -> Iterator[tuple[TwoPlayerGame, TurnStep]]:
    """The steps of each game; `of` may limit what is asked."""
    for game in each_game(c, fits=fits):
        players = of(game)
        for step in players.steps(guesses=guesses, turns=turns):
            yield players, step


def swept(
    budget: Budget,
    c: int,
    wrong: Wrong,
    *,
    fits: Fits = any_game,
    guesses: bool = False,
    turns: int | None = None,
    of: type[TwoPlayerGame] = TwoPlayerGame,
) -> Result:
    """What looking at every step found; the first fault ends the search.

    `of` may limit what is asked, `turns` how long it goes on: then nothing is proved. A
    fault is replayed by two engines before it counts.
    """
    steps = every_step(c, fits, guesses=guesses, turns=turns, of=of)
    cases = (fault_in(players, step, wrong) for players, step in steps)
    scope = {"c": c, "p": 2, "turns": turns or "any number", "guesses": guesses}
    return sought(budget, cases, scope, proves=turns is None)


def fault_in(players: TwoPlayerGame, step: TurnStep, wrong: Wrong) -> Case | None:
    """The first deal in which a step is wrong, replayed."""
    deals, formula = wrong(players, step) or (0, "")
    if not deals:
        return None
    return replayed(players.game, players.deal(deals), step.after.actions, formula)


def question(step: TurnStep) -> int:
    """The question that was answered in a step, as a mask."""
    return next(d.cards for d in reversed(step.after.events) if d.key[0] == "asks")


def learned(players: TwoPlayerGame, step: TurnStep, player: int, deals: int) -> int:
    """Deals after a step in which a player excludes one possible before it.

    They are of those `deals`, of which the player knows whether the actual one is one.
    """
    for view in players.views[player]:
        left = view & step.after.full & deals
        if left and left != view & step.before.full:
            return left
    return 0


def size(budget: Budget, full: int = 6, sample: int = 4) -> int:
    """Up to how many cards games are looked at."""
    return full if budget.full else sample


def replayed(
    game: Game, deal: Sequence[frozenset[str]], actions: Sequence[Action], formula: str
) -> Case:
    """The query object of a situation in which a formula is true.

    Two engines that do not share their method have to find it true, otherwise
    EnginesDisagree is raised: then the search that found it is wrong.
    """
    query = situation_query(game, deal, actions, formula)
    confirming_engines(query, ("worlds", "asp"))
    return query


SMALL: tuple[Size, ...] = tuple(
    (m, n, q) for m, n in ((1, 1), (2, 1), (1, 2), (3, 1)) for q in range(1, m + n + 2)
)
"""All games of two players with at most five cards that can be won for certain."""

SIX: tuple[Size, ...] = (
    *((4, 1, q) for q in range(1, 7)),
    *((2, 2, q) for q in range(1, 6)),
)
"""Those with six cards."""

SOLVED = "linear programmes, exact replies"
"""The method of what rests on solved games."""

LARGEST: tuple[Size, ...] = ((1, 1, 3), (2, 1, 4), (3, 1, 5), (1, 2, 4))
"""Games with q = m + n + 1, ascending in the number of cards."""

BLUFFABLE = tuple(size for size in SMALL if size[2] <= size[1])
"""The small games in which a question may be of own cards only."""


def myst(size: Size) -> str:
    """How a game of two players is written."""
    m, n, q = size
    return f"MYST({m},{n},2,{q})"


def list_games(sizes: Iterable[Size]) -> dict[str, object]:
    """The scope of a check that looks at these games."""
    return {"games": ", ".join(map(myst, sizes))}


def valued(size: Size, **values: Fraction) -> dict[str, object]:
    """A game with values, as a counterexample; `_` stands for a blank."""
    texts = {name.replace("_", " "): value for name, value in values.items()}
    return with_values(game_of(size), texts)


def apart(
    sizes: Iterable[Size], bounds_of: Callable[[Size], Bounds]
) -> Iterator[tuple[int, Case | None]]:
    """The games whose bounds do not meet, with how many nodes were visited."""
    for size in sizes:
        found = bounds_of(size)
        case = valued(
            size, player_1_makes_sure_of=found.lower, player_2_allows=found.upper
        )
        yield found.nodes, case if found.lower != found.upper else None


def worth_said(
    budget: Budget,
    said: Mapping[Size, Fraction],
    bounds_of: Callable[[Size], Bounds],
    scope: Mapping[str, object],
    method: str = "game tree",
) -> Result:
    """Whether games are worth what is said, by bounds that plans give.

    FALSE where a bound excludes it; where they only do not meet, other plans may do.
    """
    found = {size: bounds_of(size) for size in said}

    def excluded() -> Iterator[tuple[int, Case | None]]:
        for size, value in said.items():
            low, high = found[size].lower, found[size].upper
            wrong = valued(size, said=value, low=low, high=high)
            yield found[size].nodes, None if low <= value <= high else wrong

    false = weigh_cases(budget, excluded(), scope, method=method)
    if false.verdict is Verdict.FALSE:
        return false
    cases = apart(said, found.__getitem__)
    met = weigh_cases(budget, cases, scope, proves=True, method=method)
    return met.by_witness(refutes=False)
