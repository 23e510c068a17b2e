"""Problems and proofs as files: `NAME.p` in TPTP, and E's proof in `NAME.tstp`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from mystpy.conjectures.prover.eprover import answer
from mystpy.conjectures.prover.obligations import Problem
from mystpy.conjectures.prover.proof import check
from mystpy.conjectures.prover.smt import lines_used
from mystpy.errors import EngineMissing, QueryError
from mystpy.files.whole import make_folder, write_whole


def write(folder: Path, problems: Iterable[Problem]) -> Iterator[Path]:
    """The paths of problems once written, and of E's proofs if provers are there."""
    make_folder(folder)
    for problem in problems:
        path = folder / f"{problem.name}.p"
        states = f"% {problem.states}\n" if problem.states else ""
        write_whole(path, states + problem.text)
        yield path
        try:
            proof = answer(problem.text, few=lines_used(problem.text).lines).proof
        except EngineMissing:
            continue
        if proof is not None:
            path = path.with_suffix(".tstp")
            write_whole(path, proof)
            yield path


def check_proofs(folder: Path) -> Iterator[tuple[Path, int]]:
    """Each proof of a folder, with its steps, all of which cvc5 has made again.

    Raises ProofFault for the first step that does not follow, QueryError for a folder
    without proofs, and EngineMissing without cvc5.
    """
    proofs = sorted(folder.glob("*.tstp"))
    if not proofs:
        raise QueryError(
            f"there are no proofs in {folder}",
            hint="`mystpy theorem --tptp FOLDER` writes them if E is installed",
        )
    for path in proofs:
        problem = path.with_suffix(".p").read_text("utf-8")
        yield path, check(problem, path.read_text("utf-8"))
