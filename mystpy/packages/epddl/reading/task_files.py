"""The files of a planning task, read: EPDDL, a list of files, or a ground task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mystpy.errors import QueryError
from mystpy.files.json_text import json_value
from mystpy.files.toml import file_text
from mystpy.packages.epddl.reading.ground_json import is_ground_task, read_ground_task
from mystpy.packages.epddl.reading.planning_task import PlanningTask
from mystpy.packages.epddl.reading.s_expressions import read_text
from mystpy.packages.epddl.reading.specification_reader import read_specification

SPECIFICATION = "specification.json"
"""The list of the files of a specification, as plank reads it."""

LIBRARY = Path(__file__).with_name("action-types.epddl")
"""Action types that every domain may use, unless its libraries define others."""


def read_task(paths: Sequence[Path]) -> PlanningTask:
    """Return the planning task of some files, or of a folder with a list of them.

    Raises QueryError if a file cannot be read or is none of a task, ParseError with the
    place for what is wrong in it.
    """
    found: list[Path] = []
    for path in paths:
        if not path.exists() and not path.suffix:
            hint = "give a folder with specification.json, or the files"
            raise QueryError(f"there is no folder {path}", hint=hint)
        if path.is_dir():
            path = path / SPECIFICATION
        if path.suffix == ".json":
            value = _json(path)
            if is_ground_task(value) and len(paths) == 1:
                return read_ground_task(value, str(path))
            found += _named(value, path)
        else:
            found.append(path)
    if not found:
        raise QueryError(
            "no files are given", hint="give domain, problem and libraries"
        )
    shipped = read_text(file_text(LIBRARY), LIBRARY.name)
    return read_specification([read_text(file_text(p), str(p)) for p in found], shipped)


def _json(path: Path) -> Any:
    try:
        return json_value(file_text(path))
    except ValueError as error:
        raise QueryError(f"{path} is not JSON: {error}") from None


def _named(value: object, path: Path) -> list[Path]:
    """The files that a specification names, which are in its folder or below."""
    keys = ("domain", "problem", "action-type-libraries")
    if not isinstance(value, Mapping) or not {"domain", "problem"} <= set(value):
        raise QueryError(
            f"{path} is neither a ground task nor a list of files",
            hint='a list of files has the keys "domain", "problem" and'
            ' "action-type-libraries"',
        )
    names: list[object] = [value[key] for key in keys[:2]]
    libraries = value.get(keys[2], [])
    names += libraries if isinstance(libraries, list) else [libraries]
    found = []
    for name in names:
        if not isinstance(name, str):
            raise QueryError(f"{path} names a file that is no text")
        inner = path.parent / name
        if not inner.resolve().is_relative_to(path.parent.resolve()):
            raise QueryError(
                f"{path} names {name}, which is outside of its folder",
                hint="give that file on the command line",
            )
        found.append(inner)
    return found
