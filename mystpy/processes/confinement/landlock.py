"""Landlock: which files a process may read and write, and whom it may signal.

See https://docs.kernel.org/userspace-api/landlock.html. Linux has it since 5.13, and no
privilege is needed. Later versions keep from TCP (6.7), and from signals to processes
outside and abstract sockets (6.12). Everything else is refused, for all files,
whoever owns them.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING

from mystpy.compilation import NamedTuple
from mystpy.processes.confinement.syscalls import machine, syscall

if TYPE_CHECKING:
    from ctypes import Array, c_uint64

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION = 1
_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = (1 << bit for bit in range(4))
_TRUNCATE = 1 << 14
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}
"""How many rights there are over files from each version on."""
_NETWORK_SINCE, _SCOPES_SINCE = 4, 6
_ALL_TCP, _ALL_SCOPES = 3, 3
_PORT, _CONNECT = 2, 2
"""The kind of a rule about a port, and the right to connect to it."""


class AllowedPath(NamedTuple):
    """A file or folder that is open, and the rights there."""

    number: int
    rights: int


def version() -> int:
    """The version of Landlock that the system has; 0 if it has none."""
    if not machine():
        return 0
    try:
        return max(0, syscall(_CREATE_RULESET, None, 0, _VERSION))
    except OSError:
        return 0


def signals_are_scoped() -> bool:
    """Whether Landlock keeps a process from signals to others."""
    return version() >= _SCOPES_SINCE


def tcp_is_restricted() -> bool:
    """Whether Landlock keeps a process from TCP connections."""
    return version() >= _NETWORK_SINCE


def readable(paths: Iterable[Path]) -> list[AllowedPath]:
    """The places at these paths, to be read; those that exist."""
    return [place for path in paths if (place := _place(path, _READ)) is not None]


def _place(path: Path, rights: int) -> AllowedPath | None:
    try:
        number = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return None
    if not stat.S_ISDIR(os.fstat(number).st_mode):
        rights &= _OF_FILES
    return AllowedPath(number, rights)


def restrict(
    places: Iterable[AllowedPath],
    own: Path,
    devices: Iterable[Path],
    *,
    also_own: Iterable[Path] = (),
    port: int | None = 0,
) -> None:
    """Keep this process to places that it reads, and to what it may also write.

    It may do everything in the folder `own`, in those that are `also_own`, and write
    into `devices`. It may connect by TCP to one `port` alone, where 0 is none, and with
    None to all. Raises OSError if that fails.
    """
    from ctypes import byref

    found = version()
    rights = (1 << max(n for v, n in _RIGHTS.items() if v <= found)) - 1
    attributes, size = _attributes(found, rights, tcp=port is None)
    ruleset = syscall(_CREATE_RULESET, byref(attributes), size, 0)
    allowed = [*places, *(_place(path, rights) for path in (own, *also_own))]
    allowed += [_place(path, _READ_FILE | _WRITE_FILE) for path in devices]
    for place in filter(None, allowed):
        _allow(ruleset, _BENEATH, pack("=Qi", place.rights & rights, place.number))
    if port and found >= _NETWORK_SINCE:
        _allow(ruleset, _PORT, pack("=QQ", _CONNECT, port))
    syscall(_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def _attributes(found: int, rights: int, *, tcp: bool) -> tuple[Array[c_uint64], int]:
    """Return the restricted rights as a structure, and its size in bytes."""
    from ctypes import c_uint64

    network = _ALL_TCP if found >= _NETWORK_SINCE and not tcp else 0
    scopes = _ALL_SCOPES if found >= _SCOPES_SINCE else 0
    words = 1 + (found >= _NETWORK_SINCE) + (found >= _SCOPES_SINCE)
    return (c_uint64 * 3)(rights, network, scopes), 8 * words


def _allow(ruleset: int, kind: int, rule: bytes) -> None:
    from ctypes import c_char

    syscall(_ADD_RULE, ruleset, kind, (c_char * len(rule)).from_buffer_copy(rule), 0)
