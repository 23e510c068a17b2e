"""The deduction test set: the same from a seed, and right by three other means."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from mystpy.axioms import queries_dir
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.positions.answers.verification import second_answer, second_engine
from mystpy.positions.deductions import make_deductions
from mystpy.positions.draft import LEVELS
from mystpy.positions.gains import Gain, expected_gain
from mystpy.positions.question_checks import KINDS
from mystpy.positions.record import PositionQuestion, read_questions
from tests.positions.brute_force import Reader
from tests.programs import ran
from tests.sampling import part_by_day

SET = queries_dir() / "positions" / "deduction.jsonl"
QUESTIONS = read_questions(SET)
FIRST = json.loads(QUESTIONS[0].line())


def of(question: PositionQuestion) -> str:
    return question.id


def test_the_set_has_500_questions_of_each_kind_and_level() -> None:
    assert len(QUESTIONS) == 500
    assert SET.stat().st_size < 1_000_000
    kinds = Counter(one.kind for one in QUESTIONS)
    assert kinds.keys() == {*KINDS} - {"mind"}
    assert min(kinds.values()) >= 80
    levels = Counter((one.kind, one.level) for one in QUESTIONS)
    assert {level for _, level in levels} == set(range(1, LEVELS + 1))
    words = Counter(one.answer for one in QUESTIONS if one.kind in ("cell", "others"))
    assert words.keys() == {"yes", "no", "open"}
    assert min(words.values()) > 40


def test_the_set_is_what_its_seed_makes() -> None:
    assert [one.line() for one in make_deductions(12, 1)] == [
        one.line() for one in QUESTIONS[:12]
    ]


@pytest.mark.slow
def test_the_whole_set_is_what_its_seed_makes() -> None:
    made = "".join(f"{one.line()}\n" for one in make_deductions(500, 1))
    assert made == SET.read_text("utf-8")


def test_hashing_changes_no_question() -> None:
    words = ["-m", "mystpy", "positions", "make", "deduction", "--count", "6"]
    made = {
        ran([sys.executable, *words], env={**os.environ, "PYTHONHASHSEED": x}).stdout
        for x in ("1", "2")
    }
    assert len(made) == 1
    assert made.pop().splitlines() == [one.line() for one in QUESTIONS[:6]]


@pytest.mark.parametrize("engine", ["asp", "prolog", "sat"])
@pytest.mark.parametrize("question", part_by_day(QUESTIONS, 25), ids=of)
def test_an_engine_finds_the_same_answer(
    question: PositionQuestion, engine: str
) -> None:
    assert second_answer(question, second_engine(engine)) == question.answer


@pytest.mark.parametrize(
    "question",
    [one for one in part_by_day(QUESTIONS, 10) if one.kind != "others"],
    ids=of,
)
def test_the_sentences_alone_give_the_same_answer(question: PositionQuestion) -> None:
    found = Reader(question).answer(question.kind, question.ask)
    assert found == question.answer


def test_a_wrong_answer_is_noticed() -> None:
    question = next(one for one in QUESTIONS if one.kind == "count")
    wrong = question._replace(answer=question.answer + 1)
    assert second_answer(wrong, second_engine("asp")) != wrong.answer


def test_a_question_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text("".join(f"{one.line(prompt=True)}\n" for one in QUESTIONS[:9]))
    assert [one.line() for one in read_questions(file)] == [
        one.line() for one in QUESTIONS[:9]
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "has no questions"),
        ("[1]", "line 1: this is no JSON object"),
        ("{", "line 1: this is no JSON object"),
        ("{}", "line 1: the key id is missing"),
        (json.dumps(FIRST | {"kind": "x"}), "this is no question"),
        (json.dumps(FIRST | {"hands": ["plum"]}), "this is no question"),
        (json.dumps(FIRST | {"ask": {}}), "this is no question"),
        (json.dumps(FIRST | {"ask": 3}), "this is no question"),
        (
            json.dumps(FIRST | {"ask": {"holder": 9, "card": "rope"}}),
            "this is no question",
        ),
        (json.dumps(FIRST | {"level": "high"}), "this is no question"),
        (json.dumps(FIRST | {"player": 9}), "this is no question"),
        (json.dumps(FIRST | {"history": ["flies(1)"]}), "line 1: "),
        (json.dumps(FIRST | {"game": {"rules": "chess"}}), "no rules 'chess'"),
        (f"{QUESTIONS[0].line()}\n{QUESTIONS[0].line()}", "is there twice"),
    ],
)
def test_what_is_no_question_is_refused(tmp_path: Path, line: str, said: str) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(line)
    with pytest.raises(QueryError, match=said):
        read_questions(file)


def test_gains_are_compared_exactly() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    one_bit = Gain([(half, Fraction(2)), (half, Fraction(2))])
    assert one_bit.bits == "1.0000"
    assert one_bit.compare(Gain([(Fraction(1, 4), Fraction(16))])) == 0
    close = Gain(
        [(third, Fraction(2)), (Fraction(2, 3) - Fraction(1, 10**30), Fraction(2))]
    )
    assert one_bit.compare(close) == 1
    assert close.compare(one_bit) == -1


def test_a_question_that_splits_the_piles_evenly_tells_one_bit() -> None:
    """Two players, one card each, one pile card of each of two sorts."""
    game = Game.clue(2, {"who": ["ann", "bob"], "how": ["axe", "bow"]})
    deals = [(0b0110, 0b0001, 0b1000), (0b1010, 0b0001, 0b0100)]
    cards = frozenset(["ann", "axe"])
    assert expected_gain(game, deals, 1, cards).bits == "1.0000"
    assert expected_gain(game, deals[:1], 1, cards).bits == "0.0000"
