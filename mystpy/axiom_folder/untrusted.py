"""Errors for axiom files that are refused, with their lines."""

from __future__ import annotations

import os
from typing import NoReturn

from mystpy.errors import AxiomError

HINT = "if you know who wrote these files, and what they do, add --trust"

SYNTAX = "correct it; what only SWI-Prolog itself can read is loaded with --trust"


class UntrustedAxioms(AxiomError):
    """A file of axioms could do more than define predicates, or cannot be read."""


def refuse(path: object, line: int | None, reason: str, hint: str = HINT) -> NoReturn:
    """Raise the error for a line of a file, or for the whole file."""
    place = path if line is None else f"{path}:{line}"
    raise UntrustedAxioms(f"{place}: {reason}", hint=hint)


def inside_name(name: str, other: str) -> str | None:
    """Return the name in the folder of an included file; None if it leads out."""
    if os.path.isabs(other):  # noqa: PTH117 - a name, there may be no such file
        return None
    found = os.path.normpath(os.path.join(os.path.dirname(name), other))  # noqa: PTH118, PTH120
    return None if found.startswith("..") else found


def refuse_include(path: object, line: int, other: str, inside: str | None) -> NoReturn:
    """Raise the error for an include outside of the folder, or of no axiom file."""
    if inside is None:
        refuse(path, line, f"it includes {other}, which is outside of the folder")
    refuse(path, line, f"it includes {other}, and there is no such file of axioms here")
