"""What holds of all deals settles all histories; and which axioms tell of the pile."""

from __future__ import annotations

from mystpy.bits import cards_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.theses.chapter3.search import HistoryEvent, games, shortest, witness


def axioms_needed(budget: Budget) -> Result:
    """Whether nothing tells of the pile without (2.10) and (2.12)."""
    return uses_axioms(budget)


def needed_unless_right(budget: Budget) -> Result:
    """The same, but for a guess that was right."""
    return uses_axioms(budget, right_guess=False)


def uses_axioms(budget: Budget, *, right_guess: bool = True) -> Result:
    """Look for a situation that tells of the pile even without (2.10) and (2.12).

    Without them the pile may be empty, its cards nobody's, and all players' hands as
    they are. If that fits all that was ever told, no card of the pile is known.
    """
    c, depth = (4, 8) if budget.full else (3, 8)
    found = shortest(
        games(c, 3), lambda e: _tells_of_pile(e, right_guess), budget, depth=depth
    )
    return Result.judged(
        witness(found, _pile_is_public),
        proves=False,
        method="exhaustive",
        instances=found.looked_at,
        scope={"c": c, "p": 3, "depth": depth},
    )


def _pile_is_public(event: HistoryEvent) -> str:
    x = event.table.game.cards[event.table.deal[0].bit_length() - 1]
    return f"K(2, h(0,{x})) & GameOver"


def _tells_of_pile(event: HistoryEvent, right_guess: bool) -> bool:
    if event.action is None:
        return False
    pile = cards_of(event.table.deal[0], event.table.game)
    if not right_guess and getattr(event.action, "cards", None) == pile:
        return False
    emptied = (0, *event.table.deal[1:])
    conditions = event.table.conditions_of_action(event.before, event.action)
    return not all(condition.satisfied(emptied) for condition in conditions)
