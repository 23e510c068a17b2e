"""The export for first-order provers: its text, and what the prover E makes of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mystpy.axioms import axioms_dir
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.prover.eprover import CLAUSES, prove, write_problems
from mystpy.conjectures.prover.tptp import GOALS, Problem, axiom_lines, problems
from mystpy.conjectures.verdict import Verdict
from mystpy.engines.programs.clauses import definitions
from mystpy.errors import AxiomError, EngineFailed, EngineMissing
from mystpy.theses.bench import settle, statement


def test_a_successor_state_axiom_is_written_as_in_the_thesis() -> None:
    ((name, formula),) = definitions(("s2_09_successor_state.lp",), ["turn"])
    assert name == "turn"
    assert formula == (
        "! [Y0,Y8,Y9] : (turn(Y0,do(Y8,Y9)) <=> "
        "((? [I] : (Y8 = endturn(I) & turn(I,Y9) & incp(I,Y0)))"
        " | (turn(Y0,Y9) & Y8 != endturn(Y0))))"
    )


def test_what_no_rule_defines_is_an_error() -> None:
    with pytest.raises(AxiomError, match="no rule defines nothing"):
        list(definitions(("s2_09_successor_state.lp",), ["nothing"]))


def test_the_axioms_of_a_size_name_its_players() -> None:
    text = "".join(axiom_lines(3))
    assert "(X = n3 & Y = n1)" in text
    assert "n4" not in text
    assert text.count("fof(poss, axiom") == 1


def test_problems_are_written(tmp_path: Path) -> None:
    paths = write_problems(tmp_path, 3)
    assert len(paths) == len(GOALS) + 1
    assert all(path.read_text("utf-8").rstrip().endswith(").") for path in paths)


def test_without_the_prover_the_statement_is_open(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineMissing, match="not installed"):
        prove(problems(2)[0])
    finding, _ = settle(statement("prover-chapter-2"), Budget(scope="sample"))
    assert finding.verdict is Verdict.OPEN
    assert "apt-get install eprover" in str(finding.note)


@pytest.mark.slow
@pytest.mark.parametrize("problem", problems(2), ids=lambda problem: problem.name)
def test_the_prover_proves_it(problem: Problem) -> None:
    assert prove(problem, CLAUSES // 5) is True


@pytest.mark.slow
def test_the_prover_gives_up_after_so_many_clauses() -> None:
    assert prove(problems(2)[0], 20) is None


def test_a_prover_that_hangs_has_failed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "eprover"
    told = "# Failure: Resource limit exceeded (time)\n# SZS status ResourceOut"
    script.write_text(f"#!/bin/sh\necho '{told}'\n", encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(EngineFailed, match="eprover hangs"):
        prove(problems(2)[0])


@pytest.mark.slow
def test_the_prover_does_not_prove_what_mutated_axioms_refute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in axioms_dir().iterdir():
        if path.suffix in (".lp", ".toml"):
            text = path.read_text("utf-8").replace(
                "    A != endturn(J).\n", "    A = A.\n"
            )
            (tmp_path / path.name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("MYSTPY_AXIOMS", str(tmp_path))
    assert prove(problems(2)[0], CLAUSES // 5) is None
