"""The choice of a folder of axioms, by `theories.theory_in` or environment variables.

A choice holds for the thread, or the task of asyncio, that made it. Processes that are
started meanwhile get it by the environment variables.

Loading a program can run it, and a folder of axioms may come from anybody. Therefore
the files that differ from the shipped ones are read as text before an engine loads them
(`harmless`): they may only define predicates. With `--trust` or MYSTPY_TRUST=1 a file
that was refused is loaded all the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator
from contextvars import ContextVar, Token
from functools import lru_cache, wraps
from typing import Any, ParamSpec, Protocol, TypeVar, cast

from mystpy.compilation import NamedTuple

AXIOMS, TRUST = "MYSTPY_AXIOMS", "MYSTPY_TRUST"
"""The variables: a folder of axioms, and 1 if its files are loaded unchecked."""

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class TheoryChoice(NamedTuple):
    """A folder of axioms, the shipped ones if it is empty, and whether it is trusted.

    The files of a trusted folder are loaded without a check of what they could do.
    """

    folder: str
    trusted: bool = False


_choice: ContextVar[TheoryChoice | None] = ContextVar("mystpy_theory", default=None)


def choice() -> TheoryChoice | None:
    """Return the choice that was made in this thread; None if there is none."""
    return _choice.get()


def choose(chosen: TheoryChoice | None) -> Token[TheoryChoice | None]:
    """Make this the choice of this thread; `restore` takes the returned token."""
    return _choice.set(chosen)


def restore(before: Token[TheoryChoice | None]) -> None:
    """Restore the choice that was replaced by `choose`."""
    _choice.reset(before)


def named_folder() -> str:
    """Return the chosen folder of axioms; empty for the shipped ones."""
    chosen = _choice.get()
    return os.environ.get(AXIOMS, "") if chosen is None else chosen.folder


def is_trusted() -> bool:
    """Return whether the files of the chosen folder are loaded unchecked."""
    chosen = _choice.get()
    if chosen is not None and chosen.trusted:
        return True
    return os.environ.get(TRUST, "") not in ("", "0")


def environment_of_choice() -> dict[str, str]:
    """Return the variables for a process that uses the axioms of this thread."""
    chosen = _choice.get()
    if chosen is None:
        return {}
    return {AXIOMS: chosen.folder, TRUST: "1" if is_trusted() else ""}


def files_below(
    root: str, inner: str = "", above: tuple[str, ...] = ()
) -> Iterator[str]:
    """Yield the names of the axiom files and drivers in a folder and below it."""
    here = os.path.join(root, inner)  # noqa: PTH118 - no Path for each file of a start
    real = os.path.realpath(here)
    if real in above:  # a link to a folder that it is in
        return
    with os.scandir(here) as entries:
        for entry in entries:
            if entry.name.startswith("."):  # hidden files are no axioms
                continue
            name = f"{inner}{os.sep}{entry.name}" if inner else entry.name
            if entry.is_dir():
                yield from files_below(root, name, (*above, real))
            elif name.endswith((".pl", ".lp")):
                yield name


def file_stamp(path: str) -> tuple[int, ...]:
    """Return a value that changes when a file is written, even with an old time."""
    return stamp_of(os.stat(path))  # noqa: PTH116 - no Path for each file


def stamp_of(found: os.stat_result) -> tuple[int, ...]:
    """Return the stamp of a file whose times and size have been read."""
    return found.st_mtime_ns, found.st_ctime_ns, found.st_ino, found.st_size


def theory_key() -> Hashable:
    """Return a key for caches, which is the same as long as the axioms are.

    It has the times and sizes of the files in a chosen folder. The shipped files are
    not examined.
    """
    if not (folder := named_folder()):
        return None
    root = os.path.abspath(folder)  # noqa: PTH100
    try:
        stamps = [(name, file_stamp(f"{root}/{name}")) for name in files_below(root)]
    except OSError:  # reported by whoever reads the axioms
        return root
    return root, *sorted(stamps)


class Cached(Protocol[P, R_co]):
    """A function whose results are kept until they are cleared."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """The result, as it was computed under the axioms in force."""

    def cache_clear(self) -> None:
        """Forget all results."""


def cached_by_theory(
    maxsize: int | None = None,
) -> Callable[[Callable[P, R]], Cached[P, R]]:
    """Keep the results of a function, each for the axioms that were in force."""

    def decorate(function: Callable[P, R]) -> Cached[P, R]:
        @lru_cache(maxsize)
        def kept(_key: Hashable, *args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

        @wraps(function)
        def found(*args: P.args, **kwargs: P.kwargs) -> R:
            return cast("R", kept(theory_key(), *args, **cast("Any", kwargs)))

        found.cache_clear = kept.cache_clear  # type: ignore[attr-defined]
        return cast("Cached[P, R]", found)

    return decorate
