"""Every exercise that comes with mystpy: its right answer, and two wrong ones."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction

import pytest
from click.testing import CliRunner

from mystpy.conjectures.verdict import Verdict
from mystpy.exercises.commands.marks import picture
from mystpy.exercises.exercise import KINDS
from mystpy.exercises.marking import mark, split_exercise
from mystpy.exercises.tasks.calculation import computed
from mystpy.exercises.tasks.disproof import result
from tests.exercises.shelf import (
    ANSWERS,
    CHAPTERS,
    NAMES,
    SAMPLE,
    answers,
    exercise,
    text_of,
    with_key,
)

SEALED = [name for name in NAMES if "\n[sealed]\n" in text_of(name)]

some = [
    pytest.param(name, marks=() if name in SAMPLE else pytest.mark.slow)
    for name in NAMES
]


def test_there_are_enough_of_each_kind_and_chapter() -> None:
    assert len(NAMES) >= 60
    every = [exercise(name) for name in NAMES]
    assert {each.kind for each in every} == set(KINDS)
    counted = Counter(each.chapter for each in every)
    assert set(counted) == CHAPTERS
    assert min(counted.values()) >= 5
    assert len({each.title for each in every}) == len(NAMES)
    assert all(each.hints and each.further and each.points for each in every)


def test_each_has_answers_and_no_answer_is_shipped() -> None:
    assert sorted(path.stem for path in ANSWERS.glob("*.toml")) == NAMES
    for name in NAMES:
        kept = answers(name)
        assert len(kept["wrong"]) == 2
        assert "key" not in exercise(name).table
        if len(kept["right"]) > 12:  # a short one may be in a text by chance
            assert kept["right"].strip() not in text_of(name)


@pytest.mark.parametrize("name", some)
def test_the_right_answer_is_right_and_wrong_ones_get_a_witness(name: str) -> None:
    task, kept = exercise(name), answers(name)
    found = mark(task, kept["right"])
    assert (found.right, found.points) == (True, task.points), found.witness
    for wrong in kept["wrong"]:
        found = mark(task, wrong["answer"])
        assert not found.right
        assert found.points == wrong.get("points", 0) < found.of
        assert found.witness is not None
        assert found.witness.words == wrong["says"]
        drawn = picture(found.witness, task.title)
        assert (drawn is None) == bool(wrong.get("hidden")), "a witness is drawn"


@pytest.mark.alike(3)
@pytest.mark.parametrize("name", SEALED)
def test_seals_are_those_of_the_key(name: str) -> None:
    salt = exercise(name).sealed["salt"]
    halves = split_exercise(with_key(name), f"{name}.toml", salt)
    assert halves.student == text_of(name)
    assert split_exercise(with_key(name), f"{name}.toml").student != text_of(name)
    assert answers(name)["key"].strip() in halves.teacher


VERDICTS = [name for name in NAMES if exercise(name).kind == "verdict"]


@pytest.mark.slow
@pytest.mark.parametrize("name", VERDICTS)
def test_a_statement_is_true_just_if_that_is_the_right_answer(name: str) -> None:
    task = exercise(name)
    if "history" not in task.table:
        true = answers(name)["right"] == "true"
        assert (result(task).verdict is not Verdict.FALSE) == true


def test_counts_that_are_known_by_arithmetic() -> None:
    task = exercise("seven-cards")
    rows = task.file.rows(task.table, "step")
    assert [computed(task, row) for row in rows] == [30, 12, Fraction(1, 5)]
    assert exercise("how-many-questions").points


@pytest.mark.slow
def test_the_value_that_is_sealed_is_the_one_that_is_computed() -> None:
    pytest.importorskip("scipy")
    from mystpy.cli import cli

    game = 'rules="myst",m=3,n=1,p=2,q=1'
    words = ["solve", "--game", game, "--useful", "--format", "json"]
    done = CliRunner().invoke(cli, words)
    assert json.loads(done.stdout)["value"] == "3/5"
