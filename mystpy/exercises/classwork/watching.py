"""A folder that is looked at again and again, while a class hands in.

A look costs the list of its files. Only when it is twice the same, so that nobody is
writing, and another than the one last marked, the work is read and marked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from mystpy.exercises.classroom import SubmissionResult

Stamp = frozenset[tuple[str, int, int]]
MAX_WATCHED = 200_000
"""More files are not looked at."""


def stamp_of(path: Path) -> Stamp:
    """The names, sizes and times of the files in a folder, or of one archive."""
    found: set[tuple[str, int, int]] = set()
    waiting = [path]
    while waiting and len(found) < MAX_WATCHED:
        each = waiting.pop()
        try:
            about = each.lstat()
            if each.is_dir() and not each.is_symlink():
                waiting += each.iterdir()
        except OSError:  # it was taken away just now
            continue
        found.add((str(each), about.st_size, about.st_mtime_ns))
    return frozenset(found)


def settled(stamps: Iterable[Stamp]) -> Iterator[None]:
    """One item each time that stamps have changed and come to rest."""
    last = marked = None
    for stamp in stamps:
        if stamp == last and stamp != marked:
            marked = stamp
            yield None
        last = stamp


def looks(path: Path, ticks: Iterable[object]) -> Iterator[Stamp]:
    """The stamp of a folder now, and at each tick."""
    yield stamp_of(path)
    for _ in ticks:
        yield stamp_of(path)


class KeptResults:
    """Results by all that they depend on: what has not changed is not marked again."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, ...], SubmissionResult] = {}
        self.marked = 0

    def result(
        self, key: tuple[str, ...], mark: Callable[[], SubmissionResult]
    ) -> SubmissionResult:
        """The result under a key; it is marked if there is none, or marking failed."""
        found = self._kept.get(key)
        if found is None or found.result == "failed":
            self.marked += 1
            found = self._kept[key] = mark()
        return found
