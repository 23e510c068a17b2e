"""Section 3.2: what the Set Size Axiom tells of a hand, in the thesis's examples."""

from __future__ import annotations

from itertools import combinations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.theses.bench import Statement
from mystpy.theses.chapter3.search import Event, confirmed, events, games, over_games
from mystpy.theses.chapter3.table import Query, Table, valued

EQUATION = (
    "forall i in players, a in cards, b in cards: ~(a = b) -> "
    "(h(i,a) & h(i,b) <-> (forall x in cards: x = a | x = b | ~h(i,x)))"
)
"""(3.2) in the language of conjectures."""


def _equation(budget: Budget) -> Finding:
    c = 8 if budget.full else 6
    two, fault = over_games(
        (g for g in games(c, 4) if g.q == 1 and g.n == 2), _set_size_fault, budget
    )
    main = Finding.judged(
        fault,
        proves=True,
        statement="for n = 2: h(i,a) & h(i,b) <-> ~h(i,x) for all x but a and b",
        method="argument, and exhaustive",
        instances=two,
        scope={"by argument": "n = 2", "c": c, "p": 4},
        note="A hand has exactly two cards, (2.11). One deal of each game is looked "
        "at, with all players and cards: the others differ by names.",
    )
    looked_at, odd = over_games(
        (g for g in games(c, 4) if g.q == 1), _set_size_fault, budget
    )
    any_size = Finding.judged(
        odd and confirmed(odd),
        proves=False,
        statement="the same for hands of any size",
        method="exhaustive",
        instances=looked_at,
        scope={"c": c, "p": 4},
        note="The example has n = 2.",
    )
    return main.also(("without n = 2", any_size))


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


def _counter(budget: Budget) -> Finding:
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
        statement="player i considers one pile possible if and only if K(i, h(0,x)) "
        "for m cards x",
        method="argument, and exhaustive",
        instances=looked_at,
        scope={"by argument": "all sizes", "c": c, "p": 3, "depth": depth},
        note="To know a conjunction is to know its parts. That a card is marked yes "
        "only by direct questions is false: see remark-3.1-direct.",
    )
    return main.also(("n cards known to be with a player", _full_hand(budget)))


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
        statement="who knows n cards of player j's hand knows that j has no others",
        method="argument, its step about deals exhaustive for player 1's hand",
        instances=looked_at,
        scope={"by argument": "all sizes", "c": c, "p": 4},
        note="In every deal a hand has n cards, (2.11); all hands are alike.",
    )


def counted(event: Event, player: int) -> bool:
    """Whether m cards are known to be in the pile."""
    known = event.table.known_pile(event.after, player)
    return known.bit_count() == event.table.game.sizes[0]


def pile_known(event: Event, player: int) -> bool:
    """Whether the deals that the player considers possible have one pile."""
    table, view = event.table, event.after.views[player]
    return len({d[0] for k, d in enumerate(table.deals) if view >> k & 1}) == 1


STATEMENTS = (
    Statement(
        "remark-3.2-counter",
        "3.2",
        "To see whether the pile is known, count the cards known to be in it.",
        "i considers one pile possible <-> K(i, h(0,x)) for m cards x",
        _counter,
    ),
    Statement(
        "equation-3.2",
        "(3.2)",
        "A player has these two cards just if the player has none of the others.",
        EQUATION,
        _equation,
    ),
)
