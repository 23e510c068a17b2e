"""Answers are read as people and programs write them, and compared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli
from mystpy.positions.answers.answer_reading import read_answer
from mystpy.positions.answers.scoring import (
    is_right,
    pairs_right,
    score_answers,
    score_row,
)
from mystpy.positions.question_checks import KINDS
from mystpy.positions.record import PositionQuestion, read_questions

ROOT = Path(__file__).parents[2]
SET = read_questions(ROOT / "queries" / "positions" / "deduction.jsonl")
TOM = ROOT / "tests" / "positions" / "tom.jsonl"


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["positions", *words])


def of_kind(kind: str) -> PositionQuestion:
    return next(one for one in SET if one.kind == kind)


def exact(one: PositionQuestion) -> Any:
    return one.answer[0] if one.kind == "reason" else one.answer


def write_answers(path: Path, answers: dict[str, Any]) -> Path:
    rows = ({"id": name, "answer": answer} for name, answer in answers.items())
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


ROPE_AND_PLUM = {"rope": "bob", "plum": "pile"}


@pytest.mark.parametrize(
    ("kind", "given", "read"),
    [
        ("cell", "Yes.", "yes"),
        ("cell", "I thought: no.\nAnswer: **open**\n", "open"),
        ("cell", True, "yes"),
        ("cell", "yes or no", None),
        ("cell", "maybe", None),
        ("cell", 1, None),
        ("cell", "Answer: no, because yes would need the rope", "no"),
        ("cell", "answer : NO", "no"),
        ("cell", "\\boxed{\\text{no}}", "no"),
        ("cell", '{"answer": "no"}', "no"),
        ("cell", "false", "no"),
        ("cell", "Answer: open (neither yes nor no)", "open"),
        ("cell", "neither follows", "open"),
        ("cell", "Answer: not open", None),
        ("cell", "No, it is open", None),
        ("cell", "yes/no", None),
        ("cell", "\\text{" * 9000 + "no", "no"),
        ("count", 12, 12),
        ("count", "Answer: 1,260 deals", 1260),
        ("count", "12 or 13", None),
        ("count", "9" * 400, None),
        ("count", True, None),
        ("count", 12.0, 12),
        ("count", 12.5, None),
        ("count", "-12", -12),
        ("count", "1,2", None),
        ("count", "12.5", None),
        ("count", "12e3", None),
        ("count", "12%", None),
        ("count", "17 424", 17424),
        ("count", "17\u202f424", 17424),
        ("count", "3 * 4 = 12", 12),
        ("count", "Answer: 12 (of 90)", 12),
        ("reason", [5, 2, 2], [2, 5]),
        ("reason", "turns 2 and 5", [2, 5]),
        ("reason", "2,5", [2, 5]),
        ("reason", "none", None),
        ("reason", "2-5", None),
        ("reason", "4-5", [4, 5]),
        ("reason", "2.5", None),
        ("reason", "-2, 5", None),
        ("reason", "2, 5 (two turns, not 3)", [2, 5]),
        ("reason", "2 turns: 3, 5", [3, 5]),
        ("reason", "2, 5 but not 3", None),
        ("reason", "2 or 5", None),
        ("reason", ["2"], [2]),
        ("question", "b", "B"),
        ("question", "(C)", "C"),
        ("question", "Z", None),
        ("question", "A or B", None),
        ("question", "Answer: C) plum or rope", "C"),
        ("question", "Option c", "C"),
        ("question", "I choose B", "B"),
        ("question", "\\boxed{D}", "D"),
        ("question", "A question about the rope", None),
        ("question", "not B", None),
        ("holders", "none", {}),
        ("holders", "Rope = Bob, plum: the pile", {"rope": "bob", "plum": "pile"}),
        ("holders", {"rope": "Bob"}, {"rope": "bob"}),
        ("holders", "Answer:\nrope=Bob\nplum=pile\n\nI hope so", ROPE_AND_PLUM),
        ("holders", "Answer: rope=Bob,\nplum=pile\n", ROPE_AND_PLUM),
        ("holders", "- **rope** -> Bob\n- plum -> pile", ROPE_AND_PLUM),
        (
            "holders",
            "card rope is held by Bob and plum is in the pile",
            ROPE_AND_PLUM,
        ),
        ("holders", [["rope", "Bob"], ["plum", "pile"]], ROPE_AND_PLUM),
        ("holders", "rope=Bob, rope=Cid", None),
        ("holders", '{"rope": "Bob", "rope": "Cid"}', None),
        ("holders", "rope=Bob, I guess", None),
        ("holders", "rope", None),
        ("holders", "rope=Zoe", None),
        ("holders", "sword=Bob", None),
        ("holders", 3, None),
    ],
)
def test_an_answer_is_read(kind: str, given: object, read: object) -> None:
    assert read_answer(of_kind(kind), given) == read


def test_every_exact_answer_is_right_also_after_json() -> None:
    for one in SET:
        given = json.loads(json.dumps(exact(one)))
        assert is_right(one, read_answer(one, given)), one.id


def test_each_smallest_set_of_turns_is_right_and_no_larger_one() -> None:
    one = next(x for x in SET if x.kind == "reason" and len(x.answer) > 1)
    assert all(is_right(one, read_answer(one, turns)) for turns in one.answer)
    larger = sorted({*one.answer[0], *one.answer[1]})
    assert not is_right(one, read_answer(one, larger))


def test_what_is_missing_or_not_understood_counts_as_wrong(tmp_path: Path) -> None:
    answers = {SET[0].id: exact(SET[0]), SET[1].id: "sword", SET[2].id: "what?"}
    file = write_answers(tmp_path / "answers.jsonl", answers)
    row = score_row(score_answers(SET[:4], file))
    assert row[:4] == (4, 3, 2, 1)
    assert row.share.value == 0.25
    assert 0 < row.share.lower < 0.25 < row.share.upper < 1


def test_pairs_are_counted_and_make_the_interval(tmp_path: Path) -> None:
    questions = read_questions(TOM)
    all_yes = {one.id: "yes" for one in questions}
    scored = score_answers(questions, write_answers(tmp_path / "a.jsonl", all_yes))
    assert pairs_right(scored) == (0, len(questions) // 2)
    assert score_row(scored).share.value == 0.5
    keys = {one.id: one.answer for one in questions}
    scored = score_answers(questions, write_answers(tmp_path / "b.jsonl", keys))
    assert pairs_right(scored) == (len(questions) // 2, len(questions) // 2)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"id":"deduction-1-0001"}', "has the keys id and answer"),
        ('{"id":"deduction-1-9001","answer":"yes"}', "there is no question"),
        (2 * '{"id":"deduction-1-0001","answer":"yes"}\n', "was answered before"),
        ("yes", "this is no JSON object"),
        ('{"id":"deduction-1-0001","answer":"yes","answer":"no"}', "occurs twice"),
    ],
)
def test_a_line_that_is_no_answer_is_an_error(
    tmp_path: Path, line: str, said: str
) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text(line)
    done = run("score", "deduction", str(file))
    assert done.exit_code == 2
    assert said in done.stderr


def test_the_exact_answers_score_one(tmp_path: Path) -> None:
    file = write_answers(tmp_path / "a.jsonl", {one.id: exact(one) for one in SET})
    done = run("score", "deduction", str(file), "--format", "json")
    found = json.loads(done.stdout)
    assert found["share"] == 1
    assert {row["share"] for rows in found["by"].values() for row in rows.values()} == {
        1
    }
    text = run("score", "deduction", str(file)).stdout
    assert text.split()[:5] == ["all", "500", "of", "500", "1.000"]
    assert "kind reason" in text


def test_questions_are_made_into_a_file_and_verified(tmp_path: Path) -> None:
    file = str(tmp_path / "tom.jsonl")
    made = run("make", "tom", "--count", "8", "--seed", "3", "--out", file)
    assert made.exit_code == 0
    done = run("verify", file)
    assert done.exit_code == 0
    assert done.stdout == "8 answers, computed again by asp (8): 0 differ\n"


def test_verify_names_the_engine_of_each_kind(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text("".join(f"{of_kind(kind).line()}\n" for kind in KINDS[:6]))
    said = {
        "asp": "asp (5) and sat (1)",
        "sat": "sat (5) and worlds (1)",
        "prolog": "prolog (5) and sat (1)",
    }
    for engine, by in said.items():
        done = run("verify", str(file), "--engine", engine)
        assert done.stdout == f"6 answers, computed again by {by}: 0 differ\n"


def test_a_wrong_key_is_found(tmp_path: Path) -> None:
    first, *_ = read_questions(TOM)
    wrong = first._replace(answer="no" if first.answer == "yes" else "yes")
    file = tmp_path / "wrong.jsonl"
    file.write_text(f"{wrong.line()}\n")
    done = run("verify", str(file))
    assert done.exit_code == 4
    assert f"{first.id}: the answer is {wrong.answer}" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("make",), "needs a set"),
        (("make", "deductions"), "did you mean deduction?"),
        (("score", "deduction"), "one of answers"),
        (("verify", "nowhere.jsonl"), "there is no file nowhere.jsonl"),
        (("baselines", "deduction"), "for the questions of the set tom"),
    ],
)
def test_wrong_calls_name_the_fix(words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert said in done.stderr


def test_prompts_are_printed_with_their_ids() -> None:
    first = run("prompts", str(TOM), "--format", "json").stdout.splitlines()[0]
    found = json.loads(first)
    assert found["id"] == read_questions(TOM)[0].id
    assert "Each player sees only his or her own hand" in found["prompt"]
    assert found["prompt"].endswith('line "Answer: ..." that has the answer.')
