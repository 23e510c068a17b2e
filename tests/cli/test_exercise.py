"""The commands exercise and grade: statuses, JSON, hints, pictures, two halves."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from click.testing import Result

from tests.exercises.shelf import with_key

Run = Callable[..., Result]

HEXA = "example:exercises/hexa-own-card"


def test_the_status_says_right_wrong_or_unreadable(run: Run) -> None:
    assert run("exercise", HEXA, "h(1,r)").exit_code == 0
    assert run("exercise", HEXA, "h(2,r)").exit_code == 1
    assert run("exercise", HEXA, "h(2,r").exit_code == 2
    assert run("exercise", "example:hexa", "h(1,r)").exit_code == 2


def test_an_exercise_is_shown_without_its_answer(run: Run) -> None:
    output = run("exercise", HEXA).stdout
    assert "What your own card tells you (1 point)" in output
    assert "h(1,r)" not in output
    row = json.loads(run("exercise", HEXA, "--format", "json").stdout)
    assert (row["kind"], row["of"], row["hints"]) == ("formula", 1, 2)


def test_a_mark_as_json_has_witness_and_hint(run: Run) -> None:
    done = run("exercise", HEXA, "~h(2,r)", "--format", "json")
    row = json.loads(done.stdout)
    assert (row["exercise"], row["right"]) == ("hexa-own-card", False)
    assert (row["points"], row["of"]) == (0, 1)
    assert row["witness"]["world"] == "wbr"
    assert row["hint"].startswith("Player 1 knows it in a world")
    good = json.loads(run("exercise", HEXA, "h(1,r)", "--format", "json").stdout)
    assert (good["right"], good["witness"], good["hint"]) == (True, None, None)


def test_an_answer_is_a_file_or_standard_input(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "answer.txt"
    file.write_text("h(1,r)\n", encoding="utf-8")
    assert run("exercise", HEXA, str(file)).exit_code == 0
    assert run("exercise", HEXA, "-", stdin="h(1,r)\n").exit_code == 0


def test_hints_come_one_by_one(run: Run) -> None:
    one = run("exercise", HEXA, "--hint").stdout.splitlines()
    two = run("exercise", HEXA, "--hint", "--hint").stdout.splitlines()
    assert (len(one), two[0], len(two)) == (1, one[0], 2)
    assert run("exercise", HEXA, "--hint", "--hint", "--hint").exit_code == 1


def test_a_witness_is_drawn(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "witness.svg"
    for name, wrong in (
        ("hexa-own-card", "~h(2,r)"),
        ("find-the-pile", "asks(1,{s1}) no(2)"),
        ("seven-cards", "30; 10; 1/5"),
    ):
        run("exercise", f"example:exercises/{name}", wrong, "-o", str(path))
        assert ElementTree.parse(path).getroot().tag.endswith("svg")
        path.unlink()


def test_a_teachers_file_is_split(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a-no-is-heard-by-all.toml"
    file.write_text(with_key(file.stem), encoding="utf-8")
    out = tmp_path / "out"
    done = run("exercise", str(file), "--split", str(out))
    assert done.exit_code == 0
    student = (out / file.name).read_text(encoding="utf-8")
    assert "solution" not in student
    assert "solution" in (out / f"{file.stem}.key.toml").read_text(encoding="utf-8")
    assert run("exercise", str(out / file.name), "K(3,~h(2,s1))").exit_code == 0
    assert run("exercise", str(file), "--split", str(out)).exit_code == 2


def test_grade_refuses_what_is_no_class(run: Run, tmp_path: Path) -> None:
    assert run("grade", str(tmp_path)).exit_code == 2
    assert run("grade", str(tmp_path / "nowhere")).exit_code == 2
    assert run("grade", "queries/exercises/class", "--resume").exit_code == 2
