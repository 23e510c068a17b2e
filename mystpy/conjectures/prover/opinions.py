"""Problems put to two provers: to cvc5, and to E, whose proofs cvc5 checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mystpy.axioms import axioms_dir
from mystpy.conjectures.prover import eprover, smt
from mystpy.conjectures.prover.obligations import Problem, support
from mystpy.conjectures.prover.proof import check
from mystpy.errors import EngineMissing

_MORE = 8 * smt.RESOURCES


@dataclass(frozen=True, slots=True)
class Opinions:
    """By whom each of some problems was proved, and the first that was not.

    `checked` are the steps of E's proofs that were made again.
    """

    problems: int
    by_cvc5: int
    by_e: int
    checked: int
    failed: Problem | None = None

    def __str__(self) -> str:
        told = [f"cvc5 proves {self.by_cvc5} of {self.problems} problems"]
        if self.by_e:
            told.append(
                f"E {self.by_e}, and cvc5 makes each of the {self.checked} steps of"
                " its proofs again"
            )
        return ", ".join(told)


def asked(
    problems: Iterable[Problem], *, fully: bool, tick: Callable[[], None]
) -> Opinions:
    """What the provers say of problems, up to the first that cvc5 does not prove.

    If they are asked `fully`, cvc5 may use more, and E is asked where it is installed.
    Raises EngineMissing without cvc5, and ProofFault for a proof by E with a step that
    does not follow.
    """
    number = by_e = checked = 0
    for number, problem in enumerate(problems, 1):
        tick()
        if not smt.proved(problem.text, _MORE if fully else smt.RESOURCES):
            return Opinions(number, number - 1, by_e, checked, problem)
        proof = _proof(problem.text) if fully else None
        if proof is not None:
            by_e += 1
            checked += check(problem.text, proof)
    return Opinions(number, number, by_e, checked)


def _proof(problem: str) -> str | None:
    try:
        return eprover.proof_of(problem)
    except EngineMissing:
        return None


def on_the_invariants(*, fully: bool) -> Opinions:
    """What the provers say of the invariants with which everything else is proved."""
    return _on_the_invariants(fully, axioms_dir())


@cache
def _on_the_invariants(fully: bool, _: Path) -> Opinions:
    return asked(support(), fully=fully, tick=lambda: None)
