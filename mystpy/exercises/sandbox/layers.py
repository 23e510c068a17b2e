"""The layers of the sandbox, what they protect, and what a student's process may read.

It may read the package, its libraries, and the system's.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from mystpy.axiom_folder import AXIOMS, TRUST, environment_of_choice
from mystpy.axioms import axioms_dir, chosen_folder, shipped_axioms_dir
from mystpy.compilation import dataclass
from mystpy.engines.transition_system.cache import cache_dir
from mystpy.errors import MystError, one_of
from mystpy.processes import launch
from mystpy.processes.confinement import landlock, seccomp
from mystpy.processes.confinement.landlock import AllowedPath
from mystpy.processes.confinement.syscalls import (
    drop_privileges,
    enter_namespaces,
    machine,
)

LAYERS = ("landlock", "seccomp", "namespaces")
"""All layers; a process uses those that the system has."""

_UNCONFINED = (
    "this system does not isolate students' processes: they have limits of time and "
    "memory only, and can read your files; mark in a container, or on a machine "
    "without other data"
)


_PACKAGE = Path(__file__).resolve().parents[2]

_SYSTEM = (
    *("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/nix/store"),
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime"),
    *("/etc/alternatives", "/etc/swi-prolog", "/dev/urandom", "/dev/random"),
)
DEVICES = (Path("/dev/null"), Path("/dev/zero"), Path("/dev/full"))
"""The devices that a process may also write to."""
_LIBRARIES = ("clingo", "click", "numpy", "oxidd", "pysat", "pyswip", "scipy")
"""Libraries that show the folders in which libraries are installed."""
_KEPT_VARIABLES = {
    *("PATH", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
    *("SWI_HOME_DIR", "PYTHONHOME", "PYTHONHASHSEED", "SYSTEMROOT"),
    *(
        AXIOMS,
        TRUST,
    ),  # not MYSTPY_TOKEN: it gives access to games
}


@dataclass(frozen=True, slots=True)
class Protection:
    """The things that students' processes cannot reach, with the layers."""

    layers: tuple[str, ...]
    signals_scoped: bool = False
    """Whether Landlock prevents signals to other processes."""

    @property
    def files(self) -> bool:
        """Whether they can read and write no files but those that they need."""
        return "landlock" in self.layers

    @property
    def network(self) -> bool:
        """Whether they have no network."""
        return "seccomp" in self.layers or "namespaces" in self.layers

    @property
    def signals(self) -> bool:
        """Whether they can send no signals to processes of others."""
        return self.signals_scoped or "namespaces" in self.layers

    @property
    def processes(self) -> bool:
        """Whether they can neither signal processes of others nor open their memory."""
        return self.signals and self.files

    def __str__(self) -> str:
        what = {
            "files other than those of mystpy and the system's programs": self.files,
            "the network": self.network,
            "other processes": self.processes,
        }
        kept = [name for name, holds in what.items() if holds]
        if not kept:
            return _UNCONFINED
        by = ", ".join(self.layers)
        text = f"students' processes have no access to {one_of(kept, 'and')} (by {by})"
        if lacking := [name for name, holds in what.items() if not holds]:
            text += f"; on this system they do have access to {one_of(lacking, 'and')}"
        return text


def available(wanted: Sequence[str] = LAYERS) -> Protection:
    """Return which of these layers the system has; each is tried in a process."""
    if not machine():
        return Protection(())
    tries: dict[str, Callable[[], None]] = {
        "landlock": _try_landlock,
        "seccomp": _try_seccomp,
        "namespaces": enter_namespaces,
    }
    works = tuple(name for name in LAYERS if name in wanted and _works(tries[name]))
    scoped = "landlock" in works and landlock.signals_are_scoped()
    return Protection(works, scoped)


def _try_landlock() -> None:
    if not landlock.version():
        raise OSError("there is no Landlock")
    drop_privileges()
    with TemporaryDirectory() as folder:
        landlock.restrict([], Path(folder), DEVICES)
        with suppress(OSError):
            os.close(os.open("/", os.O_RDONLY))
            os._exit(1)
        os._exit(0)  # the folder cannot be removed from here


def _try_seccomp() -> None:
    drop_privileges()
    seccomp.restrict()


def _works(layer: Callable[[], None]) -> bool:
    """Whether a layer can be applied, in a process that ends with it."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            layer()
            status = 0
        except Exception:  # whatever it is, this layer is not there
            status = 1
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0


def confine(layers: Sequence[str], places: Sequence[AllowedPath], own: Path) -> None:
    """Keep this process to places that it reads and to its own folder, for good.

    Raises OSError if that fails.
    """
    if not layers:
        return
    drop_privileges()
    if "landlock" in layers:
        landlock.restrict(places, own, DEVICES)
    if "seccomp" in layers:
        seccomp.restrict()


# --- What may be read ---------------------------------------------------------


def environment() -> dict[str, str]:
    """Return the environment of students' processes: without secrets."""
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
    """Return the paths of this Python and this system that may be read.

    For a checkout these are the package, the axioms and theories, not exercises and
    answers beside them.
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
