"""The files of the page for a browser: smaller wheels, sizes, and the cached files.

Files that the page never reads are removed from wheels. The sizes of the files loaded
at the start are recorded, so that the page can show the progress. The service worker
gets a list of all files with their hashes: it loads nothing twice, and mixes no two
versions.
"""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""The sources that the page may load, in its own head and from its service worker."""

MARK = 16
"""So many hexadecimal digits of its SHA-256 tell a file from its other versions."""

LABELLED = "Situation|Fluents|Partition|Knowledge"
"""The proof files that have formulas of chapter 2, which `mystpy axiom` shows."""

UNREAD = {
    "mystpy": rf"mystpy/_proofs/(?!({LABELLED})\.v).*\.v|.*/RECORD",
    "python_sat": r"pysat/(examples|allies)/.+|.*\.data/.*|.*/RECORD",
}
"""Files of wheels that the page does not read: proofs, programs, and pip's lists."""

START = (
    *("vendor/pyodide/pyodide.asm.wasm", "vendor/pyodide/python_stdlib.zip"),
    *("vendor/pyodide/pyodide-lock.json", "data/python.json", "wheels/wheels.json"),
)
"""The files that the worker loads first, besides wheels and the page's Python."""


def slim(wheel: Path) -> None:
    """Take out of a wheel what the page does not read, and pack the rest tightly."""
    package = wheel.name.partition("-")[0]
    unread = re.compile(UNREAD.get(package, r".*/RECORD"))
    half = wheel.with_suffix(".half")
    with (
        zipfile.ZipFile(wheel) as given,
        zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed,
    ):
        for member in given.infolist():
            if not unread.fullmatch(member.filename):
                packed.writestr(member, given.read(member), zipfile.ZIP_DEFLATED, 9)
    half.replace(wheel)


def slim_lock(site: Path) -> None:
    """Empty the list of Pyodide's other packages, of which the page has none."""
    path = site / "vendor" / "pyodide" / "pyodide-lock.json"
    lock = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(lock | {"packages": {}}), "utf-8")


def sizes(site: Path) -> dict[str, int]:
    """Return the number of bytes that the worker fetches at its start."""
    own = json.loads((site / "data" / "python.json").read_text("utf-8"))
    wheels = json.loads((site / "wheels" / "wheels.json").read_text("utf-8"))
    names = [*START, *own, *(f"wheels/{name}" for name in wheels)]
    return {"start": sum((site / name).stat().st_size for name in names)}


def set_policy(site: Path) -> None:
    """Write the Content-Security-Policy into the page's head and its service worker."""
    for name in ("index.html", "sw.js"):
        _change(site / name, lambda text: text.replace('"POLICY"', f'"{POLICY}"'))


def service_worker(site: Path) -> None:
    """Tell the service worker which files there are, and of which version."""
    files = [["./", _mark(site / "index.html")], *_files(site)]
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:MARK]

    def told(text: str) -> str:
        text = text.replace('"VERSION"', f'"{version}"')
        return text.replace('["FILES"]', json.dumps(files, separators=(",", ":")))

    _change(site / "sw.js", told)


def _files(site: Path) -> Iterator[list[str]]:
    """All files but the service worker, each with the beginning of its hash."""
    for path in sorted(path for path in site.rglob("*") if path.is_file()):
        name = path.relative_to(site).as_posix()
        if name not in ("sw.js", ".nojekyll"):
            yield [name, _mark(path)]


def _mark(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:MARK]


def _change(path: Path, change: Callable[[str], str]) -> None:
    path.write_text(change(path.read_text("utf-8")), "utf-8")
