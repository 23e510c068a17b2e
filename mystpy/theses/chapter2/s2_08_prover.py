"""Sections 2.8 to 2.10: the induction steps, by a prover that is not ours."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.prover.eprover import prove
from mystpy.conjectures.prover.tptp import incp_lines, problems
from mystpy.conjectures.verdict import Finding
from mystpy.errors import EngineMissing
from mystpy.theses.bench import Statement


def _proved(budget: Budget) -> Finding:
    """What E says of every problem; OPEN if it is not installed."""
    statement = "the induction steps of chapter 2 follow from the axioms (TPTP)"
    most = 60 if budget.full else 8
    for p in range(2, most + 1):
        assert list(incp_lines(p)), "incp is what the problems say of it"
    readings, wrong = [], None
    for problem in problems(2):
        budget.tick()
        try:
            answer = prove(problem)
        except EngineMissing as error:
            return Finding.open(statement, f"{error}; {error.hint}", method="prover")
        failed = None if answer else {"problem": problem.name, "answer": str(answer)}
        wrong = wrong or failed
        found = Finding.judged(
            failed,
            proves=True,
            statement=problem.states,
            method="prover",
            scope={"p": f"2..{most}", "m, n, q": "any"},
            instances=1,
        )
        readings.append((problem.name, found))
    return Finding.judged(
        wrong,
        proves=True,
        statement=statement,
        method="prover",
        scope={"p": f"2..{most}", "m, n, q": "any"},
        instances=len(readings),
        note="proved by E (eprover) from the definitions of the ASP files, written as"
        " first-order formulas; of incp only that it is a one-to-one function from"
        " players to other players, which was checked in the list (2.6) of each p",
    ).also(*readings)


STATEMENTS = (
    Statement(
        "prover-chapter-2",
        "2.8-2.10",
        "The steps of the inductions are proved by an independent prover as well.",
        "axioms of chapter 2 & invariants at s & Poss(a,s) -> invariant at do(a,s)",
        _proved,
    ),
)
