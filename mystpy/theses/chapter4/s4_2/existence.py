"""Theorem 4.2: whether there are optimal strategies, and whether plays end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.engines.base import PublicState
from mystpy.history.actions import Action, Asks, Guess, NoGuess
from mystpy.situations.play import Play
from mystpy.solve.best_reply import Reply, Sight
from mystpy.solve.strategies import Plan, one_shot
from mystpy.theses.bench import Statement
from mystpy.theses.chapter4.public import TwoPlayers
from mystpy.theses.chapter4.replay import replayed
from mystpy.theses.chapter4.solved import PLANS, known, value_words
from mystpy.theses.chapter4.sweep import argued
from mystpy.theses.chapter4.values import (
    SIX,
    SMALL,
    Bounds,
    Size,
    game_of,
    myst,
    valued,
)

UNSOLVED: Sequence[Size] = ((4, 1, 1), *((2, 2, q) for q in range(1, 5)))
"""The games with up to six cards that the plans here only bound."""

SOLVED: Sequence[Size] = (*SMALL, *(size for size in SIX if size not in UNSOLVED))
"""The games of which both bounds are said to meet; the small ones first."""

BROKEN_OFF: Sequence[Size] = SMALL
"""The games that are broken off after the first turn."""


def rounds(size: Size, count: int) -> tuple[Play, list[tuple[PublicState, int]]]:
    """Return a play in which both ask for own cards, and how it stands after rounds.

    It stands as the public state says, and the deals that are possible publicly.
    """
    game = game_of(size)
    players = TwoPlayers(game)
    play, now, stands = Play(game, players.deal(1)), players.start(), []
    for _ in range(count):
        for player in (1, 2):
            own = sorted(play.deal[player])[: game.q]
            actions: list[Action] = [Asks(player, frozenset(own))]
            play.push(actions[0])
            while not any(isinstance(a, Asks) for a in play.possible()):
                (quiet,) = (a for a in play.possible() if not isinstance(a, Guess))
                play.push(quiet)
                actions.append(quiet)
            now = players.then(now, *actions)
        stands.append((play.state, now.deals))
    return play, stands


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
        statement="there is a bound on the length of executable histories",
        method="search",
        instances=len(actions),
        scope={"game": myst(size)},
        note="After the second round of the history everything is as after the first, "
        "so it can be repeated for ever. Nothing makes a player guess.",
    )


def guess_now(sight: Sight, action: Action) -> bool:
    """Let the replying player do anything but pass over a guess.

    If the game is broken off, who has not guessed has not won.
    """
    return not isinstance(action, NoGuess)


def first_turn(size: Size, plan: Plan | None = None) -> tuple[Fraction, Fraction, int]:
    """Return what each player can make sure of in the first turn, and the nodes.

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
    finding = Finding.judged(
        found,
        proves=True,
        statement="p = 2, a play that is broken off is not won by player 1: for every "
        "d the game that is broken off after d actions has an optimal mixed strategy "
        "for each player; after the first turn it is to ask once and guess, and to "
        "show any card",
        method="game tree",
        instances=nodes,
        scope={"broken off": "after the first turn", "games": _written(BROKEN_OFF)},
        note=f"The values computed, from both sides, are {', '.join(values)}. Games "
        "that are broken off later were not computed.",
    )
    return argued(
        finding,
        "the tree is finite, as there are finitely many actions, and it is a game of "
        "two players for one prize, so Theorem 1.1 applies for every d.",
    )


def _written(sizes: Sequence[Size]) -> str:
    return ", ".join(map(myst, sizes))


def planned(sizes: Sequence[Size]) -> str:
    """Return which of some games need better plans than one question, in words."""
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
    values = ", ".join(map(value_words, solved))
    return Finding.judged(
        found,
        proves=True,
        statement="in the games in the scope both players have an optimal strategy: to "
        f"ask once and guess{planned(solved)}",
        method="game tree",
        instances=nodes,
        scope={"games": _written(solved)},
        note=f"The value for player 1 is {values}. Each is the worth of a strategy of "
        "either player against the best reply."
        if found is None
        else None,
    )


def theorem_2(budget: Budget) -> Finding:
    """Theorem 4.2: there is an optimal mixed strategy."""
    rest = UNSOLVED if budget.full else UNSOLVED[:1]
    budget.tick()
    bounded = " and ".join(map(value_words, rest))
    main = Finding.open(
        "p = 2: there is a mixed strategy that wins against every reply with at least "
        "the value of the game",
        "The proof needs a finite tree, and the tree is not finite. With endless plays "
        "not won by player 1, the value exists and player 2 has an optimal strategy "
        "(the payoff is lower semicontinuous in player 2's choice from a compact set, "
        "by Kneser and Fan); whether player 1 has one does not follow. "
        f"Games that the plans here only bound: {bounded}.",
        method="game tree",
        scope={"games": _written(rest)},
        instances=len(rest),
    )
    return main.also(
        ("'it is finite': the tree of the game is finite", finite(budget)),
        ("the game is broken off after d actions", cut_off(budget)),
        ("small games", small_values(budget)),
    )


STATEMENTS = (
    Statement(
        "remark-4.2-finite",
        "section 4.2",
        "The game tree is finite.",
        "there is a bound on the length of executable histories",
        finite,
    ),
    Statement(
        "theorem-4.2",
        "Theorem 4.2",
        "There is an optimal mixed strategy.",
        "p = 2: there is a mixed strategy that wins against every reply with at least "
        "the value of the game",
        theorem_2,
    ),
)
