"""The prover E, asked to prove a problem; it need not be installed."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from mystpy.conjectures.prover.skolem import clause_text, without_exists
from mystpy.errors import EngineFailed, EngineMissing

_WAYS = (("--auto", 25_000), ("--auto-schedule", 6_000))
"""Ways of looking for a proof, each with the clauses after which E gives it up.

They are the same on every machine; the seconds are only there to end what hangs.
"""

_SECONDS = 1_200
_REFUTED = "SZS status Unsatisfiable"
_PROOF = re.compile(r"# SZS output start.*?\n(.*?)# SZS output end", re.DOTALL)


def proof_of(problem: str) -> str | None:
    """E's proof of a problem in TPTP; None if it finds none.

    Raises EngineMissing if there is no program eprover, EngineFailed if it fails.
    """
    program = shutil.which("eprover")
    if program is None:
        raise EngineMissing(
            "the prover E is not installed",
            hint="install it: sudo apt-get install eprover",
        )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "problem.p"
        path.write_text(clause_text(without_exists(problem)), encoding="utf-8")
        for way, clauses in _WAYS:
            words = [way, "--silent", "--proof-object"]
            words.append(f"--processed-clauses-limit={clauses}")
            proof = _told(_run([program, *words, str(path)]))
            if proof is not None:
                return proof
    return None


def _told(done: subprocess.CompletedProcess[str]) -> str | None:
    """The proof that E has printed, or None if it has found none."""
    if "Parse" in done.stderr or "SZS status" not in done.stdout:
        raise EngineFailed(f"eprover: {done.stderr.strip()[:200] or 'no answer'}")
    if _REFUTED not in done.stdout:
        return None
    found = _PROOF.search(done.stdout)
    if found is None:
        raise EngineFailed("eprover gives no proof", hint="E 2.0 or later does")
    return "".join(f"{line}\n" for line in found[1].splitlines() if line[0] != "#")


def _run(words: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            words, capture_output=True, text=True, check=False, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        message = f"eprover hangs: it took more than {_SECONDS:,} s"
        raise EngineFailed(message) from None
