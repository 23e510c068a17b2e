"""Count the lines of the core: of what `docs/reference/map.md` names under "The core".

    .venv/bin/python tools/core.py

prints a line for each folder or module linked there, and the sum.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAP = ROOT / "docs" / "reference" / "map.md"
MOST = 22_400
"""The core has no more lines than so many."""


def linked(page: str) -> list[str]:
    """The paths from the top of the project to which the section has links."""
    section = page.partition("\n## The core\n")[2].partition("\n## ")[0]
    return re.findall(r"\]\(\.\./\.\./(mystpy/[\w/.]+)\)", section)


def modules(path: Path) -> Iterator[Path]:
    """A module, or those directly in a folder."""
    yield from [path] if path.is_file() else sorted(path.glob("*.py"))


def lines_by_path() -> dict[str, int]:
    """How many lines are in each of the paths, those of a folder together."""
    return {
        path: sum(
            len(module.read_text("utf-8").splitlines())
            for module in modules(ROOT / path)
        )
        for path in linked(MAP.read_text("utf-8"))
    }


if __name__ == "__main__":
    found = lines_by_path()
    for where, number in found.items():
        print(f"{number:6,} {where}")
    print(f"{sum(found.values()):6,} of at most {MOST:,}")
