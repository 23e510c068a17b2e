"""Formulas about models of possible worlds: printing, reading, and errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import ParseError, QueryError
from mystpy.game.game import Game
from mystpy.language import nodes as fm
from mystpy.language.atoms import Atom, Falsity, Truth
from mystpy.language.expand import MAX_SIZE, expand
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import Formula
from mystpy.language.read import read
from mystpy.language.subformulas import MAX_DEPTH
from mystpy.language.vocabulary import GameWords, ModelWords

AGENTS = ("a", "b", "1")
ATOMS = ("p", "q", "h(1,r)")
WORDS = ModelWords.of(AGENTS, ATOMS)
P, Q, HELD = (Atom(atom) for atom in ATOMS)


def parse_formula(text: str) -> Formula:
    return expand(read(text, WORDS), WORDS)


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("~p & q", fm.And((fm.Not(P), Q))),
        ("p | q & p", fm.Or((P, fm.And((Q, P))))),
        ("p -> q -> p", fm.Implies(P, fm.Implies(Q, P))),
        ("p <-> q <-> p", fm.Iff(fm.Iff(P, Q), P)),
        ("p & q & p", fm.And((P, Q, P))),
        ("¬p ∧ q ↔ ⊤", fm.Iff(fm.And((fm.Not(P), Q)), Truth())),
        ("K(1, h(1, r))", fm.Knows("1", HELD)),
        ("E([b,a], p)", fm.Everyone(("a", "b"), P)),
        ("C({1,a}, p)", fm.Common(("a", "1"), P)),
        ("D(set(a,b), p)", fm.Distributed(("a", "b"), P)),
        ("[p!]q", fm.Announcing(P, Q)),
        ("[p!]q & p", fm.And((fm.Announcing(P, Q), P))),
        ("[K(a,p) | q!]~[p!]q", fm.Announcing(
            fm.Or((fm.Knows("a", P), Q)), fm.Not(fm.Announcing(P, Q)))),
        ("forall i in [a,b]: K(i,p)", fm.And((fm.Knows("a", P), fm.Knows("b", P)))),
        ("exists x in cards: h(1,x)", HELD),
        ("forall i in []: K(i,p)", Truth()),
        ("exists i in {}: h(i,r)", Falsity()),
        ("forall i in agents: forall j in [b]: K(i,K(j,p))", conjunction(
            fm.Knows(i, fm.Knows("b", P)) for i in AGENTS)),
    ],
)  # fmt: skip
def test_the_syntax_is_read(text: str, formula: Formula) -> None:
    assert parse_formula(text) == formula


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("K(c,p)", "1:3", "no agent 'c'", "the agents are a, b, 1"),
        ("K(a,pp)", "1:5", "no atom pp", "did you mean p?"),
        ("x(w)", "1:1", "no atom x(w)", "the atoms are h(1,r), p, q"),
        ("K(a,p", "1:6", "ends too early", None),
        ("[p]q", "1:3", "unexpected ']'", None),
        ("(p", "1:3", "ends too early", None),
        ("", "1:1", "ends too early", None),
        ("E([],p)", "1:3", "must not be empty", None),
        ("forall p in agents: p", "1:8", "cannot be a variable", "another letter"),
        ("forall x in card: p", "1:13", "no set to range over", "cards"),
        ("after no(1): p", "1:1", "a model has no actions", "mystpy theorem"),
        ("forall i in agents: h(i,r)", "1:21", "no atom h(a,r)", "h(1,r)"),
        ("forall x in cards: K(x,p)", "1:22", "no agent 'r'", "the agents are"),
        ("forall i in agents: i", "1:21", "the variable i is no formula", None),
        ("E(p,q)", "1:3", "expected [, { or players", None),
        ("p <-> \n ?", "2:2", "unexpected '?'", None),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(
    text: str, place: str, message: str, hint: str | None
) -> None:
    with pytest.raises(ParseError) as raised:
        parse_formula(text)
    assert f"{raised.value.line}:{raised.value.column}" == place
    assert message in str(raised.value)
    assert hint is None or hint in (raised.value.hint or "")


def test_depth_has_a_limit_and_is_not_recursed_into() -> None:
    deepest = "~" * (MAX_DEPTH - 1) + "p"
    assert str(parse_formula(deepest)) == deepest
    for start in ("K(a,", "(", "[p!]", "exists x in [r]: ", "E([a],"):
        closing = {"K": ")", "(": ")", "E": ")"}.get(start[0], "")
        levels = MAX_DEPTH - 1
        assert parse_formula(start * levels + "p" + closing * levels) is not None
    with pytest.raises(ParseError, match="nested deeper"):
        parse_formula("~" + deepest)
    with pytest.raises(ParseError, match="nested deeper"):
        parse_formula("(" * 100_000)


def test_quantifiers_may_not_unfold_without_end() -> None:
    text = "".join(f"forall x{k} in agents: " for k in range(14)) + "p"
    assert 3**14 > MAX_SIZE
    with pytest.raises(QueryError, match="unfold into"):
        parse_formula(text)
    wide = "".join(f"forall x{k} in agents: " for k in range(14))
    with pytest.raises(ParseError, match="unfold into more than"):
        read(f"{wide}p({','.join(f'x{k}' for k in range(14))})", WORDS)


def test_a_variable_stands_for_the_same_in_all_places_of_an_atom() -> None:
    words = ModelWords.of("12", ["Kv(1,m,1)", "Kv(2,m,2)"])
    both = expand(read("forall i in agents: Kv(i,m,i)", words), words)
    assert str(both) == "Kv(1,m,1) & Kv(2,m,2)"


@given(st.text(alphabet="pqKECDw()[]!~&|<->, 1ah∀:in=", max_size=25))
def test_no_text_breaks_the_reader(text: str) -> None:
    position = 0
    try:
        formula = read(text, WORDS)
    except ParseError as error:
        position = error.position
    else:
        assert read(str(formula), WORDS) == formula
    assert 0 <= position <= len(text)


def test_an_atom_may_be_called_like_a_word_that_models_do_not_have() -> None:
    words = ModelWords.of(("a",), ("next", "at(1)", "Turn(1)", "exactly"))
    text = "next & at(1) & Turn(1) -> K(a,exactly)"
    assert str(read(text, words)) == text
    assert isinstance(read("next GameOver", GameWords(Game.myst(1, 1, 2, 1))), fm.Next)
