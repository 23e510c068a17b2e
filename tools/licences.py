"""Write THIRD-PARTY-LICENSES: the software of others that comes with mystpy.

    python tools/licences.py [--check]

The rows are those of tools/licences.toml, the versions those that page/package.json and
page/requirements.txt pin. A pinned package without a row is an error, and so is a row
whose package is gone. Where the packages of npm are installed, the licence that each
declares is compared with its row. With --check nothing is written, and the exit status
is 1 if the file would change.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "page"
TEXTS = ROOT / "tools" / "licence_texts"
RESULT = ROOT / "THIRD-PARTY-LICENSES"

HEAD = """\
Software of others that comes with mystpy

mystpy itself is under the MIT licence, see LICENSE. The wheel contains no software of
others. The page that runs mystpy in a browser contains the components below; the source
code of each is at its address. This file is written by tools/licences.py.
"""

_PINNED = re.compile(r"^([\w.-]+)==(\S+)", re.M)


class LicenceError(Exception):
    """A package without a row, a row without a package, or another licence."""


def pinned() -> dict[tuple[str, str], str]:
    """Return the versions of what the page contains, by source and name."""
    package = json.loads((PAGE / "package.json").read_text("utf-8"))
    wheels = _PINNED.findall((PAGE / "requirements.txt").read_text("utf-8"))
    found = {
        ("npm", name): version for name, version in package["dependencies"].items()
    }
    return found | {("wheel", name): version for name, version in wheels}


def components() -> list[dict[str, str]]:
    """Return the rows, each with the version that is pinned, if one is.

    Raises LicenceError if rows and pinned packages do not fit, or a licence differs.
    """
    rows = tomllib.loads((ROOT / "tools" / "licences.toml").read_text("utf-8"))
    found: list[dict[str, str]] = rows["component"]
    versions = pinned()
    named = {(row["of"], row["name"]) for row in found}
    if missing := versions.keys() - named:
        raise LicenceError(f"tools/licences.toml has no row for {sorted(missing)}")
    for row in found:
        key = row["of"], row["name"]
        if row["of"] in ("npm", "wheel"):
            if key not in versions:
                raise LicenceError(f"{row['name']} is not pinned any more")
            row["version"] = versions[key]
        if row["of"] == "npm":
            _compare(row)
    return found


def _compare(row: Mapping[str, str]) -> None:
    manifest = PAGE / "node_modules" / row["name"] / "package.json"
    if manifest.exists():
        declared = json.loads(manifest.read_text("utf-8"))["license"]
        if declared != row["licence"]:
            raise LicenceError(f"{row['name']} declares {declared}")


def text(rows: Sequence[Mapping[str, str]]) -> str:
    """Return the file: a table, then the texts of the licences."""
    parts = [HEAD, *_table(rows)]
    for name in dict.fromkeys(row["text"] for row in rows if "text" in row):
        used = ", ".join(row["name"] for row in rows if row.get("text") == name)
        content = (TEXTS / name).read_text("utf-8").strip()
        parts.append(f"{'=' * 80}\n{used}\n{'=' * 80}\n\n{content}\n")
    return "\n".join(parts)


def _table(rows: Sequence[Mapping[str, str]]) -> Iterator[str]:
    for row in rows:
        version = f" {row['version']}" if "version" in row else ""
        inside = f" (part of {row['parent']})" if "parent" in row else ""
        optional = " (only in a page built with PYODIDE=...)"
        inside += optional if row["of"] == "pyodide" else ""
        yield (
            f"{row['name']}{version}{inside}\n"
            f"    licence:   {row['licence']}\n"
            f"    copyright: {row['holders']}\n"
            f"    source:    {row['address']}\n"
        )


def main(words: Sequence[str]) -> None:
    """Write the file, or say that it would change."""
    try:
        found = text(components())
    except LicenceError as error:
        sys.exit(f"licences: {error}")
    if "--check" in words:
        known: Any = RESULT.read_text("utf-8") if RESULT.exists() else None
        sys.exit(
            None if known == found else f"{RESULT.name} would change: make licences"
        )
    RESULT.write_text(found, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
