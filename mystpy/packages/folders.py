"""Where packages are: the folders that come with mystpy, and those of users."""

from __future__ import annotations

from pathlib import Path

from mystpy.errors import QueryError, did_you_mean

DESCRIPTION, AXIOMS, PROLOG_AXIOMS = "theory.toml", "theory.lp", "theory.pl"

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped_packages() -> dict[str, Path]:
    """Return the folders of the packages that come with mystpy, by name."""
    for folder in (_PACKAGE / "_theories", _PACKAGE.parent / "theories"):
        if folder.is_dir():
            return {
                each.parent.name: each.parent
                for each in sorted(folder.glob(f"*/{DESCRIPTION}"))
            }
    return {}


def driver() -> Path:
    """Return the file with the rules that every package needs besides its own."""
    for folder in (_PACKAGE / "_theories", _PACKAGE.parent / "theories"):
        if (folder / "drive" / "runs.lp").is_file():
            return folder / "drive" / "runs.lp"
    raise QueryError("the folder theories is missing", hint="install mystpy again")


def is_package(folder: Path) -> bool:
    """Return whether a folder holds a package."""
    return (folder / DESCRIPTION).is_file()


def folder_of(name: str) -> Path:
    """Return the folder of a package. Raises QueryError if there is none."""
    path = Path(name)
    if is_package(path):
        return path
    shipped = shipped_packages()
    if name in shipped:
        return shipped[name]
    if path.is_dir():
        raise QueryError(
            f"{name} is no package: it has no {DESCRIPTION}",
            hint="mystpy theory list names the packages that come with mystpy",
        )
    near = did_you_mean(name, shipped)
    known = f"the packages are {', '.join(shipped)}; or name a folder"
    raise QueryError(f"there is no package {name!r}", hint=near or known)
