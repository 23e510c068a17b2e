"""What a student's process may read: the package, its libraries, and the system's."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from mystpy.axiom_folder import AXIOMS, TRUST, environment_of_choice
from mystpy.axioms import axioms_dir, chosen_folder, shipped_axioms_dir
from mystpy.engines.transition_system.cache import cache_dir
from mystpy.errors import MystError
from mystpy.processes import launch

_PACKAGE = Path(__file__).resolve().parents[2]

_SYSTEM = (
    *("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/nix/store"),
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime"),
    *("/etc/alternatives", "/etc/swi-prolog", "/dev/urandom", "/dev/random"),
)
DEVICES = (Path("/dev/null"), Path("/dev/zero"), Path("/dev/full"))
"""What a process may write into besides."""
_LIBRARIES = ("clingo", "click", "numpy", "oxidd", "pysat", "pyswip", "scipy")
"""By these the folders are known in which libraries are installed."""
_KEPT_VARIABLES = {
    *("PATH", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
    *("SWI_HOME_DIR", "PYTHONHOME", "PYTHONHASHSEED", "SYSTEMROOT"),
    *(AXIOMS, TRUST),  # no other of ours: MYSTPY_TOKEN opens the table of mystpy serve
}


def environment() -> dict[str, str]:
    """What students' processes have of the environment: no secrets."""
    found = {
        name: value
        for name, value in (os.environ | environment_of_choice()).items()
        if name in _KEPT_VARIABLES or name.startswith("LC_")
    }
    # The current folder will be another one.
    if axioms := found.get(AXIOMS):
        found[AXIOMS] = str(Path(axioms).absolute())
    if (folder := cache_dir()) is not None:
        found["XDG_CACHE_HOME"] = str(folder.parent.absolute())
    # A process that forks, and may have few threads, has one.
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    return found | threads | {launch.SAFE_PATH: "1"}


def readable_paths() -> list[Path]:
    """What may be read, of this Python and this system.

    Of a checkout it is the package, the axioms and theories, not exercises and answers
    beside them.
    """
    return list(dict.fromkeys(path for path in _paths() if path.exists()))


def _paths() -> Iterator[Path]:
    yield from map(Path, _SYSTEM)
    yield _PACKAGE
    yield _PACKAGE.parent / "theories"  # of a checkout
    with suppress(MystError):  # whoever needs them says so
        yield axioms_dir()
        yield chosen_folder()  # names may be changed in it
        yield shipped_axioms_dir()  # edited ones are compared with them
    if (folder := cache_dir()) is not None:
        yield folder
    yield from _of_python()
    program = launch.executable("swipl")
    if program is not None:
        yield from _of_prolog(Path(program).resolve())


def _of_python() -> Iterator[Path]:
    for path in (sys.executable, os.path.realpath(sys.executable)):
        yield Path(path)
    yield Path(sys.prefix, "pyvenv.cfg")
    for name in ("stdlib", "platstdlib", "purelib", "platlib"):
        yield Path(sysconfig.get_path(name))
    yield Path(sys.base_prefix, "lib")
    for entry in map(Path, sys.path):
        if any((entry / name).is_dir() for name in _LIBRARIES):
            yield entry


def _of_prolog(program: Path) -> Iterator[Path]:
    yield program
    for folder in ("lib", "lib64", "libexec"):
        for name in ("swipl", "swi-prolog"):
            yield program.parent.parent / folder / name
