"""The files of a release, and the version that they carry.

    python tools/release.py version 1.0.0 [--date 2026-12-01]
    python tools/release.py show
    python tools/release.py notes
    python tools/release.py archive FOLDER FILE.tar.gz
    python tools/release.py checksums FOLDER

`version` writes a version to `mystpy/__init__.py`, from which everything else takes it,
and to the files that others read as they are: CITATION.cff, the conda recipe, and the
heading and links of CHANGELOG.md. Everything or nothing is written. `archive` packs a
folder so that the same files give the same bytes. `checksums` writes SHA256SUMS.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import re
import sys
import tarfile
import tomllib
from collections.abc import Callable
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import changelog

ROOT = Path(__file__).resolve().parents[1]
SOURCE = "mystpy/__init__.py"
SUMS = "SHA256SUMS"
CITED = "docs/how-to/cite.md"

_VERSION = re.compile(r"(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}(?:(?:a|b|rc)\d+)?")
_OWN = re.compile(r'^__version__ = "([^"]+)"$', re.M)

Change = Callable[[str, str, str], str]


class ReleaseError(Exception):
    """A reason why a version cannot be released."""


def current(root: Path = ROOT) -> str:
    """Return the version of the package."""
    found = _OWN.search((root / SOURCE).read_text("utf-8"))
    if found is None:
        raise ReleaseError(f"{SOURCE} has no line __version__ = ...")
    return found[1]


def set_version(version: str, day: str, root: Path = ROOT) -> list[str]:
    """Write a version and its date to all files that name it, and return their names.

    Raises ReleaseError, and writes nothing, if it is no version, no later one, or if
    a file does not have the place for it.
    """
    if not _VERSION.fullmatch(version):
        raise ReleaseError(f"{version!r} is no version, write it as 1.0.0 or 1.0.0rc1")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", day):
        raise ReleaseError(f"{day!r} is no date, write it as 2026-12-01")
    if _key(version) <= _key(current(root)):
        raise ReleaseError(f"{version} is not later than {current(root)}")
    changed = {
        name: change((root / name).read_text("utf-8"), version, day)
        for name, change in CHANGES.items()
    }
    for name, text in changed.items():
        (root / name).write_text(text, "utf-8")
    return [*changed]


def _key(version: str) -> tuple[list[int], str]:
    """Return what orders versions: one with a, b or rc comes before the one without."""
    numbers, letter, rest = re.fullmatch(r"([\d.]+?)(a|b|rc|$)(\d*)", version).groups()  # type: ignore[union-attr]
    return [*map(int, numbers.split("."))], f"{letter}{rest:0>4}" if letter else "~"


def _replaced(pattern: str, new: str, text: str, name: str) -> str:
    found, count = re.subn(pattern, lambda _: new, text, flags=re.M)
    if count != 1:
        raise ReleaseError(f"{name} has {count} places for the version, not one")
    return found


def _package(text: str, version: str, _day: str) -> str:
    return _replaced(_OWN.pattern, f'__version__ = "{version}"', text, SOURCE)


def _citation(text: str, version: str, day: str) -> str:
    text = _replaced(r"^version: .*$", f"version: {version}", text, "CITATION.cff")
    new = f"date-released: {day}"
    if re.search(r"^date-released:", text, re.M):
        return _replaced(r"^date-released: .*$", new, text, "CITATION.cff")
    return text.replace(f"version: {version}\n", f"version: {version}\n{new}\n", 1)


def _cited(text: str, version: str, _day: str) -> str:
    return _replaced(r"^  version = .*$", f"  version = {{{version}}},", text, CITED)


def _recipe(text: str, version: str, _day: str) -> str:
    new = f'{{% set version = "{version}" %}}'
    return _replaced(r"^\{% set version = .* %\}$", new, text, "conda/meta.yaml")


def _changelog(text: str, version: str, day: str) -> str:
    return changelog.released(text, version, day, urls()["Repository"])


CHANGES: dict[str, Change] = {
    SOURCE: _package,
    CITED: _cited,
    "CITATION.cff": _citation,
    "conda/meta.yaml": _recipe,
    "CHANGELOG.md": _changelog,
}
"""The files that name the version, each with the function that changes it."""


def urls() -> dict[str, str]:
    """Return the addresses of the project, which pyproject.toml has."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    found: dict[str, str] = tomllib.loads(text)["project"]["urls"]
    return found


def archive(folder: Path, target: Path) -> None:
    """Pack a folder: names in order, one time, no owner, no rights but to be run."""
    if not folder.is_dir():
        raise ReleaseError(f"there is no folder {folder}")
    top = target.name.removesuffix(".tar.gz")
    time = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))

    def plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
        info.uid = info.gid = 0
        info.uname = info.gname = ""
        info.mtime = time
        info.mode = 0o755 if info.isdir() or info.mode & 0o100 else 0o644
        return info

    names = sorted(path.relative_to(folder) for path in folder.rglob("*"))
    with (
        target.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, mtime=time) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for name in names:
            place = f"{top}/{name.as_posix()}"
            tar.add(folder / name, place, recursive=False, filter=plain)


def checksums(folder: Path) -> str:
    """Write the SHA-256 hash of each file of a folder, as sha256sum does."""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in files
        if path.name != SUMS
    ]
    if not lines:
        raise ReleaseError(f"there is nothing in {folder}")
    (folder / SUMS).write_text("".join(lines), "ascii")
    return "".join(lines)


def main() -> None:
    """Do what the command line says."""
    reader = argparse.ArgumentParser(description="Make the files of a release.")
    commands = reader.add_subparsers(dest="command", required=True)
    commands.add_parser("show")
    commands.add_parser("notes")
    setting = commands.add_parser("version")
    setting.add_argument("version")
    setting.add_argument("--date", default=date.today().isoformat())
    packing = commands.add_parser("archive")
    packing.add_argument("folder", type=Path)
    packing.add_argument("file", type=Path)
    commands.add_parser("checksums").add_argument("folder", type=Path)
    given = reader.parse_args()
    try:
        if given.command == "show":
            print(current())
        elif given.command == "notes":
            text = (ROOT / "CHANGELOG.md").read_text("utf-8")
            print(changelog.notes(text, current()))
        elif given.command == "version":
            print("\n".join(set_version(given.version, given.date)))
        elif given.command == "archive":
            archive(given.folder, given.file)
        else:
            print(checksums(given.folder), end="")
    except (ReleaseError, changelog.ChangelogError, OSError) as error:
        sys.exit(f"release: {error}")


if __name__ == "__main__":
    main()
