"""Statements settled under other axioms, and compared with the shipped ones."""

from __future__ import annotations

from mystpy.compilation import NamedTuple, replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.errors import AxiomError
from mystpy.theories import SHIPPED, theory_in
from mystpy.theses.bench import by_coq, settle
from mystpy.theses.statement import Statement


class ComparedResult(NamedTuple):
    """What was found of a statement, and what of the shipped axioms.

    `here` is None if no method follows the axioms in force; `refused` says why.
    `only_shipped` is true if Coq proves it of the shipped axioms, and other methods
    had to settle it here. `stopped` is true if the time was up before both were found.
    """

    here: Result | None
    shipped: Result
    seconds: float
    only_shipped: bool
    refused: str = ""
    stopped: bool = False

    @property
    def changed(self) -> bool:
        """Whether the verdict, or that of a reading, differs."""
        return not self.undecided and _truths(self.here) != _truths(self.shipped)

    @property
    def undecided(self) -> bool:
        """Whether nothing was found here of what is settled of the shipped axioms."""
        if self.here is None or self.stopped:
            return True
        is_open = self.here.verdict is Verdict.OPEN
        return is_open and self.shipped.verdict is not Verdict.OPEN


def compare_axioms(stated: Statement, budget: Budget) -> ComparedResult:
    """Settle a statement under the axioms in force and under the shipped ones.

    What is kept of finished work is kept apart. A proof in Coq is taken as it is.
    """
    with theory_in(SHIPPED):
        proof = by_coq(stated)
    here, refused, seconds = None, "", 0.0
    try:
        here, seconds = settle(stated, replace(budget, results={}))
    except AxiomError as error:
        refused = str(error)
    if proof is not None and (here is None or not stated.readings):
        return ComparedResult(here, proof, seconds, only_shipped=True, refused=refused)
    with theory_in(SHIPPED):
        shipped, _ = settle(stated, replace(budget, results={}))
    left = budget.left()
    stopped = left is not None and left <= 0
    return ComparedResult(here, shipped, seconds, proof is not None, refused, stopped)


def _truths(result: Result | None) -> list[object]:
    """What the verdicts say: whether it is true, of the statement and its readings."""
    if result is None:
        return []
    verdicts = [result.verdict, *(read.verdict for _, read in result.readings)]
    return [Verdict.HOLDS if each.good else each for each in verdicts]
