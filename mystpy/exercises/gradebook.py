"""The results of a class in a file: to resume marking, as a table and as a page.

A row identifies its file by the bytes of its name, and has hashes of everything that
the result depends on. A row whose hashes have changed is not used.
"""

from __future__ import annotations

import csv
import html
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from hashlib import blake2b
from io import StringIO
from pathlib import Path
from typing import Any

from mystpy import __version__
from mystpy.axioms import fingerprint
from mystpy.compilation import dataclass, field, pattern
from mystpy.exercises.classroom import (
    COLUMNS,
    RESULTS,
    SubmissionResult,
    answer_in,
    shown_as,
    texts_for,
)
from mystpy.exercises.exercise import AnswerError, load_exercise
from mystpy.exercises.guidance.class_report import misconceptions_section
from mystpy.exercises.submissions import SubmittedFile, printable
from mystpy.exercises.supervision import Limits
from mystpy.files.journal import Journal
from mystpy.files.rows import Check, RowFault, is_count, is_text, require

FORMAT = 3
"""The version of the keys in a row."""

_CHECKS: dict[str, Check] = {"str": is_text, "int": is_count}
_TYPES = {each.name: str(each.type) for each in fields(SubmissionResult)}


@dataclass(slots=True)
class ResumedGrades:
    """The results for the submissions of a class as they are now.

    `left` are to be marked; `again` says why some of them had a result already, and
    `gone` are files with a result that are no longer handed in.
    """

    results: list[SubmissionResult] = field(default_factory=list)
    left: list[SubmittedFile] = field(default_factory=list)
    again: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    gone: list[str] = field(default_factory=list)


class Gradebook(Journal):
    """A file of the results of a class: a folder, exercises and limits."""

    kind = "class"
    same = "the file must be of the same folder"
    new = "give another folder as --out"

    def __init__(
        self, path: Path, folder: Path, exercises: Mapping[str, str], limits: Limits
    ) -> None:
        self._folder, self._exercises = folder, exercises
        self._limits = [limits.seconds, limits.megabytes]
        self._program = _hash(__version__, fingerprint())
        super().__init__(path, {"grade": FORMAT, "class": folder.resolve().name})

    def state(self, handed: SubmittedFile) -> dict[str, object]:
        """All that the result of a submission depends on, as the keys of its row."""
        text = texts_for(self._exercises, handed.student).get(handed.exercise, "")
        return {
            "file": handed.path.relative_to(self._folder).as_posix(),
            "submission": _submission_hash(handed),
            "exercise": _hash(handed.exercise, text),
            "program": self._program,
            "limits": self._limits,
        }

    def keep(
        self,
        handed: SubmittedFile,
        before: Mapping[str, object],
        found: SubmissionResult,
    ) -> None:
        """Write a result down, if its submission is as it was before it was marked.

        Raises NotWritten.
        """
        if self.state(handed) == before:
            self.write({**before, "result": found.row()})

    def resumed(self, handed: Iterable[SubmittedFile]) -> ResumedGrades:
        """Return the results for these submissions, and those still to be marked.

        A second file for one exercise is neither: it is not marked.
        """
        rows = {row["file"]: row for _, row in self.rows()}
        found = ResumedGrades()
        for each in handed:
            state = self.state(each)
            row = rows.pop(state["file"], None)
            if each.other:
                continue
            why = None if row is None else self._unfit(row, each, state)
            if row is not None and why is None:
                found.results.append(SubmissionResult(**row["result"]))
                continue
            found.left.append(each)
            if why is not None:
                found.again[why].append(str(state["file"]))
        found.gone = sorted(rows)
        return found

    def _unfit(
        self, row: Mapping[str, Any], handed: SubmittedFile, state: Mapping[str, object]
    ) -> str | None:
        """Why the result in a row cannot be used for a submission; None if it can."""
        why = _outdated(row, state)
        if why is not None:
            return why
        result = row["result"]
        text = texts_for(self._exercises, handed.student).get(handed.exercise)
        of = 0 if text is None else load_exercise(text, handed.exercise).points
        named = (result["student"], result["exercise"], result["of"])
        if named != (*shown_as(handed), of):
            return "the row has another student, exercise or number of points"
        return None

    def check(self, row: Mapping[str, Any]) -> None:
        """Raise RowFault for a row that is not the result of a submission."""
        require(row, _KEYS)
        result = row["result"]
        require(
            result, {name: _CHECKS.get(kind, _any) for name, kind in _TYPES.items()}
        )
        if result["result"] not in RESULTS:
            raise RowFault(f"there is no result {result['result']!r}")
        if result["points"] > result["of"]:
            raise RowFault(f"{result['points']} points of {result['of']}")
        word, points, of = result["result"], result["points"], result["of"]
        if (word == "right" and points < of) or (
            word != "right" and points >= max(of, 1)
        ):
            raise RowFault(f"{word}, with {points} of {of} points")


def _any(_: object) -> bool:
    return True


def _are_limits(value: object) -> bool:
    return isinstance(value, list) and all(type(x) in (int, float) for x in value)


_KEYS: dict[str, Check] = {
    "file": is_text,
    "submission": is_text,
    "exercise": is_text,
    "program": is_text,
    "limits": _are_limits,
    "result": lambda value: isinstance(value, dict),
}


def _outdated(row: Mapping[str, Any], state: Mapping[str, object]) -> str | None:
    """Why the result in a row is not that of the submission now; None if it is."""
    for key, why in (
        ("submission", "the submission has changed"),
        ("exercise", "the exercise has changed"),
        ("program", "mystpy or its axioms have changed"),
    ):
        if row[key] != state[key]:
            return why
    word = row["result"]["result"]
    if word == "limit" and row["limits"] != state["limits"]:
        return "the limits have changed"
    return "marking had failed" if word == "failed" else None


def _submission_hash(handed: SubmittedFile) -> str:
    """A hash of the answer in a file, or of why there is none."""
    how = handed.named, str(handed.is_certain), handed.fault
    if not handed.exercise:
        return _hash("link", *how)
    try:
        return _hash("answer", *how, answer_in(handed.path))
    except AnswerError as error:
        return _hash("no answer", *how, str(error))


def _hash(*texts: str) -> str:
    whole = "\0".join(f"{len(text)}:{text}" for text in texts)
    return blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


# --- Tables and pages ---------------------------------------------------------


_FORMULA = pattern(
    r"(^|[,;|])([\s\"'\u2018-\u201f]*)"
    r"([=+@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b\u2212-])"
)
"""Signs that begin a formula in a spreadsheet, also after a separator of cells.

The signs are = + - @, as wide and small characters of Unicode, too, and the minus.
"""
_FILE_NAME = pattern(r'^the file is named "[^"]*": ')


def as_csv(results: Iterable[SubmissionResult]) -> str:
    """Results as a table of comma separated values, by student and exercise.

    An apostrophe is put before each cell that a spreadsheet would take for a formula,
    also if it divides cells at commas, semicolons or bars. Tabs and line ends become
    blanks.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*COLUMNS, "mystpy", "axioms"])
    origin = __version__, fingerprint()
    for each in sorted(results, key=lambda x: tuple(x.row().values())):
        writer.writerow([*(safe_cell(x) for x in each.marks().values()), *origin])
    return text.getvalue()


def safe_cell(value: object) -> object:
    """A cell of the table; a text with an apostrophe before each sign of a formula."""
    if not isinstance(value, str):
        return value
    return _FORMULA.sub(r"\1\2'\3", printable(value))


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


def errors_page(results: Sequence[SubmissionResult], titles: Mapping[str, str]) -> str:
    """The errors that several submissions have in common, as a page of HTML."""
    by_exercise: dict[str, list[SubmissionResult]] = defaultdict(list)
    for each in results:
        by_exercise[each.exercise].append(each)
    parts = "\n".join(
        _part(name, titles.get(name, ""), found)
        for name, found in sorted(by_exercise.items())
    )
    students = len({each.student for each in results})
    count = sum(each.result != "missing" for each in results)
    summary = f"{count} submissions of {students} students."
    section = misconceptions_section(results)
    return _PAGE.format(summary=summary, parts=f"{section}{parts}")


def _part(name: str, title: str, found: Sequence[SubmissionResult]) -> str:
    """Return the section on one exercise: how many were right, and the mistakes."""
    right = sum(each.result == "right" for each in found)
    feedback_counts = Counter(
        (each.result, _FILE_NAME.sub("", each.feedback)) for each in found
    )
    del_right = [(n, key) for key, n in feedback_counts.items() if key[0] != "right"]
    rows = "\n".join(
        f"<tr><td>{n}</td><td>{html.escape(key[0])}</td><td>{html.escape(key[1])}</td></tr>"
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
