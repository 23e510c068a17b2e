"""Section 3.2: what the Set Size Axiom tells of a hand, in the thesis's examples."""

from __future__ import annotations

from itertools import combinations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.theses.chapter3.search import Event, events, games, over_games
from mystpy.theses.chapter3.table import Query, Table, valued


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
