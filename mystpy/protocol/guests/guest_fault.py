"""Faults by which a guest loses the game, as one of a few kinds.

This is a failure taxonomy.
"""

from __future__ import annotations

from mystpy.errors import MystError, QueryError
from mystpy.processes.guarded import ProgramEnd
from mystpy.protocol.contest.abbreviations import BrokenContestRule
from mystpy.protocol.wire import ClosedLine, LateAnswer

FAULTS = {
    "illegal": "an action that is not possible",
    "rule": "an action that the contest forbids",
    "timeout": "no answer in time",
    "malformed": "an answer that cannot be read",
    "exit": "the program ended by itself",
    "signal": "a signal ended the program",
    "memory": "too much memory",
    "processes": "too many processes",
    "left": "the connection was closed",
    "absent": "it did not connect",
    "start": "the program cannot be started, or the endpoint is not set up",
    "endpoint": "an endpoint refused a request, or cannot be reached",
    "error": "an error in a player of mystpy",
}
"""The kinds of faults, as `how` in results says them."""


class GuestFault(QueryError):
    """A fault of a guest; `how` is one of `FAULTS`."""

    def __init__(self, message: str, how: str) -> None:
        super().__init__(message)
        self.how = how


def fault_of(error: MystError, end: ProgramEnd | None = None) -> MystError:
    """The fault that an error is; `end` is how a program ended that is gone."""
    if isinstance(error, GuestFault):
        return error
    if isinstance(error, LateAnswer):
        return GuestFault(str(error), "timeout")
    if isinstance(error, ClosedLine):
        half = " in the middle of a message" * str(error).endswith("message")
        if end is None:
            return GuestFault(str(error), "left")
        how = "left" if end.how == "stopped" else end.how
        return GuestFault(f"{end}{half and ','}{half}", how)
    hint = f" ({error.hint})" if error.hint else ""
    how = "rule" if isinstance(error, BrokenContestRule) else "malformed"
    return GuestFault(f"{error}{hint}", how)
