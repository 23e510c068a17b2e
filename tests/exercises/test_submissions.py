"""Which exercise a file is for, and what is said where its name is not quite right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result as Done

from mystpy.exercises import submissions
from mystpy.exercises.classroom import SubmissionResult, answer_in, grade, missing_work
from mystpy.exercises.exercise import AnswerError
from mystpy.exercises.submissions import exercise_meant, handed_in
from mystpy.exercises.supervision import Limits
from tests.exercises.shelf import text_of

LIMITS = Limits(seconds=20, megabytes=800)
HEXA = "hexa-own-card"
EXERCISES = {name: text_of(name) for name in (HEXA, "find-the-pile", "poss-no")}

Run = Callable[..., Done]


def submit(folder: Path, name: str, text: str | bytes = "h(1,r)") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def results(folder: Path) -> list[SubmissionResult]:
    return [grade(x, EXERCISES, LIMITS) for x in handed_in(folder, EXERCISES)]


@pytest.mark.parametrize(
    "name",
    [
        "hexa-own-card (1).txt",
        "hexa-own-card(2).txt",
        "Hexa-Own-Card.txt",
        "HEXA-OWN-CARD.TXT",
        "hexa own card.txt",
        "hexa_own_card.md",
        " hexa-own-card .txt",
        "hexa-own-card copy.txt",
        "hexa-own-card - Copy (2).txt",
        "Copy of hexa-own-card.txt",
        "Kopie von hexa-own-card.txt",
        "hexa\u2013own\u2013card.txt",
        "\uff48exa-own-card.txt",
        "hexa-own-card.txt.txt",
    ],
)
def test_a_name_that_was_changed_by_a_program_means_the_exercise(name: str) -> None:
    meant = exercise_meant(name, EXERCISES)
    assert meant.name == HEXA
    assert meant.is_certain


@pytest.mark.parametrize(
    "name",
    [
        "hexa-own-crad.txt",
        "hexaowncard.txt",
        "ann-hexa-own-card.txt",
        "hexa-own-card-final.txt",
        "my hexa own card 2.txt",
    ],
)
def test_a_name_that_is_only_like_an_exercise_names_it(name: str) -> None:
    meant = exercise_meant(name, EXERCISES)
    assert meant.name == HEXA
    assert not meant.is_certain


@pytest.mark.parametrize("name", ["notes.txt", "copy.txt", "(1).txt", "card", "a.b"])
def test_a_name_that_means_no_exercise_stays_as_it_is(name: str) -> None:
    assert exercise_meant(name, EXERCISES) == (name.split(".")[0], True, True)


def test_two_exercises_with_names_alike_are_not_confused() -> None:
    both = ("part-1", "part_1", "1.2-more")
    assert exercise_meant("part_1.txt", both) == ("part_1", True, True)
    assert exercise_meant("Part-1.txt", both) == ("Part-1", True, True)
    assert exercise_meant("1.2-more.txt", both) == ("1.2-more", True, True)


def test_the_class_of_nearly_right_names_is_marked(tmp_path: Path) -> None:
    """Four right answers, each under another name or in another encoding."""
    submit(tmp_path, "ann/hexa-own-card (1).txt")
    submit(tmp_path, "bob/Hexa-Own-Card.txt")
    submit(tmp_path, "cid/week1/hexa-own-card.txt")
    submit(tmp_path, "dan/hexa-own-card.txt", "h(1,r)".encode("utf-16"))
    found = results(tmp_path)
    assert [(r.student, r.exercise, r.points) for r in found] == [
        (name, HEXA, 1) for name in ("ann", "bob", "cid", "dan")
    ]
    assert '"week1/hexa-own-card.txt"' in found[2].feedback
    assert "named" not in found[3].feedback


def test_a_doubtful_name_is_a_row_for_the_exercise_that_is_meant(
    tmp_path: Path,
) -> None:
    submit(tmp_path, "ann/hexa-own-crad.txt")
    (found,) = results(tmp_path)
    assert (found.exercise, found.result, found.points, found.of) == (
        *(HEXA, "unreadable"),
        *(0, 1),
    )
    assert "hexa-own-crad.txt" in found.feedback
    assert "rename" in found.feedback


@pytest.mark.parametrize(
    ("names", "points"),
    [
        (["hexa-own-card.txt", "hexa-own-card (1).txt"], [1, 0]),
        (["hexa-own-card.txt", "week2/hexa-own-card.txt"], [1, 0]),
        (["hexa-own-card (1).txt", "hexa-own-card (2).txt"], [0, 0]),
        (["week1/hexa-own-card.txt", "week2/hexa-own-card.txt"], [0, 0]),
        (["Hexa-Own-Card.txt", "hexa-own-crad.txt"], [1, 0]),
        (["hexa-own-crad.txt", "hexa-own-card-2.txt"], [0, 0]),
    ],
)
def test_of_several_files_for_an_exercise_at_most_one_counts(
    tmp_path: Path, names: list[str], points: list[int]
) -> None:
    for name in names:
        submit(tmp_path, f"ann/{name}")
    found = results(tmp_path)
    assert sorted(r.points for r in found) == sorted(points)
    assert {r.exercise for r in found} == {HEXA}
    right = [r for r in found if r.result == "right"]
    assert len(right) == sum(points)


@pytest.mark.parametrize(
    "written",
    [
        "h(1,r)".encode("utf-16-le").join([b"\xff\xfe", b""]),
        "h(1,r)".encode("utf-16-be").join([b"\xfe\xff", b""]),
        "h(1,r)".encode("utf-8-sig"),
        "h(1,r)\r\n".encode("utf-16"),
    ],
)
def test_text_of_a_windows_editor_is_read(tmp_path: Path, written: bytes) -> None:
    assert answer_in(submit(tmp_path, "a.txt", written)).strip() == "h(1,r)"


@pytest.mark.parametrize(
    "written", [b"\xff\xfeh", b"\xff\xfe\x00\xd8", b"\xe4", b"\xef\xbb\xbf\xff"]
)
def test_what_is_no_text_is_unreadable(tmp_path: Path, written: bytes) -> None:
    with pytest.raises(AnswerError, match="UTF-8"):
        answer_in(submit(tmp_path, "a.txt", written))


def test_links_and_hidden_files_within_folders_are_not_followed(
    tmp_path: Path,
) -> None:
    other = submit(tmp_path / "other", "hexa-own-card.txt")
    submit(tmp_path, "class/ann/.hidden/hexa-own-card.txt")
    submit(tmp_path, "class/ann/._hexa-own-card.txt")
    (tmp_path / "class/ann/week1").symlink_to(other.parent)
    (found,) = results(tmp_path / "class")
    assert (found.exercise, found.result, found.points) == ("week1", "unreadable", 0)


def test_more_files_than_are_looked_at_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submissions, "MAX_FILES", 2)
    for number in range(4):
        submit(tmp_path, f"ann/{number}.txt")
    found = results(tmp_path)
    assert len(found) == 3
    assert any("more than 2 files" in r.feedback for r in found)


def test_work_that_is_missing_is_a_row_with_no_points(tmp_path: Path) -> None:
    submit(tmp_path, "ann/hexa-own-card.txt")
    (tmp_path / "bob").mkdir()
    handed = handed_in(tmp_path, EXERCISES)
    found = missing_work(tmp_path, handed, EXERCISES, [HEXA, "poss-no"])
    assert found == [
        SubmissionResult("ann", "poss-no", "missing", 0, 2, "not handed in"),
        SubmissionResult("bob", HEXA, "missing", 0, 1, "not handed in"),
        SubmissionResult("bob", "poss-no", "missing", 0, 2, "not handed in"),
    ]


def test_the_table_has_a_row_for_each_student_and_exercise(
    tmp_path: Path, run: Run
) -> None:
    """Without a folder of exercises those count that somebody has handed in."""
    submit(tmp_path, "class/ann/hexa-own-card.txt")
    submit(tmp_path, "class/bob/knowing whether.txt", "true")
    done = run("grade", str(tmp_path / "class"), "--jobs", "1")
    assert done.exit_code == 0
    rows = [line.split(",")[:3] for line in done.stdout.splitlines()[1:]]
    assert rows == [
        ["ann", "hexa-own-card", "right"],
        ["ann", "knowing-whether", "missing"],
        ["bob", "hexa-own-card", "missing"],
        ["bob", "knowing-whether", "wrong"],
    ]
    for name in (HEXA, "poss-no"):
        submit(tmp_path, f"own/{name}.toml", text_of(name))
    words = ["grade", str(tmp_path / "class"), "--exercises", str(tmp_path / "own")]
    done = run(*words, "--jobs", "1")
    assert done.stdout.count(",missing,0,") == 3
