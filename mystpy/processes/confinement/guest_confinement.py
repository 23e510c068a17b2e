"""The files that a guest program may read and write, and whether this is ensured.

In the field: a sandbox policy. `guardian.py` applies it to the program before it runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from mystpy.axioms import shipped_axioms_dir
from mystpy.compilation import NamedTuple
from mystpy.errors import MystError, QueryError, did_you_mean, one_of
from mystpy.processes import launch
from mystpy.processes.confinement import landlock, seccomp

CONFINEMENTS = ("possible", "required", "off")
"""Confine as far as the system can, refuse to start without it, or do not confine."""

_SYSTEM = (
    *("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/opt", "/nix/store"),
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime"),
    *("/etc/alternatives", "/etc/hosts", "/etc/nsswitch.conf", "/etc/swi-prolog"),
    *("/dev/urandom", "/dev/random", "/proc/cpuinfo", "/proc/meminfo"),
    *("/sys/devices/system/cpu", "/sys/fs/cgroup"),
)
_ETC = Path("/etc")
_SETTINGS = (
    *("java*", "crypto-policies", "mono", "dotnet", "python3*", "perl", "R", "node*"),
    *("OpenCL", "magic", "mime.types", "ssl/openssl.cnf", "ssl/certs", "pki/java"),
)
"""The settings of runtimes below it, to which their installed folders link."""
_FOLDERS_OF_VARIABLES = (
    *("JAVA_HOME", "VIRTUAL_ENV", "PYTHONHOME", "NODE_PATH", "DOTNET_ROOT"),
    "LD_LIBRARY_PATH",
)
_PROGRAM_FOLDERS = ("bin", "sbin", "shims")
"""The names of folders with programs; version managers call theirs `shims`."""
_PACKAGE = Path(__file__).resolve().parents[2]


class GuestConfinement(NamedTuple):
    """How a program is to be confined.

    `how` is one of `CONFINEMENTS`. With `network` it has the network, with a `port` it
    may connect to this port by TCP. `reads` and `writes` are paths besides those that
    it needs to run.
    """

    how: str = CONFINEMENTS[0]
    network: bool = False
    port: int = 0
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()

    def require(self) -> None:
        """Raise QueryError for another word, or if required and not available."""
        if self.how not in CONFINEMENTS:
            known = f"it is {one_of(CONFINEMENTS)}"
            raise QueryError(
                f"confinement cannot be {self.how!r}",
                hint=did_you_mean(self.how, CONFINEMENTS) or known,
            )
        reached = guest_protection(self).reached
        if self.how == "required" and reached:
            raise QueryError(
                f"this system cannot keep a program from {one_of(reached)}",
                hint="use Linux 6.12 or later, start the program in a container with"
                ' confinement = "off", or play without confinement = "required"',
            )


class GuestProtection(NamedTuple):
    """The protections from a guest program, and the system's layers that give them."""

    files: bool
    network: bool
    processes: bool
    layers: tuple[str, ...]
    allowed: str = ""
    """The access that its options allow."""

    @property
    def reached(self) -> tuple[str, ...]:
        """The access that it has although no option allows it."""
        return tuple(
            name
            for name, kept in (
                ("other files", self.files),
                ("the network", self.network or self.allowed == "the network"),
                ("other processes", self.processes),
            )
            if not kept
        )

    def __str__(self) -> str:
        kept = [
            name
            for name, holds in (
                ("other files", self.files),
                ("the network", self.network),
                ("other processes", self.processes),
            )
            if holds
        ]
        parts = []
        if kept:
            by = one_of(self.layers, "and")
            parts.append(f"has no access to {one_of(kept, 'and')} (by {by})")
        if self.allowed:
            parts.append(f"may use {self.allowed}, by its options")
        if self.reached:
            parts.append(f"is not kept from {one_of(self.reached, 'and')}")
        return "; ".join(parts)

    def as_object(self) -> dict[str, object]:
        """The keys for results."""
        return {**self._asdict(), "layers": list(self.layers)}

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> GuestProtection:
        """The protection of such keys."""
        return cls(**{**row, "layers": tuple(row["layers"])})


def guest_protection(wanted: GuestConfinement) -> GuestProtection:
    """Return what the system keeps a program from that is confined so."""
    if wanted.how == "off":
        return GuestProtection(False, False, False, ())
    layers = available_layers()
    files = "Landlock" in layers
    scoped = files and landlock.signals_are_scoped()
    if wanted.network:
        network, allowed = False, "the network"
    elif wanted.port:
        network = "seccomp" in layers and files and landlock.tcp_is_restricted()
        allowed = "TCP to the port of the table" if network else ""
    else:
        network, allowed = "seccomp" in layers, ""
    used = tuple(x for x in layers if x != "seccomp" or not wanted.network)
    return GuestProtection(files, network, scoped, used, allowed)


def available_layers() -> tuple[str, ...]:
    """Return the means that this system has: Landlock, seccomp, or none of them."""
    found = ("Landlock",) if landlock.version() else ()
    return (*found, "seccomp") if seccomp.is_available() else found


def policy(
    words: Sequence[str], folder: str, wanted: GuestConfinement
) -> dict[str, object]:
    """Return what the guardian needs to confine a program, as JSON has it."""
    if wanted.how == "off":
        return {"layers": []}
    here = Path(folder or Path.cwd()).absolute()
    paths = dict.fromkeys(map(str, _readable(words, here, folder, wanted)))
    return {
        "layers": list(available_layers()),
        "reads": list(paths),
        "writes": [str(_path(each, here)) for each in wanted.writes],
        "network": wanted.network,
        "port": wanted.port,
    }


def _readable(
    words: Sequence[str], here: Path, folder: str, wanted: GuestConfinement
) -> Iterator[Path]:
    """Yield the paths that a program may read: its own, its command's, the system's."""
    yield from map(Path, _SYSTEM)
    yield from (path for each in _SETTINGS for path in _ETC.glob(each))
    yield from _of_program(words[0], here)
    for path in (each for word in words[1:] for each in named_paths(word, here)):
        if path.is_file():
            yield from _narrow((path.parent,), or_else=path)
        elif path.is_dir():
            yield from _narrow((path,))
    if folder:
        yield here
    for name in _FOLDERS_OF_VARIABLES:
        entries = os.environ.get(name, "").split(os.pathsep)
        yield from _narrow(Path(each) for each in entries if os.path.isabs(each))  # noqa: PTH117
    yield _PACKAGE  # a player of mystpy may be a guest, too
    with suppress(MystError):  # a player who needs them reports it
        yield shipped_axioms_dir()
    yield from (_path(each, here) for each in wanted.reads)


def named_paths(word: str, here: Path) -> list[Path]:
    """Return the paths that a word of a command names, if all exist.

    A class path names several, and `lib/*` is the folder.
    """
    parts = word.split(os.pathsep)
    found = [here / part.removesuffix("/*") for part in parts if part]
    try:
        return found if all(path.exists() for path in found) else []
    except (OSError, ValueError):  # a text that is too long, or has a NUL
        return []


def _of_program(word: str, here: Path, scripts: int = 4) -> Iterator[Path]:
    """A program, with the folder in which it is installed, and its interpreter.

    Of so many scripts, one of which interprets another, the interpreters are found.
    """
    found = str(here / word) if os.sep in word else launch.executable(word)
    if found is None:
        return
    for path in dict.fromkeys((Path(found), Path(os.path.realpath(found)))):
        yield path
        if path.parent.name in _PROGRAM_FOLDERS:
            yield from _narrow((path.parent.parent,), or_else=path.parent)
            yield from _narrow(_installed_elsewhere(path.parent.parent))
        else:
            yield from _narrow((path.parent,))
    if scripts and (interpreter := _interpreter(Path(found))):
        yield from _of_program(interpreter, here, scripts - 1)


def _installed_elsewhere(root: Path) -> Iterator[Path]:
    """The folders that the path files of this Python name, as editable installs do.

    Those of another folder are not followed: somebody else may have written them.
    """
    if os.path.realpath(root) != os.path.realpath(sys.prefix):
        return
    for file in sorted(root.glob("lib/python*/site-packages/*.pth")):
        with suppress(OSError, ValueError):
            for line in file.read_text("utf-8").splitlines():
                if os.path.isabs(line):  # noqa: PTH117
                    yield Path(line.rstrip())


def _interpreter(path: Path) -> str | None:
    """The program that the first line of a script names, if it does."""
    try:
        with path.open("rb") as file:
            first = file.readline(500)
    except OSError:
        return None
    words = first[2:].decode("utf-8", "replace").split() if first[:2] == b"#!" else []
    if words and Path(words[0]).name == "env":
        words = [word for word in words[1:] if not word.startswith("-")]
    return words[0] if words else None


def _narrow(paths: Iterable[Path], or_else: Path | None = None) -> Iterator[Path]:
    """The folders that do not contain the user's home, or something in their place."""
    home = Path(os.path.realpath(Path("~").expanduser()))
    for path in paths:
        real = Path(os.path.realpath(path))
        if real != home and real not in home.parents:
            yield path
        elif or_else is not None:
            yield or_else


def _path(text: str, here: Path) -> Path:
    return here / Path(text).expanduser()
