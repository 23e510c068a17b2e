"""The Poss axioms taken apart: every conjunct has a rule that says when it fails."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest

from mystpy.axioms import axioms_dir, poss_labels
from mystpy.engines.programs.poss import failing_rules, labels, poss_rules
from mystpy.errors import AxiomError
from tests.edits import copied_axioms

EVERY_ACTION_IN_TWO_STEPS = """
constant(m,1; n,1; p,2; q,1).
set_term(set(s1); set(s2); set(s3)).
offered(init0).
offered(do(A,init0)) :- poss(A,init0).
situation(do(A,init0)) :- poss(A,init0).
#show.
#show bad(A,S) : poss(A,S), failing(_,_,A,S).
#show bad(A,S) : considered(A,S), not poss(A,S), not failing(_,_,A,S).
#show seen(A,S) : considered(A,S).
"""


def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """Let the axioms be a copy in which section 2.7 is edited."""
    folder = tmp_path / "axioms"
    copied_axioms(folder)
    file = folder / "s2_07_possible_actions.lp"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))


def test_each_kind_of_action_has_its_label() -> None:
    assert labels() == {
        "asks": "2.15",
        "no": "2.16",
        "yes": "2.17",
        "shows": "2.18",
        "guess": "2.19",
        "noguess": "2.20",
        "endturn": "2.21",
        "noask": "B2",
    }


def test_both_languages_give_a_kind_of_action_the_same_label() -> None:
    assert labels() == poss_labels()


def test_the_conjuncts_stand_in_the_order_of_the_axiom() -> None:
    shows = next(rule for rule in poss_rules() if rule.kind == "shows")
    assert [str(conjunct) for conjunct in shows.conjuncts] == [
        "turn(I,S)",
        "ans_turn(J,S)",
        "question(Q,S)",
        "shared(X,Q,J)",
        "showphase(S)",
        "not game_over(S)",
    ]


def test_a_conjunct_about_the_question_fails_only_where_there_is_one() -> None:
    rules = [rule for rule in failing_rules().splitlines() if ",yes(J),S)" in rule]
    assert rules[2:] == [
        "failing(3,question,yes(J),S) :- considered(yes(J),S), not question(_,S).",
        "failing(4,neg(disjoint(Q,J)),yes(J),S) :- "
        "considered(yes(J),S), question(Q,S), disjoint(Q,J).",
        "failing(5,neg(game_over),yes(J),S) :- considered(yes(J),S), game_over(S).",
    ]


def test_an_action_is_possible_just_where_no_conjunct_fails() -> None:
    control = clingo.Control(["0", "--warn=none"])
    control.load(str(axioms_dir() / "myst.lp"))
    control.add("base", [], failing_rules() + EVERY_ACTION_IN_TWO_STEPS)
    control.ground([("base", [])])
    with control.solve(yield_=True) as answers:
        shown = [[str(atom) for atom in model.symbols(shown=True)] for model in answers]
    assert len(shown) == 6
    for atoms in shown:
        assert len(atoms) > 50
        assert not [atom for atom in atoms if atom.startswith("bad")]


def test_a_rule_of_another_form_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited(
        tmp_path,
        monkeypatch,
        "    endphase(S),",
        "    endphase(S), 1 { turn(J, S) } 1,",
    )
    with pytest.raises(AxiomError, match=r"\(2.21\) is not of the form"):
        poss_rules()


def test_two_axioms_for_one_kind_of_action_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = "poss(noguess(I), S) :- considered(noguess(I), S), endphase(S)."
    edited(tmp_path, monkeypatch, "% (2.21)", f"{again}\n\n% (2.21)")
    with pytest.raises(AxiomError, match="second axiom for noguess"):
        poss_rules()
