"""Tables of marks, exports that were changed, worksheets of a class, and watching."""

from __future__ import annotations

import csv
import json
import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result as Done

from mystpy.exercises.classroom import SubmissionResult
from mystpy.exercises.classwork.mark_table import mark_table, table_csv, table_lines
from mystpy.exercises.classwork.watching import KeptResults, looks, settled
from mystpy.exercises.commands.class_watch import tables
from mystpy.exercises.exercise import load_exercise
from mystpy.exercises.supervision import Limits
from mystpy.exercises.worksheets.result_file import HandedAnswer, result_text
from mystpy.exercises.worksheets.solutions import solution_of
from mystpy.exercises.worksheets.variants import student_texts, student_values
from mystpy.exercises.worksheets.worksheet import Worksheet, read_worksheet
from tests.exercises.shelf import FOLDER, text_of
from tests.programs import begun

Run = Callable[..., Done]
LIMITS = Limits(seconds=20, megabytes=800)

SHEET = """
worksheet = 1
title = "Week 3"
deadline = "2026-12-04T23:59:00+01:00"
seed = "a"
[[exercise]]
name = "find-the-pile"
points = 5
[[exercise]]
name = "seven-cards"
"""
ON_TIME = "2026-12-04T20:00:00+01:00"


def result(
    student: str, exercise: str, word: str, points: int, of: int = 2
) -> SubmissionResult:
    return SubmissionResult(student, exercise, word, points, of, "")


RESULTS = [
    result("ann", "a", "right", 2),
    result("ann", "b", "failed", 0),
    result("bob", "a", "unreadable", 0),
    result("bob", "a", "right", 2),
    result("bob", "b", "missing", 0),
    result("=cid", "a", "wrong", 1),
]


def test_the_table_has_sums_and_tells_missing_from_failed() -> None:
    table = mark_table(RESULTS, {"b": 2, "a": 2, "never": 9}, {"ann": "changed"})
    assert table.exercises == ("b", "a")
    assert table.total == 4
    rows = {row.student: (row.cells, row.points) for row in table.rows}
    assert rows == {
        "=cid": (("-", "1"), 1),
        "ann": (("?", "2"), 2),
        "bob": (("-", "2"), 2),
    }
    assert table.right == (0, 2)
    read = list(csv.reader(table_csv(table).splitlines()))
    assert read[0] == ["student", "b", "a", "sum", "note"]
    assert read[2][0] == "'=cid"
    assert read[3] == ["ann", "?", "2", "2", "changed"]
    lines = table_lines(table)
    assert lines[-1] == "ann: changed"
    widths = {len(line) for line in lines[3:-2]}
    assert len(widths) == 1, "numbers are below each other"


# --- Worksheets and exports ---------------------------------------------------


def sheet() -> Worksheet:
    return read_worksheet(SHEET, "week.toml")


def export(folder: Path, name: str, time: str = ON_TIME, right: bool = True) -> Path:
    """Return the page's export for a student whose answers are right."""
    home, handed = folder / name, []
    home.mkdir(parents=True)
    for exercise, text in student_texts(sheet(), name).items():
        one = load_exercise(text, exercise)
        answer = solution_of(one).answer if right else "1; 1; 1"
        handed.append(HandedAnswer(exercise, one.variant, answer, "right", 9, 9))
        (home / f"{exercise}.txt").write_text(answer, encoding="utf-8")
    head = {"worksheet": sheet().hash, "title": "Week 3", "seed": "a"}
    text = result_text(head, name, time, handed)
    (home / "result.json").write_text(text, encoding="utf-8")
    return home


@pytest.fixture
def week(tmp_path: Path) -> Path:
    path = tmp_path / "week.toml"
    path.write_text(SHEET, encoding="utf-8")
    return path


def test_each_student_is_marked_in_the_students_variant(
    run: Run, tmp_path: Path, week: Path
) -> None:
    for name in ("Ann Lee", "Bob", "Zoë", "小明"):
        export(tmp_path / "class", name)
    words = ["grade", str(tmp_path / "class"), "--worksheet", str(week), "--jobs", "2"]
    done = run(*words, "--out", str(tmp_path / "out"), "--format", "wide")
    assert done.exit_code == 0, done.stderr
    rows = list(csv.reader((tmp_path / "out" / "table.csv").read_text().splitlines()))
    assert rows[0] == ["student", "find-the-pile", "seven-cards", "sum", "note"]
    assert rows[1] == ["of", "5", "2", "7", ""]
    assert {tuple(row[1:4]) for row in rows[2:]} == {("5", "2", "7")}
    assert {row[4] for row in rows[2:]} == {"unchanged since the export"}
    assert "result" not in (tmp_path / "out" / "marks.csv").read_text().split("\n")[1]


def test_answers_without_a_result_file_are_of_the_platforms_name(
    run: Run, tmp_path: Path, week: Path
) -> None:
    home = export(tmp_path / "class", "Zoë Ünal")
    (home / "result.json").unlink()
    home.rename(home.with_name("Zoë Ünal_12345_assignsubmission_file_"))
    words = ["grade", str(tmp_path / "class"), "--worksheet", str(week), "--jobs", "1"]
    rows = list(csv.DictReader(run(*words).stdout.splitlines()))
    assert {row["result"] for row in rows} == {"right"}
    assert {row["student"] for row in rows} == {"Zoë Ünal"}


def test_the_answers_of_another_student_are_wrong(
    run: Run, tmp_path: Path, week: Path
) -> None:
    ann = export(tmp_path / "class", "Ann Lee")
    mine = student_values(sheet(), "Ann Lee")["find-the-pile"][:7]
    other = next(
        name
        for name in ("Bob", "Cid", "Dan", "Eve", "Flo")
        if student_values(sheet(), name)["find-the-pile"][:7] != mine
    )
    (tmp_path / "class" / other).mkdir()
    for path in ann.glob("*.txt"):
        (tmp_path / "class" / other / path.name).write_bytes(path.read_bytes())
    words = ["grade", str(tmp_path / "class"), "--worksheet", str(week), "--jobs", "1"]
    rows = list(csv.DictReader(run(*words).stdout.splitlines()))
    found = {r["exercise"]: r["result"] for r in rows if r["student"] == other}
    assert found["find-the-pile"] == "wrong"


def changed_head(home: Path) -> None:
    path = home / "result.json"
    path.write_text(path.read_text("utf-8").replace("Week 3", "Week 4"), "utf-8")


def changed_mark(home: Path) -> None:
    path = home / "result.json"
    path.write_text(path.read_text("utf-8").replace('"right"', '"wrong"', 1), "utf-8")


def changed_answer(home: Path) -> None:
    (home / "seven-cards.txt").write_text("1; 2; 3", encoding="utf-8")


def taken_out(home: Path) -> None:
    (home / "seven-cards.txt").unlink()


def no_json(home: Path) -> None:
    (home / "result.json").write_text("{", encoding="utf-8")


def other_name(home: Path) -> None:
    home.rename(home.with_name("Eve"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (changed_head, "its hashes do not fit|changed by hand"),
        (changed_mark, "the row of find-the-pile was changed by hand"),
        (changed_answer, "answers changed since the export: seven-cards"),
        (taken_out, "answers changed since the export: seven-cards"),
        (no_json, "not JSON"),
        (other_name, 'the export is of the name "Ann Lee"'),
    ],
)
def test_an_export_changed_by_hand_is_said_so_and_marked_again(
    run: Run, tmp_path: Path, week: Path, change: Callable[[Path], None], words: str
) -> None:
    change(export(tmp_path / "class", "Ann Lee"))
    done = run(
        "grade", str(tmp_path / "class"), "--worksheet", str(week), "--jobs", "1"
    )
    assert done.exit_code == 0
    assert any(word in done.stderr for word in words.split("|"))
    rows = {r["exercise"]: r for r in csv.DictReader(done.stdout.splitlines())}
    assert rows["find-the-pile"]["result"] == "right", "what counts is the answer"


def test_a_platform_may_write_a_name_in_its_own_way(
    run: Run, tmp_path: Path, week: Path
) -> None:
    home = export(tmp_path / "class", "Ann Lee")
    words = ["grade", str(tmp_path / "class"), "--worksheet", str(week), "--jobs", "1"]
    for name, is_hers in {
        "leeann": True,
        "Ann Lee (1)": True,
        "Lee_Ann_alee_4711": True,
        "Ann_Lee_777_assignsubmission_file_": True,
        "Bob": False,
    }.items():
        home = home.rename(home.with_name(name))
        done = run(*words, "--format", "wide")
        assert ("unchanged since the export" in done.stdout) == is_hers, name
        sums = re.findall(r"5 +2 +7$", done.stdout, re.MULTILINE)
        assert len(sums) == 2, "what there is, and what the student has"


def test_a_late_export_and_a_changed_worksheet_are_said_so(
    run: Run, tmp_path: Path, week: Path
) -> None:
    export(tmp_path / "class", "Ann Lee", "2026-12-05T08:00:00+01:00")
    words = ["grade", str(tmp_path / "class"), "--worksheet", str(week), "--jobs", "1"]
    assert "exported after the deadline" in run(*words).stderr
    week.write_text(SHEET.replace("points = 5", "points = 6"), encoding="utf-8")
    assert "another worksheet, or of a changed one" in run(*words).stderr
    both = run(*words, "--exercises", str(FOLDER))
    assert both.exit_code == 2
    assert "names its exercises itself" in both.stderr


def test_marking_is_resumed_with_the_variants(
    run: Run, tmp_path: Path, week: Path
) -> None:
    export(tmp_path / "class", "Ann Lee")
    words = ["grade", str(tmp_path / "class"), "--worksheet", str(week), "--jobs", "1"]
    words += ["--out", str(tmp_path / "out")]
    assert run(*words).exit_code == 0
    once = (tmp_path / "out" / "marks.csv").read_text("utf-8")
    again = run(*words, "--resume")
    assert "marked again" not in again.stderr
    assert (tmp_path / "out" / "marks.csv").read_text("utf-8") == once
    week.write_text(SHEET.replace('seed = "a"', 'seed = "b"'), encoding="utf-8")
    assert "the exercise has changed: marked again" in run(*words, "--resume").stderr


def test_json_has_the_same_results(run: Run, tmp_path: Path, week: Path) -> None:
    export(tmp_path / "class", "Ann Lee", right=False)
    words = ["grade", str(tmp_path / "class"), "--worksheet", str(week), "--jobs", "1"]
    lines = run(*words, "--format", "json").stdout.splitlines()
    found = {row["exercise"]: row["result"] for row in map(json.loads, lines)}
    assert found == {"find-the-pile": "unreadable", "seven-cards": "wrong"}


# --- Watching -----------------------------------------------------------------


def test_a_look_counts_when_nothing_moves_any_more() -> None:
    a, b = frozenset({("x", 1, 1)}), frozenset({("x", 2, 2)})
    stamps = iter([a, a, a, b, a, a, b, b, b])
    count = sum(1 for _ in settled(stamps))
    assert count == 2, "a at rest, and b at rest: a in between is no news"


def test_the_table_follows_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    (folder / "ann").mkdir(parents=True)
    (folder / "ann" / "hexa-own-card.txt").write_text("h(1,r)", encoding="utf-8")
    exercises = {"hexa-own-card": text_of("hexa-own-card")}
    kept = KeptResults()

    def ticks() -> Iterator[None]:
        yield None
        (folder / "bob").mkdir()
        (folder / "bob" / "hexa-own-card.txt").write_text("h(2", encoding="utf-8")
        yield None
        (folder / "bob" / "hexa-own-card.txt").write_text("h(2,r)", encoding="utf-8")
        yield None
        yield None
        yield None
        (folder / "ann" / "hexa-own-card.txt").unlink()
        yield None
        yield None

    found = list(tables(folder, exercises, None, LIMITS, 1, ticks(), kept))
    shown = [[line for line in lines if line[:3] in ("ann", "bob")] for lines in found]
    assert shown == [
        ["ann      1    1"],
        ["ann      1    1", "bob      0    0"],
        ["ann      -    0", "bob      0    0"],
    ]
    assert kept.marked == 2, "each answer is marked once, the half-written one never"


def test_what_cannot_be_read_is_said_and_looked_at_again(tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    path.write_bytes(b"PK")
    exercises = {"hexa-own-card": text_of("hexa-own-card")}

    def ticks() -> Iterator[None]:
        yield None
        path.unlink()
        yield None
        yield None

    found = list(tables(path, exercises, None, LIMITS, 1, ticks()))
    assert "zip archive" in found[0][0]
    assert "there is no folder" in found[1][0]


def test_watching_writes_no_files(run: Run, tmp_path: Path) -> None:
    words = ("--watch", "--out", str(tmp_path / "out"))
    done = run("grade", "queries/exercises/class", *words)
    assert done.exit_code == 2
    assert "writes no files" in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_watching_ends_by_an_interrupt(tmp_path: Path) -> None:
    (tmp_path / "class" / "ann").mkdir(parents=True)
    answer = tmp_path / "class" / "ann" / "hexa-own-card.txt"
    answer.write_text("h(1,r)", encoding="utf-8")
    words = ["grade", str(tmp_path / "class"), "--watch", "--every", "0.1"]
    program = begun([sys.executable, "-m", "mystpy", *words, "--jobs", "1"])
    assert program.stdout is not None
    while not program.stdout.readline().startswith("right"):
        assert program.poll() is None
    program.send_signal(signal.SIGINT)
    _, errors = program.communicate()
    assert program.returncode == 0
    assert "stopped" in errors


def test_stamps_tell_each_change(tmp_path: Path) -> None:
    (tmp_path / "ann").mkdir()
    first, second = looks(tmp_path, [None])
    assert first == second
    (tmp_path / "ann" / "x.txt").write_text("x", encoding="utf-8")
    (third,) = looks(tmp_path, [])
    assert third != first
