"""Section 3.2: two answers that fill a hand, and the fifteen cards."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines import get_engine
from mystpy.engines.base import Value
from mystpy.game.cards import sort_cards
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, No, Yes
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.theses.chapter3.search import confirm_query, over_games
from mystpy.theses.chapter3.table import DealTable, KnowledgeGameState, Query, valued


def answered(table: DealTable, question: frozenset[str]) -> tuple[int, list[int]]:
    """The deals that player 2's yes to player 1 leaves, and each show after it.

    Raises ValueError if player 2 has no card of the question.
    """
    start = table.start()
    ask = Asks(1, question)
    asked = dict(table.steps(start))[ask]
    replies = dict(table.steps(asked))
    if Yes(2) not in replies:
        raise ValueError(f"player 2 has no card of {sorted(question)}")
    yes = table.where(table.conditions_of_action(asked, Yes(2)))
    shows = [
        table.where(table.conditions_of_action(replies[Yes(2)], show))
        for show, _ in table.steps(replies[Yes(2)])
    ]
    return yes, shows


def hand_counted(budget: Budget, *, n: int = 2) -> Result:
    """Check the example in games of three players; the thesis has hands of n = 2."""
    most = 3 * n + (2 if budget.full else 1)
    looked_at, counterexample = over_games(
        (Game.myst(c - 3 * n, n, 3, 2) for c in range(3 * n + 1, most + 1)),
        _two_clauses,
        budget,
    )
    return Result.judged(
        counterexample,
        proves=True,
        method="exhaustive over the questions",
        instances=looked_at,
        scope={"n": n, "p": 3, "q": 2, "c": f"..{most}"},
    )


def _two_clauses(game: Game) -> tuple[int, Query | None]:
    """Look for two questions after which a further card may be player 2's."""
    table, looked_at = DealTable(game), 0
    mine = frozenset(x for x in game.cards if table.deal[2] >> game.deck[x] & 1)
    views = table.start().views
    answer_deals = {q: answered(table, q) for q in game.questions() if q & mine}
    for one, other in combinations(answer_deals, 2):
        if one & other:
            continue
        looked_at += 1
        known = views[3] & answer_deals[one][0] & answer_deals[other][0]
        left = [x for x in game.cards if x not in one | other]
        values = valued(game, first=sorted(one), second=sorted(other))
        if any(known & table.has[2][game.deck[x]] for x in left):
            return looked_at, values
        for first, second in product(answer_deals[one][1], answer_deals[other][1]):
            seen = (
                views[1]
                & first
                & second
                & answer_deals[one][0]
                & answer_deals[other][0]
            )
            if any(seen & h and seen & ~h for h in table.has[2]):
                return looked_at, values
    return looked_at, None


def fifteen(budget: Budget) -> Result:
    """What is found of example-3.2-fifteen."""
    main = hand_counted(budget)
    as_printed = Result.judged(
        None if by_solver(fifteen_cards()) else fifteen_cards(),
        proves=True,
        method="solver",
        instances=1,
        scope={"m": 9, "n": 2, "p": 3, "q": 2},
    )
    return main.also(as_printed=as_printed, citation=_citation(budget))


def by_solver(query: Query) -> bool:
    """Whether the solver finds the formula of a query true, no deals listed."""
    given: dict[str, Any] = query
    game = Game.from_dict(given["game"])
    history = History.make(game, given["hands"], given["history"])
    formula = parse_formula(given["formula"], game)
    return get_engine("asp").value(history, formula).value is Value.TRUE


def fifteen_cards() -> Query:
    """The example with its fifteen cards, as a query."""
    rest = "forall x in {s5,s6,s7,s8,s9,s10,s11,s12,s13,s14,s15}: ~h(2,x)"
    idle = "noguess(1) endturn(1) asks(2,{s14,s15}) yes(3) shows(3,2,s14)"
    idle += " noguess(2) endturn(2) asks(3,{s14,s15}) no(1) no(2) noguess(3) endturn(3)"
    turns = ["asks(1,{s1,s2}) yes(2) shows(2,1,s1)", "asks(1,{s3,s4}) yes(2)"]
    return {
        "game": {"rules": "myst", "m": 9, "n": 2, "p": 3, "q": 2},
        "hands": {
            "0": [f"s{k}" for k in (2, 4, 7, 8, 9, 10, 11, 12, 13)],
            "1": ["s5", "s6"],
            "2": ["s1", "s3"],
            "3": ["s14", "s15"],
        },
        "history": [turns[0], idle, turns[1], "shows(2,1,s3)"],
        "formula": f"K(3, {rest}) & K(1, h(2,s1) & h(2,s3))",
        "value": "true",
    }


def _citation(budget: Budget) -> Result:
    """Whether an answer tells that player 2 has a card of the question: no, and yes."""
    budget.tick()
    table = DealTable(Game.myst(1, 1, 3, 2))
    return _tells_of_one(table, No(2)).also(cited=_tells_of_one(table, Yes(2)))


def _tells_of_one(table: DealTable, answer: Action) -> Result:
    """What is found of all questions of player 1 that player 2 answers like this."""
    looked_at, query = 0, None
    for ask, asked in table.steps(table.start()):
        assert isinstance(ask, Asks)
        if answer not in dict(table.steps(asked)):
            continue
        looked_at += 1
        if query is None and not _clause(table, asked, answer, ask.cards):
            some = " | ".join(
                f"h(2,{x})" for x in sort_cards(ask.cards, table.game.deck)
            )
            query = confirm_query(table.query((ask, answer), f"~K(3, {some})"))
    return Result.judged(
        query,
        proves=False,
        method="exhaustive over the questions",
        instances=looked_at,
        scope={"m": 1, "n": 1, "p": 3, "q": 2},
    )


def _clause(
    table: DealTable, asked: KnowledgeGameState, answer: Action, cards: frozenset[str]
) -> bool:
    """Whether the answer tells that player 2 has one of the cards."""
    deals = table.where(table.conditions_of_action(asked, answer))
    for x in cards:
        deals &= ~table.has[2][table.game.deck[x]]
    return not deals
