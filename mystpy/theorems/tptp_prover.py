"""The prover E, asked to prove what is stated for it; it need not be installed."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from mystpy.errors import EngineFailed, EngineMissing
from mystpy.theorems.bench import Budget, Statement
from mystpy.theorems.tptp import Problem, axiom_lines, incp_lines, problems
from mystpy.theorems.verdict import Finding

_SECONDS = 60
_PROVED = "SZS status Theorem"
_REFUTED = "SZS status CounterSatisfiable"


def prove(problem: Problem, seconds: int = _SECONDS) -> bool | None:
    """True if E proves it, False if it finds that it does not follow, None if neither.

    Raises EngineMissing if there is no program eprover, EngineFailed if it fails.
    """
    program = shutil.which("eprover")
    if program is None:
        raise EngineMissing(
            "the prover E is not installed",
            hint="install it: sudo apt-get install eprover",
        )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{problem.name}.p"
        path.write_text(problem.text, encoding="utf-8")
        words = [program, "--auto", "--silent", "--tstp-format"]
        words += [f"--cpu-limit={seconds}", str(path)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    if "Parse" in done.stderr or "SZS status" not in done.stdout:
        raise EngineFailed(f"eprover: {done.stderr.strip()[:200] or 'no answer'}")
    if _PROVED in done.stdout:
        return True
    return False if _REFUTED in done.stdout else None


def write_problems(folder: Path, p: int) -> list[Path]:
    """Write all axioms for p players, and the problems, as files; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    axioms = folder / f"axioms-{p}.p"
    axioms.write_text("".join(axiom_lines(p)), encoding="utf-8")
    paths.append(axioms)
    for problem in problems(p):
        path = folder / f"{problem.name}-{p}.p"
        path.write_text(f"% {problem.states}\n{problem.text}", encoding="utf-8")
        paths.append(path)
    return paths


def _proved(budget: Budget) -> Finding:
    """What E says of every problem; OPEN if it is not installed."""
    statement = "the induction steps of chapter 2 follow from the axioms (TPTP)"
    most = 60 if budget.full else 8
    for p in range(2, most + 1):
        assert list(incp_lines(p)), "incp is what the problems say of it"
    readings, wrong = [], None
    for problem in problems(2):
        budget.tick()
        try:
            answer = prove(problem)
        except EngineMissing as error:
            return Finding.open(statement, f"{error}; {error.hint}", method="prover")
        failed = None if answer else {"problem": problem.name, "answer": str(answer)}
        wrong = wrong or failed
        found = Finding.judged(
            failed,
            proves=True,
            statement=problem.states,
            method="prover",
            scope={"p": f"2..{most}", "m, n, q": "any"},
            instances=1,
        )
        readings.append((problem.name, found))
    return Finding.judged(
        wrong,
        proves=True,
        statement=statement,
        method="prover",
        scope={"p": f"2..{most}", "m, n, q": "any"},
        instances=len(readings),
        note="proved by E (eprover) from the definitions of the ASP files, written as"
        " first-order formulas; of incp only that it is a one-to-one function from"
        " players to other players, which was checked in the list (2.6) of each p",
    ).also(*readings)


STATEMENTS = (
    Statement(
        "prover-chapter-2",
        "2.8-2.10",
        "The steps of the inductions are proved by an independent prover as well.",
        "axioms of chapter 2 & invariants at s & Poss(a,s) -> invariant at do(a,s)",
        _proved,
    ),
)
