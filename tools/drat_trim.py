"""Have drat-trim check proofs in DRAT, beside tools/check_drat.py.

    python tools/drat_trim.py [--program drat-trim] [--number 100]

writes proofs that random clauses, and inductions over the axioms, contradict each
other; then damaged ones, in which a lemma is changed. Both programs are asked of each.
Ends with 1 at the first proof on which they differ. The tests of this project use
tools/check_drat.py only: drat-trim is in no registry of packages.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from mystpy.conjectures.induction.invariants import find_violation
from mystpy.engines.refutations.clauses import NamedClauses
from mystpy.engines.refutations.recording import written_proofs
from mystpy.language.decidable import parse_conjecture

CHECKER = Path(__file__).parent / "check_drat.py"
INVARIANTS = (
    "forall i in players: Turn(i) & ~endphase -> In(i)",
    "exists i in players: In(i) | endphase",
)
PLAYERS = (2, 3)
SEED = 34


def main() -> int:
    """Compare the two programs, and print how many proofs each accepted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--program", default="drat-trim")
    parser.add_argument("--number", type=int, default=100, help="of random clauses")
    given = parser.parse_args()
    counts: Counter[bool] = Counter()
    for clauses, proof in (*of_inductions(), *random_proofs(given.number)):
        accepted = by_both(given.program, clauses, proof)
        if accepted is None:
            print(f"they differ:\n{clauses}\n{proof}")
            return 1
        counts[accepted] += 1
    print(f"the same: {counts[True]} accepted, {counts[False]} refused")
    return 0


def of_inductions() -> Iterator[tuple[str, str]]:
    """Clauses and proofs of what induction asks clingo."""
    with tempfile.TemporaryDirectory() as folder:
        with written_proofs(Path(folder), lambda: "induction") as proofs:
            for text in INVARIANTS:
                for players in PLAYERS:
                    find_violation(parse_conjecture(text), players)
        for path in proofs.written:
            yield path.with_suffix(".cnf").read_text("utf-8"), path.read_text("utf-8")


def random_clauses(chance: random.Random) -> tuple[int, list[list[int]]]:
    """Return a number of atoms, and random clauses of three of them."""
    atoms = chance.randint(4, 20)
    clauses = [
        [x * chance.choice((1, -1)) for x in chance.sample(range(1, atoms + 1), 3)]
        for _ in range(6 * atoms)
    ]
    return atoms, clauses


def random_proofs(number: int) -> Iterator[tuple[str, str]]:
    """Random clauses with a proof, and the same with a literal changed in a lemma."""
    chance = random.Random(SEED)
    for _ in range(number):
        atoms, clauses = random_clauses(chance)
        proof, _ = NamedClauses(atoms, clauses).contradiction()
        if proof is None:
            continue
        text = NamedClauses(atoms, clauses).dimacs()
        yield text, proof
        kept = [line for line in proof.splitlines() if line[0] != "d"]
        place = chance.randrange(len(kept))
        words = kept[place].split()
        kept[place] = " ".join((str(-int(words[0])), *words[1:]))
        fewer = [clause for clause in clauses if chance.random() < 0.6]
        yield NamedClauses(atoms, fewer).dimacs(), "\n".join(kept) + "\n"


def by_both(program: str, clauses: str, proof: str) -> bool | None:
    """Return whether both programs accept a proof; None if they differ."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / "a.cnf", Path(folder) / "a.drat"]
        for path, text in zip(files, (clauses, proof), strict=True):
            path.write_text(text, encoding="utf-8")
        ours = _run(sys.executable, CHECKER, *files).returncode == 0
        theirs = "s VERIFIED" in _run(program, *files).stdout
    return ours if ours == theirs else None


def _run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main())
