"""Checks of the result files of a class: whether one was changed, and whose it is.

A hash is no signature: it shows a change by somebody who does not make a new one. So
answers are marked again in any case, and marks by the page are ignored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import QueryError
from mystpy.exercises.classroom import answer_in
from mystpy.exercises.classwork.staging import StagedClass
from mystpy.exercises.classwork.students import Student
from mystpy.exercises.exercise import AnswerError
from mystpy.exercises.submissions import (
    RESULT_FILE,
    SubmittedFile,
    is_folder,
    paths_in,
    printable,
)
from mystpy.exercises.worksheets.printed_sheet import when
from mystpy.exercises.worksheets.result_file import (
    ResultFile,
    changed_answers,
    read_result,
)
from mystpy.exercises.worksheets.variants import VariantTexts, normal_name
from mystpy.exercises.worksheets.worksheet import Worksheet, read_time

UNCHANGED = "unchanged since the export"
_LEVELS = 5
_SHOWN, _LONGEST = 3, 200
"""The maximal numbers of changed rows named, and of characters of a message."""
_AGAIN = pattern(r"\s*\(\d{1,3}\)$")
"""The suffix that a browser adds to the name of a file that is saved again."""


class CheckedExport(NamedTuple):
    """The remarks on the export of a student, and the name for the variants."""

    student: str
    name: str
    note: str


def checked_exports(
    folder: Path,
    students: Mapping[str, Student],
    handed: Iterable[SubmittedFile],
    sheet: Worksheet | None,
) -> Iterator[CheckedExport]:
    """Yield the results of checking the result file of each student who has one."""
    answers: dict[str, dict[str, str]] = {}
    for each in handed:
        if each.exercise and not each.other and each.is_certain:
            try:
                text = answer_in(each.path)
            except AnswerError:
                continue
            answers.setdefault(each.student, {})[each.exercise] = text
    for shown, student in students.items():
        path = _result_path(folder / shown)
        if path is not None:
            name, note = _checked(student.name, path, answers.get(shown, {}), sheet)
            yield CheckedExport(shown, name, note)


def _letters(name: str) -> list[str]:
    """Return the letters of a name, sorted: platforms write the last name first."""
    plain = normal_name(_AGAIN.sub("", name))
    return sorted(sign for sign in plain if sign.isalnum())


def _result_path(folder: Path) -> Path | None:
    """The result file of a student, in a folder within the student's, too."""
    level = [folder]
    for _ in range(_LEVELS):
        ahead: list[Path] = []
        for each in level:
            inner = [] if each.is_symlink() else paths_in(each)
            for path in inner:
                if path.name == RESULT_FILE and not is_folder(path):
                    return path
            ahead += inner
        level = ahead
    return None


def _checked(
    student: str, path: Path, answers: Mapping[str, str], sheet: Worksheet | None
) -> tuple[str, str]:
    """Return the name in a result file, and the remarks on it."""
    try:
        found = read_result(answer_in(path))
    except (AnswerError, QueryError) as error:
        return student, str(error)
    faults = list(found.faults[:_SHOWN])
    if more_faults := len(found.faults[_SHOWN:]):
        faults.append(f"{more_faults} more rows were changed")
    if changed := changed_answers(found, answers):
        listing = ", ".join(changed[:_SHOWN])
        more = ", ..." if changed[_SHOWN:] else ""
        faults.append(f"answers changed since the export: {listing}{more}")
    faults += _of_worksheet(found, sheet)
    name = printable(found.name).strip() or student
    if _letters(name) != _letters(student):
        faults.append(f'the export is of the name "{name[:60]}"')
    return name, "; ".join(map(_short, faults)) or UNCHANGED


def _short(fault: str) -> str:
    """Return the fault of an export, whatever its text is."""
    plain = printable(fault)
    return plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST]}..."


def _of_worksheet(found: ResultFile, sheet: Worksheet | None) -> Iterator[str]:
    """Yield the faults in the worksheet and the time of an export."""
    if sheet is None:
        return
    if found.worksheet != sheet.hash:
        yield "the export is of another worksheet, or of a changed one"
    try:
        is_late = sheet.is_over(read_time(found.time))
    except QueryError:
        return
    if is_late:
        yield f"exported after the deadline, at {when(read_time(found.time))}"


def notes_of_exports(
    work: StagedClass,
    handed: list[SubmittedFile],
    exercises: Mapping[str, str],
    sheet: Worksheet | None,
) -> dict[str, str]:
    """Return remarks on each export, by student; variants become those of its name."""
    found = {}
    if isinstance(exercises, VariantTexts):
        for shown, student in work.students.items():
            exercises.call(shown, student.name)
    for each in checked_exports(work.folder, work.students, handed, sheet):
        if isinstance(exercises, VariantTexts):
            exercises.call(each.student, each.name)
        found[printable(each.student)] = each.note
    for name in map(printable, work.late):
        parts = found.get(name, ""), "handed in late"
        found[name] = "; ".join(filter(None, parts))
    return found
