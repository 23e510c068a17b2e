"""Theorem 4.2: whether there are optimal strategies, and whether plays end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.history.actions import Action, NoGuess
from mystpy.solve.best_reply import Reply
from mystpy.solve.bounds import PLANS, Bounds, Size, game_of, known
from mystpy.solve.information import Information
from mystpy.solve.strategies import Plan, one_shot
from mystpy.theses.chapter4.games import SIX, SMALL, myst, value_words, valued
from mystpy.theses.chapter4.replay import replayed
from mystpy.theses.chapter4.s4_1.extension import rounds

UNSOLVED: Sequence[Size] = ((4, 1, 1), *((2, 2, q) for q in range(1, 5)))
"""The games with up to six cards that the plans here only bound."""

SOLVED: Sequence[Size] = (*SMALL, *(size for size in SIX if size not in UNSOLVED))
"""The games of which both bounds are said to meet; the small ones first."""

BROKEN_OFF: Sequence[Size] = SMALL
"""The games that are broken off after the first turn."""


def finite(budget: Budget) -> Finding:
    """The game tree is finite."""
    budget.tick()
    size = (1, 1, 1)
    play, stands = rounds(size, 2)
    actions = play.history().actions
    text = "Turn(1) & askphase & ~GameOver"
    found = replayed(play.game, play.deal, actions, text)
    return Finding.judged(
        found if stands[0] == stands[1] else None,
        proves=False,
        method="search",
        instances=len(actions),
        scope={"game": myst(size)},
    )


def guess_now(information: Information, action: Action) -> bool:
    """Let the replying player do anything but pass over a guess.

    If the game is broken off, who has not guessed has not won.
    """
    return not isinstance(action, NoGuess)


def first_turn(size: Size, plan: Plan | None = None) -> tuple[Fraction, Fraction, int]:
    """What each player can make sure of in the first turn, and the nodes.

    The game is broken off after the first turn, and player 1 has to have won by then.
    The first number is what player 1 wins by a plan that guesses at once, if player 2
    shows whatever is worst; the other the most that player 1 can win if player 2
    shows any card evenly.
    """
    game = game_of(size)
    first = Reply(game, 1, plan or one_shot(min(size[0], size[2])))
    second = Reply(game, 2, one_shot(1), allowed=guess_now)
    low, high = first.worth(), 1 - second.worth()
    return low, high, first.nodes + second.nodes


def cut_off(budget: Budget, plan: Plan | None = None) -> Finding:
    """Games that end after a number of actions have optimal strategies."""
    found, nodes, values = None, 0, list[str]()
    for size in BROKEN_OFF:
        budget.tick()
        low, high, visited = first_turn(size, plan)
        nodes += visited
        values.append(f"{low} in {myst(size)}")
        if low != high and found is None:
            found = valued(size, player_1_makes_sure_of=low, player_2_allows=high)
    return Finding.judged(
        found,
        proves=True,
        method="game tree",
        instances=nodes,
        scope={"broken off": "after the first turn", "games": _written(BROKEN_OFF)},
        values={"values": ", ".join(values)},
    )


def _written(sizes: Sequence[Size]) -> str:
    return ", ".join(map(myst, sizes))


def planned(sizes: Sequence[Size]) -> str:
    """Which of some games need better plans than one question, in words."""
    better = [
        f"{myst(size)} (of {' and '.join(f'player {k}' for k in sorted(PLANS[size]))})"
        for size in sizes
        if size in PLANS
    ]
    return f"; or a better plan in {', '.join(better)}" if better else ""


def small_values(
    budget: Budget, bounds_of: Callable[[Size], Bounds] = known
) -> Finding:
    """In small games optimal strategies are at hand."""
    solved = SOLVED if budget.full else SOLVED[: len(SMALL)]
    found, nodes = None, 0
    for size in solved:
        budget.tick()
        bounds = bounds_of(size)
        nodes += bounds.nodes
        if bounds.low != bounds.high and found is None:
            found = valued(
                size, player_1_makes_sure_of=bounds.low, player_2_allows=bounds.high
            )
    return Finding.judged(
        found,
        proves=True,
        method="game tree",
        instances=nodes,
        scope={"games": _written(solved)},
        values={
            "planned": planned(solved),
            "values": ", ".join(map(value_words, solved)),
        },
        case=None if found is None else "open",
    )


def theorem_2(budget: Budget) -> Finding:
    """Theorem 4.2: there is an optimal mixed strategy."""
    rest = UNSOLVED if budget.full else UNSOLVED[:1]
    budget.tick()
    bounded = " and ".join(map(value_words, rest))
    main = Finding.open(
        method="game tree",
        scope={"games": _written(rest)},
        values={"bounded": bounded},
        instances=len(rest),
    )
    return main.also(
        finite=finite(budget),
        cut_off=cut_off(budget),
        small_values=small_values(budget),
    )
