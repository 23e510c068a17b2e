"""Outcomes of prover runs on disk: when they are used, and when not."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from mystpy.conjectures import outcomes
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.outcomes import ProverOutcome, ProverRun, forget, fresh, once
from mystpy.conjectures.prover import background, eprover, prover_results, smt
from mystpy.conjectures.prover.obligations import Problem, support
from mystpy.conjectures.prover.prover_results import (
    Effort,
    ask_provers,
    on_the_invariants,
)
from mystpy.conjectures.settle import settle
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.errors import EngineMissing
from mystpy.files import disk
from mystpy.files.rows import key_of, seal_row
from mystpy.game.game import Game
from mystpy.thresholds import MAX_RESOURCES_OF_PROOF
from tests.edits import copied_axioms
from tests.programs import needs, ran

TRUE = Problem("true", "", "fof(a, axiom, p(c)).\nfof(g, conjecture, p(c)).\n")
FALSE = Problem("false", "", "fof(a, axiom, p(c)).\nfof(g, conjecture, q(c)).\n")
CACHE_OF_THE_RUN = os.environ["XDG_CACHE_HOME"]
RUN = ProverRun("cvc5 1", ("some",), TRUE.text)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give an empty cache folder, as if no process had run before."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    forget()
    yield tmp_path / "cache"
    forget()


@pytest.fixture
def folder_of_the_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the folder that all tests share, in which the invariants may be proved."""
    monkeypatch.setenv("XDG_CACHE_HOME", CACHE_OF_THE_RUN)


def file() -> Path:
    path = outcomes.outcomes().path
    assert path is not None
    return path


def answering(
    outcome: ProverOutcome, run: ProverRun = RUN
) -> tuple[ProverOutcome, int]:
    """Return the outcome of a run whose prover answers so, and how often it ran."""
    made = []

    def ask() -> ProverOutcome:
        made.append(run)
        return outcome

    return once(run.prover, run.options, run.problem, ask), len(made)


YES, NO = ProverOutcome(True, ("a", "g")), ProverOutcome(False)


# --- What is kept -------------------------------------------------------------


@pytest.mark.parametrize("outcome", [YES, NO, ProverOutcome(True)], ids=str)
def test_an_outcome_is_kept_for_the_next_process(outcome: ProverOutcome) -> None:
    assert answering(outcome) == (outcome, 1)
    assert answering(outcome) == (outcome, 0)
    assert outcomes.reuse_count() == 0  # it was run by this process
    forget()
    assert answering(ProverOutcome(not outcome.proved)) == (outcome, 0)
    assert outcomes.reuse_count() == 1


def test_what_depends_on_the_machine_is_not_kept() -> None:
    slow = ProverOutcome(False, repeatable=False)
    assert answering(slow) == (slow, 1)
    assert answering(YES) == (YES, 1)
    assert once(None, (), TRUE.text, lambda: NO) == NO
    assert len(file().read_bytes().splitlines()) == 1


@pytest.mark.parametrize(
    "other",
    [
        ProverRun("cvc5 2", RUN.options, RUN.problem),
        ProverRun("E 2.6", RUN.options, RUN.problem),
        ProverRun(RUN.prover, (), RUN.problem),
        ProverRun(RUN.prover, ("some", ""), RUN.problem),
        ProverRun(RUN.prover, RUN.options, f"{RUN.problem} "),
        ProverRun("cvc5", ("1", "some"), RUN.problem),
    ],
    ids=str,
)
def test_no_outcome_is_that_of_another_run(other: ProverRun) -> None:
    """The prover, its version, its options and limits, and the problem all count."""
    answering(YES)
    forget()
    assert answering(NO, other) == (NO, 1)
    assert answering(NO) == (YES, 0)


def test_the_options_and_limits_of_a_run_are_in_its_key() -> None:
    """A run that reached a small limit says nothing about a larger limit."""
    hard = support()[1]
    assert not prover_results._proved_by_cvc5(hard.text, ((1, smt.SmtStrategy.WIDE),))
    forget()
    assert prover_results._proved_by_cvc5(
        hard.text, ((MAX_RESOURCES_OF_PROOF, smt.SmtStrategy.WIDE),)
    )
    assert not prover_results._proved_by_cvc5(hard.text, ((1, smt.SmtStrategy.WIDE),))
    assert outcomes.reuse_count() == 1


def test_outcomes_under_other_axioms_are_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(YES)
    copied_axioms(tmp_path / "axioms")
    edited = tmp_path / "axioms" / "s2_07_possible_actions.lp"
    edited.write_text(edited.read_text("utf-8") + "% edited\n", encoding="utf-8")
    monkeypatch.setenv("MYSTPY_AXIOMS", str(tmp_path / "axioms"))
    assert answering(NO) == (NO, 1)
    monkeypatch.delenv("MYSTPY_AXIOMS")
    assert answering(NO) == (YES, 0)


def test_outcomes_of_other_checks_are_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Outcomes from before a fix of the proof checker are not used."""
    answering(YES)
    monkeypatch.setattr(outcomes, "_checks", lambda: "mended")
    assert answering(NO) == (NO, 1)
    monkeypatch.setattr(outcomes, "_checks", lambda: "")
    assert answering(NO) == (NO, 1)
    assert outcomes.outcomes().path is None  # its sources are no files


@pytest.mark.parametrize("module", ["proof", "smt", "run", "clauses"])
def test_the_modules_that_check_are_in_the_name(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, read = outcomes._checks.__wrapped__(), Path.read_bytes

    def edited(path: Path) -> bytes:
        return read(path) + (b"#" if path.stem == module else b"")

    monkeypatch.setattr(Path, "read_bytes", edited)
    assert outcomes._checks.__wrapped__() != before
    monkeypatch.setattr(Path, "glob", lambda *_: iter(()))  # in a zip there is none
    assert outcomes._checks.__wrapped__() == ""


def test_what_runs_now_counts_more_than_what_was_kept() -> None:
    answering(YES)
    forget()
    with fresh():
        assert answering(NO) == (NO, 1)
    assert answering(YES) == (NO, 0)
    forget()
    assert answering(YES) == (NO, 0)


# --- Files that do not count --------------------------------------------------


def forged(path: Path, run: ProverRun = RUN) -> None:
    """Write a file that says a run has proved its goal."""
    row = {
        "key": run.key,
        "prover": run.prover,
        "options": list(run.options),
        "proved": True,
        "lines": [],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(seal_row(row, key_of(path.stem.encode())))


def shared(path: Path) -> None:
    path.chmod(0o620)


def open_to_all(path: Path) -> None:
    path.chmod(0o602)


def linked(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def known_by_two_names(path: Path) -> None:
    path.with_name("elsewhere").hardlink_to(path)


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def too_large(path: Path) -> None:
    with path.open("r+b") as opened:
        opened.truncate(outcomes.MAX_BYTES + 1)


@pytest.mark.parametrize(
    "change",
    [shared, open_to_all, linked, known_by_two_names, a_pipe, a_folder, too_large],
)
def test_a_file_that_others_may_have_written_proves_nothing(
    change: Callable[[Path], None],
) -> None:
    path = file()
    forged(path)
    path.chmod(0o600)
    forget()
    assert answering(NO) == (YES._replace(lines=()), 0)  # it would be believed
    change(path)
    forget()
    assert answering(NO) == (NO, 1)
    assert answering(NO) == (NO, 0)


def test_a_file_of_another_user_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    path = file()
    forged(path)
    path.chmod(0o600)
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    forget()
    assert answering(NO) == (NO, 1)
    monkeypatch.delattr(os, "geteuid")  # a system without users
    forget()
    assert answering(NO) == (NO, 1)


def test_a_forged_file_does_not_make_a_false_conjecture_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every run of it is forged; only the rights on the file are wrong."""
    runs: list[ProverRun] = []

    def noted(
        self: outcomes.Outcomes, run: ProverRun, key: str, outcome: ProverOutcome
    ) -> None:
        runs.append(run)

    with monkeypatch.context() as patched:
        patched.setattr(outcomes.Outcomes, "keep", noted)
        assert ask_provers([FALSE], Effort.BRIEF).failed is FALSE
    path, key = file(), key_of(file().stem.encode())
    rows = [
        {
            "key": run.key,
            "prover": run.prover,
            "options": list(run.options),
            "proved": True,
            "lines": [],
        }
        for run in runs
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(seal_row(each, key) for each in rows))
    path.chmod(0o666)
    forget()
    assert ask_provers([FALSE], Effort.BRIEF).failed is FALSE


def test_what_is_written_is_the_users_alone() -> None:
    umask = os.umask(0)
    try:
        answering(YES)
    finally:
        os.umask(umask)
    assert stat.S_IMODE(file().stat().st_mode) == 0o600


# --- Damage -------------------------------------------------------------------


def test_whatever_is_damaged_the_outcome_is_right() -> None:
    """Change each byte, and cut the file at each length."""
    answering(YES)
    path = file()
    whole = path.read_bytes()
    for place in range(len(whole)):
        for broken in (
            whole[:place],
            whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :],
        ):
            path.write_bytes(broken)
            known = outcomes.Outcomes(path.stem, path)
            assert known.find(RUN.key) in (None, YES)


@pytest.mark.parametrize(
    "row",
    [
        {"proved": True},
        {"proved": 1, "lines": []},
        {"proved": "yes", "lines": []},
        {"proved": True, "lines": "a"},
        {"proved": True, "lines": [1]},
        {"proved": True, "lines": [], "more": 0},
    ],
    ids=str,
)
def test_rows_of_another_form_do_not_count(row: dict[str, Any]) -> None:
    whole = {"key": RUN.key, "prover": RUN.prover, "options": list(RUN.options), **row}
    path = file()
    path.parent.mkdir(parents=True)
    path.write_bytes(seal_row(whole, key_of(path.stem.encode())))
    path.chmod(0o600)
    forget()
    assert answering(NO) == (NO, 1)


def test_a_row_of_another_file_does_not_count() -> None:
    """Such as a row for other axioms, or for another version of the checks."""
    answering(YES)
    path = file()
    row = path.read_bytes()
    path.write_bytes(seal_row({"key": RUN.key}, key_of(b"other")) + row)
    forget()
    assert answering(NO) == (YES, 0)
    other = path.with_name(f"other-{path.name}")
    path.rename(other)
    assert outcomes.Outcomes(other.stem, other).find(RUN.key) is None


def test_after_a_line_that_was_cut_short_rows_are_whole() -> None:
    answering(YES)
    path = file()
    path.write_bytes(path.read_bytes()[:-20])
    forget()
    assert answering(YES) == (YES, 1)
    forget()
    assert answering(NO) == (YES, 0)


@pytest.mark.parametrize("call", ["opened_private", "write_all", "size_of"])
def test_without_a_file_provers_run(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(disk, call, failing)
    assert answering(YES) == (YES, 1)
    assert answering(YES) == (YES, 0)
    forget()
    assert answering(YES) == (YES, 1)


def test_without_a_folder_provers_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "blocked").write_text("no folder")
    for where in (tmp_path / "blocked", Path("/dev/null")):
        monkeypatch.setenv("XDG_CACHE_HOME", str(where))
        assert answering(YES) == (YES, 1)
    monkeypatch.setattr(outcomes, "cache_dir", lambda: None)
    assert answering(YES) == (YES, 1)


MANY = """
from mystpy.conjectures.outcomes import ProverOutcome, once
for k in range(200):
    once("prover 1", (), str(k), lambda: ProverOutcome(True, ("line",) * 40))
"""


def test_two_processes_write_at_once() -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    both = f"{sys.executable} -c '{MANY}' & {sys.executable} -c '{MANY}' & wait"
    assert ran(["sh", "-c", both], env=env).returncode == 0
    for k in range(200):
        found, made = answering(NO, ProverRun("prover 1", (), str(k)))
        assert (found.proved, made) == (True, 0)


# --- Provers ------------------------------------------------------------------


def said(text: str) -> Result:
    games = (Game.myst(1, 1, 2, 1), Game.myst(1, 1, 3, 1))
    return settle(Conjecture("test", "always", text, games), Budget(scope="full"))


TURN = "forall i in players: Turn(i) -> In(i) | endphase"


def fails(*_: object, **__: object) -> Any:
    pytest.fail("a prover was run again")


@pytest.mark.usefixtures("folder_of_the_run")
def test_what_was_proved_is_not_proved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    found = said(TURN)
    assert (found.verdict, found.method) == (Verdict.PROVED, "provers")
    forget()
    for module, name in (
        *(
            (smt, "lines_used"),
            (smt, "answer"),
            (eprover, "answer"),
            (prover_results, "check"),
        ),
        (background, "_borne_out"),
    ):
        monkeypatch.setattr(module, name, fails)
    assert said(TURN) == found
    assert outcomes.reuse_count() > len(support())


@pytest.mark.usefixtures("folder_of_the_run")
def test_without_the_prover_nothing_is_said_by_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert on_the_invariants(fully=False).failed is None
    forget()
    monkeypatch.setitem(sys.modules, "cvc5", None)
    with pytest.raises(EngineMissing):
        on_the_invariants(fully=False)
    assert said(TURN).method == "induction"


@needs("eprover")
def test_without_e_nothing_is_said_by_e(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ask_provers([TRUE], Effort.BOTH).by_e == 1
    forget()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ask_provers([TRUE], Effort.BOTH).by_e == 0


@needs("eprover")
def test_another_version_of_a_prover_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[str] = []
    used, answer = smt.lines_used, eprover.answer

    def by_cvc5(text: str) -> ProverOutcome:
        runs.append("cvc5")
        return used(text)

    def by_e(*given: Any, **options: Any) -> eprover.SzsAnswer:
        runs.append("E")
        return answer(*given, **options)

    monkeypatch.setattr(smt, "lines_used", by_cvc5)
    monkeypatch.setattr(eprover, "answer", by_e)
    assert ask_provers([TRUE], Effort.BOTH).by_e == 1
    assert ask_provers([TRUE], Effort.BOTH).by_e == 1
    assert runs == ["cvc5", "E"]
    monkeypatch.setattr(eprover, "version", lambda: "E 99.0 another")
    assert ask_provers([TRUE], Effort.BOTH).by_e == 1
    assert runs == ["cvc5", "E", "E"]
    monkeypatch.setattr(smt, "version", lambda: "cvc5 99.0")
    assert ask_provers([TRUE], Effort.BOTH).by_e == 1
    assert runs == ["cvc5", "E", "E", "cvc5", "E"]


@needs("eprover")
def test_e_says_its_version() -> None:
    version = eprover.version()
    assert version is not None
    assert version.startswith("E ")


def eprover_in(folder: Path, script: str) -> None:
    folder.mkdir(exist_ok=True)
    program = folder / "eprover"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)


def test_what_a_program_says_that_is_not_e_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    eprover_in(tmp_path / "bin", "echo '# SZS status GaveUp'")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    assert eprover.version() is None
    assert ask_provers([TRUE], Effort.BOTH).by_e == 0
    assert b"GaveUp" not in file().read_bytes()
    assert len(file().read_bytes().splitlines()) == 1  # that of cvc5


@pytest.mark.parametrize(
    ("printed", "repeatable"),
    [
        ("# Failure: User resource limit exceeded!\n# SZS status ResourceOut", True),
        ("# Failure: Resource limit exceeded (time)\n# SZS status ResourceOut", False),
        (
            "# Failure: User resource limit exceeded!\n"
            "# Failure: Resource limit exceeded (time)\n# SZS status ResourceOut",
            False,
        ),
        ("# SZS status GaveUp", False),
        ("# SZS status Satisfiable", True),
    ],
)
def test_e_gives_up_for_a_reason_of_its_own(printed: str, repeatable: bool) -> None:
    found = eprover._szs_answer(CompletedProcess([], 0, printed, ""))
    assert found.repeatable is repeatable


@pytest.mark.parametrize(
    ("why", "repeatable"),
    [("RESOURCEOUT", True), ("INCOMPLETE", True), ("MEMOUT", False), ("OTHER", False)],
)
def test_cvc5_gives_up_for_a_reason_of_its_own(why: str, repeatable: bool) -> None:
    question = smt._SmtQuery({})
    question.end(f"UnknownExplanation.{why}")
    assert question.repeatable is repeatable


def test_cvc5_says_why_it_gives_up() -> None:
    """Whether an outcome is kept depends on these words, which cvc5 prints."""
    import cvc5

    known = {each.name for each in cvc5.UnknownExplanation}
    assert set(smt._REPEATABLE) <= known
    assert "TIMEOUT" in known
    hard = support()[1]
    assert smt.answer(hard.text, 1) == ProverOutcome(False, repeatable=True)
