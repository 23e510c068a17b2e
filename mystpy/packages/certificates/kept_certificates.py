"""Certificates that were made before: those that come with mystpy, and the user's own.

A certificate is a row of a file under a key: a hash of both files of the package, its
constants, the axioms in force and the modules that compare them. It says what was
compared; nothing in it is run. A row that is damaged, or was edited, counts as none,
and so does a file that others can write to.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from pathlib import Path

from mystpy.axiom_folder import cached_by_theory
from mystpy.axioms import axioms_dir, fingerprint
from mystpy.compilation import NamedTuple
from mystpy.engines.transition_system.cache import cache_dir
from mystpy.files.rows import KeyedRows, are_texts, is_text
from mystpy.packages.folders import driver
from mystpy.packages.package import Package
from mystpy.packages.rule_set_comparison.rule_sets import data_files

SHIPPED = "certificates.jsonl"
"""The file of the certificates that come with mystpy, beside the driver."""

MAX_BYTES = 2**22
"""A file of certificates that is larger is neither read nor appended to."""

_COMPARING = (
    *("rule_set_comparison/*.py", "certificates/making.py"),
    "certificates/compared_answers.py",
)
"""The modules that compare, of which each change counts."""

_NAME = "certificates of packages, 1"


class Certificate(NamedTuple):
    """The rule set that a package equals, and the comparisons made, in words."""

    equals: str
    compared: tuple[str, ...]


def certificate_key(package: Package) -> str:
    """Return the hash of all that a certificate of a package depends on.

    It is empty where the modules that compare are no files.
    """
    basis = _basis()
    if package.claim is None or not basis:
        return ""
    numbers = json.dumps(sorted(package.constants.items()))
    parts = (package.description, package.axioms, numbers, _axioms(), basis)
    return blake2b("\0".join(parts).encode(), digest_size=24).hexdigest()


def kept_certificate(package: Package) -> Certificate | None:
    """Return the certificate of a package at its constants, None if there is none."""
    if package.claim is None:
        return None
    key = certificate_key(package)
    for path in (driver().with_name(SHIPPED), _own_file()):
        row = _rows(path).find(key)
        if row is not None and row["equals"] == package.claim.equals:
            return Certificate(row["equals"], tuple(row["compared"]))
    return None


def keep_certificate(package: Package, made: Certificate) -> None:
    """Keep a certificate in the user's cache folder, if that can be written."""
    if kept_certificate(package) != made:
        _rows(_own_file()).keep(_row(package, made))
        forget()


def certificate_row(package: Package, made: Certificate) -> bytes:
    """Return the line of a file that has a certificate."""
    return _rows(None).line_of(_row(package, made))


def _row(package: Package, made: Certificate) -> dict[str, object]:
    return {
        "key": certificate_key(package),
        "package": package.name,
        "constants": dict(package.constants),
        "equals": made.equals,
        "compared": list(made.compared),
    }


def forget() -> None:
    """Forget the data read from files, as in a new process."""
    _read.cache_clear()


def _own_file() -> Path | None:
    folder = cache_dir()
    return folder and folder / SHIPPED


def _rows(path: Path | None) -> KeyedRows:
    """The certificates of a file; it is read again where it has changed."""
    try:
        status = path.stat() if path else None
    except OSError:
        status = None
    return _read(path, status and (status.st_mtime_ns, status.st_size))


@cache
def _read(path: Path | None, _version: tuple[int, int] | None) -> KeyedRows:
    shipped = path != _own_file()
    return KeyedRows(path, _NAME, _ROW, MAX_BYTES, shipped=shipped)


def _are_numbers(value: object) -> bool:
    return isinstance(value, dict) and all(type(x) is int for x in value.values())


_ROW = {
    "key": is_text,
    "package": is_text,
    "constants": _are_numbers,
    "equals": is_text,
    "compared": are_texts,
}


@cached_by_theory()
def _axioms() -> str:
    return fingerprint(axioms_dir())


@cache
def _basis() -> str:
    """A hash of the modules and the data that comparisons rest on, empty without."""
    here = Path(__file__).parents[1]
    modules = (path for name in _COMPARING for path in sorted(here.glob(name)))
    paths = [*data_files(), *modules]
    try:
        text = b"\0".join(path.read_bytes() for path in paths)
    except OSError:
        return ""
    return blake2b(text, digest_size=16).hexdigest()
