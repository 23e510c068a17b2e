"""Sections 2.2, 2.4, 2.7 and 2.8: turns, phases and what is possible, as invariants."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.induction.invariants import induce
from mystpy.conjectures.settle.settle import settle
from mystpy.conjectures.verdict import Result
from mystpy.conjectures.workers import spread
from mystpy.engines.programs.run import RULES_OF_THE_GAME, THE_START, first_answer
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import Formula
from mystpy.situations.successor import others_after


def in_every_situation(conjecture: Conjecture, budget: Budget) -> Result:
    """Whether an invariant holds after impossible actions too."""
    text, node = conjecture.text, conjecture.node
    players = range(2, 8 if budget.full else 4)
    failing = _failing(budget, text, dict.fromkeys(players, node), executable=False)
    return Result.judged(
        _in_game(failing, text),
        proves=True,
        method="induction",
        statement=f"in every situation: {text}",
        scope={"p": f"2..{players[-1]}", "m, n, q, depth": "any"},
        instances=len(players),
    ).by_witness(refutes=False)


def _in_game(failing: Sequence[int], invariant: str) -> Mapping[str, object] | None:
    """The first number of players for which an invariant fails, in a game with it."""
    if not failing:
        return None
    game = Game.myst(1, 1, failing[0], 1).to_dict()
    return {"game": game, "values": {"no invariant": invariant}}


def _failing(
    budget: Budget, label: str, nodes: Mapping[int, Formula], *, executable: bool = True
) -> list[int]:
    """The numbers of players for which the formula is no invariant."""
    items = [(f"p={p}", (node, p, executable)) for p, node in nodes.items()]
    label = f"induction {executable}|{label}"
    said = dict(spread(budget, label, induce, items, largest_first=True))
    return [p for p in nodes if said[f"p={p}"]]


def short_questions(conjecture: Conjecture, budget: Budget) -> Result:
    """The finding of an invariant that needs q <= c to be so: its scope says that."""
    result = settle(conjecture, budget)
    scope = {k: v for k, v in result.scope.items() if k != "m, n, q, depth"}
    if scope != result.scope:
        scope |= {"m, n, depth": "any", "q": "1..c"}
    return replace(result, scope=scope)


def long_questions(_budget: Budget, q: int = 4) -> Result:
    """Whether something is possible in Init0 when a question has more than c cards."""
    game = {"rules": "myst", "m": 1, "n": 1, "p": 2, "q": q}
    text = (
        f"constant(m,1; n,1; p,2; q,{q}). symbol(1,s1; 2,s2; 3,s3).\n"
        "set_term(set(s1); set(s2); set(s3); set(s1,s2); set(s1,s3); set(s2,s3)).\n"
        "set_term(set(s1,s2,s3)). h(0,s1,init0). h(1,s2,init0). h(2,s3,init0).\n"
        "considered(A,init0) :- action(A). #show. #show poss/2.\n"
    )
    possible = first_answer((*RULES_OF_THE_GAME, THE_START), text)
    return Result.judged(
        {"game": game, "values": {"possible in Init0": "nothing"}}
        if possible == ()
        else None,
        proves=True,
        method="solver",
        scope={"m": 1, "n": 1, "p": 2, "q": q},
        instances=1,
    ).by_witness(refutes=True)


def _in_order(p: int) -> str:
    """Whoever is between the poser and the answerer has said no to the question."""
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
    """What is found of remark-2.2-in-order, by an invariant that says it and more."""
    players = range(2, 8 if budget.full else 4)
    nodes = {p: parse_conjecture(invariant(p)) for p in players}
    wrong = _failing(budget, f"in order|{invariant(2)}", nodes)
    return Result.judged(
        _in_game(wrong, "the answers in order"),
        proves=True,
        method="induction",
        scope={"p": f"2..{players[-1]}", "m, n, q, depth": "any"},
        instances=len(players),
    ).by_witness(refutes=False)
