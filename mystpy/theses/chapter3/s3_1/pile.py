"""Section 3.1 around (3.1): when a card of the pile, or all of it, is known."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.theses.chapter3.s3_1.direct_questions import known_part
from mystpy.theses.chapter3.search import Event, exists, games, shortest, witness


def first_in_time(budget: Budget) -> Finding:
    """Whether a player knows first that nobody has a card, and then where it is."""
    found = shortest(games(4, 3), _at_once, budget, depth=6)
    return Finding.judged(
        witness(found, _first_known),
        proves=False,
        method="exhaustive",
        instances=found.looked_at,
        scope={"c": 4, "p": 3, "depth": 6},
    )


def _at_once(event: Event) -> bool:
    return bool(_new_cards(event, 1))


def _new_cards(event: Event, player: int) -> int:
    known = event.table.known_pile
    return known(event.after, player) & ~known(event.before, player)


def _first_known(event: Event) -> str:
    x = event.table.game.cards[_new_cards(event, 1).bit_length() - 1]
    return f"K(1, h(0,{x}))"


def swoop(budget: Budget) -> Finding:
    """What is found of remark-3.1-swoop."""

    def slowly(event: Event) -> bool:
        known = event.table.known_pile(event.after, 1)
        return bool(known) and known != event.table.deal[0]

    scope = {"c": 4, "p": 3, "depth": 6}
    card_by_card = exists(
        shortest(games(4, 3), slowly, budget, depth=6),
        lambda event: known_part(event, 1),
        scope,
    )
    at_once = exists(
        shortest(games(4, 3), _stroke, budget, depth=6),
        lambda event: f"K(1, {event.table.pile()})",
        scope,
    )
    return card_by_card.also(at_once=at_once)


def _stroke(event: Event) -> bool:
    pile = event.table.deal[0]
    asked = any(_excluded_by_no(event, x) for x in range(event.table.game.c))
    return pile.bit_count() > 1 and _new_cards(event, 1) == pile and not asked


def _excluded_by_no(event: Event, card: int) -> bool:
    """Whether a card of the pile was asked for."""
    pile = event.table.deal[0] >> card & 1
    name = event.table.game.cards[card]
    return bool(pile) and any(
        name in getattr(action, "cards", ()) for action in event.done
    )
