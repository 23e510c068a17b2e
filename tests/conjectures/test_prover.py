"""Provers: the problems that are written, what they prove, and proofs checked."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from mystpy.axioms import axioms_dir
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.induction.invariants import SUPPORT, find_violation
from mystpy.conjectures.prover import background, eprover, obligations, smt
from mystpy.conjectures.prover.obligations import Problem, TranslationMode, support
from mystpy.conjectures.prover.proof import ProofFault, check
from mystpy.conjectures.prover.prover_results import (
    Effort,
    ask_provers,
    check_proofs,
    write,
)
from mystpy.conjectures.prover.provers import prove
from mystpy.conjectures.prover.reader import Form, lines, universal_closure
from mystpy.conjectures.prover.skolem import clause_text, without_exists
from mystpy.conjectures.prover.tptp import axioms, start, write_formula
from mystpy.conjectures.settle import settle
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.engines.programs.clauses import definitions
from mystpy.engines.programs.run import RULES_OF_THE_GAME, THE_START, answer_sets
from mystpy.errors import (
    AxiomError,
    EngineFailed,
    EngineMissing,
    EnginesDisagree,
    NotCovered,
    QueryError,
)
from mystpy.game.game import Game, facts
from mystpy.language.decidable import parse_conjecture
from mystpy.theses.bench import settle as settle_statement
from mystpy.theses.bench import statement
from tests.programs import needs
from tests.test_mutations import mutate

PROOFS = Path(__file__).parents[2] / "docs" / "proofs"

FALSE = (
    "forall i in players, j in players: Turn(i) -> Turn(j)",
    "askphase -> GameOver",
    "forall i in players: In(i)",
    "ansphase -> exists i in players: Turn(i) & AnsTurn(i)",
)


def said(text: str, report_progress: Callable[[str], None] = lambda _: None) -> Result:
    games = (Game.myst(1, 1, 2, 1), Game.myst(1, 1, 3, 1))
    budget = Budget(scope="sample", report_progress=report_progress)
    return settle(Conjecture("test", "always", text, games), budget)


def problem_of(text: str) -> list[Problem]:
    return obligations.in_situations("asked", parse_conjecture(text), TranslationMode())


def test_a_successor_state_axiom_is_written_as_in_the_thesis() -> None:
    ((name, formula),) = definitions(("s2_09_successor_state.lp",), ["turn"])
    assert name == "turn"
    assert formula == (
        "! [Y0,Y8,Y9] : (turn(Y0,do(Y8,Y9)) <=> "
        "((? [I] : (Y8 = endturn(I) & turn(I,Y9) & incp(I,Y0)))"
        " | (turn(Y0,Y9) & Y8 != endturn(Y0))))"
    )


def test_what_no_rule_defines_is_an_error() -> None:
    with pytest.raises(AxiomError, match="no rule defines nothing"):
        list(definitions(("s2_09_successor_state.lp",), ["nothing"]))


def test_init0_is_written_where_each_fluent_holds() -> None:
    found = start()
    assert found["turn_at_the_start"] == "! [Y0] : (turn(Y0,init0) <=> ((Y0 = n1)))"
    assert found["game_over_at_the_start"] == "game_over(init0) <=> ($false)"
    assert "$true" in found["askphase_at_the_start"]


def test_no_axiom_says_how_many_players_there_are() -> None:
    text = "".join(axioms().values())
    assert "n1" not in text
    assert "n2" not in text


def test_the_axioms_are_not_contradictory() -> None:
    (problem,) = problem_of("false")
    assert not smt.answer(problem.text).proved


@pytest.mark.parametrize("problem", support(), ids=lambda problem: problem.name)
@pytest.mark.alike(6)
def test_cvc5_proves_the_invariants(problem: Problem) -> None:
    assert smt.answer(problem.text).proved


@pytest.mark.parametrize(
    "text", [FALSE[0], *(pytest.param(x, marks=pytest.mark.slow) for x in FALSE[1:])]
)
def test_what_is_false_is_not_proved(text: str) -> None:
    """Clingo finds a state that satisfies the invariants, where it fails."""
    node = parse_conjecture(text)
    assert find_violation(node, 3) is not None
    problems = [
        *obligations.in_init0("f", node, TranslationMode()),
        *obligations.steps("f", node, TranslationMode()),
    ]
    assert ask_provers(problems, Effort.CVC5).failed is not None
    assert ask_provers(problem_of(text), Effort.CVC5).failed is not None


@pytest.mark.slow
def test_provers_and_clingo_agree_on_the_invariants_one_by_one() -> None:
    """Alone some of them are no invariants: then neither proves the step."""
    for k, text in enumerate(SUPPORT):
        node = parse_conjecture(text)
        by_clingo = find_violation(node, 3, support=()) is None
        alone = [
            Problem(each.name, "", _without_support(each.text))
            for each in obligations.steps("s", node, TranslationMode())
        ]
        by_cvc5 = ask_provers(alone, Effort.CVC5).failed is None
        assert by_clingo or not by_cvc5, k


def _without_support(text: str) -> str:
    kept = ("fof(invariant_", "fof(turn_of", "fof(answers_of", "fof(questions_of")
    return "".join(x for x in text.splitlines(True) if not x.startswith(kept))


def test_who_does_not_see_the_card_does_not_come_to_know_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def proved() -> bool:
        node = parse_conjecture("after shows(2,3,s1): K(3,h(2,s1))")
        problems = obligations.in_situations(
            "test", node, TranslationMode(accessible=True)
        )
        return ask_provers(problems, Effort.CVC5).failed is None

    text = (axioms_dir() / "s1_03_knowledge.lp").read_text("utf-8")
    rules = text[text.index("    I = (J; Poser).") : text.index("% holds(Phi,W)")]
    changed = rules.replace("(J; Poser)", "J").replace(", I != Poser", "")
    assert proved()
    mutate(tmp_path, monkeypatch, "s1_03_knowledge.lp", rules, changed)
    assert background.sees_card("I", "J", "K") == "(I = J)"
    assert not proved()


def test_definitions_of_sets_hold_in_small_games() -> None:
    """Each is evaluated in the deals that clingo lists, in which it holds, or else."""
    names = ("question_set", "pile_set", "disjoint", "shared", "equals_pile")
    found = dict(definitions(("s2_03_notation.lp",), names))
    game = Game.myst(1, 1, 2, 1)
    sets = "set_term(set(s1);set(s2);set(s3)). sought(1)."
    text = f"{facts(game)}{sets}{{ h(K,X,init0) : holder(K) }} :- card(X).\n"
    text += "#defined ill_sorted/1. #defined situation/1. #defined considered/2.\n"
    text += "#defined examined/1. #defined reported/1. #defined sets_examined/0.\n"
    shown = "element/2 twice/1 size/2 hand_size/2 player/1 card/1 h/2 constant/2"
    text += "#show. " + "".join(f"#show {each}. " for each in shown.split())
    shown = "card_set/1 question_set/1 pile_set/1 disjoint/2 shared/3 equals_pile/1"
    text += "".join(f"#show {each}. " for each in shown.split())
    deals = [
        background.relations_of(atoms)
        for atoms in answer_sets((*RULES_OF_THE_GAME, THE_START), text)
    ]
    assert len(deals) == 6
    for name, definition in found.items():
        (line,) = lines(f"fof({name}, axiom, {definition}).")
        for relations in deals:
            assert background.holds(line.formula, relations), name
            assert not background.holds(line.formula, {**relations, name: {(("s1",),)}})


def test_a_form_that_is_not_first_order_is_refused() -> None:
    node = parse_conjecture("forall X in sets: forall x in X: h(1,x)")
    with pytest.raises(NotCovered):
        write_formula(node, "s")


def test_conjuncts_are_proved_one_by_one() -> None:
    node = parse_conjecture("forall i in players: Turn(i) -> In(i) & ~GameOver")
    assert [str(part) for part in obligations.conjuncts(node)] == [
        "forall i in players: Turn(i) -> In(i)",
        "forall i in players: Turn(i) -> ~GameOver",
    ]


def test_without_exists_there_are_functions() -> None:
    text = "fof(some, axiom, ! [X] : ? [Y] : r(X,Y)).\n"
    text += "fof(g, conjecture, ? [X] : r(X,X)).\n"
    found = clause_text(without_exists(text))
    assert "r(SK_SOME_1,sk_some_2(SK_SOME_1))" in found
    assert (
        "! [SK_NEGATED_GOAL_1] : (~(r(SK_NEGATED_GOAL_1,SK_NEGATED_GOAL_1)))" in found
    )


def test_names_of_functions_are_new() -> None:
    text = "fof(some, axiom, ? [X] : r(X,sk0_1)).\nfof(g, conjecture, r(skk,skk)).\n"
    assert "r(skkk_some_1,sk0_1)" in clause_text(without_exists(text))


@needs("eprover")
@pytest.mark.parametrize("status", ["Satisfiable", "ResourceOut"])
def test_provers_that_differ_are_told_with_both_answers(
    status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said_by_e = CompletedProcess([], 0, f"# SZS status {status}\n", "")
    monkeypatch.setattr(eprover, "_run", lambda _: said_by_e)
    problems = support()[:1]
    if status == "ResourceOut":
        assert ask_provers(problems, Effort.BOTH).by_e == 0
        return
    with pytest.raises(EnginesDisagree) as failed:
        ask_provers(problems, Effort.BOTH)
    assert "cvc5 says unsat" in str(failed.value)
    assert "SZS status CounterSatisfiable" in str(failed.value)
    assert problems[0].text in str(failed.value)


@needs("eprover")
def test_e_is_asked_first_with_the_lines_that_cvc5_used() -> None:
    problem = support()[1]
    few = smt.lines_used(problem.text).lines
    assert few
    assert len(few) < len(lines(problem.text)) / 2
    proof = eprover.answer(problem.text, few=few).proof
    assert proof is not None
    from_outside = {
        line.name for line in lines(proof) if line.source and line.source[0] == "file"
    }
    assert from_outside <= {*few, "negated_goal"} - {"goal"}
    assert check(problem.text, proof) > 0


@needs("eprover")
def test_e_says_so_where_the_lines_that_cvc5_used_are_not_enough() -> None:
    said = eprover.answer(support()[1].text, few=["invariant_9"])
    assert (said.status, said.proof) == ("CounterSatisfiable", None)
    assert not smt.lines_used(
        "fof(a, axiom, p(c)).\nfof(g, conjecture, p(d)).\n"
    ).proved


def test_a_step_is_the_same_whatever_its_variables_are_named() -> None:
    def said(text: str) -> Form:
        return universal_closure(lines(f"fof(a, axiom, {text}).")[0].formula)

    assert said("r(X,Y)") == said("! [B] : ! [A] : r(A,B)") == said("![U,V]: r(U,V)")
    assert said("r(X,Y)") != said("r(X,X)")
    assert said("r(X,Y)") != said("! [X] : ? [Y] : r(X,Y)")
    assert said("p(X) | ! [X] : p(X)") != said("p(X) | p(X)")
    made = smt.steps()
    assert not made.follow([said("r(X,X)")], said("r(X,Y)"))
    assert made.follow([said("r(X,Y)")], said("r(Z,Z)"))
    assert not made.follow([said("r(X,X)")], said("r(X,Y)"))


def test_what_is_no_tptp_is_told() -> None:
    with pytest.raises(EngineFailed, match="no TPTP"):
        lines("fof(a, axiom, p(X).")


def test_proofs_are_those_of_the_axioms_as_they_are() -> None:
    for problem in support():
        stored = (PROOFS / f"{problem.name}.p").read_text("utf-8")
        assert stored.endswith(problem.text), f"{problem.name}: run `make tptp`"
        assert (PROOFS / f"{problem.name}.tstp").exists()


@pytest.mark.parametrize("name", ["invariant_1-step", "invariant_11-start"])
def test_stored_proofs_are_made_again(name: str) -> None:
    problem = (PROOFS / f"{name}.p").read_text("utf-8")
    assert check(problem, (PROOFS / f"{name}.tstp").read_text("utf-8")) > 5


@pytest.mark.slow
def test_all_stored_proofs_are_made_again() -> None:
    assert len(list(check_proofs(PROOFS))) == len(support())


def _tampered(proof: str) -> dict[str, str]:
    rows = proof.splitlines(keepends=True)
    first = next(k for k, row in enumerate(rows) if "file(" in row)
    last = max(k for k, row in enumerate(rows) if "inference(spm" in row)
    name = rows[last].partition("(")[2].partition(",")[0]
    wrong = f"cnf({name}, plain, (~player(n0)|player(n0)), inference(x,[],[]))."
    return {
        "a premise left out": "".join(rows[:first] + rows[first + 1 :]),
        "the end left out": "".join(rows[:-1]),
        "a step that is none": "".join((*rows[:last], wrong, *rows[last + 1 :])),
        "an axiom that says something else": "".join(
            (*rows[:first], _of_player_1(rows[first]), *rows[first + 1 :])
        ),
        "a step from nowhere": proof + "cnf(c, plain, ($false), introduced(x)).\n",
        "a step that follows from itself": proof
        + "cnf(c, plain, ($false), inference(x,[status(thm)],[c])).\n",
    }


def test_a_tampered_proof_is_noticed() -> None:
    problem = (PROOFS / "invariant_3-step.p").read_text("utf-8")
    proof = (PROOFS / "invariant_3-step.tstp").read_text("utf-8")
    assert check(problem, proof)
    for what, text in _tampered(proof).items():
        assert text != proof, what
        assert _fault(problem, text), what


def _of_player_1(row: str) -> str:
    return re.sub(r", \w+\)\)\.$", ", player_1)).", row, flags=re.MULTILINE)


def _fault(problem: str, proof: str) -> str:
    try:
        check(problem, proof)
    except EngineFailed as failed:
        return str(failed)
    return ""


def test_a_definition_has_to_be_of_something_new() -> None:
    problem = "fof(a, axiom, p(c)).\nfof(g, conjecture, q(c)).\n"
    proof = "fof(d, plain, (p(c) <=> $false), introduced(definition)).\n"
    with pytest.raises(ProofFault, match="defines no new predicate"):
        check(problem, proof)


def test_problems_are_written_without_e(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    paths = list(write(tmp_path / "out", support()[:2]))
    assert [path.suffix for path in paths] == [".p", ".p"]
    with pytest.raises(QueryError, match="no proofs"):
        list(check_proofs(tmp_path / "out"))


def test_a_conjecture_is_proved_for_all_sizes() -> None:
    found = said("forall i in players: Turn(i) & ~endphase -> In(i)")
    assert (found.verdict, found.method) == (Verdict.PROVED, "provers")
    assert found.scope["m, n, q, depth"] == "any"


def test_that_premises_are_never_true_is_proved_as_such() -> None:
    found = said("askphase & ansphase -> false")
    same = said("~(askphase & ansphase)")
    assert found.verdict is same.verdict is Verdict.PROVED
    found = said("askphase & ansphase -> GameOver")
    assert found.verdict is Verdict.PROVED
    assert found.vacuous
    assert not same.vacuous
    assert "never true" in str(found.note)


def test_common_knowledge_after_a_public_action_needs_no_sizes() -> None:
    text = "forall j in players, Q in questions: Question(Q) & possible(no(j)) -> "
    found = said(text + "(after no(j): C(players, forall x in Q: ~h(j,x)))")
    assert (found.verdict, found.method) == (Verdict.PROVED, "provers")


@pytest.mark.slow  # a quick one is the next step of it
def test_who_did_not_see_the_card_is_not_said_to_know_it() -> None:
    text = "forall i in players, j in players, k in players, x in cards: "
    text += "after shows(j,i,x): K(k, h(j,x))"
    game = Game.myst(1, 1, 3, 2)
    stated = Conjecture("test", "always", text, (game,))
    assert prove(stated, Budget(scope="sample")) is None
    found = settle(stated, Budget(scope="sample"))
    assert found.verdict is Verdict.FALSE


def test_without_cvc5_the_sizes_named_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "cvc5", None)
    raised: list[str] = []
    found = said(
        "forall i in players: Turn(i) -> In(i) | endphase",
        report_progress=raised.append,
    )
    assert (found.verdict, found.method) == (Verdict.PROVED, "induction")
    assert "pip install cvc5" in raised[0]
    with pytest.raises(EngineMissing):
        smt.answer(support()[0].text)
    result, _ = settle_statement(statement("prover-chapter-2"), Budget(scope="sample"))
    assert result.verdict is Verdict.OPEN
