"""The layers of the sandbox that a system has, and what they protect."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from mystpy.compilation import dataclass
from mystpy.errors import one_of
from mystpy.exercises.sandbox import landlock, seccomp
from mystpy.exercises.sandbox.landlock import AllowedPath
from mystpy.exercises.sandbox.readable_files import DEVICES
from mystpy.exercises.sandbox.syscalls import (
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


@dataclass(frozen=True, slots=True)
class Protection:
    """What students' processes cannot reach, and by which layers."""

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
