"""Work in a process of its own, with limits of processor time, memory and files.

In the field: process isolation with resource limits (setrlimit).
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar

from mystpy.errors import EngineFailed, MystError

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext
    from multiprocessing.process import BaseProcess

T = TypeVar("T")
R = TypeVar("R")

_MEGA = 1 << 20
_MOST_FILE = 64 * _MEGA
_BY_THE_SYSTEM = (9, getattr(signal, "SIGXCPU", 9))
"""The signals by which a process is ended that uses too much."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a process may use: seconds of processor time, and memory besides its start.

    It is ended from outside, too, after `patience` seconds on the clock: what waits
    uses no processor time.
    """

    seconds: float = 30
    megabytes: int = 1_000

    @property
    def patience(self) -> float:
        """The seconds on the clock after which a process is taken to wait for ever."""
        return 60 + 20 * self.seconds


class LimitReached(EngineFailed):
    """The time or the memory was up."""


def limited(limits: Limits) -> Callable[[], None]:
    """What a new process calls to keep to the limits; nothing where there are none."""

    def keep() -> None:
        with suppress(ImportError):
            import resource

            seconds = max(1, round(limits.seconds))
            held = _held() + limits.megabytes * _MEGA
            wanted = {
                resource.RLIMIT_CPU: (seconds, seconds + 2),
                resource.RLIMIT_AS: (held, held),
                resource.RLIMIT_FSIZE: (_MOST_FILE, _MOST_FILE),
                resource.RLIMIT_CORE: (0, 0),
            }
            for what, (soft, hard) in wanted.items():
                most = resource.getrlimit(what)[1]
                if most != resource.RLIM_INFINITY:
                    soft, hard = min(soft, most), min(hard, most)
                with suppress(ValueError, OSError):
                    resource.setrlimit(what, (soft, hard))

    return keep


def _held() -> int:
    """The address space that this process has already."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 1_000 * _MEGA


def supervised(work: Callable[[T], R], item: T, limits: Limits) -> R:
    """What work finds in a process of its own. Raises LimitReached, and what it raises.

    The process and all that it has begun are ended when it is over, however that is,
    and its temporary files are removed.
    """
    with TemporaryDirectory(
        prefix="mystpy-marking-", ignore_cleanup_errors=True
    ) as own:
        return _supervised(work, item, limits, own)


def _supervised(work: Callable[[T], R], item: T, limits: Limits, folder: str) -> R:
    context = _context()
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_done, args=(work, item, limits, folder, there))
    process.start()
    there.close()
    try:
        if not here.poll(limits.patience):
            raise LimitReached("it did not come to an end")
        answer = here.recv()
    except (EOFError, OSError):
        process.join(5)
        raise LimitReached(_reason(process, limits)) from None
    finally:
        _end(process)
        here.close()
    if isinstance(answer, BaseException):
        raise answer
    found: R = answer[0]
    return found


def _context() -> SpawnContext | ForkServerContext:
    """A server that forks, where there is one: a process is begun at once then."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    used = ["mystpy.exercises.marking", "mystpy.exercises.tasks.modelling"]
    context.set_forkserver_preload(used)
    return context


def _done(
    work: Callable[[T], R], item: T, limits: Limits, folder: str, there: Connection
) -> None:
    """Do the work, and send what is found or raised."""
    tempfile.tempdir = folder
    if hasattr(os, "setsid"):
        os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    limited(limits)()
    sys.setrecursionlimit(10_000)
    answer: object
    try:
        answer = (work(item),)
    except MystError as error:
        answer = error
    except MemoryError:
        answer = LimitReached(f"it needs more than {limits.megabytes} megabytes")
    except RecursionError:
        answer = LimitReached("it is nested too deeply")
    except Exception as error:
        answer = EngineFailed(f"{type(error).__name__}: {str(error)[:200]}")
    there.send(answer)
    there.close()


def _reason(process: BaseProcess, limits: Limits) -> str:
    """Why a process has ended without an answer."""
    if process.exitcode is not None and -process.exitcode in _BY_THE_SYSTEM:
        return f"it takes more than {limits.seconds:g} seconds, or too much memory"
    return "it broke off: too deep, or too much memory"


def _end(process: BaseProcess) -> None:
    """End a process with all that it has begun."""
    if process.pid is not None and hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    if process.is_alive():
        process.kill()
    process.join()
    process.close()
