"""Section 3.2: who knows the hand of player 2 after two answers that fill it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.theses.chapter3.s3_2.fifteen import answered, by_solver, fifteen_cards
from mystpy.theses.chapter3.search import Fault, over_games
from mystpy.theses.chapter3.table import DealTable, Query, valued


def doubts(game: Game) -> Iterator[tuple[frozenset[str], frozenset[str], bool, bool]]:
    """Two questions without a common card, and who knows player 2's hand then.

    Player 2 has said yes to both of player 1, and shown a card for each; whether player
    1 then knows the hand, and whether player 3 is in doubt about some card.
    """
    table = DealTable(game)
    mine = frozenset(x for x in game.cards if table.deal[2] >> game.deck[x] & 1)
    views = table.start().views
    answer_deals = {q: answered(table, q) for q in game.questions() if q & mine}
    for one, other in combinations(answer_deals, 2):
        if one & other:
            continue
        both = answer_deals[one][0] & answer_deals[other][0]
        seen = [
            views[1] & both & first & second
            for first, second in product(answer_deals[one][1], answer_deals[other][1])
        ]
        sure = not any(_in_doubt(table, deals) for deals in seen)
        yield one, other, sure, _in_doubt(table, views[3] & both)


def _in_doubt(table: DealTable, deals: int) -> bool:
    """Whether some card is player 2's in some of these deals and not in others."""
    return any(deals & have and deals & ~have for have in table.has[2])


def _sure_fault(game: Game) -> tuple[int, Query | None]:
    looked = 0
    for one, other, sure, _ in doubts(game):
        looked += 1
        if not sure:
            return looked, valued(game, first=sorted(one), second=sorted(other))
    return looked, None


def _doubt_fault(game: Game) -> tuple[int, Query | None]:
    looked = 0
    for one, other, _, doubt in doubts(game):
        looked += 1
        if not doubt:
            return looked, valued(game, first=sorted(one), second=sorted(other))
    return looked, None


def _fifteen(budget: Budget) -> Result:
    """Ask the solver of the example with its fifteen cards."""
    budget.tick()
    query = fifteen_cards()
    unsure = " & ".join(f"~K(3, h(2,s{x})) & ~K(3, ~h(2,s{x}))" for x in range(1, 5))
    query["formula"] = f"K(1, h(2,s1) & h(2,s3)) & {unsure}"
    return Result.judged(
        None if by_solver(query) else query,
        proves=True,
        method="solver",
        instances=1,
        scope={"m": 9, "n": 2, "p": 3, "q": 2},
    )


def _always(budget: Budget, fault: Fault) -> Result:
    """Look for two questions after which it is otherwise, in games with n = 2."""
    most = 3 if budget.full else 2
    chosen = [Game.myst(m, 2, 3, 2) for m in range(1, most + 1)]
    looked, counterexample = over_games(chosen, fault, budget)
    return Result.judged(
        counterexample,
        proves=True,
        method="exhaustive over the questions",
        instances=looked,
        scope={"m": f"1..{most}", "n": 2, "p": 3, "q": 2},
    )


def in_doubt(budget: Budget) -> Result:
    """What is found of remark-3.2-doubt."""
    known = _always(budget, _sure_fault)
    always = _always(budget, _doubt_fault)
    return _fifteen(budget).also(always_known=known, always_in_doubt=always)
