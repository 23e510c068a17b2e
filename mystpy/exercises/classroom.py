"""A class: its submissions, marked in parallel.

A submission is treated as hostile until it is marked: a file that is no plain text of a
suitable size is reported, and each is marked in a process with limits.
"""

from __future__ import annotations

import codecs
import errno
import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from mystpy.compilation import dataclass, replace
from mystpy.errors import EngineMissing, MystError, QueryError
from mystpy.exercises.exercise import LONGEST, AnswerError, load_exercise
from mystpy.exercises.marking import Submission, marked_safely
from mystpy.exercises.submissions import SubmittedFile, printable, students_in
from mystpy.exercises.supervision import LimitReached, Limits, SetupFailed, end_all
from mystpy.exercises.worksheets.variants import VariantTexts
from mystpy.files.toml import file_text

T = TypeVar("T")

COLUMNS = (
    *("student", "exercise", "result", "points", "of", "feedback"),
    "misconception",
)
RESULTS = ("right", "wrong", "unreadable", "limit", "failed", "missing")
"""The results of submissions: only the first gives all points.

A submission that `failed` could not be marked. It does not count as 0 points: no points
are shown.
"""
_BYTES = 4 * LONGEST
_SHOWN = 400
_NAME_SHOWN = 60


@dataclass(frozen=True, slots=True)
class SubmissionResult:
    """The points of a submission, the remarks on it, and the misconception it shows."""

    student: str
    exercise: str
    result: str
    points: int
    of: int
    feedback: str
    misconception: str = ""

    def row(self) -> dict[str, Any]:
        """Return the result as a row of the table."""
        return {name: getattr(self, name) for name in COLUMNS}

    def marks(self) -> dict[str, Any]:
        """Return the result for a reader: without points if it could not be marked."""
        row = self.row()
        return {**row, "points": None} if self.result == "failed" else row


def exercises_in(folder: Path) -> dict[str, str]:
    """The texts of the exercises of a folder, by their names. Raises QueryError."""
    found = {}
    for path in sorted(folder.glob("*.toml")):
        if not path.name.endswith(".key.toml"):
            text = file_text(path)
            found[load_exercise(text, str(path)).name] = text
    if not found:
        raise QueryError(f"there are no exercises in {folder}")
    return found


def missing_work(
    folder: Path,
    handed: Iterable[SubmittedFile],
    exercises: Mapping[str, str],
    wanted: Collection[str],
) -> list[SubmissionResult]:
    """A result for each student and each exercise wanted without a submission."""
    there = {(each.student, each.exercise) for each in handed}
    points = {name: load_exercise(exercises[name], name).points for name in wanted}
    return [
        SubmissionResult(
            printable(student.name), name, "missing", 0, of, "not handed in"
        )
        for student in students_in(folder)
        for name, of in sorted(points.items())
        if not student.is_symlink() and (student.name, name) not in there
    ]


def graded_each(
    handed: Iterable[SubmittedFile], work: Callable[[SubmittedFile], T], jobs: int
) -> Iterator[tuple[SubmittedFile, T]]:
    """Yield each submission with the result of `work`, as soon as it is found."""
    left = iter(handed)
    with ThreadPoolExecutor(jobs) as pool:
        waiting: dict[Future[T], SubmittedFile] = {}
        try:
            while True:
                for each in islice(left, 2 * jobs - len(waiting)):
                    waiting[pool.submit(copy_context().run, work, each)] = each
                if not waiting:
                    return
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                yield from ((waiting.pop(future), future.result()) for future in done)
        except BaseException:
            running = {future for future in waiting if not future.cancel()}
            while running:  # one of them may be about to begin a process
                end_all()
                _, running = wait(running, timeout=0.1)
            raise


def texts_for(exercises: Mapping[str, str], student: str) -> Mapping[str, str]:
    """Return a student's exercises, those of a worksheet in the student's variant."""
    return exercises.of(student) if isinstance(exercises, VariantTexts) else exercises


def grade(
    handed: SubmittedFile, exercises: Mapping[str, str], limits: Limits
) -> SubmissionResult:
    """Return the result of one submission, whatever is in it."""
    found = refused(handed, exercises)
    if found is not None:
        return found
    text = texts_for(exercises, handed.student)[handed.exercise]
    of = load_exercise(text, handed.exercise).points
    return _marked(handed, text, of, limits)


def refused(
    handed: SubmittedFile, exercises: Mapping[str, str]
) -> SubmissionResult | None:
    """The result of a submission whose name says that it is not marked, else None."""
    if not handed.exercise:
        message = handed.fault or "the folder cannot be read"
        return _result(handed, "unreadable", 0, 0, message)
    text = texts_for(exercises, handed.student).get(handed.exercise)
    if text is None:
        message = "there is no such exercise"
        return _result(handed, "unreadable", 0, 0, message)
    of = load_exercise(text, handed.exercise).points
    if handed.other:
        message = f"{handed.other} was handed in for this exercise, too"
        return _result(handed, "unreadable", 0, of, message)
    if not handed.is_certain:
        message = f"if {handed.exercise} is meant, rename the file; it is not marked"
        return _result(handed, "unreadable", 0, of, message)
    return None


def _marked(
    handed: SubmittedFile, text: str, of: int, limits: Limits
) -> SubmissionResult:
    """The result of a submission for an exercise that there is."""
    try:
        answer = answer_in(handed.path)
        found = marked_safely(Submission(text, handed.exercise, answer), limits)
    except AnswerError as error:
        return _result(handed, "unreadable", 0, of, str(error))
    except LimitReached as error:
        return _result(handed, "limit", 0, of, str(error))
    except (EngineMissing, SetupFailed, OSError) as error:
        return _result(handed, "failed", 0, of, f"setup: {error}")
    except MystError as error:
        return _result(handed, "failed", 0, of, str(error))
    message = found.note if found.witness is None else found.witness.words
    word = "right" if found.right else "wrong"
    result = _result(handed, word, found.points, found.of, message)
    return replace(result, misconception=found.misconception)


def _result(
    handed: SubmittedFile, word: str, points: int, of: int, message: str
) -> SubmissionResult:
    if handed.named:
        short = handed.named[:_NAME_SHOWN].replace('"', "'")
        message = f'the file is named "{short}": {message}'
    feedback = " ".join(printable(message).split())[:_SHOWN]
    return SubmissionResult(*shown_as(handed), word, points, of, feedback)


def shown_as(handed: SubmittedFile) -> tuple[str, str]:
    """Return the student and the exercise of a submission as its result shows them."""
    return printable(handed.student), printable(handed.exercise)


def answer_in(path: Path) -> str:
    """The text of a file that somebody handed in.

    Raises AnswerError for a link, for what is no plain file, for one that is too large,
    and for what is not text.
    """
    read = plain_bytes(path, _BYTES)
    if len(read) > _BYTES:
        raise AnswerError(f"the file has more than {_BYTES:,} bytes: too many")
    return _decoded(read)


def plain_bytes(path: Path, limit: int) -> bytes:
    """The bytes of a plain file, up to one more than the limit. Raises AnswerError."""
    try:
        number = os.open(path, os.O_RDONLY | _flag("O_NOFOLLOW") | _flag("O_NONBLOCK"))
    except OSError as error:
        message = f"the file cannot be read: {error.strerror}"
        is_link = error.errno == errno.ELOOP
        raise AnswerError("this is a link" if is_link else message) from None
    try:
        about = os.fstat(number)
        if not stat.S_ISREG(about.st_mode):
            raise AnswerError("this is no plain file")
        with os.fdopen(number, "rb", closefd=False) as file:
            return file.read(limit + 1)
    except OSError as error:
        raise AnswerError(f"the file cannot be read: {error.strerror}") from None
    finally:
        os.close(number)


def _decoded(read: bytes) -> str:
    """The text of bytes in UTF-8, or in UTF-16 if they begin with its mark."""
    is_wide = read.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return read.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError:
        message = "the file is not text in UTF-8, nor in UTF-16 with its mark"
        raise AnswerError(message, hint="save it as text in UTF-8") from None


def _flag(name: str) -> int:
    return int(getattr(os, name, 0))
