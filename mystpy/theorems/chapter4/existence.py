"""Theorem 4.2: whether there are optimal strategies, and whether plays end."""

from __future__ import annotations

from random import Random

from mystpy.engines.base import PublicState
from mystpy.play import Play, random_deal
from mystpy.terms import Action, Asks, Guess
from mystpy.theorems.bench import Budget, Statement
from mystpy.theorems.chapter4.bluffing import BLUFFING_ONE
from mystpy.theorems.chapter4.public import TwoPlayers
from mystpy.theorems.chapter4.replay import replayed
from mystpy.theorems.chapter4.values import SIX, SMALL, Size, bounds, game_of, worth
from mystpy.theorems.verdict import Finding


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
        scope={"(m, n, q)": list(size), "p": 2},
        note="After the second round of the history everything is as after the first, "
        "so it can be repeated for ever. Nothing makes a player guess.",
    )


def cut_off(budget: Budget) -> Finding:
    """Games that end after a number of actions have finite trees."""
    depth = 14 if budget.full else 9
    counts = []
    for size in ((1, 1, 1), (2, 1, 2), (1, 2, 2)):
        budget.tick()
        game = game_of(size)
        deal = random_deal(game, Random(1))
        counts.append(Play(game, deal).count(depth)[-1])
    return Finding.judged(
        None,
        proves=True,
        statement="for every d the game that is broken off after d actions has an "
        "optimal mixed strategy for each player",
        method="theorem of von Neumann",
        instances=sum(counts),
        scope={"d": "any", "counted up to": depth},
        note="Its tree is finite, as there are finitely many actions, and it is a game "
        "of two players for one prize: Theorem 1.1 applies.",
    )


def small_values(budget: Budget) -> Finding:
    """In small games optimal strategies are at hand."""
    solved, between = [], []
    for size in (*SMALL, *SIX) if budget.full else SMALL:
        budget.tick()
        found = bounds(size)
        if found.low == found.high:
            solved.append((size, found.low))
        else:
            between.append(f"{size}: {found.low} to {found.high}")
    values = ", ".join(f"{size}: {value}" for size, value in solved)
    return Finding.judged(
        None,
        proves=True,
        statement="in the games in the scope both players have an optimal strategy: to "
        "ask once, and guess",
        method="game tree",
        instances=len(solved),
        scope={"(m, n, q)": [list(size) for size, _ in solved]},
        note=f"The value for player 1 by (m, n, q) is {values}. Not solved by these "
        f"two strategies, but bounded, are {', '.join(between)}.",
    )


def theorem_2(budget: Budget) -> Finding:
    """Theorem 4.2: there is an optimal mixed strategy."""
    unsolved = [size for size in SMALL if bounds(size).low < bounds(size).high]
    if not unsolved:
        return small_values(budget)
    size = unsolved[0]
    low = max(bounds(size).low, worth(size, 1, BLUFFING_ONE))
    high = bounds(size).high
    main = Finding.open(
        "p = 2: there is a mixed strategy that wins against every reply with at least "
        "the value of the game",
        "The proof needs a finite tree, and the tree is not finite. With endless plays "
        "not won by player 1, the value exists and player 2 has an optimal strategy "
        "(the payoff is lower semicontinuous in player 2's choice from a compact set, "
        "by Kneser and Fan); whether player 1 has one does not follow. The smallest "
        f"game that is not solved here has (m,n,q) = {size}: from {low} to {high}.",
        method="game tree",
        scope={"c": 5},
        instances=len(SMALL),
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
