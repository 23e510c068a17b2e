"""The file theory.pl of a package: its text and its labels."""

from __future__ import annotations

from pathlib import Path

from mystpy.compilation import pattern
from mystpy.errors import QueryError
from mystpy.files.toml import file_text
from mystpy.packages.folders import AXIOMS
from mystpy.packages.package import Package

PROLOG_AXIOMS = "theory.pl"

_LABEL = pattern(r"(?m)^% \(([A-Z]?\d[\w.]*)\)")


def prolog_file(package: Package) -> Path | None:
    """Return the path of theory.pl, or None if the package has none."""
    path = package.folder / PROLOG_AXIOMS
    return path if path.is_file() else None


def prolog_axioms(package: Package) -> str:
    """Return the text of theory.pl. Raises QueryError if the package has none."""
    path = prolog_file(package)
    if path is None:
        raise QueryError(
            f"{package.folder} has no {PROLOG_AXIOMS}: its axioms are not in Prolog",
            hint=f"use --engine asp, which reads {AXIOMS}",
        )
    return file_text(path)


def labels_of(axioms: str) -> list[str]:
    """Return the labels of a text in order."""
    return _LABEL.findall(axioms)
