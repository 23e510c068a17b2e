"""Problems put to two provers: to cvc5, and to E, whose proofs cvc5 checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mystpy.axioms import axioms_dir
from mystpy.conjectures.prover import background, eprover, smt
from mystpy.conjectures.prover.obligations import Problem, support
from mystpy.conjectures.prover.proof import check
from mystpy.conjectures.prover.tptp import fof
from mystpy.errors import EngineMissing, EnginesDisagree

_MORE = 8 * smt.RESOURCES


@dataclass(frozen=True, slots=True)
class Opinions:
    """By whom each of some problems was proved, and the first that was not."""

    problems: int
    by_cvc5: int
    by_e: int
    failed: Problem | None = None

    def __str__(self) -> str:
        told = [f"cvc5 proves {self.by_cvc5} of {self.problems} problems"]
        if self.by_e:
            told.append(f"E {self.by_e}, and cvc5 makes each step of its proofs again")
        return ", ".join(told)


def asked(
    problems: Iterable[Problem], *, fully: bool, tick: Callable[[], None]
) -> Opinions:
    """What the provers say of problems, up to the first that cvc5 does not prove.

    If they are asked `fully`, cvc5 may use more, and E is asked where it is installed.
    Raises EngineMissing without cvc5, ProofFault for a proof by E with a step that does
    not follow, and EnginesDisagree where E says that what cvc5 proves is not so.
    """
    number = by_e = 0
    for number, problem in enumerate(problems, 1):
        tick()
        if not smt.proved(problem.text, _MORE if fully else smt.RESOURCES):
            return Opinions(number, number - 1, by_e, problem)
        proof = _proof(problem) if fully else None
        if proof is not None:
            check(problem.text, proof)
            by_e += 1
    return Opinions(number, number, by_e)


def _proof(problem: Problem) -> str | None:
    try:
        by_e = eprover.answer(problem.text)
    except EngineMissing:
        return None
    if by_e.status == "CounterSatisfiable":
        raise EnginesDisagree(
            f"two provers differ on {problem.name}: cvc5 says unsat, so that it is"
            f" proved, and E says SZS status {by_e.status}\n{problem.text}"
        )
    return by_e.proof


def on_the_invariants(*, fully: bool) -> Opinions:
    """What the provers say of the invariants with which everything else is proved.

    First comes what they are told of players and deals: that the files bear it out.
    """
    return _on_the_invariants(fully, axioms_dir())


@cache
def _on_the_invariants(fully: bool, _: Path) -> Opinions:
    unfounded = background.unfounded()
    if unfounded is not None:
        text = background.SORTS[unfounded]
        return Opinions(
            1, 0, 0, Problem(unfounded, text, fof(unfounded, "axiom", text))
        )
    return asked(support(), fully=fully, tick=lambda: None)
