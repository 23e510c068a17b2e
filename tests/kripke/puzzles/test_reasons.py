"""Reasons that a person can read, and atoms of values that no world has."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from mystpy.errors import MystError
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.model_state import stages
from mystpy.kripke.model import Model
from mystpy.kripke.puzzles.puzzle_file import read_puzzle
from mystpy.kripke.puzzles.solution import solve
from mystpy.kripke.puzzles.text import solution
from mystpy.language.atoms import Constant
from mystpy.language.junctions import simplify
from mystpy.language.nodes import Formula, Not
from mystpy.language.subformulas import children, walk
from tests.kripke.explicit_relations import Explicit, belief_formulas, explicit_models
from tests.sampling import by_day

HATS = Path("tests/kripke/cases/raised-hands.toml").read_text()


def test_reasons_have_no_constants_left_of_what_was_compared() -> None:
    found = solve(read_puzzle(HATS, "raised-hands"))
    reasons = [reason.because for step in found.steps for reason in step.reasons]
    assert reasons[:3] == [
        "h(2,red) | h(3,red) is false",
        "h(1,red) | h(3,red) is false",
        "h(1,red) | h(2,red) is false",
    ]
    assert "true" not in solution(found)


def test_the_reason_of_a_refusal_is_folded_as_well() -> None:
    said = "forall i in agents: exists j in agents: ~(i = j) & h(j,white)"
    text = HATS.replace("~(i = j) & h(j,red)", "~(i = j) & h(j,white)")
    assert said in text
    with pytest.raises(ModelError) as refused:
        solve(read_puzzle(text, "white"))
    assert str(refused.value).endswith(
        ": (h(2,white) | h(3,white)) & (h(1,white) | h(3,white)) & "
        "(h(1,white) | h(2,white))"
    )


MODEL = """
worlds = ["u", "v"]
point = "u"
[relations]
a = "all"
b = "all"
[valuation]
u = ["p(a)"]
v = ["p(b)"]
[[step]]
events = { e = "exists i in agents: ~(i = a) & p(i)", f = "true" }
actual = "e"
"""


def test_preconditions_are_folded_where_they_are_told() -> None:
    text = MODEL.replace('b = "all"', 'b = "all"\n').replace(
        'v = ["p(b)"]', 'v = ["p(b)"]'
    )
    *_, last = stages(load_model(text))
    assert last.refused is not None
    assert "has the precondition p(b), which is false" in last.refused
    assert str(last.step) == "{e: p(b), f: true}: e"


@settings(max_examples=by_day(80, 4))
@given(explicit_models(4), belief_formulas())
def test_a_folded_formula_says_the_same_and_has_no_constants_in_connectives(
    given_model: Explicit, formula: Formula
) -> None:
    model: Model = given_model.model()
    found = simplify(formula)
    assert (model.truth(found) == model.truth(formula)).all()
    for node in walk(found):
        if isinstance(node, Not) or len(children(node)) > 1:
            inside = children(node)[-1:] if "!" in str(node) else children(node)
            assert "!" in str(node) or not any(isinstance(x, Constant) for x in inside)


DAYS = """
title = "A day of which only some are possible"
[worlds]
variables = { day = "1..9", hat = ["red", "white", "blue"] }
where = ["day > 5", 'hat != "blue"']
[values]
twice = "2 * day"
[agents]
A = ["day"]
B = ["hat"]
[[step]]
says = "Said."
formula = "STEP"
[[ask]]
question = "left"
count = "worlds"
"""


@pytest.mark.parametrize(
    ("formula", "left"),
    [
        ("~day(3) & ~hat(blue)", 8),
        ("day(3) | day(6)", 2),
        ("K(B,~day(1)) & K(A,~hat(blue))", 8),
        ("~twice(4) & ~twice(12)", 6),
        ("forall x in day: ~day(x) | ~day(3)", 8),
    ],
)
def test_a_declared_value_that_the_conditions_exclude_is_false(
    formula: str, left: int
) -> None:
    found = solve(read_puzzle(DAYS.replace("STEP", formula), "days"))
    assert found.answers[0].value == left


@pytest.mark.parametrize("formula", ["day(10)", "hat(green)", "twice(5)"])
def test_a_value_that_is_not_declared_is_no_atom(formula: str) -> None:
    with pytest.raises(MystError, match="there is no atom"):
        solve(read_puzzle(DAYS.replace("STEP", f"~{formula}"), "days"))


def test_what_changes_by_actions_has_atoms_of_all_declared_values() -> None:
    text = DAYS.replace("[values]", "[values]").replace(
        "[agents]", '[action.nothing]\nevents = { e = "~day(2)" }\n[agents]'
    )
    found = solve(read_puzzle(text.replace("STEP", "[nothing]~day(3)"), "days"))
    assert found.answers[0].value == 8
