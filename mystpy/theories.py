"""Which axioms are in force: the shipped ones, or those of another folder.

The environment variable MYSTPY_AXIOMS names another folder. If its axioms and drivers
are the shipped ones, word for word, it counts as the shipped folder.
"""

from __future__ import annotations

import os
from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path

from mystpy.axioms import (
    axioms_dir,
    fingerprint,
    rules_in_force,
    shipped_axioms_dir,
)
from mystpy.compilation import NamedTuple


class Theory(NamedTuple):
    """The axioms in force: the name of their folder, a hash of their files.

    `shipped` is true of the axioms that come with mystpy.
    """

    name: str
    hash: str
    shipped: bool


def theory() -> Theory:
    """The theory that answers come from at present.

    Raises AxiomError if the folder that MYSTPY_AXIOMS names is missing.
    """
    return _theory_in(axioms_dir(), rules_in_force())


def edited_theory() -> Theory | None:
    """The theory in force if it is not the shipped one.

    Without MYSTPY_AXIOMS no file is read. Raises AxiomError as `theory` does.
    """
    if not os.environ.get("MYSTPY_AXIOMS"):
        return None
    found = theory()
    return None if found.shipped else found


def theory_keys() -> dict[str, object]:
    """The keys by which JSON names a theory that is not the shipped one."""
    edited = edited_theory()
    if edited is None:
        return {}
    return {"theory": {"name": edited.name, "hash": edited.hash}}


def theory_notice() -> str | None:
    """The sentence that names a theory that is not the shipped one."""
    edited = edited_theory()
    if edited is None:
        return None
    return (
        f"the axioms are those of {axioms_dir()} ({edited.hash}), not the shipped ones"
    )


@lru_cache(maxsize=16)
def _theory_in(folder: Path, _rules: Hashable) -> Theory:
    found = fingerprint(folder)
    shipped = shipped_axioms_dir()
    same = folder == shipped or found == fingerprint(shipped)
    return Theory(folder.resolve().name, found[:8], same)
