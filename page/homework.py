"""Homework: show an exercise to a student, and give points for an answer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from importlib import import_module
from typing import Any

Object = dict[str, Any]


def lend_scrypt(slow_hash: Callable[..., Any]) -> None:
    """Have seals hashed by this, where Python was built without the hash."""
    if hasattr(hashlib, "scrypt"):
        return

    def scrypt(
        password: bytes, *, salt: bytes, n: int, r: int, p: int, dklen: int
    ) -> bytes:
        return bytes(slow_hash(password, salt, n, r, p, dklen).to_py())

    hashlib.scrypt = scrypt  # type: ignore[assignment]


def lend_judge(judge: Callable[[str, str, str], str]) -> None:
    """Have clauses in Prolog judged by this Prolog, which is new each time."""
    from mystpy.exercises.tasks import prolog_clause

    prolog_clause.use_backend(judge)


def read_exercise(text: str, name: str) -> Object:
    """An exercise of a file: what it asks, its hints, and what is given with it."""
    from mystpy.exercises.commands.marks import task_object
    from mystpy.exercises.exercise import load_exercise
    from mystpy.exercises.worksheets.printed_sheet import given_text

    exercise = load_exercise(text, name)
    table = exercise.table
    rows = exercise.file.rows(table, "step")
    return {
        **task_object(exercise),
        "hints": list(exercise.hints),
        "steps": [str(row.get("ask")) for row in rows],
        "given": given_text(exercise),
        "language": table.get("language", ""),
        "label": table.get("label", ""),
        **import_module("given_pictures").given_of(exercise),
        "file": text,
    }


def mark_answer(text: str, name: str, answer: str) -> Object:
    """The mark of an answer, with its witness in words and, where it can be, drawn.

    If a library is missing that it needs, only which one.
    """
    try:
        return _mark(text, name, answer)
    except ModuleNotFoundError as error:
        return {"missing": (error.name or "").partition(".")[0]}


def _mark(text: str, name: str, answer: str) -> Object:
    from mystpy.exercises.commands.marks import mark_object, picture
    from mystpy.exercises.exercise import load_exercise
    from mystpy.exercises.marking import mark

    exercise = load_exercise(text, name)
    found = mark(exercise, answer)
    drawn = None
    if found.witness is not None:
        drawn = picture(found.witness, exercise.title)
    return {**mark_object(exercise, found, None), "svg": drawn}


ANSWERS: dict[str, Callable[..., Object]] = {
    each.__name__: each for each in (read_exercise, mark_answer)
}
