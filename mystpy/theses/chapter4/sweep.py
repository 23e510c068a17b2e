"""Check every step of every game of two players up to a number of cards.

There are finitely many situations up to renaming, so the search ends by itself:
properties of each step hold in histories of any length, for the games in the scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.ranges import condition
from mystpy.conjectures.replay.engines import confirming_engines
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.history.actions import Action
from mystpy.situations.turns import TurnStep, TwoPlayerGame
from mystpy.theses.case_analysis import (
    Case,
    Fits,
    any_game,
    each_game,
    sought,
)
from mystpy.theses.deals import situation_query

Fault = tuple[int, str]
"""Deals in which a step breaks a statement, and a formula that shows it there."""


Wrong = Callable[[TwoPlayerGame, TurnStep], Fault | None]
"""A test of a step: the fault; no deals, or None, if there is none."""


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
    """Yield the steps of each game; `of` may limit the questions."""
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
    """Return the result of checking every step; the first fault ends the search.

    `of` may limit the questions, and `turns` the length; then nothing is proved. A
    fault counts after two engines have replayed it.
    """
    steps = every_step(c, fits, guesses=guesses, turns=turns, of=of)
    cases = (fault_in(players, step, wrong) for players, step in steps)
    scope = {"c": c, "p": 2, "turns": turns or "any number", "guesses": guesses}
    return sought(budget, cases, scope, proves=turns is None)


def fault_in(players: TwoPlayerGame, step: TurnStep, wrong: Wrong) -> Case | None:
    """Return the first deal in which a step is wrong, replayed."""
    deals, formula = wrong(players, step) or (0, "")
    if not deals:
        return None
    return replayed(players.game, players.deal(deals), step.after.actions, formula)


def question(step: TurnStep) -> int:
    """Return the question that was answered in a step, as a mask."""
    return next(d.cards for d in reversed(step.after.events) if d.key[0] == "asks")


def learned(players: TwoPlayerGame, step: TurnStep, player: int, deals: int) -> int:
    """Return deals after a step in which a player excludes one possible before it.

    They are among these `deals`, and the player knows whether the actual deal is.
    """
    for view in players.views[player]:
        left = view & step.after.full & deals
        if left and left != view & step.before.full:
            return left
    return 0


def size(budget: Budget, full: int = 6, sample: int = 4) -> int:
    """Return the number of cards up to which games are checked."""
    return full if budget.full else sample


def replayed(
    game: Game, deal: Sequence[frozenset[str]], actions: Sequence[Action], formula: str
) -> Case:
    """Return the query object of a situation in which a formula is true.

    Two engines that do not share their method have to find it true. Otherwise
    EnginesDisagree is raised: then the search that found it is wrong.
    """
    query = situation_query(game, deal, actions, formula)
    confirming_engines(query, ("worlds", "asp"))
    return query


def myst(size: tuple[int, int, int]) -> str:
    """Return the text of a game of two players."""
    m, n, q = size
    return f"MYST({m},{n},2,{q})"


def list_games(sizes: Iterable[tuple[int, int, int]]) -> dict[str, object]:
    """Return the scope of a check of these games."""
    return {"games": ", ".join(map(myst, sizes))}
