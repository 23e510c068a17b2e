"""Copies of the axioms that are edited, for tests."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
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


def edited(folder: Path, edits: Sequence[Edit] = ()) -> Path:
    """Make a copy of the shipped axioms with these edits."""
    shutil.copytree(shipped_axioms_dir(), folder)
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
