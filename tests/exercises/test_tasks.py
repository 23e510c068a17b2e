"""The kinds of exercises: what is refused, and what counts as the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy.errors import MystError, ParseError, QueryError
from mystpy.exercises.exercise import AnswerError, Exercise, load_exercise
from mystpy.exercises.marking import mark, split_exercise
from mystpy.exercises.sealing import first_unlike, seal, seal_of_bits
from mystpy.exercises.tasks import prolog_clause
from tests.exercises.shelf import answers, exercise, text_of, with_key

HEAD = 'title = "t"\nchapter = "c"\npoints = 2\ntext = "x"\n'
GAME = '[game]\nrules = "myst"\nm = 1\nn = 1\np = 2\nq = 1\n'


def of(kind: str, rest: str) -> Exercise:
    return load_exercise(f'exercise = "{kind}"\n{HEAD}{rest}', "made.toml")


def right(task: Exercise, answer: str) -> bool:
    return mark(task, answer).right


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (HEAD, "no exercise"),
        (f'exercise = "poem"\n{HEAD}', "cannot be 'poem'"),
        ('exercise = "formula"\ntitle = "t"\n', "has no 'chapter'"),
    ],
)
def test_a_file_that_is_no_exercise_is_told(text: str, part: str) -> None:
    with pytest.raises(QueryError, match=part):
        load_exercise(text, "made.toml")


def test_a_key_of_another_kind_is_refused() -> None:
    with pytest.raises(QueryError, match="has no key 'goal'"):
        mark(of("formula", f'goal = "true"\n{GAME}'), "true")


def test_a_fault_of_the_teachers_formula_is_not_the_students() -> None:
    """The file is named, and its line: no answer is unreadable because of it."""
    task = of("formula", f'{GAME}[key]\nsolution = "h(1,s1"\n')
    with pytest.raises(ParseError, match=r"made\.toml:13:19: the text ends too early"):
        mark(task, "h(1,s1)")
    with pytest.raises(AnswerError, match="your answer: 1:7: the text ends too early"):
        mark(task, "h(1,s1")
    task = of("verdict", f'statement = "K(1,"\n{GAME}')
    with pytest.raises(ParseError, match=r"made\.toml:6:18: the text ends too early"):
        mark(task, "true")


@pytest.mark.parametrize(("said", "right_"), [("true", True), ("false", False)])
def test_what_is_expected_of_a_model_is_no_text(said: str, right_: bool) -> None:
    rows = 'agents = ["ann"]\natoms = ["p"]\n[[require]]\nformula = "K(ann,p)"\n'
    known = 'worlds = ["v"]\n[relations]\nann = "all"\n[valuation]\nv = ["p"]\n'
    assert right(of("model", f"{rows}expect = {said}\n"), known) is right_
    with pytest.raises(QueryError, match=f"must be true or false, not '{said}'"):
        mark(of("model", f'{rows}expect = "{said}"\n'), known)


@pytest.mark.parametrize("large", ["depth = 400\n", "m = 9\nn = 3\np = 2\nq = 1\n"])
def test_too_many_situations_are_told_before_they_are_listed(large: str) -> None:
    rest = 'language = "prolog"\nlabel = "2.16"\nhead = "poss(no(J),S)"\n'
    game = GAME if "depth" in large else f'[game]\nrules = "myst"\n{large}'
    rest += large if "depth" in large else ""
    with pytest.raises(QueryError, match="more than 3,000 situations"):
        mark(of("clause", f"{rest}{game}"), "poss(no(J),S) :- turn(J,S).")


def test_a_head_with_a_letter_that_means_nothing_is_told() -> None:
    rest = 'language = "prolog"\nlabel = "2.16"\nhead = "poss(no(Z),S)"\n'
    with pytest.raises(QueryError, match="head has a letter Z"):
        mark(of("clause", f"{rest}{GAME}"), "poss(no(J),S) :- turn(J,S).")


def test_a_model_of_belief_does_not_answer_a_question_about_knowledge() -> None:
    """The answer is at fault, and not the file of the exercise."""
    rows = 'agents = ["ann"]\natoms = ["p"]\n[[require]]\nformula = '
    believed = (
        'worlds = ["v", "w"]\npoint = "v"\n[valuation]\nv = ["p"]\nw = []\n'
        '[relations]\nann = { believes = { v = ["w"], w = ["w"] } }\n'
    )
    assert right(of("model", f'{rows}"p & B(ann,~p)"\n'), believed)
    with pytest.raises(AnswerError, match="your answer: ann may believe"):
        mark(of("model", f'{rows}"p & ~K(ann,p)"\n'), believed)
    with pytest.raises(ParseError, match=r"made.toml:9:18: there is no atom q"):
        mark(of("model", f'{rows}"K(ann,q)"\n'), believed)


def test_a_formula_is_right_if_it_is_equivalent() -> None:
    task = exercise("hexa-own-card")
    assert right(task, "h(1,r)")
    assert right(task, "K(1,h(1,r))")
    assert right(task, "~(h(1,w) | h(1,b))")
    assert not right(task, "true")


def test_the_teachers_file_marks_like_the_students() -> None:
    name = "a-no-is-heard-by-all"
    whole = load_exercise(with_key(name), f"{name}.toml")
    for wrong in answers(name)["wrong"]:
        found = mark(whole, wrong["answer"])
        assert found.witness is not None
        assert found.witness.words == wrong["says"]


def test_seals_tell_where_and_do_not_tell_what() -> None:
    bits = [True, False, True]
    sealed = seal_of_bits("00ff", bits)
    assert first_unlike("00ff", sealed, bits) is None
    assert first_unlike("00ff", sealed, [True, True, True]) == 1
    assert first_unlike("00ff", sealed, [True]) == 0
    assert seal("00ff", "3/5") != seal("00fe", "3/5")
    assert "3/5" not in seal("00ff", "3/5")


def test_a_file_without_a_key_or_with_something_behind_it_is_not_split() -> None:
    with pytest.raises(QueryError, match=r"no \[key\]"):
        split_exercise(text_of("hexa-own-card"), "x.toml")
    behind = f"{with_key('a-no-is-heard-by-all')}\n[hands]\n1 = ['s1']\n"
    with pytest.raises(QueryError, match="last table"):
        split_exercise(behind, "x.toml")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('salt = "', 'salt = "x'),
        ("salt", "other"),
        ("[sealed]", "[sealed.more]"),
        ("values = {1", "values = {9"),
        ("values = {", "values = 3 # {"),
    ],
)
def test_seals_that_were_damaged_are_told(old: str, new: str) -> None:
    text = text_of("how-many-questions")
    assert old in text
    with pytest.raises(QueryError, match=r"made\.toml"):
        mark(load_exercise(text.replace(old, new), "made.toml"), "8; 56; 28")


@pytest.mark.parametrize("line", ["", "2 = 3", '1 = "many"', "1 = [3]"])
def test_a_key_without_the_number_of_a_step_is_told(line: str) -> None:
    task = of("number", f'[[step]]\nask = "?"\n[key.values]\n{line}\n')
    with pytest.raises(QueryError, match=r"made\.toml"):
        mark(task, "3")


def test_a_longer_history_counts_and_the_shortest_is_named() -> None:
    found = mark(exercise("find-the-pile"), "asks(1,{s1}) no(2) no(3) noguess(1)")
    assert found.right
    assert "3 would do: asks(1,{s1}) no(2) no(3)" in found.note


def test_a_model_is_judged_up_to_bisimulation() -> None:
    task = of(
        "model",
        'agents = ["a"]\natoms = ["p"]\n[key.model]\nworlds = ["u"]\npoint = "u"\n'
        '[key.model.relations]\na = "all"\n[key.model.valuation]\nu = ["p"]\n',
    )
    doubled = (
        'worlds = ["x", "y"]\npoint = "y"\n[relations]\na = "all"\n'
        '[valuation]\nx = ["p"]\ny = ["p"]\n'
    )
    assert right(task, doubled)
    assert not right(task, doubled.replace('x = ["p"]', "x = []"))


def test_an_action_is_judged_by_what_it_does() -> None:
    task = exercise("no-white-card")
    assert right(task, 'events = { a = "h(1,r) | h(1,b)" }\nactual = "a"')
    found = mark(task, 'events = { a = "h(1,w)" }\nactual = "a"')
    assert found.witness is not None
    assert "cannot happen" in found.witness.words
    for events in ("5", '"ab"', "[1, 2]", "{}"):
        with pytest.raises(AnswerError):
            mark(task, f'events = {events}\nactual = "a"')


def test_a_derivation_may_be_left_out_and_its_first_steps_count() -> None:
    task = exercise("seven-cards")
    assert right(task, "1/5")
    assert right(task, "30\n12\n0.2")
    assert right(task, "30; 12; 1\t/ 5")
    assert mark(task, "30; 12; 1/6").points == 1
    for answer in ("1; 2", "1e999999999", "1/0", "five"):
        with pytest.raises(AnswerError):
            mark(task, answer)


def test_a_verdict_needs_a_counterexample_that_can_be() -> None:
    task = exercise("erratum-answerturn")
    for answer in ("maybe", "false", "false; 0=s1; no(2)", "false; 1=s9 2=s1; no(2)"):
        with pytest.raises(AnswerError):
            mark(task, answer)
    found = mark(task, "false; 0=s1 1=s2 2=s3; asks(1,{s1}) yes(2)")
    assert found.witness is not None
    assert "by (2.17)" in found.witness.words


ASP = exercise("poss-yes")
PROLOG = exercise("poss-no")


@pytest.mark.parametrize(
    "text",
    [
        "#script (python) import os #end.",
        '#include "/etc/passwd".',
        "poss(yes(J),S) :- considered(yes(J),S), @run(J).",
        "&diff{a}.",
        "h(1,s1).",
        "{ poss(yes(1),init0) }.",
        ":- considered(yes(J),S).",
        "poss(yes(J),S) ; my_x :- considered(yes(J),S).",
        "poss(yes(J),S) :- considered(yes(J),S), executable(S).",
        "poss(yes(J),S) :- considered(yes(J),S)",
        'my_x("text").',
        "my_n(1..9999999).",
    ],
)
def test_what_is_no_plain_rule_is_refused(text: str) -> None:
    with pytest.raises(AnswerError):
        mark(ASP, text)


def test_a_rule_that_clingo_cannot_read_is_told(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(AnswerError, match="unexpected") as caught:
        mark(ASP, "poss(yes(J),S) :- considered(yes(J),S), turn(J S).")
    assert "<block>" not in str(caught.value)
    assert capfd.readouterr().err == ""


def test_a_rule_without_one_answer_set_is_told() -> None:
    rule = "my_x :- not my_x.\nposs(yes(J),S) :- considered(yes(J),S)."
    found = mark(ASP, rule)
    assert found.witness is not None
    assert "0 answer sets" in found.witness.words


@pytest.mark.parametrize(
    "text",
    [
        ":- initialization(halt).",
        "poss(no(J),S) :- shell(ls), turn(J,S).",
        "poss(no(J),S) :- call(turn(J,S)).",
        "poss(no(J),S) :- user:turn(J,S).",
        "poss(no(J),S) :- G = turn(J,S), G.",
        "poss(no(J),S) :- X = '$VAR'('a, halt'), turn(J,S).",
        "user:poss(no(J),S) :- turn(J,S).",
        "poss(no(J),S) --> turn(J,S).",
        "term_expansion(a, b).",
        "poss(no(J), S :- turn",
        "poss(no(J),S) :- \\+ \\+ assertz(h(1,s1)), turn(J,S).",
        "poss(no(J),S) :- forall(true, halt), turn(J,S).",
        "poss(no(J),S) :- X = user{}.call([_,_]>>halt), turn(J,S).",
        "poss(no(J.get(a)),S) :- turn(J,S).",
        "poss(no(J),S) :- turn(J,S), my_x(user{}.call([_,_]>>halt)).\nmy_x(_).",
        "poss(no(J),S) :- X = '.'(a, halt), turn(J,S).",
        "poss(no(J),S) :- X = a{b:1}, turn(J,S).",
        "poss(no(J),S) :- turn(J,{|string(X)||a|}).",
    ],
)
@pytest.mark.slow
def test_goals_that_are_not_listed_are_refused(text: str) -> None:
    with pytest.raises(AnswerError):
        mark(PROLOG, text)


def test_one_goal_that_is_not_listed_is_refused() -> None:
    with pytest.raises(AnswerError, match="shell"):
        mark(PROLOG, "poss(no(J),S) :- shell(ls), turn(J,S).")


ALL_THAT_MAY_BE_SAID = """
poss(no(J),S) :- forall(member(X,[1,2]), X > 0), dif(J,0), Z is 1+2**2-7//2, Z =:= 2,
    ( ansphase(S) -> true ; fail ), \\+ \\+ true, ans_turn(J,S), question(Q,S),
    memberchk(Q,[Q]), my_d(Q,J), \\+ game_over(S), S \\= init0, Q == Q.
my_d(Q,J) :- disjoint(Q,J).
"""


@pytest.mark.slow
def test_a_clause_may_use_all_that_is_listed() -> None:
    assert right(PROLOG, ALL_THAT_MAY_BE_SAID)


@pytest.mark.slow
def test_goals_that_are_run_behind_the_clauses_are_refused_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the look at terms the look at goals, once loaded, is still there."""
    text = prolog_clause._JUDGE.read_text("utf-8")
    weak = text.replace("check_goal(Body, [Defines|May], All).", "true.")
    assert weak != text
    (tmp_path / "judge.pl").write_text(weak, "utf-8")
    monkeypatch.setattr(prolog_clause, "_JUDGE", tmp_path / "judge.pl")
    made = tmp_path / "made"
    with pytest.raises(AnswerError, match="may not be run"):
        mark(PROLOG, f"poss(no(J),S) :- turn(J,S), open('{made}', write, _).")
    assert not made.exists()


@pytest.mark.slow
def test_what_was_read_as_a_term_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the look at terms a function of a dict is a term, and not run at all."""
    text = prolog_clause._JUDGE.read_text("utf-8")
    weak = text.replace("\\+ plain(Sub, May),", "fail,")
    assert weak != text
    (tmp_path / "judge.pl").write_text(weak, "utf-8")
    monkeypatch.setattr(prolog_clause, "_JUDGE", tmp_path / "judge.pl")
    made = tmp_path / "made"
    goal = f"user{{}}.call([_,_]>>open('{made}', write, _))"
    assert not right(PROLOG, f"poss(no(J),S) :- turn(J,S), X = {goal}.")
    assert not made.exists()


def test_a_term_that_is_run_when_it_is_loaded_is_refused(tmp_path: Path) -> None:
    """A function of a dict is a goal that no body names: `call` is one of them."""
    made = tmp_path / "made"
    goal = f"user{{}}.call([_,_]>>open('{made}', write, _))"
    with pytest.raises(AnswerError, match="may not be named"):
        mark(PROLOG, f"poss(no(J),S) :- X = {goal}, turn(J,S).")
    assert not made.exists()


@pytest.mark.slow
def test_an_error_of_a_clause_is_told() -> None:
    found = mark(PROLOG, "poss(no(J),S) :- turn(J,S), J is a.")
    assert found.witness is not None
    assert "type_error" in found.witness.words


@pytest.mark.parametrize("answer", ["", "  \n", "a\0b", "h" * 100_001])
def test_nothing_and_too_much_are_no_answers(answer: str) -> None:
    with pytest.raises(MystError):
        mark(exercise("hexa-own-card"), answer)
