"""Worker processes that are started without code from the current folder.

In the field: a process pool with the start method spawn.

A worker of multiprocessing begins as `python -c`, with the current folder first on its
path, and gets its parent's path later. So PYTHONSAFEPATH is set while it is started,
and the first thing that a worker reads is its path.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.spawn import get_executable
from pathlib import Path
from threading import RLock
from typing import Any

from mystpy.axiom_folder import choice, environment_of_choice
from mystpy.processes.launch import SAFE_PATH, run, safe_environment, safe_path

_VARIABLES = (SAFE_PATH, "PYTHONPATH")
_starting = RLock()
"""Is held while the environment is changed for a process that starts."""


class SafeProcess(SpawnProcess):
    """A process that does not look for modules in the current folder first."""

    @staticmethod
    def _Popen(process_obj: Any) -> Any:  # noqa: N802 (multiprocessing's name)
        with _safely_started():
            return SpawnProcess._Popen(process_obj)

    def __reduce_ex__(self, _protocol: Any) -> tuple[Any, ...]:
        # The first function is called before anything else of the process is loaded.
        start = type(self), safe_path(), _before | environment_of_choice()
        return _created, start, self.__dict__


class SafeContext(SpawnContext):
    """The start method spawn with processes that are safe."""

    Process = SafeProcess


_before: dict[str, str | None] = {}
"""What the variables were before they were changed."""


@contextmanager
def _safely_started() -> Iterator[None]:
    """Have processes that start meanwhile ignore the current folder."""
    with _starting:
        if _before:
            yield
            return
        _before.update({name: os.environ.get(name) for name in _VARIABLES})
        try:
            safe = safe_environment()
            _set({name: safe.get(name) for name in _VARIABLES})
            yield
        finally:
            _set(_before)
            _before.clear()


def _set(variables: Mapping[str, str | None]) -> None:
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def _created(
    kind: type[SafeProcess], path: list[str], variables: dict[str, str | None]
) -> SafeProcess:
    """A process without its parts, in the process that it will be."""
    sys.path[:] = path
    _set(variables)  # those are for this start; programs of the user's have their own
    return kind.__new__(kind)


def surroundings() -> object:
    """What worker processes are begun with: the folder, the environment, the axioms.

    Raises OSError if the folder was removed.
    """
    with _starting:
        return Path.cwd(), tuple(sorted(os.environ.items())), choice()


def worker_pool(
    processes: int, initializer: Callable[[], object]
) -> ProcessPoolExecutor:
    """A pool of so many processes, each of which calls `initializer` first.

    Raises OSError if another Python cannot be started.
    """
    _require_python()
    with _safely_started():
        resource_tracker.ensure_running()
        return ProcessPoolExecutor(
            processes, mp_context=SafeContext(), initializer=initializer
        )


def _require_python() -> None:
    """Start another Python once, alone: of several that fail each would complain."""
    program = os.fsdecode(get_executable())
    done = run([program, "-E", "-P", "-S", "-c", ""], env=safe_environment())
    if done.returncode != 0:
        last = done.stderr.strip().rpartition("\n")[2]
        raise OSError(f"{program} ends with status {done.returncode} {last}".rstrip())
