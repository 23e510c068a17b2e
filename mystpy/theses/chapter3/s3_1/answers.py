"""Sections 3.1 and 3.3: what questions and answers tell, and to whom."""

from __future__ import annotations

from mystpy.axiom_folder.signature import OF_THE_THESIS
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.transition_system.states import EventKey
from mystpy.engines.transition_system.system import Transition
from mystpy.history.actions import No, Shows, Yes
from mystpy.theses.chapter3.search import HistoryEvent, games, no_guesses, shortest
from mystpy.theses.chapter3.table import valued
from mystpy.theses.moves import in_all_moves, tells_of_cards


def tells_else_than_none(key: EventKey, move: Transition) -> bool:
    """Whether a no tells something else than that the responder has no such card."""
    guards = [(guard.player, guard.some, guard.shown) for guard in move.guards]
    return guards != [(key[1], False, False)]


def told_by_no(budget: Budget) -> Result:
    """What is found of remark-3.1-no."""
    return in_all_moves(budget, ("no",), tells_else_than_none)


def tells_of_some(_key: EventKey, move: Transition) -> bool:
    """Whether the move tells that a player has some of several cards."""
    return any(guard.some for guard in move.guards)


def only_yes(
    budget: Budget, informative: tuple[str, ...] = ("guess", "yes", "shows")
) -> Result:
    """Look for other moves that tell that a player has some of several cards."""
    kinds = tuple(x.name for x in OF_THE_THESIS if x.name not in informative)
    return in_all_moves(budget, kinds, tells_of_some)


def told_by_questions(budget: Budget) -> Result:
    """Look for a question whose being possible depends on the cards."""
    return in_all_moves(budget, ("asks",), tells_of_cards)


def no_use(budget: Budget) -> Result:
    """Look for an answer after which the responder knows more of the deal."""
    c, depth = (5, 6) if budget.full else (4, 6)

    def news(event: HistoryEvent) -> bool:
        action = event.action
        if not isinstance(action, No | Yes | Shows):
            return False
        j = action.player
        return event.before.views[j] != event.after.views[j]

    found = shortest(games(c, 4), news, budget, depth=depth, ways=no_guesses)
    counterexample = None
    if found.event:
        counterexample = valued(
            found.event.table.game, history=[*map(str, found.event.done)]
        )
    return Result.judged(
        counterexample,
        proves=False,
        method="exhaustive",
        instances=found.looked_at,
        scope={"c": c, "p": 4, "depth": depth, "guesses": False},
    )
