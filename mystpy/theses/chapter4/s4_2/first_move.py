"""Whether it is good to move first, and to know more: Claim 4.5 and section 4.2."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.history.actions import Action, Asks, Guess, NoGuess
from mystpy.solve.best_reply import Reply
from mystpy.solve.bounds import Size, at_once, bounds, game_of, known, worth
from mystpy.solve.information import Information, Mixture
from mystpy.solve.recurrence import HALF
from mystpy.solve.strategies import Cards, Questions, one_shot, slow_and_steady, uniform
from mystpy.theses.chapter4.games import SIX, SMALL, myst, valued
from mystpy.theses.chapter4.s4_1.chances import telling
from mystpy.theses.chapter4.turns import GameOfTwo

_REACH = 40
"""Up to how many cards it is counted which games are settled."""


def sizes_up_to(reach: int) -> list[Size]:
    """The games with q > 1 that have so many cards at most."""
    return [
        (m, n, q)
        for m in range(1, reach)
        for n in range(1, (reach - m) // 2 + 1)
        for q in range(2, m + n + 2)
    ]


def claim_5(budget: Budget) -> Finding:
    """Claim 4.5: player 1 wins with at least 1/2."""
    sizes = sizes_up_to(_REACH)
    lost = [size for size in SMALL if size[2] > 1 and bounds(size).high < HALF]
    done = [size for size in sizes if settled(size)]
    short = [size for size in sizes if size[0] + 2 * size[1] <= 7 and size not in done]
    if lost or len(done) == len(sizes):
        return Finding.judged(
            valued(lost[0], at_most=bounds(lost[0]).high) if lost else None,
            proves=True,
            method="game tree",
            instances=len(sizes),
            scope={"c": _REACH},
            case="settled",
        )
    open_ones = " and ".join(map(myst, short)) or "none"
    main = Finding.open(
        method="arithmetic",
        scope={"c": _REACH},
        instances=len(sizes),
        values={
            "settled": len(done),
            "all": len(sizes),
            "reach": _REACH,
            "open": open_ones,
        },
    )
    return main.also(enough=enough(budget), endless_won=endless_won(budget))


def every_question(information: Information) -> Mapping[Cards, Fraction]:
    """Draw a question from all, whatever the own hand."""
    return uniform(information.game.questions())


def endless_won(budget: Budget, draw: Questions = every_question) -> Finding:
    """If endless play is counted for player 1, player 1 has at least half of it."""
    games = (*SMALL, *(SIX if budget.full else ()))
    wrong: Mapping[str, object] | None = None
    seen = 0
    for size in games:
        budget.tick()
        seen += 1
        players = GameOfTwo(game_of(size))
        wrong = wrong or telling(players, players.start(), draw)
        high = known(size).high
        if high < HALF and wrong is None:
            wrong = valued(size, player_1_wins_or_endless_at_most=high)
    return Finding.judged(
        wrong,
        proves=True,
        method="strategy stealing",
        instances=seen,
        scope={
            "m, n and q": "all",
            "c of the games looked at": "3..6" if budget.full else "3..5",
        },
    )


def settled(size: Size) -> bool:
    """Whether Claim 4.5 is settled for a game: by at_once, or with n = 2."""
    m, n, q = size
    return at_once(size) >= HALF or (n == 2 and q == m + n + 1)


def enough(budget: Budget) -> Finding:
    """Where asking once and guessing wins half of the games, Claim 4.5 holds."""
    wrong, played = None, 0
    for size in SMALL:
        budget.tick()
        played += 1
        low = bounds(size).low
        if low != at_once(size) and wrong is None:
            wrong = valued(size, said=at_once(size), played=low)
    counted = sizes_up_to(_REACH)
    for size in counted:
        if half_is_said(size) != (at_once(size) >= HALF) and wrong is None:
            wrong = valued(size, G=at_once(size))
    return Finding.judged(
        wrong,
        proves=True,
        method="game tree",
        instances=played + len(counted),
        scope={"c": 5, "c where G was computed": f"3..{_REACH}", "p": 2},
        values={"reach": _REACH},
    )


def half_is_said(size: Size) -> bool:
    """Whether G is said to be at least 1/2."""
    m, n, q = size
    return (n == 1 and 2 * q + 1 >= m) or (m == 1 and n <= 3) or (m == n == 2)


def steady(budget: Budget) -> Finding:
    """Player 1 wins half of the games by asking usefully until the pile is known."""
    found, played = None, 0
    for size in ((1, 1, 3), (2, 1, 4), (1, 2, 4)):
        budget.tick()
        played += 1
        wins = worth(size, 1, slow_and_steady())
        if wins < HALF and found is None:
            found = valued(size, slow_and_steady_wins=wins)
    return Finding.judged(
        found,
        proves=False,
        method="game tree",
        instances=played,
        scope={"c": 5, "q": "m+n+1"},
    )


def informed(budget: Budget) -> Finding:
    """Who has more information is more likely to win."""
    size = (1, 2, 4)
    budget.tick()
    reply = Reply(game_of(size), 2, one_shot(1), imposed=never_first)
    most = 1 - reply.worth()
    found = valued(size, player_1_at_most=most)
    return Finding.judged(
        found if most < HALF else None,
        proves=False,
        method="game tree",
        instances=reply.nodes,
        scope={"game": myst(size)},
    )


def never_first(information: Information, offers: tuple[Action, ...]) -> Mixture | None:
    """Bind player 1 not to guess in the first turn."""
    own = [a for a in information.actions if isinstance(a, Asks) and a.player == 1]
    if len(own) == 1 and any(isinstance(a, Guess) for a in offers):
        return {NoGuess(information.player): Fraction(1)}
    return None
