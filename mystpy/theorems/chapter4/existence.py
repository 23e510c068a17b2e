"""Theorem 4.2: whether there are optimal strategies, and whether plays end."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mystpy.engines.base import PublicState
from mystpy.play import Play, random_deal
from mystpy.terms import Action, Asks, Guess
from mystpy.theorems.bench import Budget, Statement
from mystpy.theorems.chapter4.public import TwoPlayers
from mystpy.theorems.chapter4.replay import replayed
from mystpy.theorems.chapter4.solved import known, value_words
from mystpy.theorems.chapter4.values import SIX, SMALL, Size, game_of, myst
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
        scope={"game": myst(size)},
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
        scope={"d": "any", "games counted": f"up to {depth} actions"},
        note="Its tree is finite, as there are finitely many actions, and it is a game "
        "of two players for one prize: Theorem 1.1 applies.",
    )


def looked_at(budget: Budget) -> tuple[list[Size], list[Size]]:
    """Return the small games that are solved, and those that are only bounded."""
    solved: list[Size] = []
    bounded: list[Size] = []
    for size in (*SMALL, *(SIX if budget.full else SIX[:1])):
        budget.tick()
        found = known(size)
        (solved if found.low == found.high else bounded).append(size)
    return solved, bounded


def small_values(solved: Sequence[Size], bounded: Sequence[Size]) -> Finding:
    """In small games optimal strategies are at hand."""
    values = ", ".join(map(value_words, solved))
    rest = ", ".join(map(value_words, bounded))
    return Finding.judged(
        None,
        proves=True,
        statement="in the games in the scope both players have an optimal strategy: to "
        "ask once and guess; in MYST(3,1,2,1) player 1 asks twice, the first time for "
        "any card; in MYST(4,1,2,2) player 2 asks for cards that player 1 did not",
        method="game tree",
        instances=len(solved),
        scope={"games": ", ".join(map(myst, solved))},
        note=f"The value for player 1 is {values}. Each is the worth of a strategy of "
        "either player against the best reply."
        + (f" Not solved by these, but bounded: {rest}." if rest else ""),
    )


def theorem_2(budget: Budget) -> Finding:
    """Theorem 4.2: there is an optimal mixed strategy."""
    solved, bounded = looked_at(budget)
    smallest = (
        f" The smallest game that is not solved here: {value_words(bounded[0])}."
        if bounded
        else ""
    )
    main = Finding.open(
        "p = 2: there is a mixed strategy that wins against every reply with at least "
        "the value of the game",
        "The proof needs a finite tree, and the tree is not finite. With endless plays "
        "not won by player 1, the value exists and player 2 has an optimal strategy "
        "(the payoff is lower semicontinuous in player 2's choice from a compact set, "
        "by Kneser and Fan); whether player 1 has one does not follow." + smallest,
        method="game tree",
        scope={"c": 6 if budget.full else 5},
        instances=len(solved) + len(bounded),
    )
    return main.also(
        ("'it is finite': the tree of the game is finite", finite(budget)),
        ("the game is broken off after d actions", cut_off(budget)),
        ("small games", small_values(solved, bounded)),
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
