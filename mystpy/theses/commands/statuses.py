"""The exit status for settled statements."""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.cli.status import NO, OPEN, YES
from mystpy.conjectures.verdict import Verdict
from mystpy.theses.basis.parts import NO as NO_ANSWER
from mystpy.theses.page import Row


def status_of(rows: Sequence[Row]) -> int:
    """Return the exit status of settled statements: NO if one is false, or else OPEN.

    A question with the answer no counts as false.
    """
    verdicts = [Verdict(row["verdict"]) for row in rows]
    answers = [row.get("answer") for row in rows]
    if NO_ANSWER in answers or any(verdict.wrong for verdict in verdicts):
        return NO
    return OPEN if Verdict.OPEN in verdicts else YES
