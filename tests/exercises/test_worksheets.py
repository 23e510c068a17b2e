"""Worksheets: read, variants of students, links, solutions, and results handed in."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result as Done
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import MystError, QueryError
from mystpy.exercises.classroom import SubmissionResult
from mystpy.exercises.classwork.mark_table import mark_table
from mystpy.exercises.classwork.roster import names_of_class
from mystpy.exercises.exercise import load_exercise
from mystpy.exercises.marking import mark
from mystpy.exercises.worksheets.links import link_of, text_of_link
from mystpy.exercises.worksheets.printed_sheet import printed_page
from mystpy.exercises.worksheets.result_file import (
    HandedAnswer,
    changed_answers,
    read_result,
    result_text,
)
from mystpy.exercises.worksheets.solutions import solution_of
from mystpy.exercises.worksheets.variants import (
    student_texts,
    student_values,
    student_variant,
    variants_of,
)
from mystpy.exercises.worksheets.worksheet import (
    Worksheet,
    read_time,
    read_worksheet,
    student_text,
)
from tests.exercises.shelf import NAMES, ROOT, exercise, text_of, with_key

Run = Callable[..., Done]

SHEET = """
worksheet = 1
title = "Week 3"
deadline = "2026-12-04T23:59:00+01:00"
seed = "a"
[[exercise]]
name = "find-the-pile"
points = 5
[[exercise]]
name = "knowing-whether"
"""


def sheet(text: str = SHEET, folder: Path | None = None) -> Worksheet:
    return read_worksheet(text, "week.toml", folder)


def test_a_worksheet_has_exercises_in_order_with_points() -> None:
    found = sheet()
    assert [task.name for task in found.tasks] == ["find-the-pile", "knowing-whether"]
    assert [task.exercise.points for task in found.tasks] == [5, 1]
    assert found.points == 6
    assert not found.is_over(read_time("2026-12-04T23:59:00+01:00"))
    assert found.is_over(read_time("2026-12-04T22:59:01Z"))
    assert not found.is_over(read_time("2026-12-04T23:59:01+02:00"))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("worksheet = 1", "worksheet = 2", "of the format 2"),
        ("worksheet = 1", "", "no key worksheet"),
        ('title = "Week 3"', "", "no 'title'"),
        ("points = 5", "points = -5", "0 or more, a whole number, not -5"),
        ("points = 5", "points = 1.5", "not 1.5"),
        ("points = 5", "point = 5", "no key 'point'"),
        ("find-the-pile", "find-the-pil", "no exercise 'find-the-pil'"),
        ("find-the-pile", "../find-the-pile", "is no name of an exercise"),
        ("find-the-pile", "knowing-whether", "is there twice"),
        ("2026-12-04T23:59:00+01:00", "next Friday", "is not a time"),
        ("2026-12-04T23:59:00+01:00", "2026-12-04T23:59:00", "has no zone"),
        ('"2026-12-04T23:59:00+01:00"', "2026-12-04", "is not a time"),
        ('"2026-12-04T23:59:00+01:00"', "2026-12-04T23:59:00", "has no zone"),
        ("title = ", "exercise = 3\ntitle = ", "this is not TOML"),
        ("points = 5", 'source = "x = 1"', "the exercise find-the-pile"),
    ],
)
def test_a_worksheet_that_cannot_be_is_refused(old: str, new: str, words: str) -> None:
    assert old in SHEET
    with pytest.raises(MystError) as caught:
        sheet(SHEET.replace(old, new, 1))
    assert words in str(caught.value)


def test_the_hint_names_the_exercise_that_is_meant() -> None:
    with pytest.raises(QueryError) as caught:
        sheet(SHEET.replace("find-the-pile", "find-the-pil"))
    assert "find-the-pile" in str(caught.value.hint)


CHANGES = [
    ('"Week 3"', '"Week 4"'),
    ("23:59", "23:58"),
    ('seed = "a"', 'seed = "b"'),
    ("points = 5", "points = 4"),
    ("knowing-whether", "seven-cards"),
    ('seed = "a"', 'seed = "a"\ntext = "more"'),
]


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_a_change_of_what_students_see_changes_the_hash(old: str, new: str) -> None:
    assert sheet().hash != sheet(SHEET.replace(old, new)).hash
    same = SHEET.replace("23:59:00+01:00", "22:59:00Z")
    assert sheet().hash == sheet(same).hash, "it is the same moment"


def test_students_get_seals_and_the_same_hash(tmp_path: Path) -> None:
    mine = with_key("a-no-is-heard-by-all").replace("Two situations", "Situations")
    (tmp_path / "mine.toml").write_text(mine, encoding="utf-8")
    text = SHEET.replace("knowing-whether", "mine").replace("points = 5", "points = 2")
    teacher = sheet(text, tmp_path)
    given = student_text(teacher)  # a tenth of a second for each seal
    student = sheet(given)
    assert student.hash == teacher.hash
    assert "solution" not in given
    assert "sealed" in given
    for name in ("Ann", "Bob", "Zoë"):
        one, other = student_texts(teacher, name), student_texts(student, name)
        right = solution_of(load_exercise(one["mine"], "mine")).answer
        assert mark(load_exercise(other["mine"], "mine"), right).right
        assert mark(load_exercise(one["mine"], "mine"), right).right
    changed = teacher.task("mine").source.replace("Situations", "Histories")
    (tmp_path / "mine.toml").write_text(changed, encoding="utf-8")
    assert sheet(text, tmp_path).hash != teacher.hash


def test_solutions_are_put_in_without_another_hash() -> None:
    teacher = sheet()
    after = sheet(student_text(teacher, {"find-the-pile": "asks(1,{s1}) no(2) no(3)"}))
    assert after.hash == teacher.hash
    assert after.task("find-the-pile").solution == "asks(1,{s1}) no(2) no(3)"


# --- Variants -----------------------------------------------------------------


@given(st.text(min_size=1, max_size=30), st.text(max_size=10))
def test_a_variant_depends_on_the_name_and_the_seed_alone(name: str, seed: str) -> None:
    text = text_of("knowing-whether")
    one = student_variant(text, "knowing-whether", seed, name)
    again = student_variant(text, "knowing-whether", seed, f"  {name.upper()} ")
    if name.upper().casefold() == name.casefold():
        assert one == again
    exercise = load_exercise(one, "x.toml")
    keys = [each.key for each in variants_of(text, "knowing-whether")]
    assert exercise.variant in keys


def test_each_variant_is_some_students_and_no_name_is_luckier() -> None:
    text = text_of("knowing-whether")
    names = [f"student {k}" for k in range(360)]
    each = [student_variant(text, "knowing-whether", "s", name) for name in names]
    counts = Counter(each)
    assert len(counts) == 18
    assert 8 <= min(counts.values()) <= max(counts.values()) <= 40


def test_the_variants_of_these_names_stay_what_they_are() -> None:
    """The variants of students do not change with a version of mystpy."""
    assert student_values(sheet(), "Ann Lee") == student_values(sheet(), "ann  LEE")
    values = {name: student_values(sheet(), name) for name in ("Ann Lee", "Bob")}
    assert values == VALUES


VALUES = {
    "Ann Lee": {
        "find-the-pile": "pile=s3, one=s1, two=s2, three=s4",
        "knowing-whether": "i=3, j=2, card=r",
    },
    "Bob": {
        "find-the-pile": "pile=s3, one=s1, two=s4, three=s2",
        "knowing-whether": "i=2, j=3, card=r",
    },
}


def test_another_seed_is_another_worksheet() -> None:
    other = sheet(SHEET.replace('seed = "a"', 'seed = "b"'))
    names = [f"student {k}" for k in range(20)]
    differ = [student_values(sheet(), n) != student_values(other, n) for n in names]
    assert sum(differ) > 10


# --- Links --------------------------------------------------------------------


@given(st.text(max_size=300))
def test_a_link_holds_the_text(text: str) -> None:
    link = link_of(text, "https://example.org/page/#/table")
    assert link.startswith("https://example.org/page/#/worksheet/sheet/")
    assert text_of_link(link) == text


@given(st.integers(0, 200), st.sampled_from("Aa0_-"))
def test_a_link_that_was_changed_is_refused(at: int, sign: str) -> None:
    link = link_of(SHEET)
    start = link.index("sheet/") + 6
    place = start + at % (len(link) - start)
    changed = link[:place] + sign + link[place + 1 :]
    for given_ in (changed, link[:place]):
        if given_ == link:
            continue
        try:
            found = text_of_link(given_)
        except (QueryError, UnicodeDecodeError):
            continue
        assert found == SHEET, "the last sign may have bits that say nothing"


# --- Solutions ----------------------------------------------------------------

slow = pytest.mark.slow
some = [
    pytest.param(name, marks=slow if exercise(name).kind == "verdict" else ())
    for name in NAMES
]


@pytest.mark.parametrize("name", some)
def test_a_solution_is_marked_as_right(name: str) -> None:
    one = exercise(name)
    found = solution_of(one)
    assert found.answer or found.note
    if found.answer:
        assert mark(one, found.answer).right


def test_the_solution_of_a_sealed_formula_is_the_teachers() -> None:
    assert solution_of(exercise("knowing-whether")).answer == ""
    keyed = load_exercise(with_key("knowing-whether"), "x.toml")
    assert solution_of(keyed).answer == "K(2,h(1,r)) | K(2,~h(1,r))"


# --- Results ------------------------------------------------------------------

ANSWERS = [
    HandedAnswer("find-the-pile", "pile=s1", "asks(1,{s1})\nno(2)", "right", 2, 2),
    HandedAnswer("knowing-whether", "", "h(1,r)", "wrong", 0, 1),
]
HEAD = {"worksheet": "abc", "title": "Week 3", "seed": "a"}


def result() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(result_text(HEAD, "Zoë", "2026-12-01", ANSWERS))
    return found


def test_an_export_that_was_not_changed_has_no_faults() -> None:
    found = read_result(json.dumps(result()))
    assert found.faults == ()
    assert (found.worksheet, found.name) == ("abc", "Zoë")
    answers = {each.exercise: each.answer for each in ANSWERS}
    assert changed_answers(found, answers) == []
    answers["find-the-pile"] = "asks(1,{s1})\r\nno(2)\r\n"
    assert changed_answers(found, answers) == [], "ends of lines do not count"
    answers["knowing-whether"] = "h(1,w)"
    assert changed_answers(found, answers) == ["knowing-whether"]
    assert changed_answers(found, {}) == ["find-the-pile", "knowing-whether"]


@pytest.mark.parametrize("key", ["worksheet", "title", "seed", "name", "time"])
def test_a_head_changed_by_hand_is_seen(key: str) -> None:
    assert read_result(json.dumps({**result(), key: "other"})).faults


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("key", ["exercise", "variant", "result", "points", "sha256"])
def test_a_row_changed_by_hand_is_seen(place: int, key: str) -> None:
    whole = result()
    whole["answers"][place][key] = 9 if key == "points" else "other"
    assert len(read_result(json.dumps(whole)).faults) == 1


def test_rows_that_are_taken_out_or_added_are_seen() -> None:
    whole = result()
    answers = whole["answers"]
    for rows in (answers[:1], answers[1:], answers[::-1], [*answers, answers[0]]):
        assert read_result(json.dumps({**whole, "answers": rows})).faults


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"result": 1}', "9" * 2_000_000, "[" * 9_999]
)
def test_what_is_no_result_is_refused(text: str) -> None:
    with pytest.raises(QueryError, match=r"result\.json"):
        read_result(text)


# --- Print and command --------------------------------------------------------


def test_a_printed_page_has_no_script_and_a_place_for_each_answer() -> None:
    nasty = SHEET.replace("Week 3", "<script>alert(1)</script>")
    page = printed_page(sheet(nasty), ["<b>Ann</b>", "Bob"])
    assert "<script" not in page
    assert "<b>Ann" not in page
    assert page.count("<article>") == 2
    assert page.count('class="task"') == 4
    assert page.count('class="line"') >= 4


EXAMPLE = "example:worksheets/week-1"


def test_the_shipped_worksheet_is_described(run: Run) -> None:
    done = run("worksheet", EXAMPLE)
    assert done.exit_code == 0
    assert "find-the-pile (history, 2, 24 variants)" in done.stdout
    row = json.loads(run("worksheet", EXAMPLE, "--format", "json").stdout)
    assert row["points"] == sum(each["of"] for each in row["exercises"]) == 10


def test_solutions_come_after_the_deadline(run: Run) -> None:
    before, after = "2027-01-15T22:58:00Z", "2027-01-15T23:00:00Z"
    early = run("worksheet", EXAMPLE, "--solutions", "--at", before)
    assert early.exit_code == 2
    assert "--now" in early.stderr
    late = run("worksheet", EXAMPLE, "--solutions", "--at", after)
    assert late.exit_code == 0
    assert "asks(1,{s1}) no(2) no(3)" in late.stdout
    now = run("worksheet", EXAMPLE, "--solutions", "--at", before, "--now")
    assert now.stdout == late.stdout
    assert run("worksheet", EXAMPLE, "--solutions", "--at", "noon").exit_code == 2


def test_a_link_and_what_is_split_off_are_worksheets(run: Run, tmp_path: Path) -> None:
    link = run(
        "worksheet", EXAMPLE, "--link", "--page", "https://x.org/"
    ).stdout.strip()
    wanted = run("worksheet", EXAMPLE).stdout
    assert run("worksheet", link).stdout == wanted
    out = tmp_path / "out"
    assert run("worksheet", EXAMPLE, "--split", str(out)).exit_code == 0
    (path,) = out.iterdir()
    assert run("worksheet", str(path)).stdout == wanted
    assert run("worksheet", EXAMPLE, "--split", str(out)).exit_code == 2
    assert run("worksheet", link[:-3]).exit_code == 2


def test_students_are_listed_with_their_values(run: Run, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("# the class\nAnn Lee\n\nBob\n", encoding="utf-8")
    done = run("worksheet", EXAMPLE, "--variants", str(names), "--format", "json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["student"] for row in rows] == ["Ann Lee", "Bob"]
    whole = read_worksheet(
        (ROOT / "queries" / "worksheets" / "week-1.toml").read_text("utf-8"), "w"
    )
    assert rows[0]["values"] == student_values(whole, "Ann Lee")
    page = tmp_path / "page.html"
    words = ("--variants", str(names), "--print", str(page))
    assert run("worksheet", EXAMPLE, *words).exit_code == 0
    assert page.read_text("utf-8").count("<article>") == 2
    names.write_text("Ann\nAnn\n", encoding="utf-8")
    assert "twice" in run("worksheet", EXAMPLE, "--variants", str(names)).stderr
    names.write_text("# nobody\n", encoding="utf-8")
    assert run("worksheet", EXAMPLE, "--variants", str(names)).exit_code == 2


def test_a_mistake_in_one_variant_is_found_by_the_check(
    run: Run, tmp_path: Path
) -> None:
    text = text_of("find-the-pile").replace("depth = 4", "depth = 2")
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    path = tmp_path / "sheet.toml"
    path.write_text(SHEET.replace("find-the-pile", "mine"), encoding="utf-8")
    done = run("worksheet", str(path))
    assert done.exit_code == 2
    assert "no solution was found in 2 actions" in done.stderr


def test_times_are_compared_with_their_zones() -> None:
    assert read_time("2026-12-04T23:59:00+01:00") == read_time("2026-12-04T22:59:00Z")
    with pytest.raises(QueryError, match="no zone"):
        read_time(datetime(2026, 12, 4).isoformat())


MOODLE = """Identifier,Full name,Email address,Status,Grade
Participant 11,Ann Lee,ann@example.org,,
Participant 12,Bob,bob@example.org,,
"""
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Week 1
    Points Possible,,,,,10
"Lee, Ann",11,,,A,
Bob,12,,,A,
"Student, Test",13,,,A,
"""
ILIAS = (
    "update;usr_id;login;lastname;firstname;mark\n1;11;alee;Lee;Ann;\n1;12;b;Bob;;\n"
)


@pytest.mark.parametrize("text", [MOODLE, CANVAS, ILIAS, "Ann Lee\nBob\n"])
def test_a_gradebook_of_a_platform_is_a_list_of_students(
    run: Run, tmp_path: Path, text: str
) -> None:
    file = tmp_path / "class.csv"
    file.write_text(text, encoding="utf-8")
    done = run("worksheet", EXAMPLE, "--variants", str(file), "--format", "json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["student"] for row in rows] == ["Ann Lee", "Bob"]


def test_a_name_with_a_comma_in_a_list_stays_whole() -> None:
    assert names_of_class("Lee, Ann\nBob\n") == ["Lee, Ann", "Bob"]
    assert names_of_class("Student\nAnn\n") == ["Student", "Ann"]
    assert names_of_class("") == []


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there is no such file")
def test_what_is_no_worksheet_is_refused_with_a_hint(run: Run, tmp_path: Path) -> None:
    empty = run("worksheet", "/dev/null")
    assert "this is no worksheet: it has no key worksheet" in empty.stderr
    assert "example:worksheets/week-1" in empty.stderr
    folder = run("worksheet", str(tmp_path))
    assert "is a folder, not a file" in folder.stderr
    assert "hint: name a file in it" in folder.stderr
    (tmp_path / "week-1.toml").touch()
    missing = run("worksheet", str(tmp_path / "wek-1.toml"))
    assert "did you mean" in missing.stderr
    assert {empty.exit_code, folder.exit_code, missing.exit_code} == {2}


def test_students_with_numbers_are_sorted_by_them() -> None:
    students = [f"Student {k}" for k in (10, 2, 1)]
    results = [SubmissionResult(name, "a", "wrong", 0, 1, "") for name in students]
    table = mark_table(results, {"a": 1})
    found = [row.student for row in table.rows]
    assert found == ["Student 1", "Student 2", "Student 10"]
