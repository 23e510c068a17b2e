"""Formulas as atoms of a program: true in its answer sets where the formulas are."""

from __future__ import annotations

from itertools import product

import clingo
import pytest

from mystpy.language.atoms import Atom, Falsity, Truth
from mystpy.language.nodes import And, CountOf, Formula, Iff, Implies, Knows, Not, Or
from mystpy.packages.backend_runs.text_program import objective_rules

P, Q, R = (Atom(name) for name in "pqr")


def value(f: Formula, true: dict[Atom, bool]) -> bool:
    match f:
        case Truth() | Falsity():
            return f.value
        case Atom():
            return true[f]
        case Not(body):
            return not value(body, true)
        case And(parts):
            return all(value(part, true) for part in parts)
        case Or(parts):
            return any(value(part, true) for part in parts)
        case Implies(left, right):
            return not value(left, true) or value(right, true)
        case Iff(left, right):
            return value(left, true) is value(right, true)
        case CountOf(exact, number, parts):
            met = sum(value(part, true) for part in parts)
            return met == number if exact else met >= number
    raise AssertionError(f)


@pytest.mark.parametrize(
    "formula",
    [
        And((P, Not(Q))),
        Or((P, Falsity())),
        Implies(Truth(), P),
        Iff(P, Implies(Q, R)),
        Not(Iff(P, And((Q, P)))),
        CountOf(False, 2, (P, Q, R)),
        CountOf(True, 2, (P, P, Not(Q))),
        Not(CountOf(True, 0, (P, Q))),
    ],
    ids=str,
)
def test_the_atom_is_true_where_the_formula_is(formula: Formula) -> None:
    rules = objective_rules(formula, 0)
    assert rules is not None
    for given in product((True, False), repeat=3):
        true = dict(zip((P, Q, R), given, strict=True))
        facts = "".join(f"now({x},0)." for x, holds in true.items() if holds)
        control = clingo.Control(["--warn=none"])
        control.add("base", [], f"{facts} #defined now/2. {rules}")
        control.ground([("base", [])])
        claim = clingo.Function("claim")
        found = control.solve(assumptions=[(claim, True)]).satisfiable
        assert found is value(formula, true)


def test_knowledge_has_no_atom() -> None:
    assert objective_rules(And((P, Knows("ann", Q))), 0) is None
