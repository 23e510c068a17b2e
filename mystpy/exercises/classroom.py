"""A class: a folder of submissions, marked in parallel, and what they have in common.

A submission is hostile until it is marked: a file that is no plain text of a fitting
size is told as such, and each is marked in a process with limits.
"""

from __future__ import annotations

import csv
import errno
import html
import os
import stat
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from mystpy.errors import MystError, QueryError
from mystpy.exercises.exercise import LONGEST, AnswerError, load_exercise
from mystpy.exercises.marking import Submission, marked_safely
from mystpy.exercises.supervision import LimitReached, Limits, end_all
from mystpy.files.toml import file_text

COLUMNS = ("student", "exercise", "result", "points", "of", "feedback")
RESULTS = ("right", "wrong", "unreadable", "limit", "failed")
"""What becomes of a submission: the last three get no points either."""
_BYTES = 4 * LONGEST
_SHOWN = 400
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet takes for a formula."""


class Handed(NamedTuple):
    """A file that a student has handed in."""

    student: str
    exercise: str
    path: Path
    other: str = ""
    """Another file for the same exercise, if there is one before this."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a submission is worth, and what is told of it."""

    student: str
    exercise: str
    result: str
    points: int
    of: int
    feedback: str

    def row(self) -> dict[str, Any]:
        """It as a row of the table."""
        return {name: getattr(self, name) for name in COLUMNS}


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


def handed_in(folder: Path) -> list[Handed]:
    """The submissions of a folder: a folder for each student, a file for an exercise.

    A link is not followed: it is listed, and told as what it is when it is read; one in
    place of a student's folder is a submission for no exercise. Raises QueryError if
    there is no such folder.
    """
    if not folder.is_dir():
        raise QueryError(f"there is no folder {folder}")
    found = []
    for student in _students(folder):
        if student.is_symlink():
            found.append(Handed(student.name, "", student))
            continue
        names: dict[str, str] = {}
        for path in sorted(student.iterdir()):
            exercise = path.name.split(".")[0]
            if exercise:
                other = names.setdefault(exercise, path.name)
                other = "" if other == path.name else other
                found.append(Handed(student.name, exercise, path, other))
    return found


def _students(folder: Path) -> list[Path]:
    """What stands where the folders of students do, links too, but no plain files."""
    each = (path for path in sorted(folder.iterdir()) if path.name[0] != ".")
    return [path for path in each if path.is_symlink() or path.is_dir()]


def loose_files(folder: Path) -> list[str]:
    """The names of files that stand beside the folders of students: of nobody."""
    aside = {path.name for path in _students(folder)}
    names = sorted(path.name for path in folder.iterdir())
    return [_printable(name) for name in names if name not in aside and name[0] != "."]


def graded(
    handed: Sequence[Handed],
    exercises: Mapping[str, str],
    limits: Limits,
    jobs: int,
) -> Iterator[Result]:
    """The result of each submission, as soon as it is found."""
    left = iter(handed)
    with ThreadPoolExecutor(jobs) as pool:
        waiting: set[Future[Result]] = set()
        try:
            while True:
                for each in islice(left, 2 * jobs - len(waiting)):
                    waiting.add(pool.submit(grade, each, exercises, limits))
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        except BaseException:
            waiting = {future for future in waiting if not future.cancel()}
            while waiting:  # one of them may be about to begin a process
                end_all()
                _, waiting = wait(waiting, timeout=0.1)
            raise


def grade(handed: Handed, exercises: Mapping[str, str], limits: Limits) -> Result:
    """The result of one submission, whatever is in it."""
    if not handed.exercise:
        told = "this is a link, and no folder of a student"
        return _result(handed, "unreadable", 0, 0, told)
    text = exercises.get(handed.exercise)
    if text is None:
        told = "there is no such exercise"
        return _result(handed, "unreadable", 0, 0, told)
    of = load_exercise(text, handed.exercise).points
    if handed.other:
        told = f"{handed.other} was handed in for this exercise, too"
        return _result(handed, "unreadable", 0, of, told)
    return _marked(handed, text, of, limits)


def _marked(handed: Handed, text: str, of: int, limits: Limits) -> Result:
    """The result of a submission for an exercise that there is."""
    try:
        answer = answer_in(handed.path)
        found = marked_safely(Submission(text, handed.exercise, answer), limits)
    except AnswerError as error:
        return _result(handed, "unreadable", 0, of, str(error))
    except LimitReached as error:
        return _result(handed, "limit", 0, of, str(error))
    except MystError as error:
        return _result(handed, "failed", 0, of, str(error))
    told = found.note if found.witness is None else found.witness.words
    word = "right" if found.right else "wrong"
    return _result(handed, word, found.points, found.of, told)


def _result(handed: Handed, word: str, points: int, of: int, told: str) -> Result:
    feedback = " ".join(_printable(told).split())[:_SHOWN]
    return Result(*shown_as(handed), word, points, of, feedback)


def shown_as(handed: Handed) -> tuple[str, str]:
    """The student and the exercise of a submission, as its result tells them."""
    return _printable(handed.student), _printable(handed.exercise)


def _printable(text: str) -> str:
    """A text without control characters and halves of characters."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return "".join(sign if sign.isprintable() else " " for sign in whole)


def answer_in(path: Path) -> str:
    """The text of a file that somebody handed in.

    Raises AnswerError for a link, for what is no plain file, for one that is too large,
    and for what is not text.
    """
    try:
        number = os.open(path, os.O_RDONLY | _flag("O_NOFOLLOW") | _flag("O_NONBLOCK"))
    except OSError as error:
        told = f"the file cannot be read: {error.strerror}"
        is_link = error.errno == errno.ELOOP
        raise AnswerError("this is a link" if is_link else told) from None
    try:
        about = os.fstat(number)
        if not stat.S_ISREG(about.st_mode):
            raise AnswerError("this is no plain file")
        if about.st_size > _BYTES:
            raise AnswerError(f"the file has {about.st_size:,} bytes: too many")
        with os.fdopen(number, "rb", closefd=False) as file:
            read = file.read(_BYTES + 1)
    finally:
        os.close(number)
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AnswerError("the file is not text in UTF-8") from None


def _flag(name: str) -> int:
    return int(getattr(os, name, 0))


def as_csv(results: Iterable[Result]) -> str:
    """Results as a table of comma separated values, by student and exercise.

    What a spreadsheet would take for a formula stands behind an apostrophe.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for each in sorted(results, key=lambda x: tuple(x.row().values())):
        writer.writerow([_cell(value) for value in each.row().values()])
    return text.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
style-src 'unsafe-inline'">
<title>Common errors</title>
<style>body{{font:1rem/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}}
table{{border-collapse:collapse}}td,th{{border:1px solid #888;padding:.2rem .6rem;
text-align:left;vertical-align:top}}</style></head><body>
<h1>Common errors</h1>
<p>{summary}</p>
{parts}
</body></html>
"""


def errors_page(results: Sequence[Result], titles: Mapping[str, str]) -> str:
    """The errors that several submissions have in common, as a page of HTML."""
    by_exercise: dict[str, list[Result]] = defaultdict(list)
    for each in results:
        by_exercise[each.exercise].append(each)
    parts = "\n".join(
        _part(name, titles.get(name, ""), found)
        for name, found in sorted(by_exercise.items())
    )
    students = len({each.student for each in results})
    summary = f"{len(results)} submissions of {students} students."
    return _PAGE.format(summary=summary, parts=parts)


def _part(name: str, title: str, found: Sequence[Result]) -> str:
    """What is said of one exercise: how many were right, and what went wrong."""
    right = sum(each.result == "right" for each in found)
    told = Counter((each.result, each.feedback) for each in found)
    del_right = [(n, key) for key, n in told.items() if key[0] != "right"]
    rows = "\n".join(
        f"<tr><td>{n}</td><td>{key[0]}</td><td>{html.escape(key[1])}</td></tr>"
        for n, key in sorted(del_right, key=lambda x: (-x[0], x[1]))
    )
    head = (
        f"<h2>{html.escape(name or 'no exercise')}</h2>\n<p>{html.escape(title)}</p>\n"
    )
    head += f"<p>{right} of {len(found)} right.</p>\n"
    if not rows:
        return head
    heads = "<tr><th>how many</th><th>result</th><th>feedback</th></tr>"
    return f"{head}<table>{heads}\n{rows}</table>\n"
