"""Formulas in models: truth by the definitions, new forms by old ones, and errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import QueryError
from mystpy.kripke.construction import build_model
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import Model
from mystpy.language.atoms import Atom
from mystpy.language.decidable import reduce_announcements
from mystpy.language.expand import expand
from mystpy.language.nodes import (
    CountOf,
    Everyone,
    Formula,
    Iterated,
    Knows,
    KnowsWhether,
    Not,
    Or,
)
from mystpy.language.subformulas import MAX_DEPTH
from mystpy.language.vocabulary import ModelWords
from tests.kripke.random_models import AGENTS, ATOMS, formulas, groups, models, true_in

WORDS = ModelWords.of(AGENTS, ATOMS)
P, Q = Atom("p"), Atom("q")


@given(models(), formulas())
def test_truth_is_as_defined(model: Model, formula: Formula) -> None:
    worlds = frozenset(range(len(model)))
    by_hand = [true_in(model, formula, worlds, w) for w in range(len(model))]
    assert model.truth(formula).tolist() == by_hand


@given(models(), st.sampled_from(AGENTS), groups, st.data())
def test_new_forms_say_what_their_expansions_say(
    model: Model, agent: str, group: tuple[str, ...], data: st.DataObject
) -> None:
    body = data.draw(formulas(leaves=4))
    parts = tuple(data.draw(st.lists(formulas(leaves=2), min_size=1, max_size=4)))
    exact, number = data.draw(st.booleans()), data.draw(st.integers(0, 4))
    same: dict[Formula, Formula] = {
        KnowsWhether(agent, body): Or((Knows(agent, body), Knows(agent, Not(body)))),
        Iterated(group, body, 2): Everyone(group, Everyone(group, body)),
    }
    count = CountOf(exact, number, parts)
    same[count] = expand(count, WORDS)
    for short, long in same.items():
        assert (model.truth(short) == model.truth(long)).all()
    holds = sum(model.truth(part).astype(int) for part in parts)
    enough = holds == number if exact else holds >= number
    assert (model.truth(count) == enough).all()


@given(models(), formulas(leaves=6))
def test_announcements_written_out_say_the_same(model: Model, formula: Formula) -> None:
    assert (model.truth(formula) == model.truth(reduce_announcements(formula))).all()


def test_depth_is_not_recursed_into() -> None:
    formula: Formula = P
    for _ in range(MAX_DEPTH):
        formula = Not(formula)
    model = build_model(["w"], {"a": [["w"]]}, {"w": ["p"]})
    with pytest.raises(QueryError, match="nested deeper"):
        model.truth(formula)


def test_a_formula_of_another_model_is_refused() -> None:
    model = build_model(["w"], {"a": [["w"]]}, {"w": ["p"]})
    with pytest.raises(ModelError, match="no atom q"):
        model.truth(Q)
    with pytest.raises(ModelError, match="no agent 'b'"):
        model.truth(Knows("b", P))
