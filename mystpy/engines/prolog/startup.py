"""SWI-Prolog is started in this process, which is otherwise left as it was.

pyswip starts Prolog when it is imported, and there is one Prolog for a process. That
sets the locale from the environment, takes a signal, and replaces `sys.exit`; in a
folder that is gone it crashes the process. Here the module `core` of pyswip is loaded
alone, so that Prolog is started with other options, and what it changes is put back.
The program may import pyswip before or after that.
"""

from __future__ import annotations

import atexit
import locale
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from mystpy.engines.prolog.file_name_encoding import (
    environment_names_files,
    names_differ,
)
from mystpy.errors import FORK_HINT, EngineFailed, EngineMissing, fork_error

INSTALL = (
    "install SWI-Prolog 9.0.4 or later (Debian, Ubuntu: sudo apt-get install "
    "swi-prolog-nox; macOS: brew install swi-prolog), or use --engine asp, "
    "which needs only pip"
)

_OPTIONS = ("./", "-q", "--nosignals", "--sigalert=0")
"""No signal is Prolog's: a goal that runs looks by itself whether it is to stop."""


def core() -> Any:
    """The module of pyswip with its C functions, behind which SWI-Prolog runs.

    Raises EngineMissing if it is not installed, and EngineFailed if it does not start.
    """
    loaded = sys.modules.get("pyswip.core") or _started()
    require_no_fork(_pid_of_start(loaded))
    return loaded


def require_no_fork(pid: int) -> None:
    """Raise EngineFailed unless Prolog was started in this very process."""
    if pid != os.getpid():
        raise fork_error(
            "SWI-Prolog was started before this process was forked, and cannot be "
            "used after that",
            f"{FORK_HINT}; or use the engine auto, asp, walk or worlds",
        )


def require_no_query() -> None:
    """Raise EngineFailed if the program has an open query of its own."""
    pyswip = sys.modules.get("pyswip.prolog")
    if pyswip is not None and pyswip.Prolog._queryIsOpen:
        raise EngineFailed(
            "another query of this program to SWI-Prolog is open, opened with pyswip",
            hint="close that query, or read it to its end, and ask again",
        )


@contextmanager
def engine_of_thread(core: Any) -> Iterator[None]:
    """An engine of Prolog for this thread, with a frame for the terms made meanwhile.

    One that it had not before is taken away again: threads come and go.
    """
    backend = core._lib.PL_thread_self() < 0
    if backend:
        core._lib.PL_thread_attach_engine(None)
    frame = core.PL_open_foreign_frame()
    try:
        yield
    finally:
        core.PL_discard_foreign_frame(frame)
        if backend:
            core._lib.PL_thread_destroy_engine()


def _started() -> Any:
    with _put_back(), _in_some_folder(), environment_names_files():
        loaded = _loaded()
        home = [f"--home={loaded.SWI_HOME_DIR}"] if loaded.SWI_HOME_DIR else []
        options = [*_OPTIONS, *home]
        if not loaded.PL_initialise(len(options), options):
            raise EngineFailed(
                "SWI-Prolog is installed, but does not start here; its own message is "
                "on standard error",
                hint="see whether swipl starts in this folder, or use --engine asp",
            )
    _leave_the_end_alone(loaded)
    return loaded


def _leave_the_end_alone(loaded: Any) -> None:
    """Clean Prolog up at the end of the process only if the program itself used it.

    That takes half a second, says that threads have not stopped where Prolog was
    started by one that has ended, and would wait for ever in a forked child.
    """
    clean_up = loaded.cleanupProlog
    atexit.unregister(clean_up)

    def end() -> None:
        if "pyswip.prolog" in sys.modules:
            clean_up()

    atexit.register(end)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=lambda: atexit.unregister(end))


def _loaded() -> Any:
    """Load pyswip's `core` without pyswip itself, which would start Prolog."""
    try:
        found = find_spec("pyswip")
        if found is None:
            raise ModuleNotFoundError("there is no module pyswip")
        package = ModuleType("pyswip")
        package.__path__ = list(found.submodule_search_locations or ())
        sys.modules["pyswip"] = package
        try:
            from pyswip import core as loaded

            return loaded
        finally:
            del sys.modules["pyswip"]
    except Exception as error:  # pyswip raises its own and ctypes' errors here
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise EngineMissing(
            f"SWI-Prolog cannot be started: {reason}", hint=INSTALL
        ) from error


@contextmanager
def _put_back() -> Iterator[None]:
    """Put back what Prolog and pyswip replace while they are started."""
    kept, leave = locale.setlocale(locale.LC_ALL), sys.exit
    try:
        yield
    finally:
        sys.exit = leave
        locale.setlocale(locale.LC_ALL, kept)


@contextmanager
def _in_some_folder() -> Iterator[None]:
    """Be in a folder that Prolog can name, where it cannot name the current one.

    That one has been deleted, or its name has letters that the locale does not have.
    """
    try:
        nameable = str(Path.cwd()).isascii() or not names_differ()
    except FileNotFoundError:
        nameable = False
    if nameable:
        yield
        return
    here = os.open(".", os.O_RDONLY)
    try:
        os.chdir("/")
        yield
    finally:
        os.fchdir(here)
        os.close(here)


def _pid_of_start(loaded: Any) -> int:
    """The process that started Prolog, which is what its flag `pid` says."""
    from ctypes import byref, c_long

    with engine_of_thread(loaded):
        terms = loaded.PL_new_term_refs(2)
        loaded.PL_put_atom_chars(terms, "pid")
        flag, pid = loaded.PL_predicate("current_prolog_flag", 2, "system"), c_long()
        loaded.PL_call_predicate(None, loaded.PL_Q_CATCH_EXCEPTION, flag, terms)
        loaded.PL_get_long(terms + 1, byref(pid))
        return pid.value
