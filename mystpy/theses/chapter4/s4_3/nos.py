"""Section 4.3, in passing: what a no reveals, and how both come to know the pile."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.history.actions import Asks, No
from mystpy.situations.stage import Stage
from mystpy.theses.chapter4.sweep import Fault, card, size, swept
from mystpy.theses.chapter4.turns import GameOfTwo, Step

# ---- the proof of Theorem 4.3


def denied(stage: Stage, player: int) -> set[str]:
    """The cards that a player asked for and the other denied."""
    found, asked = set[str](), None
    for action in stage.actions:
        if isinstance(action, Asks):
            asked = action
        elif isinstance(action, No) and asked is not None and asked.player == player:
            found |= asked.cards
    return found


def without_asking(players: GameOfTwo, step: Step) -> Fault | None:
    """Both know of a card in the pile, and not both have asked for it in vain."""
    deals = step.after.full
    asked = denied(step.after, 1) & denied(step.after, 2)
    for x in range(players.game.c):
        fact, name = players.held(0, x), card(players, x)
        both = players.known(1, fact, deals) & players.known(2, fact, deals)
        if both and name not in asked:
            return both, f"E([1,2], h(0,{name}))"
    return None


def denied_not_common(players: GameOfTwo, step: Step) -> Fault | None:
    """A card was denied to both, and that it is in the pile is not common knowledge."""
    for name in denied(step.after, 1) & denied(step.after, 2):
        fact = players.held(0, players.game.deck[name])
        alone = step.after.full & ~players.common(fact, step.after.full)
        if alone:
            return alone, f"~C([1,2], h(0,{name}))"
    return None


def by_direct_questions(budget: Budget) -> Finding:
    """Each card of M_1 and M_2 comes from direct questions of both players."""
    main = swept(budget, 4, without_asking)
    return main.also(in_common=swept(budget, size(budget, 5), denied_not_common))
