"""Seccomp: system calls that a process may not make.

See seccomp(2). Calls about networks, other processes, shared memory, mounts and the
system itself fail with "operation not permitted", whoever makes them; no privilege is
needed. The filter is a program for the kernel's own small machine (classic BPF), and is
made for two processors.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator
from functools import cache
from struct import pack

from mystpy.compilation import NamedTuple
from mystpy.processes.confinement.syscalls import call, machine, syscall

_GET_SECCOMP, _SET_SECCOMP, _FILTER, _ACTION_AVAILABLE = 21, 22, 2, 2
_INET, _INET6 = 2, 10
_NETLINK, _ROUTE = 16, 0
"""Sockets that list the addresses of this machine, as getifaddrs(3) does."""
_STREAM, _SOCKET_TYPE = 1, 0xF
"""The type of a socket for TCP, and the bits of an argument that have the type."""
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_AND = 0x54
_NUMBER, _MACHINE = 0, 4
_FIRST_ARGUMENT, _SECOND_ARGUMENT, _THIRD_ARGUMENT = 16, 24, 32
"""Where these are in the kernel's record of a call (seccomp_data)."""
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_SIZE = 8
"""The bytes of an instruction."""
_OTHER_TABLE = 0x40000000
"""From this number on calls of x86-64 are those of another table (x32)."""
_NEW_NAMESPACES = 0x7E020080
"""The flags of clone(2) that make namespaces."""


class _Machine(NamedTuple):
    audit: int
    """The processor's number in the kernel."""
    clone: int
    prlimit: int
    seccomp: int
    column: int
    """Which of the numbers of calls are this processor's."""


_DENIED = {
    "socket": (41, 198),
    "connect": (42, 203),
    "accept": (43, 202),
    "bind": (49, 200),
    "listen": (50, 201),
    "socketpair": (53, 199),
    "accept4": (288, 242),
    "ptrace": (101, 117),
    "kcmp": (312, 272),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "setpgid": (109, 154),
    "setsid": (112, 157),
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "open_by_handle_at": (304, 265),
    "acct": (163, 89),
    "swapon": (167, 224),
    "reboot": (169, 142),
    "sethostname": (170, 161),
    "init_module": (175, 105),
    "delete_module": (176, 106),
    "finit_module": (313, 273),
    "quotactl": (179, 60),
    "kexec_load": (246, 104),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "perf_event_open": (298, 241),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "pidfd_send_signal": (424, 424),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440),
    "mount_setattr": (442, 442),
    "process_mrelease": (448, 448),
}
"""The calls that are refused: their numbers on x86-64, and on aarch64."""

_CLONE3 = 435

_MACHINES = {
    "x86_64": _Machine(audit=0xC000003E, clone=56, prlimit=302, seccomp=317, column=0),
    "aarch64": _Machine(
        audit=0xC00000B7, clone=220, prlimit=261, seccomp=277, column=1
    ),
}


class BpfInstruction(NamedTuple):
    """An instruction of the filter: where it jumps to is counted from the next one."""

    code: int
    if_so: int
    if_not: int
    value: int


_REFUSED = BpfInstruction(_RETURN, 0, 0, _ERROR | errno.EPERM)


def restrict() -> None:
    """Deny these calls from now on. Raises OSError if the system has no filters."""
    _set(_packed())


def restrict_sockets(*, tcp: bool = False) -> None:
    """Deny all new sockets from now on; with `tcp` all but those for TCP.

    Mono resolves `localhost` only if it can list the addresses of this machine, so that
    is allowed with `tcp`, too.

    Pairs of sockets, by which a process talks to itself and its children, are allowed.
    Raises OSError if the system has no filters.
    """
    _set(_pack(_socket_program(_machine(), tcp=tcp)))


def is_available() -> bool:
    """Whether this system has such filters for its processor."""
    if machine() not in _MACHINES:
        return False
    try:
        call("prctl", _GET_SECCOMP, 0, 0, 0, 0)
        syscall(_MACHINES[machine()].seccomp, _ACTION_AVAILABLE, 0, pack("=I", _ERROR))
    except OSError:
        return False
    return True


def _set(packed: bytes) -> None:
    from ctypes import addressof, c_char

    lines = (c_char * len(packed)).from_buffer_copy(packed)
    # A structure sock_fprog: how many instructions there are, and where.
    head = pack("@HP", len(packed) // _SIZE, addressof(lines))
    call("prctl", _SET_SECCOMP, _FILTER, head, 0, 0)


def _machine() -> _Machine:
    """The processor here. Raises OSError if there is no filter for it."""
    found = _MACHINES.get(machine())
    if found is None:
        raise OSError("there is no filter for this processor")
    return found


def _pack(program: Iterable[BpfInstruction]) -> bytes:
    """A filter as the kernel reads it."""
    return b"".join(pack("=HBBI", *line) for line in program)


@cache
def _packed() -> bytes:
    return _pack(_program(_machine()))


def _checked_table(found: _Machine) -> Iterator[BpfInstruction]:
    """The beginning of a filter: calls of other tables are refused."""
    yield BpfInstruction(_LOAD, 0, 0, _MACHINE)
    yield BpfInstruction(_EQUAL, 1, 0, found.audit)
    yield BpfInstruction(_RETURN, 0, 0, _KILL)
    yield BpfInstruction(_LOAD, 0, 0, _NUMBER)
    yield BpfInstruction(_AT_LEAST, 0, 1, _OTHER_TABLE)
    yield _REFUSED


def _socket_program(found: _Machine, *, tcp: bool) -> Iterator[BpfInstruction]:
    """The filter that refuses sockets, and rings by which the kernel makes them."""
    yield from _checked_table(found)
    for name in ("io_uring_setup", "io_uring_enter", "io_uring_register"):
        yield BpfInstruction(_EQUAL, 0, 1, _DENIED[name][found.column])
        yield _REFUSED
    socket = _DENIED["socket"][found.column]
    if tcp:
        yield BpfInstruction(_EQUAL, 0, 11, socket)
        yield BpfInstruction(_LOAD, 0, 0, _FIRST_ARGUMENT)
        yield BpfInstruction(_EQUAL, 0, 3, _NETLINK)
        yield BpfInstruction(_LOAD, 0, 0, _THIRD_ARGUMENT)
        yield BpfInstruction(_EQUAL, 7, 0, _ROUTE)
        yield _REFUSED
        yield BpfInstruction(_EQUAL, 1, 0, _INET)
        yield BpfInstruction(_EQUAL, 0, 3, _INET6)
        yield BpfInstruction(_LOAD, 0, 0, _SECOND_ARGUMENT)
        yield BpfInstruction(_AND, 0, 0, _SOCKET_TYPE)
        yield BpfInstruction(_EQUAL, 1, 0, _STREAM)
        yield _REFUSED
    else:
        yield BpfInstruction(_EQUAL, 0, 1, socket)
        yield _REFUSED
    yield BpfInstruction(_RETURN, 0, 0, _ALLOW)


def _program(found: _Machine) -> Iterator[BpfInstruction]:
    """The filter: what is denied jumps to the answer at the end."""
    yield from _checked_table(found)
    yield BpfInstruction(_EQUAL, 0, 1, _CLONE3)
    yield BpfInstruction(_RETURN, 0, 0, _ERROR | errno.ENOSYS)  # clone is used then
    for numbers in _DENIED.values():
        yield BpfInstruction(_EQUAL, 0, 1, numbers[found.column])
        yield _REFUSED
    # Namespaces may not be made, nor limits of other processes be set.
    yield BpfInstruction(_EQUAL, 0, 3, found.clone)
    yield BpfInstruction(_LOAD, 0, 0, _FIRST_ARGUMENT)
    yield BpfInstruction(_ANY_BIT, 0, 4, _NEW_NAMESPACES)
    yield _REFUSED
    yield BpfInstruction(_EQUAL, 0, 2, found.prlimit)
    yield BpfInstruction(_LOAD, 0, 0, _FIRST_ARGUMENT)
    yield BpfInstruction(_EQUAL, 0, 1, 0)
    yield BpfInstruction(_RETURN, 0, 0, _ALLOW)
    yield _REFUSED
