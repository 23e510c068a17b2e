"""Section 3.3: the vacuum, which is put in two ways that are not the same."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.history.actions import No, Shows, Yes
from mystpy.theses.chapter3.s3_1.disjunctions import moves
from mystpy.theses.chapter3.search import Event, gained, no_guesses, searched, text


def overhears(event: Event) -> bool:
    """Whether player 1 learns a literal from the answer to another's question."""
    if not isinstance(event.action, No | Yes | Shows):
        return False
    if event.table.public(event.before).turn == (1,):
        return False
    return event.action.player != 1 and bool(gained(event, 1))


def _overheard(event: Event) -> str:
    literal = min(gained(event, 1))
    return f"K(1, {text(event.table.game, literal)})"


def told_by(budget: Budget, kind: str) -> Finding:
    """Look for an action of a kind whose being possible depends on the cards."""
    most = 7 if budget.full else 3
    looked, odd = 0, None
    for p in range(2, most + 1):
        budget.tick()
        for key, move in moves(p):
            if key[0] == kind:
                looked += 1
                if move.guards or len(move.after) > 1:
                    odd = odd or {"values": {"p": str(p), "action": str(key)}}
    return Finding.judged(
        odd,
        proves=True,
        method="induction over public states",
        instances=looked,
        scope={"p": f"2..{most}", "m, n, q, depth": "any"},
    )


def alternately(budget: Budget) -> Finding:
    """What is found of remark-3.3-vacuum."""
    main = searched(budget, overhears, _overheard, c=4, depth=9, ways=no_guesses)
    return main.also(asks=told_by(budget, "asks"))
