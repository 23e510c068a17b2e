"""A folder of proofs: one for each unsatisfiable query of a solver.

For a program of clingo three files are written: the program, the clauses that every
answer set of it satisfies, and a proof in DRAT that these are unsatisfiable. A query
about copies of worlds has no program: its clauses are those of the copies, with their
bounds as clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mystpy.compilation import dataclass, field, pattern
from mystpy.engines.programs import run
from mystpy.engines.refutations.clauses import NamedClauses, packed
from mystpy.engines.refutations.completion import refute
from mystpy.engines.refutations.ground_program import (
    GroundProgram,
    named,
    observed,
)
from mystpy.engines.symbolic import minicard
from mystpy.errors import EnginesDisagree, MystError, NotCovered, QueryError
from mystpy.files import disk
from mystpy.files.toml import file_text
from mystpy.files.whole import write_new, write_whole

if TYPE_CHECKING:
    from clingo import Control

_UNSAFE = pattern(r"[^\w.-]+")
"""The characters that names of files do not have."""

_FROM_PROGRAM = "They follow from the rules of the program of the same name."
_FROM_COPIES = "They define worlds, each a deal, and what is searched for in them."


@dataclass(slots=True)
class ProofFolder:
    """The folder of proofs, the name of the next ones, and those written so far.

    `failed` is the error of the first proof that could not be written.
    """

    folder: Path
    name: Callable[[], str]
    written: list[Path] = field(default_factory=list)
    not_covered: list[str] = field(default_factory=list)
    failed: MystError | None = None
    _known: set[tuple[str, str]] = field(default_factory=set)

    def watch(self, control: Control, text: str) -> run.NoAnswerSeen:
        """Observe what a control is going to ground; see `run.Watch`."""
        return partial(self._no_answer_set, observed(control), control, text)

    def _no_answer_set(
        self, program: GroundProgram, control: Control, text: str
    ) -> None:
        with self._noticing():
            try:
                found = refute(named(program, control))
            except NotCovered as error:
                self.not_covered.append(str(error))
                return
            about = [_FROM_PROGRAM]
            if found.loops:
                about.append(f"{found.loops} loop formulas are among them.")
            self._write(found.clauses.dimacs(about), found.proof, text)

    def no_assignment(self, clauses: NamedClauses) -> None:
        """Write a proof that clauses of another solver are unsatisfiable."""
        with self._noticing():
            proof, _ = clauses.contradiction()
            if proof is None:
                raise EnginesDisagree(
                    "minicard finds no assignment of some clauses, and glucose finds"
                    " one"
                )
            self._write(clauses.dimacs([_FROM_COPIES]), proof, None)

    @contextmanager
    def _noticing(self) -> Iterator[None]:
        """Keep an error: the caller of the solver may continue by another method."""
        try:
            yield
        except MystError as error:
            self.failed = self.failed or error
            raise

    def _write(self, clauses: str, proof: str, text: str | None) -> None:
        name = _UNSAFE.sub("-", self.name()).strip("-") or "proof"
        key = name, sha256(clauses.encode()).hexdigest()
        if key in self._known:
            return
        self._known.add(key)
        path, is_new = self._reserved(name, clauses)
        try:
            if text is not None:
                write_whole(path.with_suffix(".lp"), text)
            write_whole(path.with_suffix(".drat"), proof)
        except BaseException:
            for suffix in (".lp", ".cnf") if is_new else ():
                disk.remove(path.with_suffix(suffix))
            raise
        self.written.append(path.with_suffix(".drat"))

    def _reserved(self, name: str, clauses: str) -> tuple[Path, bool]:
        """Return the file with these clauses, and whether it is new.

        It gets the first free number. A file with other clauses keeps its number: its
        proof exists, or is being written.
        """
        number = 1
        while True:
            path = self.folder / f"{name}-{number:03}.cnf"
            if write_new(path, clauses):
                return path, True
            with suppress(QueryError):
                if file_text(path) == clauses:
                    return path, False
            number += 1


class _RecordedMinicard(minicard.Minicard):
    """A minicard that keeps its clauses, and writes a proof if there is no solution."""

    __slots__ = ("_bounds", "_clauses", "_folder", "_names", "_told")

    def __init__(self, folder: ProofFolder) -> None:
        super().__init__()
        self._folder = folder
        self._clauses: list[list[int]] = []
        self._bounds: list[tuple[list[int], int]] = []
        self._names: dict[int, str] = {}
        self._told = self.add_clause, self.at_most
        self.add_clause, self.at_most = self._keep_clause, self._keep_bound

    def name(self, atoms: Iterable[int], names: Callable[[], Iterable[str]]) -> None:
        """Store the meanings of atoms."""
        self._names.update(zip(atoms, names(), strict=True))

    def _keep_clause(self, literals: Iterable[int]) -> Any:
        kept = list(literals)
        self._clauses.append(kept)
        return self._told[0](kept)

    def _keep_bound(self, literals: Sequence[int], number: int) -> Any:
        self._bounds.append((list(literals), number))
        return self._told[1](literals, number)

    def __call__(self, what: str, *of: object) -> Any:
        """Return its answer; write a proof if there is no solution."""
        found = super().__call__(what, *of)
        if what == "solve_lim" and found is False:
            assumed: Any = of[0]
            self._folder.no_assignment(self._written_out(assumed))
        return found

    def _written_out(self, assumed: Sequence[int]) -> NamedClauses:
        """Return the clauses, with the bounds and the assumptions as clauses."""
        used = [abs(x) for literals in self._clauses for x in literals]
        used += [abs(x) for literals, _ in self._bounds for x in literals]
        used += map(abs, assumed)
        names = {k: name for k, name in self._names.items() if k in set(used)}
        clauses = NamedClauses(max(used, default=0), names=names)
        for literals in (*self._clauses, *([x] for x in assumed)):
            clauses.add(*literals)
        for literals, number in self._bounds:
            clauses.add(-clauses.at_least(number + 1, list(packed(literals))))
        return clauses


@contextmanager
def written_proofs(folder: Path, name: Callable[[], str]) -> Iterator[ProofFolder]:
    """Write a proof into a folder for each unsatisfiable query of a solver.

    The files have the name that is given at the time, and a number. Only the solvers of
    this thread are recorded: to get all proofs, no other thread may work. At the end it
    raises the error that prevented a proof, unless it was raised before.
    """
    proofs = ProofFolder(folder, name)
    with (
        run.watched(proofs.watch),
        minicard.made_by(partial(_RecordedMinicard, proofs)),
    ):
        yield proofs
    if proofs.failed is not None:
        raise proofs.failed
