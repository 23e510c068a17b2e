"""Choose the axioms in force: the shipped ones, or those of another folder.

`theory_in` chooses a folder for a block of code, and the environment variable
MYSTPY_AXIOMS for a whole process; the block wins. If the axioms and drivers of a folder
are the shipped ones, word for word, it counts as the shipped folder.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from mystpy import __version__
from mystpy.axiom_folder import TheoryChoice, choose, named_folder, restore
from mystpy.axioms import (
    chosen_folder,
    fingerprint,
    names_in_force,
    rules_in_force,
    shipped_axioms_dir,
)
from mystpy.compilation import NamedTuple
from mystpy.errors import AxiomError, did_you_mean

SHIPPED = "shipped"
"""The name of the axioms that come with mystpy."""

_HOW_TO_NAME = (
    "name a package, which mystpy theory list shows, or a folder; an edited copy of the"
    " axioms begins with: cp -r axioms mine"
)


class Theory(NamedTuple):
    """The axioms in force: the name of their folder, and a hash of their files.

    `hash` has 8 hexadecimal digits; `shipped` is True for the axioms that come with
    mystpy. Source: mystpy.

    >>> import mystpy
    >>> name, hash, shipped = mystpy.theory()
    >>> name, len(hash), shipped
    ('axioms', 8, True)
    """

    name: str
    hash: str
    shipped: bool


def theory() -> Theory:
    """Return the theory that answers come from at present.

    Raises AxiomError if the folder that is chosen is missing, or is refused. Source:
    mystpy.

    >>> import mystpy
    >>> mystpy.theory().shipped
    True
    """
    return _theory_in(rules_in_force())


def edited_theory() -> Theory | None:
    """The theory in force if it is not the shipped one.

    If none is chosen, no file is read. Raises AxiomError as `theory` does.
    """
    if not named_folder():
        return None
    found = theory()
    return None if found.shipped else found


@contextmanager
def theory_in(folder: str | Path, *, trust: bool = False) -> Iterator[Theory]:
    """Use the axioms of a folder within a block of code; the block gets their `Theory`.

    `folder` is a path, or the name of a folder of axioms that comes with mystpy. The
    choice holds for this thread and for the processes that it starts; a `Situation`
    that is made in the block keeps its theory. With `trust` the files are loaded
    without a check of what they could do. Raises AxiomError if there is no such folder,
    or if it is refused. Source: mystpy.

    >>> import mystpy
    >>> with mystpy.theory_in("shipped") as theory:
    ...     theory.shipped
    True
    """
    with chosen_theory(TheoryChoice(str(find_theory(folder)), trust)):
        yield theory()


@contextmanager
def chosen_theory(chosen: TheoryChoice | None) -> Iterator[None]:
    """Make a choice for a block of code; None is that of MYSTPY_AXIOMS."""
    before = choose(chosen)
    try:
        yield
    finally:
        restore(before)


def find_theory(name: str | Path, beside: Path | None = None) -> Path:
    """The folder of a theory: a path, or the name of one that comes with mystpy.

    A relative path begins at the folder `beside`, or else at the current one. Raises
    AxiomError if there is no such folder of axioms.
    """
    path = (beside or Path.cwd()) / name
    if (path / "register.toml").exists():
        return path
    known = {SHIPPED: shipped_axioms_dir()} | _named_theories()
    if str(name) in known:
        return known[str(name)]
    if not path.is_dir():
        what = f"there is no theory {str(name)!r}: no folder {path}"
        hint = did_you_mean(str(name), {**known, **_folders("theory.toml")})
        raise AxiomError(what, hint=hint or _HOW_TO_NAME)
    raise AxiomError(
        f"{path} is no folder of axioms: it has no register.toml",
        hint="copy the folder axioms/ of mystpy as a whole, and edit the copy",
    )


def _named_theories() -> dict[str, Path]:
    """The folders of the theories that come with mystpy besides the axioms."""
    return _folders("register.toml")


def _folders(marker: str) -> dict[str, Path]:
    """The folders among those of theories that have this file."""
    package = Path(__file__).parent
    folders = (package / "_theories", package.parent / "theories")
    return {
        each.name: each
        for folder in folders
        if folder.is_dir()
        for each in sorted(folder.iterdir())
        if (each / marker).exists()
    }


def theory_keys() -> dict[str, object]:
    """Return the keys by which JSON names a theory that is not the shipped one.

    If the environment variable MYSTPY_ORIGIN is set, those of `origin_keys`, too.
    """
    origin = origin_keys() if is_origin_wanted() else {}
    edited = edited_theory()
    if edited is None:
        return origin
    return {"theory": {"name": edited.name, "hash": edited.hash}, **origin}


def is_origin_wanted() -> bool:
    """Return whether each JSON answer is to name the version and the axioms."""
    return bool(os.environ.get("MYSTPY_ORIGIN"))


def origin_keys() -> dict[str, object]:
    """Return the key by which JSON says which mystpy and which axioms made a result."""
    return {"mystpy": {"version": __version__, "axioms": fingerprint()}}


def result_keys() -> dict[str, object]:
    """Return the keys of results that are kept: the theory, version and axioms."""
    return {**theory_keys(), **origin_keys()}


def theory_lines() -> list[str]:
    """The line of a query file that names axioms which are not the shipped ones."""
    if edited_theory() is None:
        return []
    from mystpy.files.toml import toml_value  # seldom needed

    return [f"theory = {toml_value(str(chosen_folder()))}"]


def theory_notice() -> str | None:
    """The sentence that names a theory that is not the shipped one."""
    edited = edited_theory()
    if edited is None:
        return None
    return (
        f"the axioms are those of {chosen_folder()} ({edited.hash}), not the shipped "
        f"ones{_renamed()}"
    )


def _renamed() -> str:
    """List the names that the axioms in force change, for the end of a sentence."""
    names = [f"{old} is called {new}" for old, new in names_in_force().items()]
    return f"; {', '.join(names)}" if names else ""


@lru_cache(maxsize=16)
def _theory_in(_rules: Hashable) -> Theory:
    folder, shipped = chosen_folder(), shipped_axioms_dir()
    found = fingerprint(folder)
    same = folder == shipped or found == fingerprint(shipped)
    return Theory(folder.resolve().name, found[:8], same)
