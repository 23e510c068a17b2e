"""The lowest version of each library that pyproject.toml allows, a requirement a line.

`make lowest` installs these versions and runs the suite with them, so that mystpy has
been tested with each lower bound.

    python tools/lowest.py > requirements.txt
"""

from __future__ import annotations

import re
import sys
import tomllib
from itertools import chain
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"
HARNESSES = {"textarena", "verifiers"}
"""Extras that need newer versions of shared libraries; their tests use stand-ins."""

_BOUND = re.compile(r"([\w.-]+)>=([\w.]+)(?:,<[\w.]+)?")


def lowest(project: str) -> dict[str, str]:
    """Return the lowest version of each library of a pyproject.toml, given as text.

    Raises ValueError for a requirement without a lower bound, and for a library with
    two different ones.
    """
    table = tomllib.loads(project)["project"]
    optional = table["optional-dependencies"].items()
    extras = (listed for name, listed in optional if name not in HARNESSES)
    found: dict[str, str] = {}
    for requirement in chain(table["dependencies"], *extras):
        bound = _BOUND.fullmatch(requirement)
        if bound is None:
            raise ValueError(f"{requirement}: write it as name>=version")
        name, version = bound.groups()
        if found.setdefault(name, version) != version:
            raise ValueError(f"{name} has two lower bounds: {found[name]}, {version}")
    return found


def main() -> None:
    """Print the requirements."""
    versions = lowest(PROJECT.read_text(encoding="utf-8"))
    sys.stdout.writelines(f"{name}=={versions[name]}\n" for name in sorted(versions))


if __name__ == "__main__":
    main()
