"""Mistakes in a key: those that a teacher gives, and how all of them are sealed.

`[[key.mistake]]` has a `misconception`, and the wrong `answer` that shows it: a
formula, or the number of a `step`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mystpy.compilation import NamedTuple
from mystpy.errors import did_you_mean
from mystpy.exercises.exercise import Exercise
from mystpy.exercises.misconceptions.catalogue import catalogue
from mystpy.exercises.sealing import sealed_mistake
from mystpy.files.table import Table

_KEYS = ("misconception", "answer", "step")


def given_mistakes(
    exercise: Exercise, step: int | None = None
) -> Iterator[tuple[str, str]]:
    """The misconceptions that a key gives, with a wrong answer (to a step) for each.

    Raises QueryError for a row that cannot be read.
    """
    key = exercise.key or {}
    for row in exercise.file.rows(key, "mistake"):
        if exercise.file.number(row, "step") == step:
            yield _misconception(exercise, row), _answer(exercise, row)


def _misconception(exercise: Exercise, row: Table) -> str:
    file = exercise.file
    file.only(row, _KEYS, "[[key.mistake]]", ("misconception", "answer"))
    name = file.needed(row, "misconception", "[[key.mistake]]")
    if name not in catalogue():
        near = did_you_mean(name, catalogue())
        message = f"there is no misconception {name!r}"
        raise file.fault(message, near or "docs/reference/exercise-files.md lists them")
    return name


def _answer(exercise: Exercise, row: Table) -> str:
    return exercise.file.needed(row, "answer", "[[key.mistake]]")


class Mistake(NamedTuple):
    """A wrong answer: its value, and its form, as a number.

    The form is the depth of knowledge in a formula, or the number of events of an
    action. If several mistakes have the same value, the one with the answer's form
    counts.
    """

    misconception: str
    form: int
    value: str


def values_of_mistakes(mistakes: Iterable[Mistake]) -> dict[str, str]:
    """The misconceptions by the values of mistakes, with their form and without it.

    If there are several, the first is kept.
    """
    found: dict[str, str] = {}
    for each in mistakes:
        for value in _values(each.form, each.value):
            found.setdefault(value, each.misconception)
    return found


def misconception_of(known: Mapping[str, str], form: int, value: str) -> str:
    """The misconception of an answer with a form and a value; "" if there is none."""
    return next((known[x] for x in _values(form, value) if x in known), "")


def sealed_misconception(exercise: Exercise, form: int, value: str) -> str:
    """The misconception that a student's file has for an answer; "" if it has none."""
    sealed = exercise.sealed
    tags = frozenset(exercise.file.strings(sealed, "mistakes"))
    found = (
        sealed_mistake(str(sealed["salt"]), tags, x, catalogue())
        for x in _values(form, value)
    )
    return next(filter(None, found), "")


def _values(form: int, value: str) -> tuple[str, str]:
    return f"{form}:{value}", value
