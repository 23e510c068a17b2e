"""Gradebook files that learning platforms import, with the columns that each expects.

Moodle: the grading worksheet of an assignment (its offline grading reads the columns
Identifier, Grade and Last modified (grade)). Canvas: the gradebook's CSV, with a row of
possible points. ILIAS: status.csv of a multi-feedback archive; its rows have update 1.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from io import StringIO

from mystpy.errors import QueryError
from mystpy.exercises.classwork.mark_table import MarkTable, StudentRow
from mystpy.exercises.classwork.students import CANVAS, ILIAS, MOODLE, Student
from mystpy.exercises.gradebook import safe_cell

FILE_NAMES = {MOODLE: "moodle.csv", CANVAS: "canvas.csv", ILIAS: "status.csv"}
"""The name of the file of each platform."""
_MOODLE = (
    *("Identifier", "Full name", "Grade", "Maximum Grade"),
    *("Last modified (grade)", "Feedback comments"),
)
_CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_ILIAS = (
    *("update", "usr_id", "login", "lastname", "firstname", "status", "mark"),
    *("notice", "comment", "plagiarism", "plag_comment"),
)
_PARTICIPANT = "Participant "
"""The word that Moodle writes before the number of a student, in English."""

Rows = list[list[object]]


def gradebook_csv(
    platform: str, table: MarkTable, students: Mapping[str, Student], title: str
) -> str:
    """The file that a platform imports.

    Students whom another platform has packed, or none, have no number: they are
    omitted, since the platform could not identify them.
    """
    known = {row: students.get(row.student) for row in table.rows}
    rows = [
        (row, student)
        for row, student in known.items()
        if student is not None and student.platform == platform
    ]
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for cells in _ROWS[platform](rows, table, title):
        writer.writerow([safe_cell(cell) for cell in cells])
    return text.getvalue()


def require_numbers(platform: str, students: Mapping[str, Student]) -> None:
    """Raise QueryError if a platform has packed the work of none of the students."""
    if all(student.platform != platform for student in students.values()):
        raise QueryError(
            f"nobody has a number of {platform}, which a gradebook needs",
            hint=f"give the archive or the folder as {platform} has made it",
        )


def left_out(
    platform: str, table: MarkTable, students: Mapping[str, Student]
) -> list[str]:
    """The students who have no row in the file of a platform."""
    found = {row.student: students.get(row.student) for row in table.rows}
    return [k for k, one in found.items() if one is None or one.platform != platform]


def _details(row: StudentRow, table: MarkTable) -> str:
    """The points of each exercise in one cell."""
    pairs = zip(table.exercises, row.cells, table.of, strict=True)
    parts = [f"{name}: {cell} of {of}" for name, cell, of in pairs]
    return "; ".join(filter(None, [*parts, row.note]))


Known = list[tuple[StudentRow, Student]]


def _moodle(rows: Known, table: MarkTable, _title: str) -> Rows:
    found: Rows = [list(_MOODLE)]
    for row, student in rows:
        who = f"{_PARTICIPANT}{student.number}"
        details = _details(row, table)
        found.append([who, student.name, row.points, table.total, "", details])
    return found


def _canvas(rows: Known, table: MarkTable, title: str) -> Rows:
    found: Rows = [
        [*_CANVAS, title],
        ["    Points Possible", "", "", "", "", table.total],
    ]
    found += [[s.name, s.number, "", "", "", row.points] for row, s in rows]
    return found


def _ilias(rows: Known, table: MarkTable, _title: str) -> Rows:
    found: Rows = [list(_ILIAS)]
    for row, s in rows:
        details = _details(row, table)
        who = [1, s.number, s.login, s.last, s.first]
        found.append([*who, "notgraded", row.points, "", details, "", ""])
    return found


_ROWS: dict[str, Callable[[Known, MarkTable, str], Rows]] = {
    MOODLE: _moodle,
    CANVAS: _canvas,
    ILIAS: _ilias,
}
