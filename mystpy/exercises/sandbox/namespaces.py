"""Namespaces: a process that sees no network and no processes but its own.

See namespaces(7). An unprivileged user may make them where the system allows user
namespaces; some distributions and containers do not.
"""

from __future__ import annotations

import os
from pathlib import Path

from mystpy.exercises.sandbox.syscalls import call

_NEW_USER = 0x10000000
_NEW_PID = 0x20000000
_NEW_NETWORK = 0x40000000
_NEW_IPC = 0x08000000
_SELF = Path("/proc/self")


def enter() -> None:
    """Enter new namespaces of users, networks and IPC; the next child is the first.

    That child is number 1 of a new namespace of processes: when it ends, the system
    ends all others in it. Raises OSError if the system does not allow that.
    """
    user, group = os.geteuid(), os.getegid()
    call("unshare", _NEW_USER | _NEW_PID | _NEW_NETWORK | _NEW_IPC)
    (_SELF / "setgroups").write_text("deny", encoding="ascii")
    (_SELF / "uid_map").write_text(f"{user} {user} 1", encoding="ascii")
    (_SELF / "gid_map").write_text(f"{group} {group} 1", encoding="ascii")
