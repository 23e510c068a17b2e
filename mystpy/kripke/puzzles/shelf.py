"""The puzzles that come with mystpy, by name."""

from __future__ import annotations

from pathlib import Path

from mystpy.axioms import queries_dir
from mystpy.errors import did_you_mean
from mystpy.kripke.faults import ModelError
from mystpy.kripke.puzzles.puzzle_file import Puzzle, load_puzzle

OTHER = ("my-number",)
"""Names of puzzles that are solved without a puzzle file."""


def puzzle_files() -> dict[str, Path]:
    """The puzzle files by name, in alphabetical order."""
    folder = queries_dir() / "puzzles"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def find_puzzle(name: str) -> Puzzle:
    """The puzzle of a name, or of a path that ends in `.toml`.

    Raises ModelError, naming the nearest one, if there is none.
    """
    files = puzzle_files()
    if name in files:
        return load_puzzle(files[name])
    if name.endswith(".toml"):
        return load_puzzle(Path(name))
    known = [*files, *OTHER]
    raise ModelError(
        f"there is no puzzle {name!r}",
        hint=did_you_mean(name, known) or "mystpy puzzle lists them",
        word=name,
    )
