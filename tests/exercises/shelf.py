"""The exercises that come with mystpy, and the answers that are kept beside the tests.

An answer file has the right answer, two wrong ones with what is said of them, and the
teacher's key where something is sealed. `hidden` is true of a wrong one whose witness
is not drawn: the picture would show the number that is asked for.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from mystpy.exercises.exercise import Exercise, load_exercise

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "queries" / "exercises"
ANSWERS = Path(__file__).with_name("answers")
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))

CHAPTERS = {
    "1 Knowledge and possible worlds",
    "2 Situations and successor state axioms",
    "3 MYST axiomatized",
    "4 What an answer tells whom",
    "5 Nested and common knowledge",
    "6 Announcements and Kripke models",
    "7 Actions and product update",
    "8 Proofs and counterexamples",
    "9 Bluffing and value",
    "10 Clue at full scale",
}


def text_of(name: str) -> str:
    """The text of an exercise."""
    return (FOLDER / f"{name}.toml").read_text(encoding="utf-8")


def exercise(name: str) -> Exercise:
    """An exercise, as students have it."""
    return load_exercise(text_of(name), f"{name}.toml")


_BY_KIND = {
    (exercise(x).kind, exercise(x).table.get("language")): x for x in NAMES[::-1]
}
SAMPLE = sorted(_BY_KIND.values())
"""One of each kind is marked by the quick tests, all by `make check-all`."""


def answers(name: str) -> dict[str, Any]:
    """Return the stored answers to an exercise."""
    return tomllib.loads((ANSWERS / f"{name}.toml").read_text(encoding="utf-8"))


def with_key(name: str) -> str:
    """The text of an exercise as its teacher has it: with a key in place of seals."""
    before, sign, _ = text_of(name).partition("\n[sealed]\n")
    assert sign, "it has seals"
    return f"{before.rstrip()}\n\n[key]\n{answers(name)['key']}"
