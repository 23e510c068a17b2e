"""Calls of the Linux kernel for which Python 3.11 has no function, and namespaces."""

from __future__ import annotations

import os
import platform
import sys
from functools import cache
from pathlib import Path
from typing import Any

_NO_NEW_PRIVS = 38
_CAPBSET_DROP = 24
_MOST_CAPABILITIES = 64
_CAPABILITY_VERSION = 0x20080522
_NEW_USER = 0x10000000
_NEW_PID = 0x20000000
_NEW_NETWORK = 0x40000000
_NEW_IPC = 0x08000000
_SELF = Path("/proc/self")


def machine() -> str:
    """The processor's name if this is Linux, else an empty text."""
    return platform.machine() if sys.platform == "linux" else ""


@cache
def _library() -> Any:
    if not machine():
        raise OSError("this is not Linux")
    try:
        import ctypes  # which not every Python has
    except ImportError:
        raise OSError("Python was built without ctypes") from None
    return ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: Any) -> int:
    """Call a function of the C library. Raises OSError if it returns -1."""
    library = _library()
    from ctypes import get_errno

    function = getattr(library, name, None)
    if function is None:
        raise OSError(f"the C library has no {name}")
    found = int(function(*arguments))
    if found == -1:
        number = get_errno()
        raise OSError(number, os.strerror(number))
    return found


def syscall(number: int, *arguments: Any) -> int:
    """Make a system call by its number. Raises OSError if it fails."""
    from ctypes import c_long

    words = (c_long(each) if isinstance(each, int) else each for each in arguments)
    return call("syscall", c_long(number), *words)


def drop_privileges() -> None:
    """Give up all capabilities, and getting any by a program that is run.

    Raises OSError if that fails; what need not be given up may fail.
    """
    call("prctl", _NO_NEW_PRIVS, 1, 0, 0, 0)
    for capability in range(_MOST_CAPABILITIES):
        try:
            call("prctl", _CAPBSET_DROP, capability, 0, 0, 0)
        except OSError:  # there are no more, or it may not be changed
            break
    from ctypes import byref, c_uint32

    header = (c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    call("capset", byref(header), byref((c_uint32 * 6)()))


def enter_namespaces() -> None:
    """Enter new namespaces of users, networks and IPC; the next child is the first.

    An unprivileged user may make them where the system allows it: see namespaces(7).
    That child is number 1 of a new namespace of processes: when it ends, the system
    ends all others in it. Raises OSError if the system does not allow that.
    """
    user, group = os.geteuid(), os.getegid()
    call("unshare", _NEW_USER | _NEW_PID | _NEW_NETWORK | _NEW_IPC)
    (_SELF / "setgroups").write_text("deny", encoding="ascii")
    (_SELF / "uid_map").write_text(f"{user} {user} 1", encoding="ascii")
    (_SELF / "gid_map").write_text(f"{group} {group} 1", encoding="ascii")
