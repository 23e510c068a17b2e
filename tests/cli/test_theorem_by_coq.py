"""`mystpy theorem` for what Coq proves: its verdict at once, then the cross-check."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mystpy.conjectures import outcomes
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.prover import obligations, prover_results, provers
from mystpy.conjectures.sweep import exhaustive
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.theses import bench
from mystpy.theses.bench import by_coq, statement
from mystpy.theses.commands import verdicts
from mystpy.theses.statement import Statement
from tests.cli.conftest import Run

BY_COQ = "remark-3.1-all-no"
HEAD = f"{BY_COQ}  3.1, everyone responded no  PROVED (Coq: Pile.all_no)"
QUICK = "axiom-2.9-from-rest"
"""Its cross-check takes less time than those that provers make."""

QUICK_HEAD = f"{QUICK}  (2.9)-(2.12)  PROVED (Coq: Partition.disjoint_from_rest)"
HOLDS = Result(Verdict.HOLDS, "F", "exhaustive", {"c": 4}, 3, note="looked at")


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace what is computed; give what had been printed when it began."""
    printed: list[str] = []

    def settle(stated: Statement, budget: Budget) -> tuple[Result, float]:
        sys.stdout.flush()
        stream = sys.stdout.buffer
        assert isinstance(stream, io.BytesIO)
        printed.append(stream.getvalue().decode())
        return replace(HOLDS, statement=stated.formal), 1.0

    monkeypatch.setattr(verdicts, "settle", settle)
    return printed


def test_the_verdict_of_coq_is_printed_before_anything_is_computed(
    run: Run, settled: list[str]
) -> None:
    result = run("theorem", BY_COQ)
    (before,) = settled
    assert before.splitlines()[0] == HEAD
    assert before.splitlines()[-1] == "  rests on: Coq's kernel"
    assert result.stdout.startswith(before)


def test_json_is_one_object_after_the_cross_check(run: Run, settled: list[str]) -> None:
    result = run("theorem", BY_COQ, "--format", "json")
    assert settled == [""]
    assert json.loads(result.stdout)["id"] == BY_COQ


def test_with_a_filter_nothing_is_printed_that_may_be_left_out(
    run: Run, settled: list[str]
) -> None:
    words = (
        "theorem",
        "--chapter",
        "3",
        "--search",
        "except her own",
        "--verdict",
        "open",
    )
    assert "PROVED" not in run(*words).stdout
    assert settled
    assert set(settled) == {""}


@pytest.mark.parametrize(
    ("name", "head"),
    [(QUICK, QUICK_HEAD), pytest.param(BY_COQ, HEAD, marks=pytest.mark.slow)],
)
def test_the_cross_check_follows_the_verdict(run: Run, name: str, head: str) -> None:
    lines = run("theorem", name, "--sample", "--processes", "1").stdout.splitlines()
    assert lines[0] == head
    (found,) = [line for line in lines if line.startswith("  cross-check (")]
    assert "without Coq: " in found.lower().replace("coq", "Coq")
    assert lines.index(found) > lines.index("  assumptions: none")


@pytest.mark.parametrize(
    ("words", "seconds"),
    [((), 5), (("--cross-check",), None), (("--seconds", "2"), 2)],
)
def test_a_cross_check_has_five_seconds_unless_it_is_asked_for(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    seconds: float | None,
) -> None:
    budgets: list[float | None] = []

    def settle(stated: Statement, budget: Budget) -> tuple[Result, float]:
        budgets.append(None if budget.seconds is None else round(budget.seconds))
        return HOLDS, 1.0

    monkeypatch.setattr(verdicts, "settle", settle)
    monkeypatch.setattr(verdicts, "CROSS_CHECK_SECONDS", 5.0)
    run("theorem", BY_COQ, *words)
    assert budgets == [seconds]


def test_without_a_cross_check_nothing_is_computed(
    run: Run, settled: list[str]
) -> None:
    words = ("theorem", BY_COQ, "--no-cross-check")
    lines = run(*words).stdout.splitlines()
    assert lines[0] == HEAD
    assert lines[-1] == "  rests on: Coq's kernel"
    assert "  assumptions: none" in lines
    row = json.loads(run(*words, "--format", "json").stdout)
    assert (row["verdict"], row["method"]) == ("PROVED", "Coq: Pile.all_no")
    assert not settled


def test_what_coq_does_not_prove_is_settled_without_a_cross_check(
    run: Run, settled: list[str]
) -> None:
    assert by_coq(statement("axiom-2.9-printed")) is None
    result = run("theorem", "axiom-2.9-printed", BY_COQ, "--no-cross-check")
    assert len(settled) == 1
    assert "HOLDS" in result.stdout
    assert HEAD in result.stdout


def test_the_page_has_cross_checks(run: Run, tmp_path: Path) -> None:
    words = ("--all", "--no-cross-check", "--report", str(tmp_path))
    result = run("theorem", *words)
    assert result.exit_code == 2
    assert "cross-check" in result.stderr


@pytest.mark.parametrize("by_coq", [True, False])
def test_no_counterexample_is_sought_before_provers_where_coq_has_a_proof(
    monkeypatch: pytest.MonkeyPatch, by_coq: bool
) -> None:
    looks: list[object] = []
    monkeypatch.setattr(exhaustive, "fails_soon", lambda *given: looks.append(given))
    monkeypatch.setattr(provers, "prove", lambda *_: HOLDS)
    if not by_coq:
        monkeypatch.setattr(bench, "proving_theorem", lambda *_: None)
    stated = statement("axiom-2.32")
    assert bench.settle_statement(stated, Budget(scope="sample")).verdict.good
    assert bool(looks) is not by_coq


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("verdict", [Verdict.FALSE, Verdict.MISPRINTED])
def test_what_coq_proves_and_mystpy_refutes_is_a_disagreement(
    run: Run, monkeypatch: pytest.MonkeyPatch, form: str, verdict: Verdict
) -> None:
    false = replace(HOLDS, verdict=verdict, counterexample={"n": 1}), 0.0
    monkeypatch.setattr(verdicts, "settle", lambda *_: false)
    result = run("theorem", BY_COQ, "--format", form)
    assert result.exit_code == 4
    assert f"Pile.all_no proves {BY_COQ}" in result.output
    assert str(verdict) in result.stdout


def test_what_stays_open_has_the_status_of_that(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Result.open("F", "nothing was looked at"), 0.0
    monkeypatch.setattr(verdicts, "settle", lambda *_: found)
    result = run("theorem", BY_COQ)
    assert result.exit_code == 5
    assert "  cross-check (0.0 s): OPEN" in result.stdout
    assert "  nothing was looked at" in result.stdout


def test_coq_proves_nothing_of_edited_axioms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shutil

    from mystpy.axioms import axioms_dir

    assert by_coq(statement(BY_COQ)) is not None
    shutil.copytree(axioms_dir(), tmp_path / "axioms")
    monkeypatch.setenv("MYSTPY_AXIOMS", str(tmp_path / "axioms"))
    assert by_coq(statement(BY_COQ)) is not None  # they are the same, word for word
    shutil.copytree(axioms_dir(), tmp_path / "edited")
    edited = tmp_path / "edited" / "s2_07_possible_actions.lp"
    edited.write_text(edited.read_text("utf-8") + "% edited\n", encoding="utf-8")
    monkeypatch.setenv("MYSTPY_AXIOMS", str(tmp_path / "edited"))
    assert by_coq(statement(BY_COQ)) is None


def test_provers_that_did_not_run_are_told_of(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    few = obligations.support()[:3]  # two runs prove these
    monkeypatch.setattr(prover_results, "support", lambda: few)
    games = ("--games", "MYST(1,1,2,1)", "--sample")
    words = ("theorem", "--say", "GameOver -> endphase", *games)
    first, second = (_by_another_process(run, *words) for _ in range(2))
    assert first.stderr == ""
    assert "--fresh runs the provers again" in second.stderr
    assert [line for line in first.stdout.splitlines() if " s" not in line] == [
        line for line in second.stdout.splitlines() if " s" not in line
    ]
    row = json.loads(_by_another_process(run, *words, "--format", "json").stdout)
    assert row["kept"] > 0
    anew = _by_another_process(run, *words, "--format", "json", "--fresh")
    assert anew.stderr == ""
    assert "kept" not in json.loads(anew.stdout)


def _by_another_process(run: Run, *words: str):  # type: ignore[no-untyped-def]
    outcomes.forget()
    try:
        return run(*words)
    finally:
        outcomes.forget()
