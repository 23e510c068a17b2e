"""Python's encoding of file names for Prolog, if the locale has another one.

With LC_ALL=C Python still reads and writes file names as UTF-8, and SWI-Prolog rejects
all names that are not ASCII. A thread may have its own locale, so that the other
threads of the program keep theirs.
"""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PREDICATE = "take_file_names"
"""The predicate in answers.pl that a Prolog thread calls before it works."""

_UTF_8 = b"C.UTF-8"
_LC_CTYPE_MASK = 1  # of Linux; on macOS file names are UTF-8 whatever the locale

_callbacks: list[object] = []
"""The functions that Prolog calls: they must not be freed."""


def names_differ() -> bool:
    """Return whether Python takes file names for UTF-8, and the locale does not."""
    if sys.platform != "linux":
        return False
    spelled = locale.nl_langinfo(locale.CODESET).replace("-", "").lower()
    return sys.getfilesystemencoding() == "utf-8" and spelled != "utf8"


@contextmanager
def as_python_names_files() -> Iterator[None]:
    """Give this thread Python's file names if the locale has others."""
    if not names_differ():
        yield
        return
    libc = _libc()
    made = libc.newlocale(_LC_CTYPE_MASK, _UTF_8, None)
    before = libc.uselocale(made)  # if there is no such locale, this changes nothing
    try:
        yield
    finally:
        libc.uselocale(before)
        if made:
            libc.freelocale(made)


@contextmanager
def environment_names_files() -> Iterator[None]:
    """Set the environment accordingly while Prolog starts."""
    if not names_differ():
        yield
        return
    before = os.environ.get("LC_ALL")
    os.putenv("LC_ALL", _UTF_8)
    try:
        yield
    finally:
        os.unsetenv("LC_ALL") if before is None else os.putenv("LC_ALL", before)


def give_threads_file_names(core: Any) -> None:
    """Give Python's file names also to the threads that Prolog starts."""
    if not names_differ():
        return
    from ctypes import CFUNCTYPE, c_size_t

    libc = _libc()

    def take() -> int:
        libc.uselocale(libc.newlocale(_LC_CTYPE_MASK, _UTF_8, None))
        return 1

    _callbacks.append(CFUNCTYPE(c_size_t)(take))
    core.PL_register_foreign_in_module("mystpy_bridge", PREDICATE, 0, _callbacks[-1], 0)


def _libc() -> Any:
    from ctypes import CDLL, c_char_p, c_int, c_void_p  # which not every Python has

    libc = CDLL(None)
    libc.newlocale.restype, libc.uselocale.restype = c_void_p, c_void_p
    libc.newlocale.argtypes = [c_int, c_char_p, c_void_p]
    libc.uselocale.argtypes = libc.freelocale.argtypes = [c_void_p]
    return libc
