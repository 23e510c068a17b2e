"""Section 3.2: two answers that fill a hand, the fifteen cards, and who is in doubt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

from mystpy.bits import cards_of
from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.replay.engines import history_of
from mystpy.conjectures.verdict import Result
from mystpy.engines import get_engine
from mystpy.engines.base import Value
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.actions import Action, Asks, No, Yes
from mystpy.language.read import parse_formula
from mystpy.theses.case_analysis import Case, Query, sought, with_values
from mystpy.theses.chapter3.search import confirm_query
from mystpy.theses.chapter3.table import DealTable, KnowledgeGameState


def answered(table: DealTable, question: frozenset[str]) -> tuple[int, list[int]]:
    """Return the deals after player 2's yes to player 1, and after each show.

    Raises ValueError if player 2 has no card of the question.
    """
    start = table.initial()
    ask = Asks(1, question)
    asked = dict(table.steps(start))[ask]
    replies = dict(table.steps(asked))
    if Yes(2) not in replies:
        raise ValueError(f"player 2 has no card of {sorted(question)}")
    yes = table.fitting(table.conditions_of_action(asked, Yes(2)))
    shows = [
        table.fitting(table.conditions_of_action(replies[Yes(2)], show))
        for show, _ in table.steps(replies[Yes(2)])
    ]
    return yes, shows


def filling_answers(
    table: DealTable,
) -> Iterator[tuple[frozenset[str], frozenset[str], int, list[int]]]:
    """Yield two disjoint questions to which player 2 says yes.

    They come with the remaining deals after the answers, and after each two shows.
    """
    game = table.game
    mine = cards_of(table.deal[2], game)
    answers = {q: answered(table, q) for q in game.questions() if q & mine}
    for (one, (yes, shows)), (other, (yes_too, more)) in combinations(
        answers.items(), 2
    ):
        if not one & other:
            both = yes & yes_too
            shown = [both & first & second for first, second in product(shows, more)]
            yield one, other, both, shown


def _in_doubt(table: DealTable, deals: int) -> bool:
    """Return whether player 2 has some card in some of these deals, but not in all."""
    return any(deals & have and deals & ~have for have in table.held[2])


Fault = Callable[[DealTable, frozenset[str], int, list[int]], bool]
"""A test of a table, the cards of two questions, and answers: true if it fails."""


def two_answers(budget: Budget, fault: Fault, c: range, *, n: int = 2) -> Result:
    """Search for two questions that fail a test, in games of three players.

    The games have `c` cards and hands of `n`; the thesis has hands of two.
    """

    def cases() -> Iterator[Case | None]:
        for cards in c:
            game = Game.myst(cards - 3 * n, n, 3, 2)
            table = DealTable(game)
            for one, other, both, shown in filling_answers(table):
                case = with_values(game, first=sorted(one), second=sorted(other))
                yield case if fault(table, one | other, both, shown) else None

    scope = {"n": n, "p": 3, "q": 2, "c": f"..{c[-1]}"}
    method = "exhaustive over the questions"
    return sought(budget, cases(), scope, proves=True, method=method)


def unsure(
    table: DealTable, asked: frozenset[str], both: int, shown: list[int]
) -> bool:
    """Return whether player 1, after the shows, does not know player 2's hand."""
    own = table.initial().views[1]
    return any(_in_doubt(table, own & deals) for deals in shown)


def without_doubt(
    table: DealTable, asked: frozenset[str], both: int, shown: list[int]
) -> bool:
    """Return whether player 3 knows of each card whether player 2 has it."""
    return not _in_doubt(table, table.initial().views[3] & both)


def not_counted(
    table: DealTable, asked: frozenset[str], both: int, shown: list[int]
) -> bool:
    """Return whether player 2 may have a further card, or 1 does not know the hand."""
    known, deck = table.initial().views[3] & both, table.game.deck
    left = (x for x in table.game.cards if x not in asked)
    further = any(known & table.held[2][deck[x]] for x in left)
    return further or unsure(table, asked, both, shown)


def hand_counted(budget: Budget, *, n: int = 2) -> Result:
    """Check the example in games of three players; the thesis has hands of n = 2."""
    most = 3 * n + (2 if budget.full else 1)
    return two_answers(budget, not_counted, range(3 * n + 1, most + 1), n=n)


def by_solver(query: Query) -> Result:
    """Check whether the solver finds a query's formula true, without listing deals."""
    history = history_of(query)
    formula = parse_formula(str(query["formula"]), history.game)
    value = get_engine("asp").value(history, formula).value
    return Result.judged(
        None if value is Value.TRUE else query,
        proves=True,
        method="solver",
        instances=1,
        scope={"m": 9, "n": 2, "p": 3, "q": 2},
    )


def fifteen(budget: Budget) -> Result:
    """Return the result for example-3.2-fifteen."""
    as_printed = by_solver(fifteen_cards())
    return hand_counted(budget).also(as_printed=as_printed, citation=_citation(budget))


def fifteen_cards() -> Query:
    """Return the example with its fifteen cards, as a query."""
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


def in_doubt(budget: Budget) -> Result:
    """Return the result for remark-3.2-doubt."""

    def always(fault: Fault) -> Result:
        most = 3 if budget.full else 2
        found = two_answers(budget, fault, range(7, 7 + most))
        return replace(found, scope={"m": f"1..{most}", "n": 2, "p": 3, "q": 2})

    found = player_3_in_doubt()
    return found.also(
        always_known=always(unsure), always_in_doubt=always(without_doubt)
    )


def player_3_in_doubt() -> Result:
    """Check the example with its fifteen cards by the solver."""
    query = fifteen_cards()
    doubts = " & ".join(f"~K(3, h(2,s{x})) & ~K(3, ~h(2,s{x}))" for x in range(1, 5))
    query["formula"] = f"K(1, h(2,s1) & h(2,s3)) & {doubts}"
    return by_solver(query)


def _citation(budget: Budget) -> Result:
    """Check whether no, and yes, say that player 2 has a card of the question."""
    table = DealTable(Game.myst(1, 1, 3, 2))

    def tells_of_one(answer: Action) -> Result:
        """Return the result for all questions of player 1 with this answer."""
        cases = (
            _not_told(table, ask, asked, answer)
            for ask, asked in table.steps(table.initial())
            if answer in dict(table.steps(asked))
        )
        method = "exhaustive over the questions"
        return sought(budget, cases, {"m": 1, "n": 1, "p": 3, "q": 2}, method=method)

    return tells_of_one(No(2)).also(cited=tells_of_one(Yes(2)))


def _not_told(
    table: DealTable, ask: Action, asked: KnowledgeGameState, answer: Action
) -> Case | None:
    """Return the case if an answer does not say that player 2 has an asked card."""
    assert isinstance(ask, Asks)
    deck = table.game.deck
    deals = table.fitting(table.conditions_of_action(asked, answer))
    for x in ask.cards:
        deals &= ~table.held[2][deck[x]]
    if not deals:
        return None
    some = " | ".join(f"h(2,{x})" for x in sort_cards(ask.cards, deck))
    return confirm_query(table.query((ask, answer), f"~K(3, {some})"))
