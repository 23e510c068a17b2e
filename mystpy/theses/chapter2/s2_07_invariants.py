"""Sections 2.2, 2.4, 2.7 and 2.8: turns, phases and possible actions as invariants."""

from __future__ import annotations

from collections.abc import Callable

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget, spread
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.induction.invariants import induce
from mystpy.conjectures.settle import settle
from mystpy.conjectures.verdict import Result
from mystpy.engines.programs.run import RULES_OF_THE_GAME, THE_START, first_answer
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import Formula
from mystpy.situations.public_steps import others_after
from mystpy.theses.case_analysis import smallest, sought, up_to_players, with_values
from mystpy.theses.public_states import over_players


def in_every_situation(conjecture: Conjecture, budget: Budget) -> Result:
    """Check whether an invariant holds after impossible actions, too."""
    text, node = conjecture.text, conjecture.node
    found = _invariant(budget, text, lambda _: node, executable=False)
    found = replace(found, statement=f"in every situation: {text}")
    return found.by_witness(refutes=False)


def _invariant(
    budget: Budget,
    label: str,
    node: Callable[[int], Formula],
    *,
    executable: bool = True,
) -> Result:
    """Check whether a formula, given for each number of players, is an invariant."""
    players = up_to_players(budget)
    items = [(f"p={p}", (node(p), p, executable)) for p in players]
    name = f"induction {executable}|{label}"
    breaks = dict(spread(budget, name, induce, items, largest_first=True))
    cases = (
        (1, with_values(smallest(p), no_invariant=label) if breaks[f"p={p}"] else None)
        for p in players
    )
    return over_players(budget, players, cases)


def short_questions(conjecture: Conjecture, budget: Budget) -> Result:
    """Return the result of an invariant that requires q <= c; its scope says so."""
    result = settle(conjecture, budget)
    scope = {k: v for k, v in result.scope.items() if k != "m, n, q, depth"}
    if scope != result.scope:
        scope |= {"m, n, depth": "any", "q": "1..c"}
    return replace(result, scope=scope)


def long_questions(budget: Budget, q: int = 4) -> Result:
    """Check whether an action is possible in Init0 if questions exceed c cards."""
    game = {"rules": "myst", "m": 1, "n": 1, "p": 2, "q": q}
    text = (
        f"constant(m,1; n,1; p,2; q,{q}). symbol(1,s1; 2,s2; 3,s3).\n"
        "set_term(set(s1); set(s2); set(s3); set(s1,s2); set(s1,s3); set(s2,s3)).\n"
        "set_term(set(s1,s2,s3)). h(0,s1,init0). h(1,s2,init0). h(2,s3,init0).\n"
        "considered(A,init0) :- action(A). #show. #show poss/2.\n"
    )
    possible = first_answer((*RULES_OF_THE_GAME, THE_START), text)
    case = {"game": game, "values": {"possible in Init0": "nothing"}}
    scope = {"m": 1, "n": 1, "p": 2, "q": q}
    cases = [case if possible == () else None]
    found = sought(budget, cases, scope, proves=True, method="solver")
    return found.by_witness(refutes=True)


def _in_order(p: int) -> str:
    """Return the formula that all between poser and responder have said no."""
    parts = []
    for i in range(1, p + 1):
        others = others_after(p, i)
        for place, j in enumerate(others):
            for k in others[:place]:
                parts.append(
                    f"(ansphase & Turn({i}) & AnsTurn({j}) -> forall Q in questions:"
                    f" Question(Q) -> forall x in Q: ~h({k},x))"
                )
        parts.append(f"(ansphase -> ~(Turn({i}) & AnsTurn({i})))")
    return " & ".join(parts)


def answers_in_order(
    budget: Budget, invariant: Callable[[int], str] = _in_order
) -> Result:
    """Return the result for remark-2.2-in-order, by a stronger invariant."""
    label = f"in order|{invariant(2)}"
    found = _invariant(budget, label, lambda p: parse_conjecture(invariant(p)))
    return found.by_witness(refutes=False)
