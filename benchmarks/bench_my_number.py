"""Time all 7560 games of What is my number? in each of nine conditions.

The target is 60 s on two cores.
"""

from __future__ import annotations

from harness import seconds, table

from mystpy.kripke.my_number.experiment import run
from mystpy.kripke.my_number.play_condition import SplitRule, conditions


def main() -> str:
    """Return the table."""
    rows: list[list[object]] = []
    for rule in SplitRule:
        for processes in (1, 2):
            wanted = conditions(rule)
            taken = seconds(lambda w=wanted, p=processes: run(w, processes=p))  # type: ignore
            rows.append([str(rule), processes, f"{taken:.1f} s"])
    return table(["rule of Kooi's choice", "processes", "nine conditions"], rows)
