"""A class is marked whatever is handed in, and goes on where it was broken off."""

from __future__ import annotations

import csv
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import Result as Done

from mystpy.errors import QueryError
from mystpy.exercises.classroom import (
    SubmissionResult,
    answer_in,
    exercises_in,
    grade,
    graded_each,
)
from mystpy.exercises.exercise import AnswerError
from mystpy.exercises.gradebook import as_csv, errors_page
from mystpy.exercises.marking import Submission, marked_safely
from mystpy.exercises.submissions import handed_in, loose_files
from mystpy.exercises.supervision import LimitReached, Limits
from tests.exercises.shelf import FOLDER, text_of
from tests.programs import begun, comes_true

LIMITS = Limits(seconds=20, megabytes=800)

Run = Callable[..., Done]


def submit(folder: Path, student: str, name: str, text: str | bytes) -> Path:
    path = folder / student / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def graded(folder: Path, limits: Limits) -> list[SubmissionResult]:
    handed, exercises = handed_in(folder), exercises_in(FOLDER)
    found = graded_each(handed, lambda one: grade(one, exercises, limits), 1)
    return [result for _, result in found]


def test_what_is_no_plain_text_is_told_and_not_read(tmp_path: Path) -> None:
    text = submit(tmp_path, "ann", "a.txt", "h(1,r)")
    assert answer_in(text) == "h(1,r)"
    link = tmp_path / "ann" / "link.txt"
    link.symlink_to(text)
    pipe = tmp_path / "ann" / "pipe.txt"
    os.mkfifo(pipe)
    large = tmp_path / "ann" / "large.txt"
    with large.open("wb") as file:
        file.truncate(100_000_000)
    junk = submit(tmp_path, "ann", "junk.txt", bytes(range(256)))
    for path in (link, pipe, large, junk, tmp_path, tmp_path / "nowhere"):
        with pytest.raises(AnswerError):
            answer_in(path)


def test_a_folder_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    submit(tmp_path / "other", "bob", "a.txt", "x")
    submit(tmp_path / "class", "ann", "b.c.txt", "x")
    (tmp_path / "class" / "out").symlink_to(tmp_path / "other" / "bob")
    handed = handed_in(tmp_path / "class")
    assert [(x.student, x.exercise) for x in handed] == [("ann", "b"), ("out", "")]
    link = grade(handed[1], {}, LIMITS)
    assert (link.result, link.points) == ("unreadable", 0)
    assert "this is a link" in link.feedback
    assert "<h2>no exercise</h2>" in errors_page([link], {})
    with pytest.raises(QueryError, match="no folder"):
        handed_in(tmp_path / "nowhere")


def test_files_that_are_nobodys_are_told(tmp_path: Path) -> None:
    submit(tmp_path, "ann", "a.txt", "x")
    assert loose_files(tmp_path) == []
    (tmp_path / "bob\n.txt").write_text("x", encoding="utf-8")
    (tmp_path / ".hidden").write_text("x", encoding="utf-8")
    assert loose_files(tmp_path) == ["bob .txt"]


def test_an_unknown_exercise_and_an_unreadable_answer_get_no_points(
    tmp_path: Path,
) -> None:
    submit(tmp_path, "ann", "no-such-thing.txt", "x")
    submit(tmp_path, "ann", "knowing-whether.txt", "(" * 60_000)
    found = graded(tmp_path, LIMITS)
    assert {r.result for r in found} == {"unreadable"}
    assert sum(r.points for r in found) == 0


def test_a_second_file_for_an_exercise_is_no_second_try(tmp_path: Path) -> None:
    submit(tmp_path, "ann", "hexa-own-card.md", "h(2,r")
    submit(tmp_path, "ann", "hexa-own-card.txt", "h(1,r)")
    found = graded(tmp_path, LIMITS)
    assert [r.points for r in found] == [0, 0]
    assert any("hexa-own-card.md was handed in" in r.feedback for r in found)


def test_what_is_resumed_has_each_row_once(tmp_path: Path, run: Run) -> None:
    """A second file for an exercise does not take the place of the first one."""
    submit(tmp_path / "class", "ann", "hexa-own-card.a", "h(1,r)")
    submit(tmp_path / "class", "ann", "hexa-own-card.b", "h(2,r)")
    submit(tmp_path / "class", "b\nob", "hexa-own-card.txt", "h(1,r)")
    out = tmp_path / "out"
    words = ["grade", str(tmp_path / "class"), "--jobs", "1", "--out", str(out)]
    assert run(*words).exit_code == 0
    once = (out / "marks.csv").read_text()
    assert once.count("\n") == 4
    assert once.count(",right,1,1,") == 2
    assert run(*words, "--resume").exit_code == 0
    assert (out / "marks.csv").read_text() == once


def test_the_results_are_not_written_among_the_submissions(
    tmp_path: Path, run: Run
) -> None:
    submit(tmp_path, "ann", "hexa-own-card.txt", "h(1,r)")
    for out in (tmp_path / "out", tmp_path / "ann", tmp_path):
        done = run("grade", str(tmp_path), "--out", str(out))
        assert done.exit_code == 2
        assert "would be a student's" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["ann"]


NESTED = "forall x{0} in cards: forall y{0} in cards: forall z{0} in cards: "
ENDLESS = "".join(NESTED.format(k) for k in range(8)) + "h(0,s1) | ~h(0,s1)"


def test_an_endless_answer_ends_at_the_limit() -> None:
    name = "a-show-from-outside"
    given = Submission(text_of(name), name, ENDLESS)
    with pytest.raises(LimitReached):
        marked_safely(given, Limits(seconds=1, megabytes=800))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "results"),
    [
        (
            "poss-no",
            "poss(no(J),S) :- my_n(0), turn(J,S).\nmy_n(N) :- M is N+1, my_n(M).",
            {"wrong", "limit"},
        ),
        ("poss-guess", "poss(guess(I,M),S) :- X is 7**(7**(7**7)), X > 0.", {"limit"}),
        (
            "poss-yes",
            "my_n(0). my_n(N+1) :- my_n(N).\n"
            "poss(yes(J),S) :- considered(yes(J),S), my_n(J).",
            {"limit"},
        ),
    ],
)
def test_endless_clauses_are_ended(
    tmp_path: Path, name: str, text: str, results: set[str]
) -> None:
    submit(tmp_path, "eve", f"{name}.txt", text)
    limits = Limits(seconds=3, megabytes=600)
    (found,) = graded(tmp_path, limits)
    assert found.result in results
    assert found.points == 0


def test_no_cell_is_a_formula_and_no_page_has_a_script() -> None:
    nasty = SubmissionResult("=cmd()", "@x", "wrong", 0, 1, "<script>alert(1)</script>")
    twice = SubmissionResult("+bob", "@x", "wrong", 0, 1, "<script>alert(1)</script>")
    rows = list(csv.reader(as_csv([nasty, twice]).splitlines()))
    assert all(cell[:1] not in set("=+-@") for row in rows[1:] for cell in row)
    page = errors_page([nasty, twice], {})
    assert "<script>" not in page
    assert "<td>2</td><td>wrong</td>" in page


def left_over(mark: str) -> list[str]:
    """The processes that still run with a mark in their environment, where told."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if f"MYSTPY_MARK={mark}".encode() in path.read_bytes():
                found.append(path.parent.name)
    return found


@pytest.mark.slow
def test_what_was_marked_stays_after_an_interrupt(tmp_path: Path) -> None:
    submit(tmp_path / "class", "ann", "hexa-own-card.txt", "h(1,r)")
    submit(tmp_path / "class", "bob", "a-show-from-outside.txt", ENDLESS)
    out = tmp_path / "out"
    words = [sys.executable, "-m", "mystpy", "grade", str(tmp_path / "class")]
    options = ["--jobs", "1", "--seconds", "100000", "--out", str(out)]
    program = begun(words + options, env={**os.environ, "MYSTPY_MARK": str(tmp_path)})
    journal = out / "grade.jsonl"
    assert comes_true(lambda: journal.exists() and journal.read_text().count("\n") == 2)
    program.send_signal(signal.SIGINT)
    assert program.wait() == 130
    assert comes_true(lambda: not left_over(str(tmp_path))), "all ends with it"
    program.communicate()
    (tmp_path / "class" / "bob" / "a-show-from-outside.txt").unlink()
    again = begun([*words, *options, "--resume"])
    again.communicate()
    assert again.returncode == 0
    rows = list(csv.DictReader((out / "marks.csv").read_text().splitlines()))
    found = [(row["student"], row["exercise"], row["result"]) for row in rows]
    assert found == [
        ("ann", "hexa-own-card", "right"),
        ("bob", "hexa-own-card", "missing"),
    ]
    assert "1 of 2 right" in (out / "errors.html").read_text()
