"""A student's process: it drops privileges that it does not need, works, and answers.

`python -m mystpy.exercises.sandbox.worker` is one for systems that cannot fork: it
reads a request, and writes the answer.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from mystpy.errors import EngineFailed, MystError
from mystpy.exercises.sandbox.layers import confine
from mystpy.exercises.sandbox.resource_limits import (
    LimitReached,
    Limits,
    SetupFailed,
    limiter,
)
from mystpy.processes.confinement import landlock
from mystpy.processes.confinement.landlock import AllowedPath

_RECURSION = 10_000
_MOST_FILES = 1 << 20
_COUNTED_SINCE = 2
"""The version of Landlock of systems that count processes in a namespace apart."""


def work_off(
    request: bytes, layers: Sequence[str], places: Sequence[AllowedPath], answer: int
) -> None:
    """Do what a request says, and write the pickled answer to this file number."""
    work, item, limits, folder = pickle.loads(request)
    try:
        _give_up(layers, places, limits, Path(folder), answer)
    except Exception as error:
        found: object = SetupFailed(f"the process cannot be confined: {error}")
    else:
        found = _done(work, item, limits)
    _write(answer, _packed(found))


def _give_up(
    layers: Sequence[str],
    places: Sequence[AllowedPath],
    limits: Limits,
    folder: Path,
    answer: int,
) -> None:
    """Keep to the limits, to the scratch folder, and to one file: the answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    null = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(null, number)
    os.chdir(folder)
    tempfile.tempdir = str(folder)
    os.environ.update(TMPDIR=str(folder), HOME=str(folder))
    counted = "namespaces" in layers and landlock.version() >= _COUNTED_SINCE
    limiter(limits, processes=counted)()
    confine(layers, places, folder)
    os.closerange(3, answer)
    os.closerange(answer + 1, _MOST_FILES)
    sys.setrecursionlimit(_RECURSION)


def _done(work: Any, item: Any, limits: Limits) -> object:
    """Return the result of the work, in a tuple, or the error that it raises."""
    try:
        return (work(item),)
    except MystError as error:
        return error
    except MemoryError:
        return LimitReached(
            f"it needs more than {limits.megabytes} megabytes of memory"
        )
    except RecursionError:
        return LimitReached("it is nested too deeply")
    except Exception as error:
        return EngineFailed(f"{type(error).__name__}: {str(error)[:200]}")


def _packed(found: object) -> bytes:
    try:
        return pickle.dumps(found)
    except Exception as error:  # whatever its parts raise when they are taken apart
        return pickle.dumps(EngineFailed(f"{type(error).__name__}: {error}"))


def _write(number: int, data: bytes) -> None:
    with suppress(BrokenPipeError):
        while data:
            data = data[os.write(number, data) :]


if __name__ == "__main__":
    stream = os.dup(1)
    work_off(sys.stdin.buffer.read(), (), (), stream)
