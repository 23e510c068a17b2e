"""The marks of a class as a table: students in rows, exercises in columns."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO

from mystpy.compilation import NamedTuple
from mystpy.exercises.classroom import SubmissionResult
from mystpy.exercises.gradebook import safe_cell
from mystpy.packages.answer_kinds import natural_key

MISSING, FAILED = "-", "?"
"""The content of a cell if nothing was handed in, or if it could not be marked."""
_WIDEST = 24


class StudentRow(NamedTuple):
    """The marks of a student: a cell for each exercise, and their sum."""

    student: str
    cells: tuple[str, ...]
    points: int
    note: str = ""


class MarkTable(NamedTuple):
    """The marks of a class, the maximal points, and how many students have them."""

    exercises: tuple[str, ...]
    of: tuple[int, ...]
    rows: tuple[StudentRow, ...]
    right: tuple[int, ...]

    @property
    def total(self) -> int:
        """The points of all exercises."""
        return sum(self.of)


def mark_table(
    results: Iterable[SubmissionResult],
    points: Mapping[str, int],
    notes: Mapping[str, str] | None = None,
) -> MarkTable:
    """The table of results; `points` has the exercises, in their order.

    If there are several results for one exercise, the best counts: a file that is not
    marked, such as a second one, takes nothing away.
    """
    best: dict[tuple[str, str], SubmissionResult] = {}
    for each in results:
        key = each.student, each.exercise
        if key not in best or _rank(each) > _rank(best[key]):
            best[key] = each
    named = {student for student, _ in best}
    students = sorted(named, key=lambda name: (natural_key(name), name))
    met = {exercise for _, exercise in best}
    exercises = tuple(name for name in points if name in met)
    rows = []
    for student in students:
        found = [best.get((student, name)) for name in exercises]
        won = sum(0 if each is None else _won(each) for each in found)
        cells = tuple(map(_cell, found))
        rows.append(StudentRow(student, cells, won, (notes or {}).get(student, "")))
    right = tuple(
        sum(_is_right(best.get((student, name))) for student in students)
        for name in exercises
    )
    return MarkTable(exercises, tuple(points[n] for n in exercises), tuple(rows), right)


def _rank(result: SubmissionResult) -> tuple[bool, int, bool]:
    is_marked = result.result in ("right", "wrong", "limit")
    return is_marked, _won(result), result.result != "missing"


def _won(result: SubmissionResult) -> int:
    return 0 if result.result == "failed" else result.points


def _is_right(result: SubmissionResult | None) -> bool:
    return result is not None and result.result == "right"


def _cell(result: SubmissionResult | None) -> str:
    if result is None or result.result == "missing":
        return MISSING
    return FAILED if result.result == "failed" else str(result.points)


def table_csv(table: MarkTable) -> str:
    """The table as comma separated values."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["student", *map(safe_cell, table.exercises), "sum", "note"])
    writer.writerow(["of", *table.of, table.total, ""])
    for row in table.rows:
        note = safe_cell(row.note)
        writer.writerow([safe_cell(row.student), *row.cells, row.points, note])
    return text.getvalue()


def table_lines(table: MarkTable) -> list[str]:
    """Return the table as text: columns with numbers, and a legend."""
    heads = [str(number) for number in range(1, len(table.exercises) + 1)]
    lines = [
        f"{number}. {name}" for number, name in zip(heads, table.exercises, strict=True)
    ]
    shown = [
        ["student", *heads, "sum"],
        ["of", *map(str, table.of), str(table.total)],
        *([_short(row.student), *row.cells, str(row.points)] for row in table.rows),
        ["right", *map(str, table.right), ""],
    ]
    wide = [max(map(len, column)) for column in zip(*shown, strict=True)]
    lines.append("")
    for cells in shown:
        first, *rest = zip(cells, wide, strict=True)
        numbers = "  ".join(cell.rjust(width) for cell, width in rest)
        lines.append(f"{first[0].ljust(first[1])}  {numbers}".rstrip())
    lines += [f"{row.student}: {row.note}" for row in table.rows if row.note]
    return lines


def _short(name: str) -> str:
    return name if len(name) <= _WIDEST else f"{name[: _WIDEST - 1]}\u2026"


def sums(table: MarkTable) -> Sequence[tuple[str, int]]:
    """The sum of each student."""
    return [(row.student, row.points) for row in table.rows]
