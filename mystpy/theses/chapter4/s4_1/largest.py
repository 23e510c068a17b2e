"""Section 4.1, q = m + n + 1: what questions tell."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.theses.chapter4.sweep import Fault, size, swept
from mystpy.theses.chapter4.turns import GameOfTwo, Step

# ---- Claim 4.2, as knowledge


def responder_learns(players: GameOfTwo, step: Step) -> Fault | None:
    """The responder can exclude a deal that was possible for them before."""
    if step.kind == "guess":
        return None
    other = 3 - step.poser
    for view in players.views[other]:
        left = view & step.after.full
        if left and left != view & step.before.full:
            return left, "true"
    return None


def responder_knows_nothing_new(budget: Budget) -> Finding:
    """Whether a question and its answer tell the responder of no deal."""
    return swept(budget, size(budget, 5), responder_learns)
