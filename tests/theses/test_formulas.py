"""Statements that are formulas: broken on purpose, they come out false."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.settle.settle import settle
from mystpy.conjectures.verdict import Verdict
from mystpy.theses.bench import statement
from tests.theses.test_verdicts import EXPECTED

SAMPLE = Budget(scope="sample", processes=1)
NOT_THERE = (
    ("remark-3.1-counterexample", "", "~K(3, h(j,x))", "K(3, h(j,x))"),
    ("remark-3.1-swoop", "", "~K(1, h(0,y))", "~h(0,y)"),
    ("remark-3.1-swoop", "in one fell swoop", "~(x in Q)", "x in Q"),
    ("remark-3.1-unlocated", "", "k in holders: ~K", "k in holders: K"),
)
"""What is found in some situation, and what is found in none."""

BROKEN = (
    # The responder does not see in the cards what the poser sees in the answer.
    ("lemma-4.1", "", "K(i,h(0,x)))", "K(j,h(0,x)))"),
    ("lemma-4.1", "", "~possible(yes(i))", "possible(yes(i))"),
    ("remark-4-yes", "", "K(j, exists y in Q: h(j,y))", "K(j, exists y in Q: h(i,y))"),
    ("remark-4-shows", "", "h(j,x))", "h(i,x))"),
    ("remark-4.1-always-yes", "", "no(j)", "yes(j)"),
    ("remark-4.3-no", "", "& ~K(j,h(0,x))", ""),
    ("claim-4.1", "nothing else while", "K(i, forall z in M: h(0,z))", "false"),
    ("claim-4.1", "", "& ~(x = y)", ""),
    ("theorem-3.1", "the first bullet", "forall j in players", "forall j in holders"),
    ("theorem-3.1", "", "| (forall", "& (forall"),
    ("theorem-3.1", "", "K(i,~h(0,y))", "true"),
    ("equation-3.1", "as to a guess now", "<-> K(i, forall", "<-> K(i, exists"),
    ("remark-3.1-yes", "", "exists y in Q", "forall y in Q"),
    ("remark-3.1-must-show", "", "k = j & Turn(i)", "k = i"),
    ("remark-3.1-all-no", "", "h(i,x) | K(", "K("),
    ("remark-3.2-chain", "", "z = x | z = y", "z = x"),
    ("remark-3.2-counter", "", "forall x in M: K(", "exists x in M: K("),
    ("remark-3.2-counter", "n cards", "least n of", "least 1 of"),
    ("remark-2.7-only-after-yes", "", "-> j = k", "-> ~(j = k)"),
    ("remark-2.23-partition", "", "exactly n", "exactly m"),
    ("remark-2.23-partition", "neither", "next ~h", "next h"),
    ("remark-5-theorem-3.1", "", "forall j in players: ~h(j,x)))", "~h(1,x)))"),
    ("remark-5-clue", "", "& next (guessphase", "& next (endphase"),
    ("remark-3.1-remaining", "", "forall j in players", "forall j in holders"),
    ("equation-3.2", "", "x = a | x = b | ~h(i,x)", "x = a | ~h(i,x)"),
    ("theorem-4.3", "", "h(0,x)", "h(1,x)"),
    ("remark-5-common", "of cards in the pile", "h(0,x)", "h(2,x)"),
    ("remark-4.3-no-reveals", "", "& ~h(i,x)", ""),
    ("remark-4.3-no-reveals", "something new", "~K(i,h(0,y)) &", "K(i,h(0,y)) &"),
    ("remark-4.2-one-answer", "", "& ~h(i,x)", ""),
    ("remark-4.2-no-tells-both", "", "~h(i,x) -> h(0,x)", "h(0,x)"),
    ("remark-4.2-echo", "", "~h(j,x)", "~h(0,x)"),
    # Who asks for open cards, and who answers, do learn something.
    ("remark-4.2-one-card", "", "& (forall x in Q: h(i,x))", ""),
    ("remark-4.2-misled", "", "~Turn(i)", "Turn(i)"),
    ("claim-4.2", "as knowledge", "~Turn(i)", "Turn(i)"),
    ("remark-4.2-nearly-all", "", "h(i,x)", "h(0,x)"),
    ("remark-4.1-direct", "", "h(j,x) -> j = 1", "~h(j,x)"),
    ("remark-4.1-direct", "only then", "~(j = 1) & ", "j = 1 & "),
    ("remark-4.2-bonus", "", "h(1,y) <-> y in A) -> h(k", "true) -> h(k"),
    ("remark-4.4-camouflage", "", "~K(1, forall x in Q: ~h(2,x)) & ", ""),
)


@pytest.mark.parametrize(
    ("name", "words", "old", "new"), BROKEN, ids=[f"{b[0]} {b[1]}" for b in BROKEN]
)
def test_a_broken_formula_is_false(name: str, words: str, old: str, new: str) -> None:
    stated = statement(name)
    parts = (stated.assertion, *stated.readings)
    part = next(part for part in parts if part.words.startswith(words))
    assert part.formula is not None
    assert old in part.formula.text
    as_it_is = EXPECTED[name].split()[parts.index(part)]  # test_verdicts settles it
    assert as_it_is in ("PROVED", "HOLDS")
    said = part.formula.conjecture(name, full=False)
    broken = replace(said, text=said.text.replace(old, new))
    assert settle(broken, SAMPLE).verdict is Verdict.FALSE


@pytest.mark.parametrize(("name", "words", "old", "new"), NOT_THERE)
def test_what_there_is_not_is_not_found(
    name: str, words: str, old: str, new: str
) -> None:
    stated = statement(name)
    parts = (stated.assertion, *stated.readings)
    part = next(part for part in parts if part.words.startswith(words))
    assert part.formula is not None
    assert old in part.formula.text
    said = part.formula.conjecture(name, full=False)
    assert settle(said, SAMPLE).example is not None
    broken = replace(said, text=said.text.replace(old, new))
    assert settle(broken, SAMPLE).example is None


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("remark-4-third", "~(l = j)", "l = j"),
        ("remark-4.2-opponents-questions", "& ~K(2,h(0,x))", "& K(2,h(0,x))"),
    ],
)
def test_what_is_proved_is_not_proved_of_the_others(
    name: str, old: str, new: str
) -> None:
    formula = statement(name).assertion.formula
    assert formula is not None
    said = formula.conjecture(name)
    found = settle(said, SAMPLE)
    assert found.verdict is Verdict.PROVED
    assert found.example is not None
    assert old in said.text
    others = replace(said, text=said.text.replace(old, new))
    assert settle(others, SAMPLE).verdict is not Verdict.PROVED


@pytest.mark.parametrize(
    ("name", "reading", "old", "new"),
    [
        ("remark-4.2-bonus", 1, "~K(2,h(2,x)) &", ""),
        ("remark-4.2-as-if-first", 2, "& Question(Q)", "& Question(Q) & ~(x in Q)"),
        ("remark-4.3-reduction", 0, "exists x in cards: C(players,h(j,x))", "true"),
        (
            "remark-4.3-left-out",
            1,
            "M: h(0,x))",
            "M: h(0,x)) | C(players, forall x in M: h(0,x))",
        ),
        ("remark-4.1-direct", 2, "K(1, forall", "(forall"),
    ],
)
def test_a_formula_that_is_false_would_hold_if_it_said_less(
    name: str, reading: int, old: str, new: str
) -> None:
    stated = statement(name)
    formula = (stated.assertion, *stated.readings)[reading].formula
    assert formula is not None
    assert old in formula.text
    said = formula.conjecture(name, full=False)
    assert settle(said, SAMPLE).verdict is Verdict.FALSE
    weaker = replace(said, text=said.text.replace(old, new))
    assert settle(weaker, SAMPLE).verdict.good


def test_with_larger_questions_nothing_is_sure_to_tell() -> None:
    formula = statement("remark-4.2-guaranteed").assertion.formula
    assert formula is not None
    games = {"p": 2, "c": "..5", "where": "q = m+n+2"}
    larger = replace(formula, sample=games).conjecture("guaranteed", full=False)
    assert settle(larger, SAMPLE).verdict is Verdict.FALSE


def test_a_guess_that_is_left_out_refutes_nothing() -> None:
    parts = statement("theorem-4.3").readings
    formula = next(part.formula for part in parts if part.name == "guesses")
    assert formula is not None
    said = formula.conjecture("guesses", full=False)
    assert settle(said, SAMPLE).verdict is Verdict.FALSE
    assert settle(replace(said, guesses=False), SAMPLE).verdict.good
