"""Problems given to two provers: to cvc5, and to E, whose proofs cvc5 checks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from enum import Enum
from functools import partial
from pathlib import Path

from mystpy.compilation import dataclass
from mystpy.conjectures.outcomes import ProverOutcome, once
from mystpy.conjectures.prover import background, eprover, smt
from mystpy.conjectures.prover.eprover import answer
from mystpy.conjectures.prover.obligations import Problem, support
from mystpy.conjectures.prover.proof import check
from mystpy.conjectures.prover.smt import SmtStrategy, lines_used
from mystpy.conjectures.prover.tptp import fof
from mystpy.errors import EngineMissing, EnginesDisagree, QueryError
from mystpy.files.whole import make_folder, write_whole
from mystpy.thresholds import MAX_RESOURCES_OF_FIRST_PROOF, MAX_RESOURCES_OF_PROOF


class Effort(Enum):
    """How much provers do: cvc5 alone, E as well, or either of them.

    If `BRIEF`, both look for short proofs before cvc5 searches longer; if `SHORT`, cvc5
    alone looks for a short proof.
    """

    SHORT = "cvc5, a short proof"
    CVC5 = "cvc5"
    BOTH = "cvc5 and E"
    BRIEF = "cvc5, or E"


_SHORT = ((MAX_RESOURCES_OF_FIRST_PROOF, SmtStrategy.WIDE),)
_OTHERWISE = ((MAX_RESOURCES_OF_PROOF // 10, SmtStrategy.EVERYTHING),)
_MATCHING = ((MAX_RESOURCES_OF_PROOF, SmtStrategy.MATCHING),)
_LONG = ((4 * MAX_RESOURCES_OF_PROOF, SmtStrategy.MATCHING),)


@dataclass(frozen=True, slots=True)
class ProverResults:
    """How many problems each prover proved, and the first that was not proved."""

    problems: int
    by_cvc5: int
    by_e: int
    failed: Problem | None = None

    @property
    def rests_on(self) -> tuple[str, ...]:
        """Return the provers that proved all problems."""
        if not self.by_e:
            return ("cvc5",)
        both = self.by_cvc5 == self.by_e == self.problems
        return (f"cvc5{' and' if both else ' or'} E, whose steps cvc5 makes again",)

    def __str__(self) -> str:
        parts = [f"cvc5 proves {self.by_cvc5} of {self.problems} problems"]
        if self.by_e:
            parts.append(f"E {self.by_e}, and cvc5 makes each step of its proofs again")
        return ", ".join(parts)


def ask_provers(
    problems: Iterable[Problem],
    effort: Effort,
    *,
    tick: Callable[[], None] = lambda: None,
    hopeless: Callable[[], bool] = lambda: False,
) -> ProverResults:
    """Return the results of the provers, up to the first problem that neither proves.

    Before a long search `hopeless` is called, and stops the search if it returns True.

    Raises EngineMissing without cvc5, ProofFault for a proof by E with a step that does
    not follow, and EnginesDisagree if E refutes a problem that cvc5 proves.
    """
    number = by_cvc5 = by_e = 0
    for number, problem in enumerate(problems, 1):
        tick()
        by = set(_provers(problem, effort, hopeless))
        by_cvc5 += "cvc5" in by
        by_e += "E" in by
        if not by:
            return ProverResults(number, by_cvc5, by_e, problem)
    return ProverResults(number, by_cvc5, by_e)


def _provers(
    problem: Problem, effort: Effort, hopeless: Callable[[], bool]
) -> Iterator[str]:
    """Yield the provers that prove a problem, of those that have to be asked."""
    text = problem.text
    if effort is Effort.SHORT:
        if _proved_by_cvc5(text, _SHORT):
            yield "cvc5"
        return
    if effort is Effort.BRIEF:
        if _proved_by_cvc5(text, _SHORT):
            yield "cvc5"
        elif _proved_by_e(problem, brief=True):
            yield "E"
        elif _proved_by_cvc5(text, _OTHERWISE) or (
            not hopeless() and _proved_by_cvc5(text, _MATCHING)
        ):
            yield "cvc5"
        return
    found = once(smt.version(), ("lines",), text, partial(smt.lines_used, text))
    if found.proved or (effort is Effort.BOTH and _proved_by_cvc5(text, _LONG)):
        yield "cvc5"
        if effort is Effort.BOTH and _proved_by_e(problem, found.lines):
            yield "E"


def _proved_by_cvc5(text: str, tries: Iterable[tuple[int, SmtStrategy]]) -> bool:
    return any(
        once(
            smt.version(),
            (way.value, str(resources)),
            text,
            partial(smt.answer, text, resources, way),
        ).proved
        for resources, way in tries
    )


def _proved_by_e(
    problem: Problem, few: Collection[str] = (), *, brief: bool = False
) -> bool:
    """Return whether E proves a problem, with a proof that is checked.

    E first uses only the few lines with which cvc5 has proved it, if it has. Unless
    `brief`, cvc5 has proved it.
    """
    try:
        version = eprover.version()
    except EngineMissing:
        return False
    by = version and f"{version}, its proofs checked by {smt.version()}"
    options = ("briefly" if brief else "", *few)
    return once(by, options, problem.text, partial(_by_e, problem, few, brief)).proved


def _by_e(problem: Problem, few: Collection[str], brief: bool) -> ProverOutcome:
    found = eprover.answer(problem.text, few=few, briefly=brief)
    if not brief and found.status == "CounterSatisfiable":
        raise EnginesDisagree(
            f"two provers differ on {problem.name}: cvc5 says unsat, so that it is"
            f" proved, and E says SZS status {found.status}\n{problem.text}"
        )
    proved = found.proof is not None and check(problem.text, found.proof) > 0
    return ProverOutcome(proved, repeatable=found.repeatable)


def on_the_invariants(*, fully: bool) -> ProverResults:
    """Return the results for the invariants on which all other proofs rest.

    The first is that the files imply the provers' axioms about players and deals.
    """
    unfounded = background.first_unfounded_name()
    if unfounded is not None:
        text = (background.SORTS | background.SIZES)[unfounded]
        return ProverResults(
            1, 0, 0, Problem(unfounded, text, fof(unfounded, "axiom", text))
        )
    return ask_provers(support(), Effort.BOTH if fully else Effort.CVC5)


def write(folder: Path, problems: Iterable[Problem]) -> Iterator[Path]:
    """Write problems, and E's proofs if the provers are installed; yield the paths."""
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
    """Yield each proof of a folder, with its number of steps, all checked by cvc5.

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
