"""Copies of the axioms that are edited, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from mystpy.axioms import shipped_axioms_dir

Edit = tuple[str, str, str]
"""A file, what it says, and what it is to say."""

POSS = "s2_07_possible_actions"

NO_IS_FREE: tuple[Edit, ...] = (
    (f"{POSS}.pl", "    disjoint(Q, J),\n", "    card_set(Q),\n"),
    (f"{POSS}.lp", "    disjoint(Q, J),\n", "    question_set(Q),\n"),
)  # fmt: skip
"""Whoever is asked may say no: a no teaches nothing."""

YES_IS_FREE: tuple[Edit, ...] = (
    (f"{POSS}.pl", "    \\+ disjoint(Q, J),\n", "    card_set(Q),\n"),
    (f"{POSS}.lp", "    not disjoint(Q, J),\n", "    question_set(Q),\n"),
)  # fmt: skip
"""Whoever is asked may say yes: a yes teaches nothing."""


SAME_END_OF_TURN: tuple[Edit, ...] = (
    (f"{POSS}.pl", "    endphase(S),\n", "    endphase(S),\n    turn(I, S),\n"),
    (f"{POSS}.lp", "    endphase(S),\n", "    endphase(S),\n    turn(I, S),\n"),
)
"""A conjunct of (2.21) that is there twice: every command follows it."""


@cache
def _files_of(folder: Path) -> dict[str, bytes]:
    """The contents of all files below a folder, by their names."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def copied_axioms(folder: Path) -> Path:
    """Copy the shipped axioms into a folder; their files are read once in a process."""
    for name, content in _files_of(shipped_axioms_dir()).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def edited(folder: Path, edits: Sequence[Edit] = ()) -> Path:
    """Make a copy of the shipped axioms with these edits."""
    copied_axioms(folder)
    for name, old, new in edits:
        path = folder / name
        text = path.read_text("utf-8")
        assert old in text, (name, old)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def added(folder: Path, name: str, text: str) -> Path:
    """Make a copy of the shipped axioms, and add a text to a file of it."""
    edited(folder)
    with (folder / name).open("a", encoding="utf-8") as file:
        file.write(text)
    return folder
