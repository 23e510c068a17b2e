"""Section 4.2, q = 1: what a question about one card tells."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.theses.chapter4.sweep import Fault, asked_cards, single, size, swept
from mystpy.theses.chapter4.turns import GameOfTwo, Step


def learns_by_own(players: GameOfTwo, step: Step) -> Fault | None:
    """Who asks for an own card learns something about the cards."""
    if step.kind == "guess":
        return None
    (x,) = asked_cards(players, step)
    own = players.held(step.poser, x)
    for view in players.views[step.poser]:
        left = view & step.after.full & own
        if left and left != view & step.before.full:
            return left, "true"
    return None


def one_card(budget: Budget) -> Finding:
    """With q = 1 a question for an own card tells the poser nothing."""
    return swept(budget, size(budget, 5), learns_by_own, fits=single)
