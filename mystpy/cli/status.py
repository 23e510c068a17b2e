"""The exit statuses and their meanings."""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.errors import EngineError, EnginesDisagree, MystError, Undecided

YES, NO, USAGE, ENGINE, DISAGREE, OPEN = 0, 1, 2, 3, 4, 5
FAULT = 70
"""The status of a fault in mystpy itself, from sysexits.h; no answer has it."""

_OF_ANSWER = {
    "legal": YES,
    "true": YES,
    "illegal": NO,
    "false": NO,
    "possible": OPEN,
    "undetermined": OPEN,
}


def status_of_answer(answer: str) -> int:
    """Return the exit status of a verdict or of a formula's value."""
    return _OF_ANSWER[answer]


def status_of_error(error: MystError) -> int:
    """Return the exit status of an error."""
    if isinstance(error, EnginesDisagree):
        return DISAGREE
    if isinstance(error, Undecided):
        return OPEN
    return ENGINE if isinstance(error, EngineError) else USAGE


def worst(answers: Iterable[str]) -> int:
    """Return the status of several answers: no if one is, else open if one is."""
    statuses = {status_of_answer(answer) for answer in answers}
    return next((status for status in (NO, OPEN) if status in statuses), YES)
