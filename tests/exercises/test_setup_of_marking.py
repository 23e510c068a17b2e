"""A faulty setup is no student's fault: it is reported, and nobody gets a 0 for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result as Done

from mystpy import __version__
from mystpy.axioms import fingerprint
from mystpy.exercises import marking
from mystpy.exercises.classroom import SubmissionResult, grade
from mystpy.exercises.gradebook import as_csv
from mystpy.exercises.marking import require_marking
from mystpy.exercises.submissions import SubmittedFile
from mystpy.exercises.supervision import LimitReached, Limits, SetupFailed
from tests.exercises.shelf import text_of

Run = Callable[..., Done]


@pytest.mark.parametrize("seconds", ["nan", "inf", "-inf", "1e300", "0", "-1", "x"])
def test_seconds_that_are_no_limit_are_wrong_input(
    tmp_path: Path, run: Run, seconds: str
) -> None:
    done = run("grade", str(tmp_path), f"--seconds={seconds}")
    assert done.exit_code == 2
    assert "'--seconds'" in done.stderr


@pytest.mark.parametrize("memory", [str(10**20), "63", str(2**63), "nan"])
def test_memory_that_no_machine_has_is_wrong_input(
    tmp_path: Path, run: Run, memory: str
) -> None:
    done = run("grade", str(tmp_path), f"--memory={memory}")
    assert done.exit_code == 2
    assert "'--memory'" in done.stderr


@pytest.mark.parametrize("seconds", [1e9, 1e8])
def test_a_limit_of_years_is_one(seconds: float) -> None:
    limits = Limits(seconds=seconds)
    require_marking(limits)
    assert limits.patience < 2**31 / 1_000, "system calls wait no longer"


@pytest.mark.parametrize(
    "limits",
    [
        Limits(megabytes=10**20),
        Limits(seconds=float("nan")),
        Limits(seconds=float("inf")),
        Limits(seconds=0),
    ],
)
def test_limits_that_cannot_be_set_are_the_setups_fault(
    tmp_path: Path, limits: Limits
) -> None:
    path = tmp_path / "hexa-own-card.txt"
    path.write_text("h(1,r)", encoding="utf-8")
    handed = SubmittedFile("ann", "hexa-own-card", path)
    found = grade(handed, {"hexa-own-card": text_of("hexa-own-card")}, limits)
    assert found.result == "failed"
    assert found.feedback.startswith("setup: a limit of")
    with pytest.raises(SetupFailed):
        require_marking(limits)


def test_limits_within_which_nothing_can_be_marked_are_told_before(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_little(*_: object) -> None:
        raise LimitReached("it needs more than 64 megabytes")

    (tmp_path / "ann").mkdir()
    (tmp_path / "ann" / "hexa-own-card.txt").write_text("h(1,r)", encoding="utf-8")
    monkeypatch.setattr(marking, "run_supervised", too_little)
    done = run("grade", str(tmp_path), "--memory", "64")
    assert done.exit_code == 3
    assert "no answer can be marked within 30 seconds and 64 megabytes" in done.stderr
    assert "ann" not in done.stdout


def test_a_program_that_is_missing_is_nobodys_fault(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process for marking has the program's folders of this one: none."""
    (tmp_path / "class" / "ann").mkdir(parents=True)
    clauses = "poss(no(J),S) :- turn(J,S)."
    (tmp_path / "class" / "ann" / "poss-no.txt").write_text(clauses, encoding="utf-8")
    monkeypatch.setattr(
        "mystpy.exercises.commands.grade.require_marking", lambda _: None
    )
    monkeypatch.setattr(
        "mystpy.exercises.classroom.marked_safely",
        lambda given, _: marking.mark_submission(given),
    )
    monkeypatch.setenv("PATH", str(tmp_path))
    done = run("grade", str(tmp_path / "class"), "--jobs", "1")
    assert done.exit_code == 3
    assert "ann,poss-no,failed,,2," in done.stdout
    assert "swipl, which is missing" in done.stdout
    assert "1 of 1 results have no points" in done.stderr
    done = run("grade", str(tmp_path / "class"), "--jobs", "1", "--format", "json")
    assert '"points":null' in done.stdout


def test_no_points_are_told_of_what_could_not_be_marked() -> None:
    rows = as_csv(
        [SubmissionResult("ann", "a", "failed", 0, 2, "setup: x")]
    ).splitlines()
    assert rows[1] == f"ann,a,failed,,2,setup: x,,{__version__},{fingerprint()}"
