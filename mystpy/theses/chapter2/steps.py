"""What holds in every step between the public states, and so in every history."""

from __future__ import annotations

from collections.abc import Callable

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.situations.public_steps import PublicStep, public_steps
from mystpy.theses.moves import over_public_states

Fault = Callable[[int, PublicStep], bool]
"""Whether a step of a game of so many players is one that should not be."""


def in_all_steps(budget: Budget, fault: Fault) -> Result:
    """Look for a fault in the steps between the public states of 2 to 7 players."""
    players = range(2, 8 if budget.full else 4)
    looked, wrong = 0, None
    for p in players:
        budget.tick()
        for step in public_steps(p):
            looked += 1
            if wrong is None and fault(p, step):
                wrong = {
                    "game": Game.myst(1, 1, p, 1).to_dict(),
                    "values": {"action": str(step[1]), "before": str(step[0])},
                }
    return over_public_states(wrong, players, looked)
