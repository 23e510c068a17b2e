"""Theorem 4.2: whether there are optimal strategies, and whether plays end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.errors import EngineMissing, one_of
from mystpy.history.actions import Action, NoGuess
from mystpy.situations.stage import Stage
from mystpy.situations.turns import GameOfTwo
from mystpy.solve.best_reply import Reply
from mystpy.solve.bounds import PLANS, Bounds, Size, game_of, known, once, optimal
from mystpy.solve.information import Information
from mystpy.solve.strategies import Plan, one_shot
from mystpy.theses.case_analysis import sought, weighed
from mystpy.theses.chapter4.games import SIX, SMALL, apart, listed, myst
from mystpy.theses.chapter4.replay import replayed
from mystpy.theses.chapter4.s4_1.extension import rounds

BROKEN_OFF: Sequence[Size] = SMALL
"""The games that are broken off after the first turn."""


def finite(budget: Budget, play: Sequence[Stage] | None = None) -> Finding:
    """The game tree is finite, unless two stages of a play are the same."""
    size = (1, 1, 1)
    before, after = play or rounds(size, 2)
    game, text = game_of(size), "Turn(1) & askphase & ~GameOver"
    same = (before.state, before.full) == (after.state, after.full)
    hands = GameOfTwo(game).deal(1)
    found = replayed(game, hands, after.actions, text) if same else None
    searched = sought(budget, [found], listed([size]), method="search")
    return searched.by_witness(refutes=True)


def guess_now(information: Information, action: Action) -> bool:
    """Let the replying player do anything but pass over a guess.

    If the game is broken off, who has not guessed has not won.
    """
    return not isinstance(action, NoGuess)


def first_turn(size: Size, plan: Plan | None = None) -> Bounds:
    """What each player can make sure of in the first turn.

    The game is broken off after the first turn, and player 1 has to have won by then.
    The lower bound is what player 1 wins by a plan that guesses at once, if player 2
    shows whatever is worst; the other the most that player 1 can win if player 2
    shows any card evenly.
    """
    game = game_of(size)
    first = Reply(game, 1, plan or once(size))
    second = Reply(game, 2, one_shot(1), allowed=guess_now)
    low, high = first.worth(), 1 - second.worth()
    return Bounds(low, high, first.nodes + second.nodes)


def cut_off(budget: Budget, plan: Plan | None = None) -> Finding:
    """Games that end after a number of actions have optimal strategies."""
    found = {size: first_turn(size, plan) for size in BROKEN_OFF}
    met = weighed(
        budget,
        apart(BROKEN_OFF, found.__getitem__),
        {"broken off": "after the first turn"} | listed(BROKEN_OFF),
        proves=True,
        values={"values": ", ".join(in_words(s, b) for s, b in found.items())},
    )
    return met.by_witness(refutes=False)


def in_words(size: Size, found: Bounds) -> str:
    """The bounds of a value, in words."""
    high = "" if found.low == found.high else f" to {found.high}"
    return f"{found.low}{high} in {myst(size)}"


def planned(sizes: Sequence[Size]) -> str:
    """Which of some games need better plans than one question, in words."""
    better = [
        f"{myst(size)} (of {' and '.join(f'player {k}' for k in sorted(PLANS[size]))})"
        for size in sizes
        if size in PLANS
    ]
    return f"; or a better plan in {', '.join(better)}" if better else ""


def small_values(
    budget: Budget, bounds_of: Callable[[Size], Bounds] = optimal
) -> Finding:
    """In small games optimal strategies are at hand: those that give the bounds."""
    sizes = (*SMALL, *SIX) if budget.full else SMALL
    try:
        found = {size: bounds_of(size) for size in sizes}
    except EngineMissing:
        return Finding.open(method="scipy is not installed", scope=listed(sizes))
    better = [myst(s) for s in sizes if known(s).low < known(s).high]
    values = {
        "planned": planned(sizes),
        "programmed": f", or a plan found by a linear programme in {one_of(better)}"
        if better
        else "",
        "values": ", ".join(in_words(size, each) for size, each in found.items()),
    }
    met = weighed(budget, apart(sizes, bounds_of), listed(sizes), values=values)
    return met.by_witness(refutes=False)


def theorem_2(budget: Budget) -> Finding:
    """Theorem 4.2: there is an optimal mixed strategy."""
    return small_values(budget).also(finite=finite(budget), cut_off=cut_off(budget))
