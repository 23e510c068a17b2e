"""Section 3.2: the fewest cards that satisfy the clauses, and what that excludes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.hands import Condition, ConditionKind, PossibleHands
from mystpy.game.game import Game
from mystpy.theses.chapter3.s3_2.hardness import Graph, graphs
from mystpy.theses.chapter3.search import confirm_query
from mystpy.theses.chapter3.table import Query


def hands(graph: Graph, n: int) -> list[int]:
    """The hands (masks) of n cards that cover the edges; n cards are not in it.

    The vertices are the first cards; one card more and n others are free as well.
    """
    conditions = [
        Condition(2, ConditionKind.SOME, 1 << u | 1 << v) for u, v in graph.edges
    ]
    return list(PossibleHands(n, conditions).hands((1 << graph.size + 1 + n) - 1))


Agrees = Callable[[bool, int, int], bool]
"""Whether a claim agrees with: a further card is excluded, the fewest cards, n."""


def sufficient(excluded: bool, least: int, n: int) -> bool:
    """If the fewest cards are n, all further cards are excluded."""
    return excluded or least != n


def equivalent(excluded: bool, least: int, n: int) -> bool:
    """The fewest cards are n just if all further cards are excluded."""
    return excluded == (least == n)


def exclusion(budget: Budget, agrees: Agrees) -> Result:
    """Check when the clauses alone exclude a card that is in none of them."""
    most = 5 if budget.full else 4
    looked_at, counterexample = 0, None
    for size in range(1, most + 1):
        for graph in graphs(size):
            budget.tick()
            least = graph.cover()
            for n in range(max(1, least), size + 1):
                looked_at += 1
                excluded = not any(hand >> size & 1 for hand in hands(graph, n))
                if not agrees(excluded, least, n):
                    values = {"clauses": str(graph.edges), "n": str(n)}
                    counterexample = counterexample or {"values": values}
    return Result.judged(
        counterexample,
        proves=True,
        method="exhaustive over all sets of pairs",
        instances=looked_at,
        scope={"cards in pairs": f"1..{most}"},
    )


def minimum(budget: Budget) -> Result:
    """What is found of remark-3.2-minimum."""
    main = exclusion(budget, sufficient)
    converse = exclusion(budget, equivalent)
    return main.also(converse=converse, known_otherwise=known_otherwise(budget))


def known_otherwise(budget: Budget, *, own_cards: bool = True) -> Result:
    """Look for a card that player 3 excludes though n-1 cards satisfy the clauses.

    Without `own_cards` player 3 has none of the cards of the clauses.
    """
    looked_at, found = 0, None
    sizes = [2, 3] if budget.full else [2]
    for n in sizes:
        for graph, own in _seen(n, own_cards=own_cards):
            budget.tick()
            looked_at += 1
            if found is None and graph.cover() < n and _excludes(graph, own, n):
                found = (graph, own, n)
    return Result.judged(
        None if found is None else confirm_query(_query(*found)),
        proves=False,
        method="exhaustive over the clauses and player 3's cards",
        instances=looked_at,
        scope={"n": sizes, "m": 1, "p": 3, "cards in clauses": "2..3"},
    )


def _seen(n: int, *, own_cards: bool) -> Iterator[tuple[Graph, tuple[int, ...]]]:
    """Clauses that player 2 can satisfy, with the hand of player 3."""
    for size in (2, 3):
        for graph in graphs(size):
            for own in combinations(range(3 * n + 1), n):
                apart = own_cards or min(own) >= size
                if graph.edges and apart and _hands(graph, own, n):
                    yield graph, own


def _hands(graph: Graph, own: tuple[int, ...], n: int) -> list[int]:
    """The hands of player 2 that player 3 considers possible."""
    conditions = [
        Condition(2, ConditionKind.SOME, 1 << u | 1 << v) for u, v in graph.edges
    ]
    free = (1 << 3 * n + 1) - 1 & ~sum(1 << x for x in own)
    return list(PossibleHands(n, conditions).hands(free))


def _others(graph: Graph, own: tuple[int, ...], n: int) -> list[int]:
    """The cards in no clause that are not player 3's."""
    return [x for x in range(graph.size, 3 * n + 1) if x not in own]


def _excludes(graph: Graph, own: tuple[int, ...], n: int) -> bool:
    possible = _hands(graph, own, n)
    return all(not hand >> x & 1 for hand in possible for x in _others(graph, own, n))


def _query(graph: Graph, own: tuple[int, ...], n: int) -> Query:
    """A history with a yes to each clause, and what player 3 knows after it."""
    game = Game.myst(1, n, 3, 2)
    cards = game.cards
    hand = _hands(graph, own, n)[0]
    rest = [x for x in range(game.c) if x not in own and not hand >> x & 1]
    holds = [x for x in range(game.c) if hand >> x & 1]
    deal = {"0": rest[:1], "1": rest[1:], "2": holds, "3": list(own)}
    idle = f"{{{cards[own[0]]},{cards[own[1]]}}}"
    around = (
        f"noguess(1) endturn(1) asks(2,{idle}) yes(3) shows(3,2,{cards[own[0]]})"
        f" noguess(2) endturn(2) asks(3,{idle}) no(1) no(2) noguess(3) endturn(3)"
    )
    turns = []
    for u, v in graph.edges:
        shown = cards[u if hand >> u & 1 else v]
        asked = f"asks(1,{{{cards[u]},{cards[v]}}})"
        turns.append(f"{asked} yes(2) shows(2,1,{shown})")
    others = " & ".join(f"~h(2,{cards[x]})" for x in _others(graph, own, n))
    return {
        "game": dict(game.to_dict()),
        "hands": {k: [cards[x] for x in held] for k, held in deal.items()},
        "history": f" {around} ".join(turns).split(),
        "formula": f"K(3, {others})",
        "value": "true",
    }
