"""Section 3.2: what the Set Size Axiom tells of a hand, in the thesis's examples."""

from __future__ import annotations

from itertools import combinations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.theses.chapter3.search import Event, confirmed, events, games, over_games
from mystpy.theses.chapter3.table import Query, Table, valued

EQUATION = (
    "forall i in players, a in cards, b in cards: ~(a = b) -> "
    "(h(i,a) & h(i,b) <-> (forall x in cards: x = a | x = b | ~h(i,x)))"
)
"""(3.2) in the language of conjectures."""


def equation(budget: Budget) -> Finding:
    """What is found of equation-3.2."""
    c = 8 if budget.full else 6
    two, fault = over_games(
        (g for g in games(c, 4) if g.q == 1 and g.n == 2), _set_size_fault, budget
    )
    main = Finding.judged(
        fault,
        proves=True,
        method="argument, and exhaustive",
        instances=two,
        scope={"by argument": "n = 2", "c": c, "p": 4},
    )
    looked_at, odd = over_games(
        (g for g in games(c, 4) if g.q == 1), _set_size_fault, budget
    )
    any_size = Finding.judged(
        odd and confirmed(odd),
        proves=False,
        method="exhaustive",
        instances=looked_at,
        scope={"c": c, "p": 4},
    )
    return main.also(any_size=any_size)


def _set_size_fault(game: Game) -> tuple[int, Query | None]:
    """Look for a deal, a player and two cards for which (3.2) fails."""
    table, looked_at = Table(game), 0
    for one, other in combinations(range(game.c), 2):
        rest = [x for x in range(game.c) if x not in (one, other)]
        for i in game.holders[1:]:
            looked_at += 1
            both = table.has[i][one] & table.has[i][other]
            nothing = table.every
            for x in rest:
                nothing &= ~table.has[i][x]
            if (both ^ nothing) & table.actual:
                a, b = game.cards[one], game.cards[other]
                others = ",".join(game.cards[x] for x in rest)
                left = f"h({i},{a}) & h({i},{b})"
                formula = f"~({left} <-> forall x in {{{others}}}: ~h({i},x))"
                return looked_at, table.query((), formula)
    return looked_at, None


def counter(budget: Budget) -> Finding:
    """What is found of remark-3.2-counter."""
    c, depth = (5, 6) if budget.full else (4, 6)

    def fault(game: Game) -> tuple[int, Query | None]:
        looked_at = 0
        for event in events(Table(game), depth):
            budget.tick()
            for i in game.holders[1:]:
                looked_at += 1
                if counted(event, i) != pile_known(event, i):
                    done = [str(action) for action in event.done]
                    return looked_at, valued(game, player=i, history=done)
        return looked_at, None

    looked_at, odd = over_games(games(c, 3), fault, budget)
    main = Finding.judged(
        odd,
        proves=True,
        method="argument, and exhaustive",
        instances=looked_at,
        scope={"by argument": "all sizes", "c": c, "p": 3, "depth": depth},
    )
    return main.also(full_hand=_full_hand(budget))


def _full_hand(budget: Budget) -> Finding:
    c = 8 if budget.full else 6

    def fault(game: Game) -> tuple[int, Query | None]:
        table, looked_at = Table(game), 0
        for full in combinations(range(game.c), game.sizes[1]):
            deals = table.every
            for x in full:
                deals &= table.has[1][x]
            for y in {*range(game.c)} - {*full}:
                looked_at += 1
                if deals & table.has[1][y]:
                    return looked_at, valued(game, hand=full, also=y)
        return looked_at, None

    looked_at, odd = over_games((g for g in games(c, 4) if g.q == 1), fault, budget)
    return Finding.judged(
        odd,
        proves=True,
        method="argument, its step about deals exhaustive for player 1's hand",
        instances=looked_at,
        scope={"by argument": "all sizes", "c": c, "p": 4},
    )


def counted(event: Event, player: int) -> bool:
    """Whether m cards are known to be in the pile."""
    known = event.table.known_pile(event.after, player)
    return known.bit_count() == event.table.game.sizes[0]


def pile_known(event: Event, player: int) -> bool:
    """Whether the deals that the player considers possible have one pile."""
    table, view = event.table, event.after.views[player]
    return len({d[0] for k, d in enumerate(table.deals) if view >> k & 1}) == 1
