"""Section 3.2: the fewest cards that satisfy the clauses, and the consequences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.hands import Condition, ConditionKind, PossibleHands
from mystpy.errors import EnginesDisagree
from mystpy.game.game import Game
from mystpy.theses.case_analysis import Case, Query, sought, weigh_cases
from mystpy.theses.chapter3.s3_2.hardness import Graph, graphs
from mystpy.theses.chapter3.search import confirm_query


def hands(graph: Graph, n: int, own: tuple[int, ...] | None = None) -> list[int]:
    """Return the hands (masks) of n cards that cover the edges.

    The vertices are the first cards; one extra card and n others are free as well. If
    player 3's `own` cards are given, these are the hands that player 3 considers
    possible.
    """
    conditions = [
        Condition(2, ConditionKind.SOME, 1 << u | 1 << v) for u, v in graph.edges
    ]
    free = graph.size + 1 + n if own is None else 3 * n + 1
    others = (1 << free) - 1 & ~sum(1 << x for x in own or ())
    return list(PossibleHands(n, conditions).hands(others))


Agrees = Callable[[bool, int, int], bool]
"""A claim about: a further card is excluded, the fewest cards, n."""


def sufficient(excluded: bool, least: int, n: int) -> bool:
    """Return whether n as the fewest cards implies that further cards are excluded."""
    return excluded or least != n


def equivalent(excluded: bool, least: int, n: int) -> bool:
    """Return whether the fewest cards are n if and only if all others are excluded."""
    return excluded == (least == n)


def exclusion(budget: Budget, agrees: Agrees) -> Result:
    """Check when the clauses alone exclude a card that is in none of them."""
    most = 5 if budget.full else 4

    def cases() -> Iterator[Case | None]:
        for size in range(1, most + 1):
            for graph in graphs(size):
                least = graph.cover()
                for n in range(max(1, least), size + 1):
                    excluded = not any(hand >> size & 1 for hand in hands(graph, n))
                    case = {"values": {"clauses": str(graph.edges), "n": str(n)}}
                    yield None if agrees(excluded, least, n) else case

    scope = {"cards in pairs": f"1..{most}"}
    method = "exhaustive over all sets of pairs"
    return sought(budget, cases(), scope, proves=True, method=method)


def minimum(budget: Budget) -> Result:
    """Return the result for remark-3.2-minimum."""
    main = exclusion(budget, sufficient)
    converse = exclusion(budget, equivalent)
    return main.also(converse=converse, known_otherwise=known_otherwise(budget))


def known_otherwise(budget: Budget, *, own_cards: bool = True) -> Result:
    """Search for a card that player 3 excludes though n-1 cards satisfy the clauses.

    Without `own_cards` player 3 has none of the cards of the clauses.
    """
    sizes = [2, 3] if budget.full else [2]
    cases = (
        confirm_query(_query(graph, own, n))
        if graph.cover() < n and _excludes(graph, own, n)
        else None
        for n in sizes
        for graph, own in _seen(n, own_cards=own_cards)
    )
    scope = {"n": sizes, "m": 1, "p": 3, "cards in clauses": "2..3"}
    method = "exhaustive over the clauses and player 3's cards"
    return sought(budget, cases, scope, method=method)


def _seen(n: int, *, own_cards: bool) -> Iterator[tuple[Graph, tuple[int, ...]]]:
    """Yield clauses that player 2 can satisfy, with the hand of player 3."""
    for size in (2, 3):
        for graph in graphs(size):
            for own in combinations(range(3 * n + 1), n):
                apart = own_cards or min(own) >= size
                if graph.edges and apart and hands(graph, n, own):
                    yield graph, own


def _others(graph: Graph, own: tuple[int, ...], n: int) -> list[int]:
    """Return the cards in no clause that player 3 does not have."""
    return [x for x in range(graph.size, 3 * n + 1) if x not in own]


def _excludes(graph: Graph, own: tuple[int, ...], n: int) -> bool:
    possible = hands(graph, n, own)
    return all(not hand >> x & 1 for hand in possible for x in _others(graph, own, n))


def _query(graph: Graph, own: tuple[int, ...], n: int) -> Query:
    """Return a history with a yes to each clause, and player 3's knowledge after it."""
    game = Game.myst(1, n, 3, 2)
    cards = game.cards
    hand = hands(graph, n, own)[0]
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


CYCLE = Graph(5, ((0, 1), (0, 4), (1, 2), (2, 3), (3, 4)))


def cycle(budget: Budget, clauses: Graph = CYCLE, *, least: int = 3) -> Result:
    """Check how few cards satisfy the clauses, and the consequences for n cards."""
    found = clauses.cover()
    excluded = {
        n: not any(hand >> clauses.size & 1 for hand in hands(clauses, n))
        for n in range(found, clauses.size + 1)
    }
    all_five = any(hand & 0b11111 == 0b11111 for hand in hands(clauses, clauses.size))
    wanted = {n: n == least for n in excluded}
    good = found == least and excluded == wanted and all_five
    values = {
        "least number of cards": str(found),
        "a further card is excluded for n": str([n for n in excluded if excluded[n]]),
    }
    cases = [(1 << clauses.size, None if good else {"values": values})]
    scope = {"n": f"{found}..{clauses.size}"}
    method = "exhaustive over the hands"
    extremes = {"least": found}
    return weigh_cases(
        budget, cases, scope, proves=True, method=method, values=extremes
    )


def five_clauses(budget: Budget) -> Result:
    """Return the result for example-3.2-cycle."""
    return cycle(budget).also(in_game=in_game(cycle_query()))


def in_game(query: Query) -> Result:
    """Check by two engines whether the formula of five clauses is true in a game."""
    counterexample = None
    try:
        confirm_query(query)
    except EnginesDisagree:
        counterexample = confirm_query({**query, "formula": f"~({query['formula']})"})
    return Result.judged(
        counterexample,
        proves=True,
        method="two engines",
        instances=1,
        scope={"m": 1, "n": 3, "p": 3, "q": 2},
    )


def cycle_query(clauses: int = 5) -> Query:
    """Return the five clauses in a game of three players with hands of three.

    Or only the first of them, as many as `clauses`.
    """
    idle = "noguess(1) endturn(1) asks(2,{s9,s10}) yes(3) shows(3,2,s9)"
    idle += " noguess(2) endturn(2) asks(3,{s9,s10}) no(1) no(2) noguess(3) endturn(3)"
    shown = {"s1,s2": "s1", "s2,s3": "s3", "s3,s4": "s3", "s4,s5": "s4", "s1,s5": "s1"}
    turns = [f"asks(1,{{{q}}}) yes(2) shows(2,1,{x}) {idle}" for q, x in shown.items()]
    del turns[clauses:]
    return {
        "game": {"rules": "myst", "m": 1, "n": 3, "p": 3, "q": 2},
        "hands": {
            "0": ["s2"],
            "1": ["s5", "s6", "s7"],
            "2": ["s1", "s3", "s4"],
            "3": ["s8", "s9", "s10"],
        },
        "history": turns,
        "formula": "K(3, ~h(2,s6) & ~h(2,s7))",
        "value": "true",
    }
