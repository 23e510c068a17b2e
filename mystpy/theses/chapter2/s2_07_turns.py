"""Chapter 2: its sentences about turns, guesses and shows between the axioms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import permutations, product

from mystpy.compilation import pattern
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.register import register
from mystpy.situations.public_steps import PublicStep, incp, next_player
from mystpy.theses.case_analysis import (
    smallest,
    sought,
    with_values,
)
from mystpy.theses.chapter2.formulas import formula_result, players_up_to_seven, said
from mystpy.theses.public_states import in_all_steps

Order = Mapping[int, int]
"""For each player the player who is next."""


def can_be_renamed(order: Order, first: int, printed: Order) -> bool:
    """Return whether renaming players gives the printed order, with 1 first."""
    name, player, number = dict[int, int](), first, 1
    while player not in name:
        name[player] = number
        player, number = order[player], printed[number]
    whole = name.keys() == order.keys() and len({*name.values()}) == len(name)
    return whole and all(name[order[i]] == printed[name[i]] for i in order)


def cyclic_orders(p: int) -> Iterator[Order]:
    """Yield all orders in which p players may sit around a table."""
    for others in permutations(range(2, p + 1)):
        seats = (1, *others)
        yield dict(zip(seats, (*others, 1), strict=True))


def generality(budget: Budget) -> Result:
    """Return the result for remark-2.1-order."""
    most = 7 if budget.full else 5
    cases = (
        None
        if can_be_renamed(order, first, incp(p))
        else {"values": {"p": p, "order": str(order), "first": first}}
        for p in range(2, most + 1)
        for order, first in product(cyclic_orders(p), range(1, p + 1))
    )
    method = "exhaustive over the orders"
    return sought(budget, cases, {"p": f"2..{most}"}, proves=True, method=method)


def turn_goes_wrong(
    p: int, step: PublicStep, *, following: Callable[[int], Callable[[int], int]]
) -> bool:
    """Return whether the turn moves without endturn, or not to the next player."""
    before, key, after = step
    if key[0] == "endturn":
        (turn,) = before.turn
        return after.turn != (following(p)(turn),)
    return after.turn != before.turn


def turn_order(budget: Budget) -> Result:
    """Return the result for axiom-2.29-order."""
    return in_all_steps(budget, partial(turn_goes_wrong, following=next_player))


ANOTHER = pattern(r"do\(|Init0|Poss|s'")
"""Matches in a formula that is about more than the situation s."""

FLUENTS = pattern(r"(\w+)\((?:[^(),]+,)?s\)")
"""The fluents of a formula that take the situation s."""

ABOUT = pattern(r"Turn|AnsTurn|Question|\w+phase")


def listed(budget: Budget) -> Result:
    """Return the result for remark-2.8-only: the subjects of the thesis's formulas."""
    axioms = [row for row in register().rows if row.kind != "definition"]
    fluents = [
        (row.label, fluent)
        for row in axioms
        if not ANOTHER.search(row.formula)
        for fluent in FLUENTS.findall(row.formula)
    ]
    cases = (
        None if ABOUT.fullmatch(fluent) else {"values": {label: fluent}}
        for label, fluent in fluents
    )
    scope = {"formulas": len(axioms), "of one situation": len(dict(fluents))}
    return sought(budget, cases, scope, proves=True)


def knowledge_uniform(budget: Budget) -> Result:
    """Check whether each knowledge axiom, also Axiom 0, is about one situation."""
    rows = [
        row
        for row in register().rows
        if row.section == "1.3" and row.kind == "consequence"
    ]
    cases = (
        {"values": {row.name: row.latex}} if ANOTHER.search(row.latex) else None
        for row in rows
    )
    return sought(budget, cases, {"axioms": len(rows)})


def uniform(budget: Budget, formula: str | None = None) -> Result:
    """Return the result for remark-2.8-only, by a uniform formula that is valid."""
    text = formula or said("remark-2.8-only", "formula").text
    result = formula_result(budget, text, games=players_up_to_seven)
    case = with_values(smallest(2), uniform_formula=text)
    return Result.judged(
        case if result.verdict is Verdict.PROVED else None,
        proves=False,
        method=f"a counterexample, by {result.method}",
        scope=result.scope,
        instances=result.instances,
    ).by_witness(refutes=True)
