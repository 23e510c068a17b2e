"""The attempts of a student: exercises, results, and misconceptions.

This is a student model, an overlay on the catalogue of misconceptions.

A misconception is overcome once an exercise that practises it, or the one in which it
was shown, has been solved after it was last shown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from mystpy.compilation import NamedTuple, dataclass
from mystpy.errors import QueryError
from mystpy.exercises.exercise import Exercise
from mystpy.exercises.misconceptions.catalogue import find_misconception

if TYPE_CHECKING:  # the page has records, and no class
    from mystpy.exercises.classroom import SubmissionResult

VERSION = 1
MOST_ATTEMPTS = 10_000
"""The maximal number of attempts in a record."""


class Attempt(NamedTuple):
    """A marked answer: its exercise, and its result."""

    exercise: str
    right: bool
    misconception: str = ""


@dataclass(frozen=True, slots=True)
class StudentRecord:
    """The attempts of a student, the first attempt first."""

    attempts: tuple[Attempt, ...] = ()

    @property
    def solved(self) -> frozenset[str]:
        """The exercises with a right answer."""
        return frozenset(each.exercise for each in self.attempts if each.right)

    def times(self, misconception: str) -> int:
        """How often a misconception was shown."""
        return sum(each.misconception == misconception for each in self.attempts)

    def shown_in(self, misconception: str) -> str:
        """The exercise in which a misconception was shown last; "" if nowhere."""
        return next(
            (
                each.exercise
                for each in reversed(self.attempts)
                if each.misconception == misconception
            ),
            "",
        )

    def open_misconceptions(self, exercises: Mapping[str, Exercise]) -> list[str]:
        """The misconceptions that are not overcome, the one shown last first."""
        found: list[str] = []
        practised: set[str] = set()
        solved: set[str] = set()
        for each in reversed(self.attempts):
            if each.right:
                solved.add(each.exercise)
                known = exercises.get(each.exercise)
                practised.update(known.practises if known is not None else ())
            name = each.misconception
            if find_misconception(name) is None or name in (*found, *practised):
                continue
            if each.exercise not in solved:
                found.append(name)
        return found

    def as_json(self) -> str:
        """The record as a file of JSON."""
        rows = [each._asdict() for each in self.attempts]
        return json.dumps({"version": VERSION, "attempts": rows}, ensure_ascii=False)


def read_record(text: str) -> StudentRecord:
    """The record of a file. Raises QueryError if it is none."""
    try:
        found = json.loads(text)
    except ValueError:
        raise _no_record("it is not JSON") from None
    rows = found.get("attempts") if isinstance(found, dict) else None
    if not isinstance(rows, list) or found.get("version") != VERSION:
        raise _no_record(f"it has no version {VERSION} and no list of attempts")
    if len(rows) > MOST_ATTEMPTS:
        raise _no_record(f"it has more than {MOST_ATTEMPTS:,} attempts")
    return StudentRecord(tuple(map(_attempt, rows)))


def _attempt(row: object) -> Attempt:
    values = row if isinstance(row, dict) else {}
    exercise, right = values.get("exercise"), values.get("right")
    shown = values.get("misconception") or ""
    if not (isinstance(exercise, str) and isinstance(right, bool)):
        raise _no_record("an attempt has an exercise, and right: true or false")
    if not isinstance(shown, str):
        raise _no_record("a misconception is the id of one")
    return Attempt(exercise, right, shown)


def _no_record(why: str) -> QueryError:
    return QueryError(
        f"this is no record of a student: {why}",
        hint="the page saves one, or give a folder of answers",
    )


def record_of_results(results: Iterable[SubmissionResult]) -> StudentRecord:
    """Return the record of one student's submissions, as they were marked."""
    marked = (each for each in results if each.result in ("right", "wrong"))
    return StudentRecord(
        tuple(
            Attempt(each.exercise, each.result == "right", each.misconception)
            for each in marked
        )
    )


def record_in(
    path: Path, marked: Callable[[Path], Iterable[SubmissionResult]]
) -> StudentRecord:
    """The record of a file, or of a folder of answers, which are marked."""
    if path.is_dir():
        return record_of_results(marked(path))
    from mystpy.files.toml import file_text

    return read_record(file_text(path))
