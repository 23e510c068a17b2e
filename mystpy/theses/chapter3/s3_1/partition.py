"""What holds of all deals settles all histories; and which axioms tell of the pile."""

from __future__ import annotations

from mystpy.bits import cards_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.settle.settle import settle
from mystpy.conjectures.verdict import Finding
from mystpy.engines.deals import Deals
from mystpy.game.game import Game
from mystpy.theses.chapter3.search import Event, games, over_games, shortest, witness
from mystpy.theses.chapter3.table import Query, valued
from mystpy.theses.page import scope_words


def partition_fault(game: Game) -> tuple[int, Query | None]:
    """Look for a deal in which h(0,x) is not that no player holds x, for some card x.

    Also for two deals of which one's pile is a proper part of the other's. If there
    are none, the two equivalences hold for every set of deals that a player may
    consider possible, after whatever history.
    """
    piles = set()
    looked_at = 0
    for hands in Deals(game, ()):
        piles.add(hands[0])
        for x in range(game.c):
            looked_at += 1
            held = any(hand >> x & 1 for hand in hands[1:])
            if held == bool(hands[0] >> x & 1):
                return looked_at, valued(game, deal=hands)
    for pile in piles:
        for other in piles:
            if not other & ~pile and other != pile:
                return looked_at, valued(game, piles=(pile, other))
    return looked_at, None


def with_step_about_deals(conjecture: Conjecture, budget: Budget) -> Finding:
    """Settle by an argument a formula that is evaluated in the situations of games.

    A situation in which it is false refutes it. So does a fault as in
    `partition_fault`: that there is none is the argument's step about deals.
    """
    played = settle(conjecture, budget)
    c = 8 if budget.full else 6
    looked_at, fault = over_games(
        (g for g in games(c, 4) if g.q == 1), partition_fault, budget, "partition"
    )
    return Finding.judged(
        fault if played.counterexample is None else played.counterexample,
        proves=played.verdict.good,
        statement=played.statement,
        method="argument, its step about deals and small games exhaustive",
        instances=looked_at + played.instances,
        scope={
            "by argument": "all m, n, p, q",
            "c": c,
            "p": 4,
            "played": scope_words(played.scope),
        },
    )


def axioms_needed(budget: Budget) -> Finding:
    """Whether nothing tells of the pile without (2.10) and (2.12)."""
    return uses_axioms(budget)


def needed_unless_right(budget: Budget) -> Finding:
    """The same, but for a guess that was right."""
    return uses_axioms(budget, right_guess=False)


def uses_axioms(budget: Budget, *, right_guess: bool = True) -> Finding:
    """Look for a situation that tells of the pile even without (2.10) and (2.12).

    Without them the pile may be empty, its cards nobody's, and all players' hands as
    they are. If that fits all that was ever told, no card of the pile is known.
    """
    c, depth = (4, 8) if budget.full else (3, 8)
    found = shortest(
        games(c, 3), lambda e: _tells_of_pile(e, right_guess), budget, depth=depth
    )
    return Finding.judged(
        witness(found, _pile_is_public),
        proves=not right_guess,
        method="argument, and exhaustive",
        instances=found.looked_at,
        scope={"c": c, "p": 3, "depth": depth},
    )


def _pile_is_public(event: Event) -> str:
    x = event.table.game.cards[event.table.deal[0].bit_length() - 1]
    return f"K(2, h(0,{x})) & GameOver"


def _tells_of_pile(event: Event, right_guess: bool) -> bool:
    if event.action is None:
        return False
    pile = cards_of(event.table.deal[0], event.table.game)
    if not right_guess and getattr(event.action, "cards", None) == pile:
        return False
    emptied = (0, *event.table.deal[1:])
    told = event.table.told(event.before, event.action)
    return not all(condition.satisfied(emptied) for condition in told)
