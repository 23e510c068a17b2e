"""Histories in the goals that Prolog proves."""

from __future__ import annotations

from mystpy.game.cards import sort_cards
from mystpy.game.game import Game, facts
from mystpy.history.actions import ResultAction, ResultTold, Shows, action_term
from mystpy.history.history import History


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
    clauses = [a for a in history.actions if isinstance(a, Shows | ResultAction)]
    seen = ((e, _seen_of(action)) for e, action in enumerate(clauses, 1))
    return f"[{','.join(f'{e}-{x}' for e, x in seen if x)}]"


def _seen_of(action: Shows | ResultAction) -> str | None:
    """What was shown or told, if it was seen: a card, or how the guess was."""
    if isinstance(action, Shows):
        return action.card
    return None if isinstance(action, ResultTold) else action.name
