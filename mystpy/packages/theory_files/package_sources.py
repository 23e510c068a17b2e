"""The files of a package and of those that it extends, or what is wrong with them.

`extends = "NAME"` in theory.toml names a folder beside that of the package, or a
package that comes with mystpy. No file outside of these folders is read.
"""

from __future__ import annotations

from pathlib import Path

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import QueryError, did_you_mean
from mystpy.files.table import Table, TomlFile
from mystpy.files.toml import file_text
from mystpy.packages.folders import (
    AXIOMS,
    DESCRIPTION,
    folder_of,
    is_package,
    shipped_packages,
)
from mystpy.packages.theory_files.labelled_axioms import require_whole_rules

_FOLDER = pattern(r"\w[\w-]*")


class PackageSource(NamedTuple):
    """The content of the files of one folder; `axioms` is None without theory.lp."""

    folder: Path
    file: TomlFile
    table: Table
    axioms: str | None

    @property
    def base(self) -> str | None:
        """The name of the package that this one extends, None if it extends none."""
        return self.file.string(self.table, "extends")

    @property
    def dropped(self) -> tuple[str, ...]:
        """The labels of the axioms of the base that this package does not have."""
        return self.file.strings(self.table, "drop")


def read_sources(name: str) -> list[PackageSource]:
    """Return the files of a package and of all that it extends, the first base first.

    Raises QueryError with file and line.
    """
    found = [_read(folder_of(name))]
    while (base := found[0].base) is not None:
        folder = _base_folder(found[0], base)
        seen = [each.folder.resolve() for each in found]
        if folder.resolve() in seen:
            names = [each.folder.resolve().name for each in found[::-1]]
            chain = " extends ".join([*names, folder.name])
            raise found[0].file.fault(
                f"a package cannot extend itself: {chain}", word="extends"
            )
        found.insert(0, _read(folder))
    for each in found if len(found) > 1 else ():
        if each.axioms is not None:
            require_whole_rules(each.folder / AXIOMS, each.axioms)
    return found


def _read(folder: Path) -> PackageSource:
    description = folder / DESCRIPTION
    file = TomlFile(file_text(description), str(description))
    table = file.table()
    path = folder / AXIOMS
    if path.is_file():
        return PackageSource(folder, file, table, file_text(path))
    if "extends" not in table:
        raise QueryError(
            f"{folder} has no {AXIOMS}", hint=f"write the axioms into {path}"
        )
    return PackageSource(folder, file, table, None)


def _base_folder(source: PackageSource, name: str) -> Path:
    """The folder of the package that is extended: beside this one, or a shipped one."""
    if not _FOLDER.fullmatch(name):
        raise source.file.fault(
            f"extends cannot be {name!r}",
            "name a folder beside this one, or a package that comes with mystpy",
            word="extends",
        )
    here = source.folder.resolve()
    beside = here.parent / name
    shipped = shipped_packages()
    if is_package(beside) and (beside != here or name not in shipped):
        _require_inside(source, beside)
        return _shown(source.folder, beside)
    if name in shipped:
        return shipped[name]
    near = did_you_mean(name, shipped)
    listed = f"the packages are {', '.join(shipped)}; or name a folder beside this one"
    raise source.file.fault(
        f"there is no package {name!r} to extend", near or listed, word="extends"
    )


def _shown(folder: Path, beside: Path) -> Path:
    """The path of a folder beside another, relative if the other is named so."""
    near = folder.parent / beside.name
    return near if near.resolve() == beside.resolve() else beside


def _require_inside(source: PackageSource, folder: Path) -> None:
    """Raise QueryError if a folder, or a file in it, is a link to another place."""
    parent = folder.parent.resolve()
    for path in (folder, *(each for each in folder.iterdir() if each.is_file())):
        if parent not in path.resolve().parents:
            raise source.file.fault(
                f"{path} is a link out of {parent}, which is not followed",
                "extend a folder that is beside this one",
                word="extends",
            )
