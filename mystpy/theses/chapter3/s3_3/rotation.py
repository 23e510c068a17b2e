"""Section 3.3: that we may act as player 1, since the rules are the same for all."""

from __future__ import annotations

from collections.abc import Callable

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.transition_system.orbits import Renaming
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.situations.public_steps import public_states
from mystpy.situations.rotations import alike, next_player


def seats_are_alike(budget: Budget) -> Result:
    """Whether the rules are the same for the players one seat further on."""
    return rotated(budget, next_player)


def rotated(budget: Budget, turn: Callable[[int], Renaming]) -> Result:
    """Check that the steps of a game are those of the game with players renamed.

    `turn(p)` is the renaming of p players.
    """
    most = 4 if budget.full else 3
    looked_at, counterexample = 0, None
    for p in range(2, most + 1):
        steps, rename = transition_system_of(p), turn(p)
        for number in public_states(p):
            budget.tick()
            looked_at += len(steps.moves(number))
            if not alike(steps, number, rename):
                counterexample = counterexample or {
                    "values": {"p": str(p), "state": str(steps.state(number))}
                }
    return Result.judged(
        counterexample,
        proves=True,
        method="exhaustive over the steps of the public diagram",
        instances=looked_at,
        scope={"m, n, q, histories": "all", "p": f"2..{most}"},
    )
