"""The examples of sections 3.1 and 3.2, in all games and situations that they fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, product

from mystpy.axiom_folder import cached_by_theory
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, Shows
from mystpy.theses.case_analysis import Case, sought, weigh_cases
from mystpy.theses.chapter3.search import (
    EventSearch,
    HistoryEvent,
    Ways,
    confirm_query,
    events,
    exists,
)
from mystpy.theses.chapter3.table import DealTable, KnowledgeGameState

Plan = dict[int, frozenset[str]]
"""The prescribed questions of players, by the number of the turn."""


def planned(plan: Plan) -> Ways:
    """Return the legal actions if some questions are prescribed by turn.

    Nobody guesses; each player has one turn per round.
    """

    def ways(
        table: DealTable, game_state: KnowledgeGameState
    ) -> Iterator[tuple[Action, KnowledgeGameState]]:
        (turn,) = table.public(game_state).turn
        for action, after in table.steps(game_state):
            if isinstance(action, Guess):
                continue
            wanted = plan.get(turn)
            if wanted is None or not isinstance(action, Asks) or action.cards == wanted:
                yield action, after

    return ways


def example(n_cards: int) -> tuple[Game, frozenset[str]]:
    """Return the game of five players with that many cards, and the two cards.

    The cards are dealt in order: player 2 has s2 and player 4 has s4.
    """
    return Game.myst(m=n_cards - 5, n=1, p=5, q=2), frozenset(("s2", "s4"))


@cached_by_theory()
def ends(c: int) -> tuple[HistoryEvent, ...]:
    """Return the example's last shows in a game of c cards, for any question of 2."""
    game, asked = example(c)
    ways = planned({1: asked, 3: asked})
    return tuple(e for e in events(DealTable(game), 18, ways) if _said(e, 4, 3))


Judged = Callable[[HistoryEvent, frozenset[str]], bool]


def in_example(budget: Budget, holds: Judged, formula: str) -> Result:
    """Check the end of example 3.1, whatever player 2 asks in between."""
    most = 8 if budget.full else 6
    cases = (
        None
        if holds(event, example(c)[1])
        else confirm_query(event.table.query(event.done, formula))
        for c in range(6, most + 1)
        for event in ends(c)
    )
    scope = {"m": f"1..{most - 5}", "n": 1, "p": 5, "q": 2, "turns": 3}
    return sought(budget, cases, scope, proves=True)


def _said(event: HistoryEvent, responder: int, poser: int) -> bool:
    """Return whether a player has just shown a card to a poser."""
    action = event.action
    if not isinstance(action, Shows):
        return False
    return (action.player, action.to) == (responder, poser)


def not_in_pile(event: HistoryEvent, asked: frozenset[str]) -> bool:
    """Return whether player 5 knows that only players 2 and 4 may have the cards."""
    deck = event.table.game.deck
    return all(
        event.table.excludes(event.after, 5, k, deck[x])
        for x in asked
        for k in (0, 1, 3, 5)
    )


def located(event: HistoryEvent, asked: frozenset[str]) -> bool:
    """Return whether players 1 to 4 know who has the cards."""
    deck, table = event.table.game.deck, event.table
    return all(
        any(table.knows(event.after, i, k, deck[x]) for k in (2, 4))
        for x in asked
        for i in (1, 2, 3, 4)
    )


def unlocated(event: HistoryEvent, asked: frozenset[str]) -> bool:
    """Return whether player 5 does not know who has either card."""
    deck, table = event.table.game.deck, event.table
    return {deck[x] for x in asked} <= {*table.unlocated(event.after, 5)}


def located_by_two(budget: Budget) -> Result:
    """Return the result for example-3.1."""
    main = in_example(budget, not_in_pile, "~K(5, ~h(0,s2) & ~h(0,s4))")
    others = in_example(
        budget, located, "exists i in {1,2,3,4}: ~K(i, h(2,s2) & h(4,s4))"
    )
    never = in_example(budget, unlocated, "K(5, h(2,s2)) | K(5, h(4,s4))")
    return main.also(
        located=others,
        might_not=_might_not(budget),
        never=never,
        derivation=derivation(budget),
    )


def _might_not(budget: Budget) -> Result:
    budget.tick()
    cards = example(6)[1]
    found = [event for event in ends(6) if unlocated(event, cards)]
    return exists(
        EventSearch(found[0] if found else None, len(ends(6))),
        lambda event: "forall x in {s2,s4}: ~(exists j in players: K(5, h(j,x)))",
        {"m": 1, "n": 1, "p": 5},
        {"so": len(found), "situations": len(ends(6))},
    )


Holdings = dict[tuple[int, int], bool]
"""h(k, s_x) for the holders 0 to 5 and x = 1, 2."""


def _lines() -> list[Callable[[Holdings], bool]]:
    """Return the lines of the derivation in 3.1, without the repeated one."""
    others = (0, 1, 3, 5)

    def apart(h: Holdings, x: int, y: int) -> bool:
        return all(not h[i, x] for i in range(6) if i != 2) and all(
            not h[i, y] for i in range(6) if i != 4
        )

    def nobody(h: Holdings) -> bool:
        return all(not h[i, x] for i in others for x in (1, 2))

    return [
        lambda h: (h[2, 1] or h[2, 2]) and (h[4, 1] or h[4, 2]),
        lambda h: any(h[2, x] and h[4, y] for x in (1, 2) for y in (1, 2)),
        lambda h: (h[2, 1] and h[4, 2]) or (h[2, 2] and h[4, 1]),
        lambda h: apart(h, 1, 2) or apart(h, 2, 1),
        lambda h: (
            (nobody(h) and not h[4, 1] and not h[2, 2])
            or (nobody(h) and not h[2, 1] and not h[4, 2])
        ),
        lambda h: (
            nobody(h)
            and ((not h[2, 1] and not h[4, 2]) or (not h[4, 1] and not h[2, 2]))
        ),
        nobody,
    ]


def holdings(*, existence: bool) -> Iterator[Holdings]:
    """Yield every way to hold two cards by Disjoint and, optionally, Existence."""
    places = [*range(6)] if existence else [None, *range(6)]
    for first, second in product(places, places):
        yield {(k, 1): k == first for k in range(6)} | {
            (k, 2): k == second for k in range(6)
        }


def derivation(budget: Budget) -> Result:
    """Check each step of the derivation: equivalences, and the last an implication."""

    def found(*, existence: bool) -> Result:
        cases = (_steps(h) for h in holdings(existence=existence))
        method = "exhaustive over who holds the two cards"
        steps = ((1, case) for each in cases for case in each)
        return weigh_cases(budget, steps, {"p": 5}, proves=True, method=method)

    return found(existence=False).also(existence=found(existence=True))


def _steps(h: Holdings) -> Iterator[Case | None]:
    values = [line(h) for line in _lines()]
    held = ", ".join(f"h({i},s{x})" for (i, x), has in h.items() if has)
    for k, (one, other) in enumerate(pairwise(values), 1):
        fails = (one and not other) if k == len(values) - 1 else one != other
        said = {"line": str(k), "holdings": held or "nobody has s1 or s2"}
        yield {"values": said} if fails else None
