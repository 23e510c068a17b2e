"""Goals about histories for Prolog, also for those that continue a judged history.

The latter are judged by axioms/drive/continuation.pl.

Besides the verdict, Prolog returns what the next query needs: for each run of the
history the fluents at its end and one deal. This text is kept as Prolog has written it,
and is inserted into the next goal.
"""

from __future__ import annotations

from collections.abc import Callable

from mystpy.engines.base import Verdict
from mystpy.engines.terms import Term, show_term
from mystpy.game.game import Game, facts
from mystpy.game.names import sort_cards
from mystpy.history.actions import (
    Looks,
    ResultAction,
    ResultTold,
    Shows,
    action_term,
)
from mystpy.history.history import History
from mystpy.history.inheritance import Continuation

Ask = Callable[[History, str, str], Term | None]
"""Proves a goal about a history; the answer is None if that takes too long."""
AskBriefly = Callable[[History, int, str, str], str | None]
"""Proves a goal about the actions of a history from one on, quickly or not at all."""

MAX_INFERENCES = 100_000
"""The inferences that Prolog may use for the next actions: about ten milliseconds."""

_JUDGED = "judge({acts},{hands},V,F),Ws=[]"
"""The goal that judges a history."""
_JUDGED_WITH_WAYS = "judge_ways({acts},{hands},V,F,Ws)"
"""The goal that judges a history and returns the ways that continue it."""
_RESULT = "r(V,F,Ws)"
"""The result of both."""
_CONTINUED_RESULT = "r(V,Ws)"
"""The result of `_goal`."""


def judge(
    history: History, key: object, ask: Ask, ask_briefly: AskBriefly
) -> Term | None:
    """Return the term with verdict and fault of a history, using an earlier judgement.

    The key has everything that the answers of Prolog depend on besides the history.
    """
    carried = history.carried(key)
    if carried and (kept := _continued(history, *carried, ask_briefly)):
        history.carry(key, kept)
        return "r", kept.verdict, "none", []
    found = ask(history, _JUDGED_WITH_WAYS if carried else _JUDGED, _RESULT)
    if found:
        _, verdict, fault, ways = found
        if fault == "none" and verdict in (Verdict.LEGAL, Verdict.POSSIBLE):
            ends = show_term(ways) if ways else ""
            history.carry(key, Continuation(verdict, ends))
    return found


def _continued(
    history: History, done: int, before: Continuation, ask: AskBriefly
) -> Continuation | None:
    """Judge it as a continuation of the judged history; None if that fails."""
    if not before.ends:
        return None
    found = ask(history, done, _goal(before), _CONTINUED_RESULT)
    if found is None:
        return None
    verdict, _, ends = found.removeprefix("r(").removesuffix(")").partition(",")
    return Continuation(verdict, ends)


def _goal(before: Continuation) -> str:
    """Return the goal that judges more actions, named {acts}."""
    goal = f"judge_on({{acts}},{before.ends},{before.verdict},{{hands}},V,Ws)"
    limited = f"call_with_inference_limit({goal},{MAX_INFERENCES},Done)"
    return f"{limited},Done\\==inference_limit_exceeded"


def filled_in(goal: str, history: History, since: int = 0) -> str:
    """Put the actions from one on and the hands of a history into a goal."""
    deck = history.game.deck
    acts = ",".join(action_term(action, deck) for action in history.actions[since:])
    hands = ",".join(
        f"given({k},[{','.join(sort_cards(hand, deck))}])"
        for k, hand in enumerate(history.hands)
        if hand is not None
    )
    return goal.replace("{acts}", f"[{acts}]").replace("{hands}", f"[{hands}]")


def fact_list(game: Game) -> str:
    """List the facts of a game; the cards of MYST are named by the axioms."""
    clauses = facts(game).split("\n")
    if game.rules in ("myst", "generalized"):
        clauses = [fact for fact in clauses if not fact.startswith("symbol")]
    return f"[{','.join(fact.rstrip('.') for fact in clauses if fact)}]"


def given_events(history: History) -> str:
    """List each event whose card or result is given, by its number from 1 on."""
    clauses = [
        a for a in history.actions if isinstance(a, Shows | Looks | ResultAction)
    ]
    seen = ((e, _seen_of(action)) for e, action in enumerate(clauses, 1))
    return f"[{','.join(f'{e}-{x}' for e, x in seen if x)}]"


def _seen_of(action: Shows | Looks | ResultAction) -> str | None:
    """Return what was seen of a show or a result: the card, or the outcome."""
    if isinstance(action, Shows | Looks):
        return action.card
    return None if isinstance(action, ResultTold) else action.name
