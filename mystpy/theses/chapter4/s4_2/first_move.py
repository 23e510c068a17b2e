"""Whether it is good to move first, and to know more: Claim 4.5 and section 4.2."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding, Verdict
from mystpy.situations.turns import GameOfTwo
from mystpy.solve.best_reply import Reply
from mystpy.solve.bounds import Size, at_once, bounds, game_of, known, worth
from mystpy.solve.recurrence import HALF
from mystpy.solve.strategies import (
    Plan,
    Questions,
    anything,
    bound,
    one_shot,
    slow_and_steady,
)
from mystpy.theses.case_analysis import Case, sought, weighed
from mystpy.theses.chapter4.games import SIX, SMALL, listed, myst, valued
from mystpy.theses.chapter4.s4_1.chances import telling

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
    sizes, scope = sizes_up_to(_REACH), {"c": _REACH}
    lost = [size for size in SMALL if size[2] > 1 and bounds(size).high < HALF]
    left = [size for size in sizes if not settled(size)]
    if lost or not left:
        return Finding.judged(
            valued(lost[0], at_most=bounds(lost[0]).high) if lost else None,
            proves=False,
            method="game tree",
            instances=len(sizes),
            scope=scope,
            case="settled",
        )
    small = (myst(size) for size in left if size[0] + 2 * size[1] <= 7)
    main = Finding.open(
        method="arithmetic",
        scope=scope,
        instances=len(sizes),
        values={
            "settled": len(sizes) - len(left),
            "all": len(sizes),
            "reach": _REACH,
            "open": " and ".join(small) or "none",
        },
    )
    return main.also(enough=enough(budget), endless_won=endless_won(budget))


def endless_won(budget: Budget, draw: Questions = anything) -> Finding:
    """If endless play is counted for player 1, player 1 has at least half of it.

    The first question is drawn from all, whatever the own hand.
    """
    sizes = (*SMALL, *(SIX if budget.full else ()))
    scope = {"c": 6 if budget.full else 5, "p": 2}
    less = (
        valued(size, player_1_wins_or_endless_at_most=known(size).high)
        if known(size).high < HALF
        else None
        for size in sizes
    )
    lost = sought(budget, less, scope, method="game tree")
    if lost.verdict is Verdict.FALSE:
        return lost
    each = map(GameOfTwo, map(game_of, sizes))
    tells = (telling(players, players.start(), draw) for players in each)
    stolen = sought(budget, tells, scope, method="game tree")
    return stolen.by_witness(refutes=False)


def settled(size: Size) -> bool:
    """Whether Claim 4.5 is settled for a game: by at_once, or with n = 2."""
    m, n, q = size
    return at_once(size) >= HALF or (n == 2 and q == m + n + 1)


def enough(budget: Budget) -> Finding:
    """Where asking once and guessing wins half of the games, Claim 4.5 holds."""

    def cases() -> Iterator[Case | None]:
        for size in SMALL:
            said, low = at_once(size), bounds(size).low
            yield valued(size, said=said, played=low) if low != said else None
        for size in sizes_up_to(_REACH):
            said = at_once(size)
            yield valued(size, G=said) if half_is_said(size) != (said >= HALF) else None

    return sought(
        budget,
        cases(),
        {"c": 5, "c where G was computed": f"3..{_REACH}", "p": 2},
        proves=True,
        method="game tree",
        values={"reach": _REACH},
    )


def half_is_said(size: Size) -> bool:
    """Whether G is said to be at least 1/2."""
    m, n, q = size
    return (n == 1 and 2 * q + 1 >= m) or (m == 1 and n <= 3) or (m == n == 2)


STEADY = slow_and_steady()


def steady(budget: Budget, plan: Plan = STEADY) -> Finding:
    """Player 1 wins half of the games by asking usefully until the pile is known."""
    sizes = ((1, 1, 3), (2, 1, 4), (1, 2, 4))
    won = ((size, worth(size, 1, plan)) for size in sizes)
    cases = (
        valued(size, slow_and_steady_wins=wins) if wins < HALF else None
        for size, wins in won
    )
    found = sought(budget, cases, {"c": 5, "q": "m+n+1"}, method="game tree")
    return found.by_witness(refutes=True)


AT_ONCE = one_shot(1)


def informed(budget: Budget, plan: Plan = AT_ONCE) -> Finding:
    """Who has more information is more likely to win, but not against a plan."""
    size = (1, 2, 4)
    reply = Reply(game_of(size), 2, plan, imposed=bound(silent=1))
    most = 1 - reply.worth()
    case = valued(size, player_1_at_most=most) if most < HALF else None
    found = weighed(budget, [(reply.nodes, case)], listed([size]))
    return found.by_witness(refutes=True)
