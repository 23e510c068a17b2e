"""Problems put to two provers: to cvc5, and to E, whose proofs cvc5 checks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from mystpy.axioms import axioms_dir
from mystpy.conjectures.prover import background, eprover, smt
from mystpy.conjectures.prover.obligations import Problem, support
from mystpy.conjectures.prover.proof import check
from mystpy.conjectures.prover.tptp import fof
from mystpy.errors import EngineMissing, EnginesDisagree


class Effort(Enum):
    """How much provers do: cvc5 alone, E as well, or E for what cvc5 does not prove.

    `tries` are pairs, to be tried one after the other: what cvc5 may use, and whether
    it instantiates quantifiers with everything there is.
    """

    CVC5 = "cvc5"
    BOTH = "cvc5 and E"
    BRIEF = "cvc5, or E"

    @property
    def tries(self) -> tuple[tuple[int, bool], ...]:
        """How cvc5 is asked."""
        if self is Effort.BRIEF:
            return (smt.RESOURCES, False), (smt.RESOURCES // 10, True)
        return (((4 if self is Effort.BOTH else 1) * smt.RESOURCES, False),)

    def with_e(self, proved: bool) -> bool:
        """Whether E is asked for what cvc5 has proved, or has not."""
        return proved if self is Effort.BOTH else self is Effort.BRIEF and not proved


def _on() -> None:
    """There is time."""


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
    problems: Iterable[Problem], effort: Effort, *, tick: Callable[[], None] = _on
) -> Opinions:
    """What the provers say of problems, up to the first that neither proves.

    Raises EngineMissing without cvc5, ProofFault for a proof by E with a step that does
    not follow, and EnginesDisagree where E says that what cvc5 proves is not so.
    """
    number = by_cvc5 = by_e = 0
    for number, problem in enumerate(problems, 1):
        tick()
        few = smt.used(problem.text) if effort is Effort.BOTH else None
        proved = few is not None or _proved_by_cvc5(problem, effort)
        by_e_proved = effort.with_e(proved) and _proved_by_e(
            problem, effort, proved, few or ()
        )
        by_cvc5 += proved
        by_e += by_e_proved
        if not (proved or by_e_proved):
            return Opinions(number, by_cvc5, by_e, problem)
    return Opinions(number, by_cvc5, by_e)


def _proved_by_cvc5(problem: Problem, effort: Effort) -> bool:
    return any(
        smt.proved(problem.text, resources, everything=everything)
        for resources, everything in effort.tries
    )


def _proved_by_e(
    problem: Problem, effort: Effort, proved: bool, few: Collection[str]
) -> bool:
    """Whether E proves a problem, by a proof that is checked.

    It looks first with the few lines that cvc5 has used, if it has proved it with them.
    """
    brief = effort is Effort.BRIEF
    try:
        found = eprover.answer(problem.text, few=few, briefly=brief)
    except EngineMissing:
        return False
    if proved and found.status == "CounterSatisfiable":
        raise EnginesDisagree(
            f"two provers differ on {problem.name}: cvc5 says unsat, so that it is"
            f" proved, and E says SZS status {found.status}\n{problem.text}"
        )
    return found.proof is not None and check(problem.text, found.proof) > 0


def on_the_invariants(*, fully: bool) -> Opinions:
    """What the provers say of the invariants with which everything else is proved.

    First comes what they are told of players and deals: that the files bear it out.
    """
    return _on_the_invariants(fully, axioms_dir())


@cache
def _on_the_invariants(fully: bool, _: Path) -> Opinions:
    unfounded = background.unfounded()
    if unfounded is not None:
        text = (background.SORTS | background.SIZES)[unfounded]
        return Opinions(
            1, 0, 0, Problem(unfounded, text, fof(unfounded, "axiom", text))
        )
    return asked(support(), Effort.BOTH if fully else Effort.CVC5)
