"""Theorem 3.1: how a player comes to know a card of the pile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.theses.chapter3.s3_1.partition import argued, uses_axioms
from mystpy.theses.chapter3.search import Event, Search, games, shortest, witness
from mystpy.theses.chapter3.table import Query


@dataclass(frozen=True, slots=True)
class Sides:
    """What a player knows about one card: h(0,x), and the two bullets of the theorem.

    ``players`` says that no player holds x, ``others`` that no card outside the
    actual pile is in the pile.
    """

    known: bool
    players: bool
    others: bool


def sides(event: Event, player: int, card: int) -> Sides:
    """Return what the player knows of the card (its place) after the event."""
    table, stand = event.table, event.after
    pile = table.deal[0]
    outside = [y for y in range(table.game.c) if not pile >> y & 1]
    return Sides(
        table.knows(stand, player, 0, card),
        all(table.excludes(stand, player, j, card) for j in table.game.holders[1:]),
        all(table.excludes(stand, player, 0, y) for y in outside),
    )


Agrees = Callable[[Sides], bool]


def each(found: Sides) -> bool:
    """Each bullet, and so their disjunction, is equivalent to K(i, h(0,x))."""
    return found.known == found.players == found.others


def first(found: Sides) -> bool:
    """The first bullet is equivalent to K(i, h(0,x))."""
    return found.known == found.players


def second(found: Sides) -> bool:
    """The second bullet is equivalent to K(i, h(0,x))."""
    return found.known == found.others


def inside(found: Sides) -> bool:
    """The second bullet, as true as a tautology, is equivalent to K(i, h(0,x))."""
    return found.known


def remaining(found: Sides) -> bool:
    """The first bullet follows from K(i, h(0,x))."""
    return found.players or not found.known


def either(found: Sides) -> bool:
    """The disjunction of the bullets is equivalent to K(i, h(0,x))."""
    return found.known == (found.players or found.others)


def _text(event: Event, player: int, card: int, agrees: Agrees) -> str:
    """Return the formula that the statement fails in the situation of the event."""
    table = event.table
    game, pile = table.game, table.deal[0]
    x = game.cards[card]
    outside = ",".join(y for k, y in enumerate(game.cards) if not pile >> k & 1)
    known = f"K({player}, h(0,{x}))"
    one = f"K({player}, forall j in players: ~h(j,{x}))"
    two = f"K({player}, forall y in {{{outside}}}: ~h(0,y))"
    sign = "->" if agrees is remaining else "<->"
    parts: dict[Agrees, str] = {
        first: one,
        remaining: one,
        second: two,
        each: two,
        either: f"{one} | {two}",
        inside: _INSIDE.format(i=player),
    }
    return f"~({known} {sign} {parts[agrees]})"


def _failing(event: Event, agrees: Agrees, *, pile: bool) -> tuple[int, int] | None:
    """Return a player and a card (of the pile) for which the equivalence fails."""
    game = event.table.game
    for player in game.holders[1:]:
        for card in range(game.c):
            inside = event.table.deal[0] >> card & 1
            if (inside or not pile) and not agrees(sides(event, player, card)):
                return player, card
    return None


def equivalent(budget: Budget, agrees: Agrees, *, pile: bool = True) -> Finding:
    """Look for a situation in which an equivalence of the theorem fails."""
    c, depth = (5, 6) if budget.full else (4, 6)
    found = shortest(
        games(c, 4),
        lambda event: _failing(event, agrees, pile=pile) is not None,
        budget,
        depth=depth,
    )
    return Finding.judged(
        _counterexample(found, agrees, pile=pile),
        proves=False,
        method="exhaustive",
        instances=found.looked_at,
        scope={"c": c, "p": 4, "depth": depth},
    )


def _counterexample(found: Search, agrees: Agrees, *, pile: bool) -> Query | None:
    def formula(event: Event) -> str:
        failing = _failing(event, agrees, pile=pile)
        assert failing is not None, "the search found it"
        return _text(event, *failing, agrees)

    return witness(found, formula)


_INSIDE = "K({i}, forall y in cards: ~h(0,y) -> ~h(0,y))"


def theorem(budget: Budget) -> Finding:
    """What is found of theorem-3.1."""
    return equivalent(budget, each).also(
        either=argued(budget, equivalent(budget, either)),
        first=argued(budget, equivalent(budget, first, pile=False)),
        second=equivalent(budget, second),
        inside=equivalent(budget, inside),
        either_of_any=equivalent(budget, either, pile=False),
        axioms_needed=uses_axioms(budget),
        needed_unless_right=uses_axioms(budget, right_guess=False),
    )
