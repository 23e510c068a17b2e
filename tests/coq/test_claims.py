"""The formulas of the bench in Coq: the terms, the file of claims, and verdicts."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mystpy.axioms import proofs_dir
from mystpy.coq import record as module
from mystpy.coq.claims import claim_of
from mystpy.coq.record import CLOSED, Theorem, proving_theorem, sources_print, theorems
from mystpy.coq.terms import formula_term, statement_term
from mystpy.errors import NotCovered
from mystpy.game.game import Game
from mystpy.language.read import read
from mystpy.language.vocabulary import ConjectureWords
from mystpy.theses.bench import statement
from tests.programs import needs

PROOFS = proofs_dir()
assert PROOFS is not None
TOOLS = str(Path(__file__).parents[2] / "tools")
SEED, SITUATIONS = 3, 12
GAME = Game.myst(m=1, n=1, p=3, q=2)

TERMS = {
    "K(1,h(0,s2))": "(Knows (Num 1) (H (Num 0) (Num 2)))",
    "~true | false": "(Or (Not Truth) Falsity)",
    "askphase & In(1) & GameOver": (
        "(And (PhaseIs Ask) (And (StillIn (Num 1)) GameOver))"
    ),
    "C([2,1], Question({s2,s1}))": (
        "(Common (PlayerGroup [:: (Num 1); (Num 2)])"
        " (Question (CardSet [:: (Num 1); (Num 2)])))"
    ),
    "E^2(players, Turn(1) <-> AnsTurn(2))": (
        "(Iterated 2 AllPlayers (Iff (Turn (Num 1)) (AnsTurn (Num 2))))"
    ),
    "forall Q in questions, R in sets, x in Q: Q = R -> x in R & ~(x = s1)": (
        '(ForAll "Q" Questions (ForAll "R" Sets (ForAll "x" (MembersOf "Q") (Implies'
        ' (SetEquality (CollectionVar "Q") (CollectionVar "R")) (And (Membership (Var'
        ' "x") (CollectionVar "R")) (Not (Equality (Var "x") (Num 1))))))))'
    ),
    "after shows(2,1,s3): next possible(guess(1,{s1}))": (
        "(After (DoShows (Num 2) (Num 1) (Num 3)) (Next (PossAtom"
        " (DoGuess (Num 1) (CardSet [:: (Num 1)])))))"
    ),
    "exactly m of x in [s1,s2]: once before so far M(1,h(2,x))": (
        '(CountOver true SizeM "x" (Listed [:: (Num 1); (Num 2)]) (Once (Previously'
        ' (Historically (Considers (Num 1) (H (Num 2) (Var "x")))))))'
    ),
    "exists G in groups: D(G, Kw(1,h(2,s1)))": (
        '(Exists "G" Groups (Distributed (CollectionVar "G")'
        " (KnowsWhether (Num 1) (H (Num 2) (Num 1)))))"
    ),
}


def tool(name: str) -> Any:
    """A module of tools/."""
    sys.path.insert(0, TOOLS)
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(TOOLS)


@pytest.mark.parametrize("text", TERMS)
def test_a_formula_is_printed_as_a_term(text: str) -> None:
    assert formula_term(read(text, ConjectureWords.of(()), None)) == TERMS[text]


def test_the_constructors_are_those_of_coq() -> None:
    assert PROOFS is not None
    text = (PROOFS / "Language.v").read_text("utf-8")
    syntax = text.partition("Module Formula.")[2].partition("End Formula.")[0]
    known = set(re.findall(r"\b[A-Z]\w*", re.sub(r"\(\*.*?\*\)", "", syntax)))
    used = {word for term in TERMS.values() for word in re.findall(r"[A-Z]\w*", term)}
    phases = {"Ask", "Ans", "Show", "Guess", "End"}
    assert {word for word in used if len(word) > 1} - phases <= known


@pytest.mark.parametrize(
    "text", ["on all ways always In(1)", "#(x in cards: h(1,x)) = 2", "[In(1)!]In(2)"]
)
def test_what_coq_does_not_have_is_refused(text: str) -> None:
    with pytest.raises(NotCovered):
        formula_term(read(text, ConjectureWords.of(()), None))
    assert statement_term(f"always: {text}") is None


def test_what_is_no_formula_has_no_term() -> None:
    assert statement_term("incp(i) = (i mod p) + 1") is None


def test_the_form_and_the_scope_are_in_the_claim() -> None:
    text = "always within 3 actions, no guesses: In(1)"
    scope = {"p": 2, "m": "any", "q": "1..m+n+1"}
    claim = claim_of("remark-1.2-x", "y", text, scope)
    assert claim is not None
    assert str(claim.term) == "Statement Always false (Some 3) (StillIn (Num 1))"
    assert claim.body == (
        "forall G, valid_sizes G -> p G = 2 -> 1 <= q G <= m G + n G + 1 ->"
        " holds G statement_remark_1_2_x_as_read"
    )
    refuted = claim_of("x", None, text, {"q": ">= m+n+1"}, refuted=True)
    assert refuted is not None
    assert refuted.body == (
        "exists G, valid_sizes G /\\ m G + n G + 1 <= q G /\\ ~ holds G statement_x"
    )


def test_a_scope_that_is_no_condition_on_a_game_is_refused() -> None:
    with pytest.raises(NotCovered):
        claim_of("x", None, "always: In(1)", {"a": ">= 1"})


def test_the_file_of_claims_is_current() -> None:
    assert PROOFS is not None
    text = (PROOFS / "Statements.v").read_text("utf-8")
    assert text == tool("statements").written(), "run `python tools/statements.py`"


def test_every_formula_has_its_theorem() -> None:
    assert PROOFS is not None
    rows = list(tool("statements").claims())
    assert len(rows) >= 60
    for row, claim, _ in rows:
        assert row.formula is not None, row.id
        stem, _, name = row.formula.partition(".")
        text = (PROOFS / f"{stem}.v").read_text("utf-8")
        assert f"Theorem {name} : claim_{claim.name}.\n" in text
    named = {row.id for row, _, _ in rows}
    assert {row.id for row in theorems() if row.formula} == named


def test_a_formula_about_games_with_sorts_has_no_claim() -> None:
    module = tool("statements")
    rows = {(row.id, row.reading): row for row in theorems()}
    claimed = {(row.id, row.reading) for row, _, _ in module.claims()}
    about = {key: module.formula_of(row) for key, row in rows.items()}
    other = {key for key, f in about.items() if f and not module.is_about_myst(f)}
    assert ("remark-5-clue", None) in other
    assert not other & claimed
    assert all(rows[key].formula is None for key in other)
    formula = about["remark-4.4-camouflage", None]
    assert module.is_about_myst(formula)
    of_clue = {"rules": "clue", "sorts": 2, "p": 2, "c": "..6"}
    mixed = [{"p": 2, "c": "..4"}, of_clue]
    assert not module.is_about_myst(replace(formula, games=mixed))


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Theorem]:
    """A row, as if `make proofs` had checked it just now."""
    row = next(row for row in theorems() if row.id == "axiom-2.32")
    found = {
        "sources": sources_print(),
        "statements": {},
        "assumptions": dict.fromkeys(row.names, CLOSED),
        "theorems": {row.formula: "Statements.claim_axiom_2_32"},
    }
    monkeypatch.setattr(module, "record", lambda: found)
    module._recorded.cache_clear()
    yield row
    module._recorded.cache_clear()


def test_a_verdict_rests_on_the_term_of_its_formula(checked: Theorem) -> None:
    text = statement("axiom-2.32").formal
    assert proving_theorem("axiom-2.32", text) == checked
    assert proving_theorem("axiom-2.32", text.replace(" & ", "  &  ")) == checked
    for old, new in (("C(players", "E(players"), ("always", "never"), ("~h", "h")):
        assert old in text
        assert proving_theorem("axiom-2.32", text.replace(old, new)) is None


def test_a_theorem_of_another_claim_does_not_count(checked: Theorem) -> None:
    module.record()["theorems"][checked.formula] = "Statements.claim_axiom_2_33"
    assert proving_theorem("axiom-2.32", statement("axiom-2.32").formal) is None


def test_a_theorem_for_fewer_games_does_not_count(
    checked: Theorem, monkeypatch: pytest.MonkeyPatch
) -> None:
    narrow = replace(checked, scope={"p": 2})
    monkeypatch.setattr(module, "theorems", lambda: (narrow,))
    module._recorded.cache_clear()
    assert proving_theorem("axiom-2.32", statement("axiom-2.32").formal) is None


@needs("swipl")
def test_the_engines_and_the_sweep_agree_on_random_formulas() -> None:
    knowledge = tool("proof_knowledge")
    cases = list(knowledge.cases(SITUATIONS, SEED))
    found = [knowledge.by_engines(case) for case in cases]
    assert all(len(set(answers.values())) == 1 for answers in found)
    assert {len(answers) for answers in found} == {1, 4}
    assert len({answers[knowledge.SWEEP] for answers in found}) == 2


def test_random_formulas_are_terms_of_coq() -> None:
    knowledge, rng = tool("proof_knowledge"), Random(SEED)
    for _ in range(60):
        text = knowledge.RandomFormula(GAME, rng, static=False).formula(3)
        assert formula_term(read(text, ConjectureWords.of(()), None)).startswith("(")
