"""The variant of an exercise that a student gets: from a seed and the student's name.

In the field: individualized homework. A hash of both says which assignment of the
parameters it is, so that each student has the same variant on every machine.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256

from mystpy.exercises.exercise import load_exercise
from mystpy.exercises.parameters import Assignment, assignments, fixed_text
from mystpy.exercises.worksheets.worksheet import Worksheet
from mystpy.files.table import TomlFile


def normal_name(student: str) -> str:
    """A student's name without what people write now one way, now another."""
    return " ".join(unicodedata.normalize("NFKC", student).casefold().split())


@lru_cache(maxsize=256)
def variants_of(text: str, name: str) -> tuple[Assignment, ...]:
    """All assignments of the parameters of an exercise; one if it has none."""
    file = TomlFile(text, f"{name}.toml", what="exercise")
    return tuple(assignments(file, file.table()))


def student_variant(text: str, name: str, seed: str, student: str) -> str:
    """The text of an exercise with the values of one student."""
    found = variants_of(text, name)
    if len(found) == 1 and not found[0].key:
        return text
    key = json.dumps([seed, name, normal_name(student)])
    place = int.from_bytes(sha256(key.encode()).digest()) % len(found)
    return fixed_text(TomlFile(text, f"{name}.toml", what="exercise"), found[place])


def student_texts(sheet: Worksheet, student: str) -> dict[str, str]:
    """The texts of all exercises of a worksheet for one student, by their names."""
    return {
        task.name: student_variant(task.text, task.name, sheet.seed, student)
        for task in sheet.tasks
    }


def student_values(sheet: Worksheet, student: str) -> dict[str, str]:
    """The values of a student, by exercise; those without parameters are left out."""
    texts = student_texts(sheet, student)
    found = {name: load_exercise(text, name).variant for name, text in texts.items()}
    return {name: variant for name, variant in found.items() if variant}


class VariantTexts(Mapping[str, str]):
    """The exercises of a worksheet, and of each student in the student's variant."""

    def __init__(self, sheet: Worksheet) -> None:
        self._sheet = sheet
        self._texts = {task.name: task.text for task in sheet.tasks}
        self._names: dict[str, str] = {}
        self._of: dict[str, dict[str, str]] = {}

    def call(self, student: str, name: str) -> None:
        """Say under which name a student has got the variants, if it is another one."""
        self._names[student] = name

    def of(self, student: str) -> Mapping[str, str]:
        """The texts that a student has got."""
        name = self._names.get(student, student)
        if name not in self._of:
            self._of[name] = student_texts(self._sheet, name)
        return self._of[name]

    def __getitem__(self, name: str) -> str:
        return self._texts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)
