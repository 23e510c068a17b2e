"""Section 3.3: that we may act as player 1, since the rules are the same for all."""

from __future__ import annotations

from collections.abc import Callable

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.induction.public_states import public_states
from mystpy.conjectures.verdict import Finding
from mystpy.engines.diagram.diagram import diagram
from mystpy.situations.rotations import Renaming, alike, next_player
from mystpy.theses.bench import Statement


def rotated(budget: Budget, turn: Callable[[int], Renaming]) -> Finding:
    """Check that the steps of a game are those of the game with players renamed.

    ``turn(p)`` is the renaming of p players.
    """
    most = 4 if budget.full else 3
    looked_at, odd = 0, None
    for p in range(2, most + 1):
        steps, rename = diagram(p), turn(p)
        for number in public_states(p):
            budget.tick()
            looked_at += len(steps.moves(number))
            if not alike(steps, number, rename):
                odd = odd or {
                    "values": {"p": str(p), "state": str(steps.state(number))}
                }
    return Finding.judged(
        odd,
        proves=True,
        statement="every step from every public state is a step with incp(i) for each "
        "player i, and conversely, with the same conditions on the cards",
        method="exhaustive over the steps of the public diagram",
        instances=looked_at,
        scope={"m, n, q, histories": "all", "p": f"2..{most}"},
        note="So what is so of player 1 from some public state on is so of each player "
        "from the public state in that player's place. That player 1 begins is all "
        "that sets players apart.",
    )


STATEMENTS = (
    Statement(
        "remark-3.3-player-1",
        "3.3, above Lemma 3.1",
        "It is no loss of generality to act as player 1.",
        "the steps between public states are the same with incp(i) for each player i",
        lambda budget: rotated(budget, next_player),
    ),
)
