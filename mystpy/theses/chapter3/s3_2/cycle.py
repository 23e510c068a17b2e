"""Section 3.2: the five clauses in a cycle."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.errors import EnginesDisagree
from mystpy.theses.chapter3.s3_2.hardness import Graph
from mystpy.theses.chapter3.s3_2.minimum import hands
from mystpy.theses.chapter3.search import confirm_query
from mystpy.theses.chapter3.table import Query

CYCLE = Graph(5, ((0, 1), (0, 4), (1, 2), (2, 3), (3, 4)))


def cycle(budget: Budget, clauses: Graph = CYCLE, *, least: int = 3) -> Result:
    """Check how few cards satisfy the clauses, and what that excludes for n cards."""
    budget.tick()
    found = clauses.cover()
    excluded = {
        n: not any(hand >> clauses.size & 1 for hand in hands(clauses, n))
        for n in range(found, clauses.size + 1)
    }
    all_five = any(hand & 0b11111 == 0b11111 for hand in hands(clauses, clauses.size))
    wanted = {n: n == least for n in excluded}
    good = found == least and excluded == wanted and all_five
    values = {
        "least number of cards": str(found),
        "a further card is excluded for n": str([n for n in excluded if excluded[n]]),
    }
    return Result.judged(
        None if good else {"values": values},
        proves=True,
        method="exhaustive over the hands",
        instances=1 << clauses.size,
        scope={"n": f"{found}..{clauses.size}"},
        values={"least": found},
    )


def five_clauses(budget: Budget) -> Result:
    """What is found of example-3.2-cycle."""
    return cycle(budget).also(in_game=in_game(cycle_query()))


def in_game(query: Query) -> Result:
    """Ask two engines whether the formula of the five clauses is true in a game."""
    counterexample = None
    try:
        confirm_query(query)
    except EnginesDisagree:
        counterexample = confirm_query({**query, "formula": f"~({query['formula']})"})
    return Result.judged(
        counterexample,
        proves=True,
        method="two engines",
        instances=1,
        scope={"m": 1, "n": 3, "p": 3, "q": 2},
    )


def cycle_query(clauses: int = 5) -> Query:
    """The five clauses in a game of three players with hands of three.

    Or only the first of them, as many as `clauses`.
    """
    idle = "noguess(1) endturn(1) asks(2,{s9,s10}) yes(3) shows(3,2,s9)"
    idle += " noguess(2) endturn(2) asks(3,{s9,s10}) no(1) no(2) noguess(3) endturn(3)"
    shown = {"s1,s2": "s1", "s2,s3": "s3", "s3,s4": "s3", "s4,s5": "s4", "s1,s5": "s1"}
    turns = [f"asks(1,{{{q}}}) yes(2) shows(2,1,{x}) {idle}" for q, x in shown.items()]
    del turns[clauses:]
    return {
        "game": {"rules": "myst", "m": 1, "n": 3, "p": 3, "q": 2},
        "hands": {
            "0": ["s2"],
            "1": ["s5", "s6", "s7"],
            "2": ["s1", "s3", "s4"],
            "3": ["s8", "s9", "s10"],
        },
        "history": turns,
        "formula": "K(3, ~h(2,s6) & ~h(2,s7))",
        "value": "true",
    }
