"""New formalizations and additions: the checks notice errors of their kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mystpy.axioms import axioms_dir
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Verdict
from mystpy.engines.programs import clauses
from mystpy.kripke.deals import Deal
from mystpy.kripke.model import PointedModel
from mystpy.kripke.update.steps import Request
from mystpy.register import Register, register
from mystpy.solve.equilibrium import has_equilibrium
from mystpy.theses import chapter1
from mystpy.theses.chapter2 import provers, s2_07_turns
from mystpy.theses.chapter4.s4_1 import algorithm
from mystpy.theses.chapter4.sweep import largest, swept
from mystpy.theses.knowledge_games import actions
from mystpy.theses.knowledge_games.small_games import Move, moves

SAMPLE = Budget(scope="sample", processes=1)
PROVED, HOLDS, FALSE, MISPRINTED, ANSWERED, OPEN = Verdict


def test_a_formula_about_other_fluents_would_be_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = register().rows
    another = replace(rows[-1], kind="axiom", formula="GameOver(s) -> ~In(i,s)")
    changed = Register((*rows, another))
    assert s2_07_turns.listed(SAMPLE).verdict is PROVED
    monkeypatch.setattr(s2_07_turns, "register", lambda: changed)
    assert s2_07_turns.listed(SAMPLE).verdict is FALSE


def test_without_perfect_recall_the_knowledge_axioms_are_uniform(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = tuple(row for row in register().rows if row.label != "0b")
    assert s2_07_turns.knowledge_uniform(SAMPLE).verdict is FALSE
    monkeypatch.setattr(s2_07_turns, "register", lambda: Register(rows))
    assert s2_07_turns.knowledge_uniform(SAMPLE).verdict is HOLDS


@pytest.mark.slow
def test_what_does_not_follow_of_situations_is_left_open() -> None:
    reverse = "![X]: (before(X,{0}) => before({0},X))"
    assert provers.prove_properties(SAMPLE, reverse).verdict is OPEN
    # Not without the properties of the situations that come before it.
    assert provers.prove_properties(SAMPLE, provers.PROPER).verdict is OPEN


def test_situations_that_are_built_otherwise_have_other_properties(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, rule = "s1_04_situations.lp", "before_or_equal(S, S1) :- equal(S, S1).\n"
    text = (axioms_dir() / name).read_text("utf-8")
    assert rule in text
    (tmp_path / name).write_text(text.replace(rule, ""), encoding="utf-8")
    built = provers.REFLEXIVE, provers.FOLLOWED
    assert provers.prove_properties(SAMPLE, *built).verdict is PROVED
    monkeypatch.setattr(clauses, "axioms_dir", lambda: tmp_path)
    assert provers.prove_properties(SAMPLE, *built).verdict is OPEN


def test_payoffs_that_favour_a_choice_have_another_equilibrium(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert chapter1.only_even(SAMPLE).verdict is PROVED
    monkeypatch.setattr(chapter1, "earned", lambda one, _: chapter1.HALF)
    assert chapter1.only_even(SAMPLE).verdict is FALSE
    assert chapter1.second_to_move(SAMPLE).verdict is FALSE


def test_equilibria_of_two_choices_each() -> None:
    pennies = (1, 0, 0, 1), (0, 1, 1, 0)
    assert has_equilibrium(*pennies)
    assert not has_equilibrium(*pennies, mixed=False)
    dilemma = (2, 0, 3, 1), (2, 3, 0, 1)
    assert has_equilibrium(*dilemma, mixed=False)


def test_any_questions_do_not_tell_the_pile_by_the_nth() -> None:
    """The half of Claim 4.3 that is about the algorithm is about it alone."""
    assert algorithm.sooner(SAMPLE).verdict is PROVED
    assert swept(SAMPLE, 5, algorithm.not_certain, fits=largest).verdict is FALSE
    assert swept(SAMPLE, 5, algorithm.miscounted, fits=largest).verdict is FALSE
    assert algorithm.worlds_left(SAMPLE).verdict is PROVED


def test_a_question_that_is_not_answered_would_be_noticed() -> None:
    def evasive(state: PointedModel, deal: Deal) -> Iterator[Move]:
        for move in moves(state, deal):
            if not (isinstance(move, Request) and move.card is None):
                yield move

    assert actions.answered(SAMPLE).verdict is HOLDS
    assert actions.answered(SAMPLE, evasive).verdict is FALSE


def test_with_loops_a_product_is_connected() -> None:
    assert actions.products(SAMPLE).verdict is PROVED
    assert actions.products(SAMPLE, loops=True).verdict is FALSE
