"""The files that come with mystpy, by name: `example:fifteen-cards`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mystpy.axioms import queries_dir
from mystpy.errors import QueryError, did_you_mean, nearest
from mystpy.files import EXAMPLE
from mystpy.files.toml import file_text


def example_path(file: str) -> Path:
    """Return the path of `example:NAME`.

    Raises QueryError, with the nearest name, if there is no such example.
    """
    name, found = file.removeprefix(EXAMPLE), {**examples(), **game_trees()}
    of_that_name = [path for full, path in found.items() if full.endswith(f"/{name}")]
    if name in found:
        return found[name]
    if len(of_that_name) == 1:
        return of_that_name[0]
    near = did_you_mean(name, _long_and_short(found))
    raise QueryError(
        f"there is no example {name!r}", hint=near or "mystpy examples lists them"
    )


def example_text(file: str | Path) -> tuple[str, Path]:
    """Return the text of FILE, an example or a file, and its path.

    Raises QueryError if it cannot be read, with the nearest file or example.
    """
    path = Path(file)
    if isinstance(file, str) and file.startswith(EXAMPLE):
        path = example_path(file)
    try:
        return file_text(path), path
    except QueryError as error:
        if error.hint is None and not path.exists() and (near := _meant(path.name)):
            raise QueryError(str(error), hint=near) from None
        raise


def _meant(word: str) -> str | None:
    """Return the hint for a word that names no file, but almost an example."""
    near = nearest(Path(word).stem, _long_and_short(examples()))
    return near and f"did you mean {EXAMPLE}{near}?"


def _long_and_short(names: Iterable[str]) -> list[str]:
    """Return names of examples with and without their folders."""
    return [*names, *(full.split("/")[-1] for full in names)]


def examples() -> dict[str, Path]:
    """Return the TOML files that come with mystpy, by names such as models/hexa."""
    return _files_that_come("*.toml")


def game_trees() -> dict[str, Path]:
    """Return the game trees in Gambit's format that come with mystpy, by names."""
    return _files_that_come("*.efg")


def _files_that_come(pattern: str) -> dict[str, Path]:
    folder = queries_dir()
    paths = sorted(folder.rglob(pattern), key=lambda path: (len(path.parts), path))
    return {path.relative_to(folder).with_suffix("").as_posix(): path for path in paths}
