"""Seccomp: system calls that a process may not make.

See seccomp(2). Calls about networks, other processes, shared memory, mounts and the
system itself fail with "operation not permitted", whoever makes them; no privilege is
needed. The filter is a program for the kernel's own small machine (classic BPF), and is
made for two processors.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping
from functools import cache
from struct import pack

from mystpy.compilation import NamedTuple
from mystpy.exercises.sandbox.syscalls import call, machine

_SET_SECCOMP, _FILTER = 22, 2
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16
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
    denied: Mapping[str, int]


_NEW_CALLS = {
    "pidfd_send_signal": 424,
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "fsconfig": 431,
    "fsmount": 432,
    "fspick": 433,
    "pidfd_open": 434,
    "pidfd_getfd": 438,
    "process_madvise": 440,
    "mount_setattr": 442,
    "process_mrelease": 448,
}
"""Calls that have the same number on all processors."""
_CLONE3 = 435

_MACHINES = {
    "x86_64": _Machine(
        audit=0xC000003E,
        clone=56,
        prlimit=302,
        denied={
            "socket": 41,
            "connect": 42,
            "accept": 43,
            "bind": 49,
            "listen": 50,
            "socketpair": 53,
            "accept4": 288,
            "ptrace": 101,
            "kcmp": 312,
            "process_vm_readv": 310,
            "process_vm_writev": 311,
            "rt_sigqueueinfo": 129,
            "rt_tgsigqueueinfo": 297,
            "setpgid": 109,
            "setsid": 112,
            "setpriority": 141,
            "ioprio_set": 251,
            "shmget": 29,
            "shmat": 30,
            "shmctl": 31,
            "semget": 64,
            "semop": 65,
            "semctl": 66,
            "semtimedop": 220,
            "msgget": 68,
            "msgsnd": 69,
            "msgrcv": 70,
            "msgctl": 71,
            "mq_open": 240,
            "mq_unlink": 241,
            "mount": 165,
            "umount2": 166,
            "pivot_root": 155,
            "chroot": 161,
            "unshare": 272,
            "setns": 308,
            "open_by_handle_at": 304,
            "acct": 163,
            "swapon": 167,
            "reboot": 169,
            "sethostname": 170,
            "init_module": 175,
            "delete_module": 176,
            "finit_module": 313,
            "quotactl": 179,
            "kexec_load": 246,
            "add_key": 248,
            "request_key": 249,
            "keyctl": 250,
            "migrate_pages": 256,
            "move_pages": 279,
            "perf_event_open": 298,
            "bpf": 321,
            "userfaultfd": 323,
            **_NEW_CALLS,
        },
    ),
    "aarch64": _Machine(
        audit=0xC00000B7,
        clone=220,
        prlimit=261,
        denied={
            "socket": 198,
            "socketpair": 199,
            "bind": 200,
            "listen": 201,
            "accept": 202,
            "connect": 203,
            "accept4": 242,
            "ptrace": 117,
            "process_vm_readv": 270,
            "process_vm_writev": 271,
            "kcmp": 272,
            "rt_sigqueueinfo": 138,
            "rt_tgsigqueueinfo": 240,
            "setpgid": 154,
            "setsid": 157,
            "setpriority": 140,
            "ioprio_set": 30,
            "shmget": 194,
            "shmctl": 195,
            "shmat": 196,
            "semget": 190,
            "semctl": 191,
            "semtimedop": 192,
            "semop": 193,
            "msgget": 186,
            "msgctl": 187,
            "msgrcv": 188,
            "msgsnd": 189,
            "mq_open": 180,
            "mq_unlink": 181,
            "mount": 40,
            "umount2": 39,
            "pivot_root": 41,
            "chroot": 51,
            "unshare": 97,
            "setns": 268,
            "open_by_handle_at": 265,
            "acct": 89,
            "swapon": 224,
            "reboot": 142,
            "sethostname": 161,
            "init_module": 105,
            "delete_module": 106,
            "finit_module": 273,
            "quotactl": 60,
            "kexec_load": 104,
            "add_key": 217,
            "request_key": 218,
            "keyctl": 219,
            "migrate_pages": 238,
            "move_pages": 239,
            "perf_event_open": 241,
            "bpf": 280,
            "userfaultfd": 282,
            **_NEW_CALLS,
        },
    ),
}


class BpfInstruction(NamedTuple):
    """An instruction of the filter: where it jumps to is counted from the next one."""

    code: int
    if_so: int
    if_not: int
    value: int


def has_filter() -> bool:
    """Whether there is a filter for this system's processor."""
    return machine() in _MACHINES


def restrict() -> None:
    """Deny these calls from now on. Raises OSError if the system has no filters."""
    from ctypes import addressof, c_char

    packed = _packed()
    lines = (c_char * len(packed)).from_buffer_copy(packed)
    # A structure sock_fprog: how many instructions there are, and where.
    head = pack("@HP", len(packed) // _SIZE, addressof(lines))
    call("prctl", _SET_SECCOMP, _FILTER, head, 0, 0)


@cache
def _packed() -> bytes:
    """The filter as the kernel reads it. Raises OSError if there is none."""
    found = _MACHINES.get(machine())
    if found is None:
        raise OSError("there is no filter for this processor")
    return b"".join(pack("=HBBI", *line) for line in _program(found))


def _program(found: _Machine) -> Iterator[BpfInstruction]:
    """The filter: what is denied jumps to the answer at the end."""
    refused = BpfInstruction(_RETURN, 0, 0, _ERROR | errno.EPERM)
    yield BpfInstruction(_LOAD, 0, 0, _MACHINE)
    yield BpfInstruction(_EQUAL, 1, 0, found.audit)
    yield BpfInstruction(_RETURN, 0, 0, _KILL)
    yield BpfInstruction(_LOAD, 0, 0, _NUMBER)
    yield BpfInstruction(_AT_LEAST, 0, 1, _OTHER_TABLE)
    yield refused
    yield BpfInstruction(_EQUAL, 0, 1, _CLONE3)
    yield BpfInstruction(_RETURN, 0, 0, _ERROR | errno.ENOSYS)  # clone is used then
    for number in found.denied.values():
        yield BpfInstruction(_EQUAL, 0, 1, number)
        yield refused
    # Namespaces may not be made, nor limits of other processes be set.
    yield BpfInstruction(_EQUAL, 0, 3, found.clone)
    yield BpfInstruction(_LOAD, 0, 0, _FIRST_ARGUMENT)
    yield BpfInstruction(_ANY_BIT, 0, 4, _NEW_NAMESPACES)
    yield refused
    yield BpfInstruction(_EQUAL, 0, 2, found.prlimit)
    yield BpfInstruction(_LOAD, 0, 0, _FIRST_ARGUMENT)
    yield BpfInstruction(_EQUAL, 0, 1, 0)
    yield BpfInstruction(_RETURN, 0, 0, _ALLOW)
    yield refused
