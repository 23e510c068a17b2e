"""A program that runs commands of mystpy in forks, and lets them crash.

It reads a JSON object per line. `words` is the command, `input` its standard input.
`call`, `number` and `kill` are a fault of `tests.files.faults`. `limit` is the size in
bytes that no file may exceed. With `watch` and `size` the command is killed from
outside as soon as the file has that many bytes. `environment` has variables that are
set for the command. The answer has the `status`, `out` and `err`, and how many rows the
command considered stored (`kept`).

The modules that commands load are loaded here as well, so that the next try takes
milliseconds.
"""

from __future__ import annotations

import functools
import gc
import json
import os
import resource
import signal
import sys
import traceback
from collections.abc import Iterable
from contextlib import nullcontext, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from mystpy.cli import main
from mystpy.compilation import LazyPattern
from mystpy.compilation.data_class import LazyMethod
from mystpy.exercises import classroom
from mystpy.exercises.marking import Submission, mark_submission
from mystpy.exercises.supervision import Limits
from mystpy.files.journal import Journal
from mystpy.files.rows import Appender
from mystpy.notebook.file import NotebookFile
from tests.files.faults import Faults, failing

_WRITERS = (Journal, "write"), (Appender, "__call__"), (NotebookFile, "add")


def count_kept(message: int) -> None:
    """Write a byte into a pipe for each row that a command considers stored."""
    for kind, name in _WRITERS:
        real = getattr(kind, name)

        @functools.wraps(real)
        def write(*args: Any, _real: Any = real) -> None:
            _real(*args)
            os.write(message, b".")

        setattr(kind, name, write)


def mark_here(given: Submission, limits: Limits) -> Any:
    """Grade a submission without a process of its own."""
    return mark_submission(given)


def run(asked: dict[str, Any], message: int) -> int:
    """Run the command, with its fault, and return the exit status."""
    os.environ.update(asked.get("environment", {}))
    vars(classroom)["marked_safely"] = mark_here
    count_kept(message)
    if "limit" in asked:
        resource.setrlimit(resource.RLIMIT_FSIZE, (asked["limit"],) * 2)
    fault = Faults(asked["call"], asked["number"], asked.get("kill"))
    sys.argv = ["mystpy", *asked["words"]]
    try:
        with failing(fault) if fault.call else nullcontext():
            main()
    except SystemExit as end:
        return int(end.code or 0)


def attempt(asked: dict[str, Any]) -> dict[str, Any]:
    """Run a command in a fork, and return how it ended."""
    pipes = [os.pipe() for _ in range(5)]  # input, output, errors, rows, modules
    os.write(pipes[0][1], asked.get("input", "").encode())
    gc.freeze()  # so that the fork copies no page for a garbage collection
    child = os.fork()
    if not child:
        for number in range(3):
            os.dup2(pipes[number][0 if number == 0 else 1], number)
        os.close(pipes[0][1])
        status = 70
        with suppress(BaseException):
            try:
                status = run(asked, pipes[3][1])
            except BaseException:
                traceback.print_exc()
            sys.stdout.flush()
            os.write(pipes[4][1], " ".join(list(sys.modules)).encode()[:60_000])
        os._exit(status)
    for listen, tell in pipes[1:]:
        os.close(tell)
        os.set_blocking(listen, True)
    os.close(pipes[0][0])
    os.close(pipes[0][1])
    if "watch" in asked:
        kill_at(child, Path(asked["watch"]), asked["size"])
    out, err, kept, loaded = (read(listen) for listen, _ in pipes[1:])
    _, ended = os.waitpid(child, 0)
    load(loaded.decode().split())
    status = os.waitstatus_to_exitcode(ended)
    texts = {"out": out.decode(), "err": err.decode(errors="replace")}
    return {"status": status, "kept": len(kept), **texts}


def read(listen: int) -> bytes:
    """Return all that is written into a pipe."""
    with open(listen, "rb") as file:
        return file.read()


def load(names: Iterable[str]) -> None:
    """Load modules that a command has loaded, except those that start SWI-Prolog.

    It cannot be used in a fork of a process in which it was started.
    """
    for name in names:
        if name not in sys.modules and not name.startswith(("__", "pyswip")):
            with suppress(Exception):
                import_module(name)
    compile_late()


@functools.cache
def compiled(name: str) -> None:
    """Compile what a module compiles on first use: each fork would do it."""
    for value in list(vars(sys.modules[name]).values()):
        if isinstance(value, LazyPattern):
            value.match  # noqa: B018 - compiles the expression
        elif isinstance(value, type) and value.__module__ == name:
            late = [k for k, v in vars(value).items() if isinstance(v, LazyMethod)]
            for method in (*late, "__new__"):
                getattr(value, method)


def compile_late() -> None:
    """Compile classes and regular expressions of the modules that are loaded."""
    for name in list(sys.modules):
        if name.startswith("mystpy."):
            compiled(name)


def kill_at(child: int, path: Path, size: int) -> None:
    """Kill a process as soon as its file has `size` bytes, if it lives so long."""
    while not (path.exists() and path.stat().st_size >= size):
        if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return
    os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    for line in sys.stdin:
        given = {"call": "", "number": 0} | json.loads(line)
        print(json.dumps(attempt(given)), flush=True)
