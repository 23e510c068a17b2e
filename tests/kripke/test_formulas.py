"""Formulas over atoms: printing, reading, truth by the definitions, and errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import ParseError, QueryError
from mystpy.kripke import formula as fm
from mystpy.kripke import formula_text
from mystpy.kripke.construction import build_model
from mystpy.kripke.faults import ModelError
from mystpy.kripke.formula import Formula
from mystpy.kripke.formula_text import Vocabulary, parse_formula
from mystpy.kripke.model import Model
from tests.kripke.random_models import AGENTS, ATOMS, formulas, models, true_in

WORDS = Vocabulary.of(AGENTS, ATOMS)
P, Q, HELD = (fm.Atom(atom) for atom in ATOMS)


@given(formulas(atoms=3, leaves=20))
def test_what_is_printed_is_read_back(formula: Formula) -> None:
    assert parse_formula(str(formula), WORDS) == formula


@given(models(), formulas())
def test_truth_is_as_defined(model: Model, formula: Formula) -> None:
    worlds = frozenset(range(len(model)))
    by_hand = [true_in(model, formula, worlds, w) for w in range(len(model))]
    assert model.truth(formula).tolist() == by_hand


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("~p & q", fm.And((fm.Not(P), Q))),
        ("p | q & p", fm.Or((P, fm.And((Q, P))))),
        ("p -> q -> p", fm.Implies(P, fm.Implies(Q, P))),
        ("p <-> q <-> p", fm.Iff(fm.Iff(P, Q), P)),
        ("p & q & p", fm.And((P, Q, P))),
        ("¬p ∧ q ↔ ⊤", fm.Iff(fm.And((fm.Not(P), Q)), fm.Truth())),
        ("K(1, h(1, r))", fm.Knows("1", HELD)),
        ("E([b,a], p)", fm.Everyone(("a", "b"), P)),
        ("C({1,a}, p)", fm.Common(("a", "1"), P)),
        ("D(set(a,b), p)", fm.Distributed(("a", "b"), P)),
        ("[p!]q", fm.After(P, Q)),
        ("[p!]q & p", fm.And((fm.After(P, Q), P))),
        ("[K(a,p) | q!]~[p!]q", fm.After(
            fm.Or((fm.Knows("a", P), Q)), fm.Not(fm.After(P, Q)))),
        ("forall i in [a,b]: K(i,p)", fm.And((fm.Knows("a", P), fm.Knows("b", P)))),
        ("exists x in cards: h(1,x)", HELD),
        ("forall i in []: K(i,p)", fm.Truth()),
        ("exists i in {}: h(i,r)", fm.Falsity()),
        ("forall i in agents: forall j in [b]: K(i,K(j,p))", fm.conjunction(
            fm.Knows(i, fm.Knows("b", P)) for i in AGENTS)),
    ],
)  # fmt: skip
def test_the_syntax_is_read(text: str, formula: Formula) -> None:
    assert parse_formula(text, WORDS) == formula


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("p && q", "1:4", "unexpected '&'", None),
        ("p and q", "1:3", "unexpected 'and'", "&"),
        ("K(c,p)", "1:3", "no agent 'c'", "the agents are a, b, 1"),
        ("K(a,pp)", "1:5", "no atom pp", "did you mean p?"),
        ("x(w)", "1:1", "no atom x(w)", "the atoms are h(1,r), p, q"),
        ("K(a,p", "1:6", "ends too early", None),
        ("[p]q", "1:3", "unexpected ']'", None),
        ("(p", "1:3", "ends too early", None),
        ("", "1:1", "ends too early", None),
        ("E([],p)", "1:5", "must not be empty", None),
        ("forall p in agents: p", "1:8", "cannot be a variable", "another letter"),
        ("forall x in card: p", "1:13", "no set 'card'", "cards"),
        ("p <-> \n ?", "2:2", "unexpected '?'", None),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(
    text: str, place: str, message: str, hint: str | None
) -> None:
    with pytest.raises(ParseError) as told:
        parse_formula(text, WORDS)
    assert f"{told.value.line}:{told.value.column}" == place
    assert message in str(told.value)
    assert hint is None or hint in (told.value.hint or "")


def test_depth_has_a_limit_and_is_not_recursed_into() -> None:
    deepest = "~" * (fm.MAX_DEPTH - 1) + "p"
    assert str(parse_formula(deepest, WORDS)) == deepest
    for start in ("K(a,", "(", "[p!]", "exists x in [r]: ", "E([a],"):
        closing = {"K": ")", "(": ")", "E": ")"}.get(start[0], "")
        levels = fm.MAX_DEPTH - 1
        assert parse_formula(start * levels + "p" + closing * levels, WORDS)
    with pytest.raises(ParseError, match="nested deeper"):
        parse_formula("~" + deepest, WORDS)
    with pytest.raises(ParseError, match="nested deeper"):
        parse_formula("(" * 100_000, WORDS)
    formula: Formula = P
    for _ in range(fm.MAX_DEPTH):
        formula = fm.Not(formula)
    model = build_model(["w"], {"a": [["w"]]}, {"w": ["p"]})
    with pytest.raises(QueryError, match="nested deeper"):
        model.truth(formula)


def test_quantifiers_may_not_unfold_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(formula_text, "MAX_SIZE", 1000)
    text = "".join(f"forall x{k} in agents: " for k in range(7)) + "p"
    with pytest.raises(ParseError, match="more than"):
        parse_formula(text, WORDS)


@given(st.text(alphabet="pqKECD()[]!~&|<->, 1ah∀:in", max_size=25))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        formula = parse_formula(text, WORDS)
    except ParseError:
        return
    assert parse_formula(str(formula), WORDS) == formula


def test_a_formula_of_another_model_is_refused() -> None:
    model = build_model(["w"], {"a": [["w"]]}, {"w": ["p"]})
    with pytest.raises(ModelError, match="no atom q"):
        model.truth(Q)
    with pytest.raises(ModelError, match="no agent 'b'"):
        model.truth(fm.Knows("b", P))
