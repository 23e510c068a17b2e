"""Sections 2.8 to 2.10: the induction steps, by a prover that is not ours."""

from __future__ import annotations

import re

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.prover.eprover import prove
from mystpy.conjectures.prover.tptp import incp_lines, problems
from mystpy.conjectures.verdict import Finding
from mystpy.errors import EngineMissing


def proved(budget: Budget) -> Finding:
    """What E says of every problem; OPEN if it is not installed."""
    most = 60 if budget.full else 8
    for p in range(2, most + 1):
        assert list(incp_lines(p)), "incp is what the problems say of it"
    readings, wrong = dict[str, Finding](), None
    for problem in problems(2):
        budget.tick()
        try:
            answer = prove(problem)
        except EngineMissing as error:
            return Finding.open(
                note=f"{error}; {error.hint}", method="prover", case="missing"
            )
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
        readings[re.sub(r"\W", "_", problem.name)] = found
    return Finding.judged(
        wrong,
        proves=True,
        method="prover",
        scope={"p": f"2..{most}", "m, n, q": "any"},
        instances=len(readings),
    ).also(**readings)
