"""Limits of processor time, memory and files for a process (setrlimit)."""

from __future__ import annotations

import math
import os
import signal
from collections.abc import Callable
from contextlib import suppress

from mystpy.compilation import dataclass
from mystpy.errors import EngineFailed

_MEGA = 1 << 20
_MOST_FILE = 64 * _MEGA
_MOST_SECONDS = 10**9
_MOST_PATIENCE = 2 * 10**6
"""The maximal number of seconds that the system's calls can wait."""
_MOST_MEGABYTES = 10**9
_MOST_PROCESSES = 64


class LimitReached(EngineFailed):
    """The time or the memory was up."""


class SetupFailed(EngineFailed):
    """Marking cannot begin here: the limits, a program or the system are at fault."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a process: seconds of processor time, and memory besides its start.

    It is also ended from outside, after `patience` seconds on the clock, because
    waiting uses no processor time.
    """

    seconds: float = 30
    megabytes: int = 1_000

    @property
    def patience(self) -> float:
        """Return the seconds after which a process is considered to wait for ever."""
        return min(60 + 20 * self.seconds, _MOST_PATIENCE)

    def require_possible(self) -> None:
        """Raise SetupFailed if the system cannot set such limits."""
        if not (math.isfinite(self.seconds) and 0 < self.seconds <= _MOST_SECONDS):
            raise SetupFailed(
                f"a limit of {self.seconds:g} seconds cannot be set",
                hint=f"choose more than 0 and at most {_MOST_SECONDS:,} seconds",
            )
        if not 0 < self.megabytes <= _MOST_MEGABYTES:
            raise SetupFailed(
                f"a limit of {self.megabytes:.6g} megabytes cannot be set",
                hint=f"choose at least 1 and at most {_MOST_MEGABYTES:,} megabytes",
            )


def limiter(limits: Limits, *, processes: bool = False) -> Callable[[], None]:
    """A function by which a process keeps to the limits, where there are any.

    It may then use this much memory in addition to what this process uses now; with
    `processes` it and its children may be at most 64.
    """

    def keep() -> None:
        with suppress(ImportError):
            import resource

            seconds = max(1, round(limits.seconds))
            memory = held + limits.megabytes * _MEGA
            wanted = {
                resource.RLIMIT_CPU: (seconds, seconds + 2),
                resource.RLIMIT_AS: (memory, memory),
                resource.RLIMIT_FSIZE: (_MOST_FILE, _MOST_FILE),
                resource.RLIMIT_CORE: (0, 0),
            }
            if processes:
                wanted[resource.RLIMIT_NPROC] = _MOST_PROCESSES, _MOST_PROCESSES
            for what, (soft, hard) in wanted.items():
                most = resource.getrlimit(what)[1]
                if most != resource.RLIM_INFINITY:
                    soft, hard = min(soft, most), min(hard, most)
                with suppress(ValueError, OSError):
                    resource.setrlimit(what, (soft, hard))

    held = _held()
    return keep


def program_limiter(limits: Limits) -> Callable[[], None] | None:
    """Return a function that limits a started program to the rest of the limits.

    It is None on Windows, where no code runs between the start of a process and the
    program; the caller's timeout is then the only limit.
    """
    return limiter(left_of(limits)) if os.name == "posix" else None


def left_of(limits: Limits) -> Limits:
    """These limits for a child, or what is left of this process's own time."""
    try:
        import resource
    except ImportError:
        return limits
    soft = resource.getrlimit(resource.RLIMIT_CPU)[0]
    if soft == resource.RLIM_INFINITY:
        return limits
    left = soft - processor_time()
    return Limits(max(1, min(limits.seconds, left)), limits.megabytes)


def processor_time() -> float:
    """The seconds that this process and its ended children have used."""
    import resource

    spent = (resource.getrusage(who) for who in _WHO)
    return sum(each.ru_utime + each.ru_stime for each in spent)


_WHO = (0, -1)
"""This process, and its children that have ended (RUSAGE_SELF, RUSAGE_CHILDREN)."""


def _held() -> int:
    """The address space that this process has already."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 1_000 * _MEGA


def reason(signal_number: int, seconds: float, limits: Limits) -> str:
    """Which limit ended a process, from its signal and its processor time."""
    too_long = f"it takes more than {limits.seconds:g} seconds of processor time"
    too_large = f"it needs more than {limits.megabytes} megabytes of memory"
    if signal_number == getattr(signal, "SIGXCPU", -1):
        return too_long
    killed = getattr(signal, "SIGKILL", -1)  # Windows has none
    if signal_number == killed and seconds >= max(1, round(limits.seconds)):
        return too_long
    if signal_number == signal.SIGABRT:  # by libraries that get no memory
        return too_large
    if signal_number in (signal.SIGSEGV, getattr(signal, "SIGBUS", -1)):
        return f"{too_large}, or is nested too deeply"
    how = f"by signal {signal_number}" if signal_number else "without an answer"
    return f"it was ended {how}: perhaps the machine has too little memory"
