"""What holds in every step between the public states, and so in every history."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.induction.public_states import public_states
from mystpy.conjectures.verdict import Finding
from mystpy.engines.diagram.diagram import diagram
from mystpy.engines.diagram.states import Key, State
from mystpy.game.game import Game

Step = tuple[State, Key, State]
"""A public state, the kind and players of an action, and a state it leads to."""
Fault = Callable[[int, Step], bool]
"""Whether a step of a game of so many players is one that should not be."""


def public_steps(p: int) -> Iterator[Step]:
    """Yield every step between public states, whatever cards make it possible."""
    steps = diagram(p)
    for number in public_states(p):
        for key, move in steps.moves(number).items():
            for after in move.after:
                yield steps.state(number), key, steps.state(after)


def in_all_steps(budget: Budget, fault: Fault) -> Finding:
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
    return Finding.judged(
        wrong,
        proves=True,
        method="induction over public states",
        scope={"p": f"2..{players[-1]}", "m, n, q, depth": "any"},
        instances=looked,
    )
