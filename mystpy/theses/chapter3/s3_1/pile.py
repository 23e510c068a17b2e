"""Section 3.1 around (3.1): when a card of the pile, or all of it, is known."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.theses.bench import Statement
from mystpy.theses.chapter3.s3_1.direct_questions import known_part
from mystpy.theses.chapter3.s3_1.partition import argued
from mystpy.theses.chapter3.s3_1.theorem_3_1 import equivalent, remaining
from mystpy.theses.chapter3.search import Event, exists, games, shortest, witness

REMAINING = (
    "forall i in players, x in cards: K(i,h(0,x)) -> K(i, forall j in players: ~h(j,x))"
)
"""In the language of conjectures."""


def _remaining(budget: Budget) -> Finding:
    logical = argued(
        budget,
        equivalent(budget, remaining, REMAINING, pile=False),
        "One direction of the first bullet of Theorem 3.1.",
    )
    c = 4
    found = shortest(games(c, 3), _at_once, budget, depth=6)
    in_time = Finding.judged(
        witness(found, _first_known),
        proves=False,
        statement="if K(i,h(0,x)) holds after an action, then before the action "
        "K(i, forall j in players: ~h(j,x)) did",
        method="exhaustive",
        instances=found.looked_at,
        scope={"c": c, "p": 3, "depth": 6},
        note="Both come at the same moment: before the last action 1 knows neither.",
    )
    return logical.also(("first in time", in_time))


def _at_once(event: Event) -> bool:
    return bool(_new_cards(event, 1))


def _new_cards(event: Event, player: int) -> int:
    known = event.table.known_pile
    return known(event.after, player) & ~known(event.before, player)


def _first_known(event: Event) -> str:
    x = event.table.game.cards[_new_cards(event, 1).bit_length() - 1]
    return f"K(1, h(0,{x}))"


def _swoop(budget: Budget) -> Finding:
    def slowly(event: Event) -> bool:
        known = event.table.known_pile(event.after, 1)
        return bool(known) and known != event.table.deal[0]

    scope = {"c": 4, "p": 3, "depth": 6}
    card_by_card = exists(
        shortest(games(4, 3), slowly, budget, depth=6),
        lambda event: known_part(event, 1),
        "there are situations in which 1 knows a card of the pile and not all of them",
        scope,
    )
    at_once = exists(
        shortest(games(4, 3), _stroke, budget, depth=6),
        lambda event: f"K(1, {event.table.pile()})",
        "there are actions after which 1 knows two cards of the pile or more, of which "
        "1 knew none before and of which none was asked for",
        scope,
        "The last card of the other player was shown.",
    )
    return card_by_card.also(("in one fell swoop", at_once))


def _stroke(event: Event) -> bool:
    pile = event.table.deal[0]
    asked = any(_excluded_by_no(event, x) for x in range(event.table.game.c))
    return pile.bit_count() > 1 and _new_cards(event, 1) == pile and not asked


def _excluded_by_no(event: Event, card: int) -> bool:
    """Return whether a card of the pile was asked for."""
    pile = event.table.deal[0] >> card & 1
    name = event.table.game.cards[card]
    return bool(pile) and any(
        name in getattr(action, "cards", ()) for action in event.done
    )


STATEMENTS = (
    Statement(
        "remark-3.1-remaining",
        "3.1, above Theorem 3.1",
        "Nothing is known to be in the pile unless it is first known not to be "
        "anywhere else.",
        REMAINING,
        _remaining,
    ),
    Statement(
        "remark-3.1-swoop",
        "3.1, below (3.1)",
        "The pile can be learnt card by card, or all of it at once by the Set Size "
        "Axiom.",
        "both kinds of situations exist",
        _swoop,
    ),
)
