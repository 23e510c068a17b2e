"""Programs that tests start: what they print, and when they are taken to hang."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

HANGING = 1_200 * float(os.environ.get("MYSTPY_TEST_PATIENCE", "1"))
"""Seconds after which a program is taken to hang.

No result depends on them: they only end a test that would never end. Where twenty
minutes may be too few, MYSTPY_TEST_PATIENCE multiplies them.
"""

Words = Sequence[str | Path]


def needs(program: str) -> pytest.MarkDecorator:
    """The mark of tests that are skipped where there is no such program.

    `make test` installs it before.
    """
    reason = f"{program} is not installed: make {program}"
    return pytest.mark.skipif(shutil.which(program) is None, reason=reason)


def ran(words: Words, **options: Any) -> subprocess.CompletedProcess[str]:
    """A program that has ended, with its output and messages."""
    return subprocess.run(
        words, **(_HEEDFUL | {"capture_output": True, "timeout": HANGING} | options)
    )


def begun(words: Words, **options: Any) -> subprocess.Popen[str]:
    """A program at work, whose output and errors are read by the test."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(words, **(_HEEDFUL | pipes | options))


def heed_signals() -> None:
    """Let signals do in a new process what they do in one that a terminal started.

    A program under `nohup`, or behind the `&` of a script, hands its children down
    that they ignore some.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(signal.Signals[name], signal.SIG_DFL)


_HEEDFUL: dict[str, Any] = {"text": True}
if os.name == "posix":
    _HEEDFUL["preexec_fn"] = heed_signals


def seconds_at_work(pid: int) -> float:
    """The processor time that a process has used: it grows only while it computes."""
    path = Path(f"/proc/{pid}/stat")
    if path.exists():
        fields = path.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    *days, clock = ran(["ps", "-o", "time=", "-p", str(pid)]).stdout.strip().split("-")
    seconds = 86_400.0 * sum(map(int, days))
    for place, number in enumerate(reversed(clock.split(":"))):
        seconds += 60**place * float(number)
    return seconds


def comes_true(hoped: Callable[[], bool]) -> bool:
    """Return whether it comes true, sooner or later."""
    end = time.monotonic() + HANGING
    while not (true := hoped()) and time.monotonic() < end:
        time.sleep(0.05)
    return true


def children_of(parent: int) -> list[int]:
    """The processes that a process has begun."""
    path = Path(f"/proc/{parent}/task/{parent}/children")
    if path.exists():
        return [int(word) for word in path.read_text().split()]
    lines = ran(["ps", "-A", "-o", "pid=,ppid="]).stdout.splitlines()
    pairs = [tuple(map(int, line.split())) for line in lines]
    return [pid for pid, of in pairs if of == parent]


def alive(pid: int) -> bool:
    """Return whether there is such a process, and it has not ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    path = Path(f"/proc/{pid}/stat")
    return not path.exists() or path.read_text().rpartition(")")[2].split()[0] != "Z"
