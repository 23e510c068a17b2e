"""The prover E, asked to prove what is stated for it; it need not be installed."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from mystpy.conjectures.prover.tptp import Problem, axiom_lines, problems
from mystpy.errors import EngineFailed, EngineMissing

CLAUSES = 25_000
"""Clauses that E processes before it gives up: ten times as many as any proof needs.

They are the same on every machine; the seconds are only there to end what hangs.
"""

_SECONDS = 1_200
_HANGS = "limit exceeded (time)"
_PROVED = "SZS status Theorem"
_REFUTED = "SZS status CounterSatisfiable"


def prove(problem: Problem, clauses: int = CLAUSES) -> bool | None:
    """True if E proves it, False if it finds that it does not follow, None if neither.

    Then so many clauses were processed without a proof.

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
        words += [f"--processed-clauses-limit={clauses}", f"--cpu-limit={_SECONDS}"]
        words.append(str(path))
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    if _HANGS in done.stdout:
        raise EngineFailed(f"eprover hangs: it took more than {_SECONDS:,} s")
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
