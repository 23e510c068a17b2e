"""Section 3.3: the vacuum, which is put in two ways that are not the same."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.history.actions import No, Shows, Yes
from mystpy.theses.bench import Statement
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
        statement=f"{kind} tells nobody anything about the cards",
        method="induction over public states",
        instances=looked,
        scope={"p": f"2..{most}", "m, n, q, depth": "any"},
        note="it is possible whatever the cards are",
    )


def _alternately(budget: Budget) -> Finding:
    main = searched(
        budget,
        overhears,
        _overheard,
        "if questions tell nothing of the asker's hand, player 1 learns nothing but by"
        " the answers to own questions",
        c=4,
        depth=9,
        ways=no_guesses,
        note="Player 1 hears what others answer, too",
    )
    return main.also(("questions tell nothing of any hand", told_by(budget, "asks")))


STATEMENTS = (
    Statement(
        "remark-3.3-vacuum",
        "3.3, above Lemma 3.1",
        "If opponents tell nothing by what they ask, a player learns from own questions"
        " only.",
        "asks tells nothing -> player 1 learns of the cards in own turns only",
        _alternately,
    ),
)
