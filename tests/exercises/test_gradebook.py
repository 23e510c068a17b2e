"""Marking continues with results of the present files, and with no others."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result as Done

from mystpy.exercises import classroom
from mystpy.exercises.classroom import SubmissionResult, exercises_in
from mystpy.exercises.gradebook import Gradebook
from mystpy.exercises.marking import Submission, mark_submission
from mystpy.exercises.submissions import handed_in
from mystpy.exercises.supervision import LimitReached, Limits
from mystpy.files.journal import Journal
from tests.exercises.shelf import text_of

Run = Callable[..., Done]

NAME = "hexa-own-card"
RIGHT, WRONG = "h(1,r)", "h(2,r)"


class Class:
    """A class with an exercise of its own, marked in this process."""

    def __init__(self, root: Path, run: Run) -> None:
        self.folder, self.out = root / "class", root / "out"
        self.exercises = root / "exercises"
        self.exercises.mkdir()
        self.exercise = self.exercises / f"{NAME}.toml"
        self.exercise.write_text(text_of(NAME), "utf-8")
        self.answers: list[str] = []
        self._run = run

    def mark(self, given: Submission, limits: Limits) -> Any:
        """Mark as in a process of its own, and note what was marked."""
        self.answers.append(given.answer)
        return mark_submission(given)

    def submit(self, student: str | bytes, answer: str) -> None:
        folder = os.path.join(os.fsencode(self.folder), os.fsencode(student))  # noqa: PTH118
        os.makedirs(folder, exist_ok=True)  # noqa: PTH103
        Path(os.fsdecode(folder), f"{NAME}.txt").write_text(answer, "utf-8")

    def grade(self, *more: str, status: int = 0) -> tuple[list[tuple[str, str]], str]:
        """The students with their results, and what was said; only new ones marked."""
        self.answers.clear()
        words = ["--exercises", str(self.exercises), "--out", str(self.out)]
        done = self._run("grade", str(self.folder), *words, "--resume", *more)
        assert done.exit_code == status, done.stderr
        rows = csv.DictReader((self.out / "marks.csv").read_text("utf-8").splitlines())
        return [(row["student"], row["result"]) for row in rows], done.stderr


@pytest.fixture
def pupils(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Class:
    made = Class(tmp_path, run)
    monkeypatch.setattr(classroom, "marked_safely", made.mark)
    return made


BOTH = [("ann", "right"), ("bob", "wrong")]


def test_what_was_marked_is_not_marked_again(pupils: Class) -> None:
    pupils.submit("ann", RIGHT)
    pupils.submit("bob", WRONG)
    assert pupils.grade()[0] == BOTH
    assert sorted(pupils.answers) == [RIGHT, WRONG]
    found, said = pupils.grade()
    assert (found, pupils.answers) == (BOTH, [])
    assert "again" not in said


def test_folders_that_print_alike_have_a_mark_each(pupils: Class) -> None:
    try:
        for letter, answer in ((b"\xfc", RIGHT), (b"\xe4", WRONG)):
            pupils.submit(b"M" + letter + b"ller", answer)
    except OSError:
        pytest.skip("names of files are always UTF-8 on this system")
    once, _ = pupils.grade()
    assert sorted(once) == [("M?ller", "right"), ("M?ller", "wrong")]
    assert len(pupils.answers) == 2
    assert pupils.grade()[0] == once
    assert pupils.answers == []


def test_a_submission_that_has_changed_is_marked_again(pupils: Class) -> None:
    pupils.submit("ann", WRONG)
    pupils.submit("bob", WRONG)
    pupils.grade()
    pupils.submit("ann", RIGHT)
    found, said = pupils.grade()
    assert (found, pupils.answers) == (BOTH, [RIGHT])
    assert f"the submission has changed: marked again: ann/{NAME}.txt" in said
    assert "bob" not in said
    assert pupils.grade()[0] == BOTH
    assert pupils.answers == []


@pytest.mark.parametrize("change", ["points", "text"])
def test_an_exercise_that_has_changed_is_marked_again(
    pupils: Class, change: str
) -> None:
    pupils.submit("ann", RIGHT)
    pupils.grade()
    text = pupils.exercise.read_text("utf-8")
    if change == "points":
        assert "\npoints = 1\n" in text
        text = text.replace("\npoints = 1\n", "\npoints = 7\n")
    pupils.exercise.write_text(f"# another one\n{text}", "utf-8")
    found, said = pupils.grade()
    assert (found, pupils.answers) == ([("ann", "right")], [RIGHT])
    assert "the exercise has changed: marked again: ann/" in said
    points = "7,7" if change == "points" else "1,1"
    assert f",right,{points}," in (pupils.out / "marks.csv").read_text("utf-8")


def test_another_program_marks_again(
    pupils: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    pupils.submit("ann", RIGHT)
    pupils.grade()
    monkeypatch.setattr("mystpy.exercises.gradebook.__version__", "0.0.0")
    _, said = pupils.grade()
    assert pupils.answers == [RIGHT]
    assert "mystpy or its axioms have changed: marked again" in said


def test_what_reached_a_limit_is_marked_again_with_another(
    pupils: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(given: Submission, limits: Limits) -> Any:
        if given.answer == WRONG:
            pupils.answers.append(given.answer)
            raise LimitReached(f"{limits.seconds:g} seconds")
        return pupils.mark(given, limits)

    monkeypatch.setattr(classroom, "marked_safely", stopped)
    pupils.submit("ann", RIGHT)
    pupils.submit("bob", WRONG)
    assert pupils.grade("--seconds", "1")[0] == [("ann", "right"), ("bob", "limit")]
    pupils.grade("--seconds", "1")
    assert pupils.answers == []
    _, said = pupils.grade("--seconds", "2")
    assert pupils.answers == [WRONG]
    assert "the limits have changed: marked again: bob/" in said


def test_what_had_failed_is_marked_again(
    pupils: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mystpy.errors import EngineFailed

    def fails(given: Submission, limits: Limits) -> Any:
        raise EngineFailed("a program is missing")

    pupils.submit("ann", RIGHT)
    with monkeypatch.context() as patch:
        patch.setattr(classroom, "marked_safely", fails)
        assert pupils.grade(status=3)[0] == [("ann", "failed")]
    found, said = pupils.grade()
    assert found == [("ann", "right")]
    assert "marking had failed: marked again: ann/" in said


def test_what_is_no_longer_handed_in_is_said(pupils: Class) -> None:
    pupils.submit("ann", RIGHT)
    pupils.submit("bob", WRONG)
    pupils.grade()
    (pupils.folder / "bob" / f"{NAME}.txt").rename(pupils.out.parent / "kept")
    found, said = pupils.grade()
    assert found == [("ann", "right"), ("bob", "missing")]
    assert f"no longer there: left out: bob/{NAME}.txt" in said
    (pupils.out.parent / "kept").rename(pupils.folder / "bob" / f"{NAME}.txt")
    assert pupils.grade()[0] == BOTH
    assert pupils.answers == []


def test_a_submission_that_changes_while_it_is_marked_is_not_kept(
    pupils: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(given: Submission, limits: Limits) -> Any:
        pupils.submit("ann", RIGHT)
        return pupils.mark(given, limits)

    pupils.submit("ann", WRONG)
    with monkeypatch.context() as patch:
        patch.setattr(classroom, "marked_safely", late)
        assert pupils.grade()[0] == [("ann", "wrong")]
    assert pupils.grade()[0] == [("ann", "right")]


def test_a_forged_row_does_not_count(pupils: Class) -> None:
    pupils.submit("bob", WRONG)
    pupils.grade()
    path = pupils.out / "grade.jsonl"
    text = path.read_text("utf-8")
    for old, new in (
        ('"points":0', '"points":99'),
        ('"result":"wrong","points":0', '"result":"right","points":1'),
        ('"of":1', '"of":2'),
        (text.splitlines()[1], '{"student":"bob","points":1}'),
    ):
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), "utf-8")
        found, said = pupils.grade()
        assert (found, pupils.answers) == ([("bob", "wrong")], [WRONG])
        assert "grade.jsonl:2 does not count: it" in said


def test_rows_are_results_of_submissions(pupils: Class) -> None:
    """Rows whose hash is right, too: it is not secret."""
    pupils.submit("ann", RIGHT)
    exercises, limits = exercises_in(pupils.exercises), Limits(30, 1000)
    path = pupils.folder.parent / "rows.jsonl"
    (handed,) = handed_in(pupils.folder)
    with closing(Gradebook(path, pupils.folder, exercises, limits)) as book:
        state = book.state(handed)
        right = SubmissionResult("ann", NAME, "right", 1, 1, "")
        book.keep(handed, state, right)
        assert [row for _, row in book.rows()] == [{**state, "result": right.row()}]
    assert issubclass(Gradebook, Journal)
    wrong: list[dict[str, object]] = [
        {"result": None},
        {"result": right.row() | {"points": 99}},
        {"result": right.row() | {"points": -1}},
        {"result": right.row() | {"points": "1"}},
        {"result": right.row() | {"points": 0}},
        {"result": right.row() | {"result": "wrong"}},
        {"result": right.row() | {"result": "Right"}},
        {"result": right.row() | {"student": None}},
        {"result": right.row() | {"more": 1}},
        {"result": {"student": "ann"}},
        {"file": 1},
        {"submission": None},
        {"limits": "30"},
        {"limits": [1, "2"]},
        {"more": 1},
    ]
    with closing(Gradebook(path, pupils.folder, exercises, limits)) as book:
        for change in wrong:
            book.write({**state, "result": right.row(), **change})
        assert len(list(book.rows())) == 1
        assert len(book.damaged) == len(wrong)
        assert book.resumed([handed]).results == [right]


@pytest.mark.parametrize(
    "change",
    [{"student": "bob"}, {"exercise": "find-the-pile"}, {"points": 99, "of": 99}],
)
def test_a_row_that_contradicts_its_submission_is_marked_again(
    pupils: Class, change: dict[str, object]
) -> None:
    """Its hash is right, so that only what it says is left to be checked."""
    pupils.submit("ann", RIGHT)
    pupils.out.mkdir()
    exercises, limits = exercises_in(pupils.exercises), Limits(30, 1000)
    (handed,) = handed_in(pupils.folder)
    with closing(
        Gradebook(pupils.out / "grade.jsonl", pupils.folder, exercises, limits)
    ) as book:
        row = SubmissionResult("ann", NAME, "right", 1, 1, "").row() | change
        book.write({**book.state(handed), "result": row})
    found, said = pupils.grade()
    assert (found, pupils.answers) == ([("ann", "right")], [RIGHT])
    assert "the row has another student, exercise or number of points" in said
