"""The cache on disk for parts of the transition system that were computed once.

There is a file for each number of players and set of players still in, and one for the
first state. The names have the fingerprint of the axiom files, so that edited axioms
never use the steps of others. A file is valid only under its own name, and only if
nobody else can write to it. If a folder cannot be written, or a file cannot be read,
the steps are computed again.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from mystpy.axioms import text_hash
from mystpy.engines.transition_system.layers.layer_fields import (
    Layer,
    layer_fields,
    layer_of,
    state_fields,
    state_of,
)
from mystpy.engines.transition_system.states import SystemState

FORMAT = 6
"""The version; increase it when the files, or what computes them, change."""

T = TypeVar("T")

_MAX_BYTES = 2**28
"""A file that is larger is not read."""

_INITIAL = "init0"
_WHOLE = "whole"


def cache_dir() -> Path | None:
    """Return the user's cache folder for mystpy; None if there is no home.

    A relative path is ignored: others may have written to the current folder.
    """
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if named.is_absolute():
        return named / "mystpy"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if not home.is_absolute():
        return None
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "mystpy"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home)) / "mystpy" / "cache"
    return home / ".cache" / "mystpy"


class TransitionSystemFiles:
    """The files of one number of players and one state of the axiom files."""

    def __init__(self, p: int, fingerprint: str, driver: str = "drive/diagram") -> None:
        self.stem = f"{Path(driver).name}{FORMAT}-{p}-{fingerprint}"

    def read(self, still_in: tuple[int, ...]) -> Layer:
        """Return the stored steps for these players still in; empty without any."""
        return self._read(_mask(still_in), layer_of) or {}

    def write(self, still_in: tuple[int, ...], layer: Layer) -> None:
        """Store what was computed, if the folder can be written."""
        self._write(_mask(still_in), layer_fields(layer))

    def is_whole(self) -> bool:
        """Return whether every state that can be reached is stored."""
        return self._read(_WHOLE, bool) is True

    def write_whole(self, layers: Mapping[tuple[int, ...], Layer]) -> None:
        """Store every state that can be reached, by the players still in."""
        for still_in, layer in layers.items():
            self.write(still_in, layer)
        if all(self._has(_mask(still_in)) for still_in in layers):
            self._write(_WHOLE, True)

    def _has(self, part: str) -> bool:
        path = self._path(part)
        return path is not None and path.exists()

    def read_initial(self) -> SystemState | None:
        """Return the state of init0; None if it is not stored."""
        return self._read(_INITIAL, state_of)

    def write_initial(self, state: SystemState) -> None:
        """Store the state of init0, if the folder can be written."""
        self._write(_INITIAL, state_fields(state))

    def _read(self, part: str, meaning: Callable[[Any], T]) -> T | None:
        from mystpy.files.disk import read_private  # seldom needed

        path = self._path(part)
        try:
            data = read_private(path, _MAX_BYTES) if path else b"\n"
            digest, text = data.decode().split("\n", 1)
            if digest != self._digest(part, text):
                return None
            return meaning(json.loads(text))
        except (OSError, ValueError, TypeError, LookupError):
            return None

    def _write(self, part: str, plain: Any) -> None:
        import tempfile  # seldom needed, and slow to load

        path = self._path(part)
        if path is None:
            return
        text = json.dumps(plain, separators=(",", ":"))
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            # Other processes may read: they see the old file or the new one.
            with tempfile.TemporaryDirectory(dir=path.parent) as folder:
                fresh = Path(folder) / path.name
                fresh.touch(0o600)
                fresh.write_bytes(f"{self._digest(part, text)}\n{text}".encode())
                fresh.replace(path)

    def _digest(self, part: str, text: str) -> str:
        return text_hash(f"{self._name(part)}\n{text}".encode())

    def _path(self, part: str) -> Path | None:
        folder = cache_dir()
        return folder and folder / self._name(part)

    def _name(self, part: str) -> str:
        return f"{self.stem}-{part}.json"


def _mask(still_in: tuple[int, ...]) -> str:
    return f"{sum(1 << player for player in still_in):x}"
