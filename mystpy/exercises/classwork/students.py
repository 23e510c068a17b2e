"""Whose a file is, by the names that Moodle, Canvas and ILIAS give to what they pack.

Moodle: `Ann Lee_12345_assignsubmission_file_`, a folder, or what a file's name begins
with. Canvas: `leeann_12345_67890_name.txt`, with LATE after the name of the student if
it was late. ILIAS: `Lee_Ann_alee_12345`, a folder. Else a folder is called like the
student.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from mystpy.compilation import NamedTuple, pattern

MOODLE, CANVAS, ILIAS = "moodle", "canvas", "ilias"
PLATFORMS = (MOODLE, CANVAS, ILIAS)
_OF_MOODLE = r"(?P<name>.+)_(?P<number>\d{1,12})_assignsubmission_(?:file|onlinetext)"
_MOODLE = pattern(rf"{_OF_MOODLE}_?")
_MOODLE_FILE = pattern(rf"{_OF_MOODLE}_(?P<rest>.+)")
_CANVAS = pattern(
    r"(?P<name>[^_]+)(?P<late>_late)?_(?P<number>\d{1,12})_\d{1,12}_(?P<rest>.+)",
    re.IGNORECASE,
)
_ILIAS = pattern(
    r"(?P<last>[^_]+)_(?P<first>[^_]+)_(?P<login>[^_].*)_(?P<number>\d{1,12})"
)
_AGAIN = pattern(r"-\d{1,2}(?=(\.[^.]*)?$)")


class Student(NamedTuple):
    """A student as a platform names one: `number` and `login` are the platform's."""

    name: str
    platform: str = ""
    number: str = ""
    login: str = ""
    last: str = ""
    first: str = ""


class NamedFile(NamedTuple):
    """A file whose name says whose it is, and its name without that."""

    student: Student
    name: str
    is_late: bool = False


def student_of_folder(folder: str, *, ilias: bool) -> Student:
    """The student of a folder; with `ilias` in the way of that platform, too."""
    if found := _MOODLE.fullmatch(folder):
        return Student(found["name"], MOODLE, found["number"])
    if ilias and (found := _ILIAS.fullmatch(folder)):
        last, first = found["last"], found["first"]
        name = f"{first} {last}"
        return Student(name, ILIAS, found["number"], found["login"], last, first)
    return Student(folder)


def student_of_file(file: str, exercises: Collection[str] = ()) -> NamedFile | None:
    """The student of a file that is in no folder; None if its name does not say.

    Canvas adds -1, -2 to a file that is handed in again; unless an exercise is called
    so, that is taken away.
    """
    if found := _MOODLE_FILE.fullmatch(file):
        return NamedFile(Student(found["name"], MOODLE, found["number"]), found["rest"])
    if found := _CANVAS.fullmatch(file):
        rest = found["rest"]
        if rest.partition(".")[0] not in exercises:
            rest = _AGAIN.sub("", rest)
        student = Student(found["name"], CANVAS, found["number"])
        return NamedFile(student, rest, bool(found["late"]))
    return None


def are_of_ilias(folders: Collection[str]) -> bool:
    """Whether all folders are called as ILIAS calls them."""
    return bool(folders) and all(_ILIAS.fullmatch(each) for each in folders)


def says_platform(folder: str) -> bool:
    """Whether a folder is certainly one that a platform has named."""
    return bool(_MOODLE.fullmatch(folder))
