"""A check of the files of a folder of axioms before an engine loads any of them.

Files that are identical to the shipped ones are not read again. The results are kept as
long as no file changes.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path

from mystpy.axiom_folder import asp_check, stamp_of
from mystpy.axiom_folder.renamed_folder import new_names, with_shipped_names
from mystpy.axiom_folder.untrusted import inside_name, refuse, refuse_include
from mystpy.compilation import NamedTuple

MAX_FILES = 1_000
"""The maximal number of files in a folder of axioms."""
MAX_BYTES = 1_000_000
"""The maximal length of a file of axioms."""

_READ = (".lp", ".pl", "register.toml")
_IN_PLACE_OF_PL = (".qlf", ".prolog")
"""The endings of files that SWI-Prolog may load in place of a .pl file."""

Stamp = tuple[str, tuple[int, ...]]


def require_harmless(folder: Path, shipped: Path) -> tuple[Stamp, ...] | None:
    """Raise Untrusted if loading this folder could do more than define predicates.

    `shipped` is the folder of the axioms that come with mystpy, to which links may
    lead. Returns the stamps of the files that were read, by name: as long as they stay
    the same, so do the axioms. None if the folder is the shipped one.
    """
    roots = (os.path.realpath(folder), os.path.realpath(shipped))
    if roots[0] == roots[1]:
        return None
    stamps = sorted(islice(_stamps(folder, roots, roots[0]), MAX_FILES + 1))
    if len(stamps) > MAX_FILES:
        refuse(folder, None, f"a folder of axioms has at most {MAX_FILES:,} files")
    _look(folder, shipped, tuple(stamps))
    return tuple(stamps)


def _stamps(
    folder: Path,
    roots: Sequence[str],
    real: str,
    inner: str = "",
    above: tuple[str, ...] = (),
) -> Iterator[Stamp]:
    """Yield the stamps of the files that are read, each of which is in this folder.

    The system is asked once for each, since this is done with each question. `real` is
    the path of the inner folder without links.
    """
    here = folder / inner
    if real in above:
        return
    try:
        entries = sorted(os.scandir(here), key=lambda entry: entry.name)
    except OSError as error:
        refuse(here, None, f"it cannot be read: {error.strerror}")
    for entry in entries:
        if entry.name.startswith("."):  # hidden files are no axioms
            continue
        name = f"{inner}{os.sep}{entry.name}" if inner else entry.name
        read = entry.name.endswith(_READ)
        if entry.name.endswith(_IN_PLACE_OF_PL):
            refuse(folder / name, None, "SWI-Prolog may load it in place of a .pl file")
        if entry.is_symlink() and (read or entry.is_dir()):
            _require_inside(folder / name, name, roots)
        if read or not entry.is_dir():
            found = _require_file(folder, name, entry, limited=read)
            if read:
                yield name, stamp_of(found)
        else:
            below = f"{real}{os.sep}{entry.name}"
            below = os.path.realpath(below) if entry.is_symlink() else below
            yield from _stamps(folder, roots, below, name, (*above, real))


def _require_inside(path: Path, name: str, roots: Sequence[str]) -> None:
    """Refuse a link out of the folder, except to the shipped file of its name."""
    real = os.path.realpath(path)
    folder, shipped = roots
    known = (folder, os.path.realpath(os.path.join(shipped, name)))  # noqa: PTH118
    if real not in known and not real.startswith(folder + os.sep):
        refuse(path, None, f"it is a link to {real}, outside of the folder")


def _require_file(
    folder: Path, name: str, entry: os.DirEntry[str], *, limited: bool
) -> os.stat_result:
    """Refuse an entry that is not a file, or a file to be read that is too long."""
    try:
        found = entry.stat()
    except OSError as error:
        refuse(folder / name, None, f"it cannot be read: {error.strerror}")
    if not stat.S_ISREG(found.st_mode):
        refuse(folder / name, None, "it is no file")
    if limited and found.st_size > MAX_BYTES:
        refuse(folder / name, None, f"it has more than {MAX_BYTES:,} bytes")
    return found


class _Folder(NamedTuple):
    """The folder that is checked, and the shipped one."""

    path: Path
    shipped: Path

    def text(self, name: str, content: bytes) -> str:
        """Return the text of a file; raise Untrusted if it is not text in UTF-8."""
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            reason = f"it is not text in UTF-8: byte {error.start}"
            refuse(self.path / name, line, reason)

    def is_shipped(self, name: str, content: bytes) -> bool:
        """Return whether a file is identical to the shipped one of the same name.

        This includes shipped files to which a link in this folder leads.
        """
        root = os.path.realpath(self.shipped) + os.sep
        if os.path.realpath(self.path / name).startswith(root):
            return True
        try:
            return content == (self.shipped / name).read_bytes()
        except FileNotFoundError:
            return False


@lru_cache(maxsize=16)
def _look(path: Path, shipped: Path, stamps: tuple[Stamp, ...]) -> None:
    """Check the texts of the files; `stamps` are those of all files that are read."""
    folder = _Folder(path, shipped)
    names = [name for name, _ in stamps]
    texts = {name: folder.text(name, (path / name).read_bytes()) for name in names}
    axioms = {name: texts[name] for name in names if name.endswith((".lp", ".pl"))}
    texts |= with_shipped_names(axioms, new_names(axioms, path, shipped))
    changed = [x for x in names if not folder.is_shipped(x, texts[x].encode())]
    for name, text in texts.items():
        if name.endswith(".lp"):
            bare = asp_check.plain(text, path / name) if name in changed else text
            for line, other in asp_check.included_files(bare, path / name):
                inside = inside_name(name, other)
                if inside is None or not inside.endswith(".lp") or inside not in texts:
                    refuse_include(path / name, line, other, inside)
    clauses = {name: text for name, text in texts.items() if name.endswith(".pl")}
    if clauses:
        from mystpy.axiom_folder.calls import require_known_calls

        require_known_calls(path, clauses, [x for x in changed if x in clauses])
