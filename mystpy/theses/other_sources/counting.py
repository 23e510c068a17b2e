"""The report on a Clue player (2003): the gaps of its counting logic."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from mystpy.bits import cards_of, mask_of
from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines import get_engine
from mystpy.engines.base import Value
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.players.counting_logic import Clue, CountingLogic, apply_trials
from mystpy.theses.case_analysis import Case, Query, sought, with_values

RESPONDER, LISTENER = 2, 3
"""The player who says yes to player 1, and the one who reasons about it."""


def situation(n: int, pairs: int) -> tuple[Game, list[str], list[list[str]]]:
    """Return MYST(1,n,3,2), the listener's hand, and disjoint two-card questions."""
    game = Game.myst(1, n, 3, 2)
    asked = [list(game.cards[2 * k : 2 * k + 2]) for k in range(pairs)]
    return game, list(game.cards[-n:]), asked


def by_counting(
    game: Game, own: list[str], asked: list[list[str]], *, trial: bool = False
) -> frozenset[str]:
    """Return the cards that, by the counting logic, the responder lacks."""
    n = game.sizes[1]
    logic = CountingLogic.of(game)
    logic.add([Clue(mask_of(own, game), LISTENER, n, n)])
    logic.add(Clue(mask_of(pair, game), RESPONDER, 1, 2) for pair in asked)
    if trial:
        logic = apply_trials(logic)
    return cards_of(logic.lacked[RESPONDER], game)


def in_all_hands(game: Game, own: list[str], asked: list[list[str]]) -> frozenset[str]:
    """Return the cards that are in no possible hand of the responder."""
    others = [x for x in game.cards if x not in own]
    hands = [
        hand
        for hand in map(set, combinations(others, game.sizes[1]))
        if all(hand & set(pair) for pair in asked)
    ]
    return frozenset(game.cards) - frozenset().union(*hands)


def example(n: int, asked: list[list[str]]) -> Query:
    """Return a situation after these questions, with the listener's knowledge.

    In between the others ask for cards of the listener, who shows one.
    """
    game, own, _ = situation(n, len(asked))
    hands = {LISTENER: own, RESPONDER: [pair[0] for pair in asked]}
    free = [x for x in game.cards if x not in own and x not in hands[RESPONDER]]
    idle, first = f"{{{own[0]},{own[1]}}}", own[0]
    turns = [
        f"asks(1,{{{one},{two}}}) yes(2) shows(2,1,{one}) noguess(1) endturn(1)"
        f" asks(2,{idle}) yes(3) shows(3,2,{first}) noguess(2) endturn(2)"
        f" asks(3,{idle}) no(1) no(2) noguess(3) endturn(3)"
        for one, two in asked
    ]
    deal = {0: [free[-1]], 1: free[:-1], **hands}
    return {
        "game": game.to_dict(),
        "hands": {str(k): cards for k, cards in sorted(deal.items())},
        "history": " ".join(turns).split(),
        "formula": f"K({LISTENER}, ~h({RESPONDER},{free[-1]}))",
        "value": "true",
    }


def is_true(query: Query) -> bool:
    """Return whether an engine finds the formula of an example true."""
    game = Game.from_dict(query["game"])  # type: ignore[arg-type]
    history = History.make(game, query["hands"], query["history"])  # type: ignore[arg-type]
    formula = parse_formula(str(query["formula"]), game)
    return get_engine("worlds").value(history, formula).value is Value.TRUE


def incomplete(budget: Budget, n: int = 2, pairs: int = 2) -> Result:
    """Show a situation in which more follows than the counting logic finds."""
    game, own, asked = situation(n, pairs)
    shown = example(n, asked)
    more = in_all_hands(game, own, asked) - by_counting(game, own, asked)
    case = None if more and is_true(shown) else with_values(game, more=sorted(more))
    found = sought(budget, [case], {"example": "one situation"}, proves=True)
    main = replace(found, example=shown).by_witness(refutes=False)
    return main.also(trials=complete_by_trials(budget))


def complete_by_trials(budget: Budget) -> Result:
    """Check whether trials of single cards make it complete in these situations."""

    def cases() -> Iterator[Case | None]:
        for n in range(2, 4 if budget.full else 3):
            for pairs in range(1, n + 1):
                game, own, asked = situation(n, pairs)
                every = in_all_hands(game, own, asked)
                entered = by_counting(game, own, asked, trial=True)
                shown = example(n, asked) if pairs == n else with_values(game)
                yield shown if every - entered else None

    return sought(budget, cases(), {"n": "2..3" if budget.full else 2, "p": 3})
