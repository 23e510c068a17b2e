"""The interface between the page and the package: questions and answers as JSON.

Each view of the page has its own module, in which each question is a function.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

from mystpy.axioms import axioms_dir
from mystpy.cli.answers import error_object
from mystpy.errors import IllegalActionError, MystError
from mystpy.register import without

SAFE = 2**53
"""From this number on, JavaScript does not represent every whole number."""
_LONG = re.compile(r"[0-9][0-9]{15}")
"""A digit first: so the search passes quickly over all else."""


def axiom_texts(
    language: str, gone: str | None = None, clause: int | None = None
) -> dict[str, str]:
    """The axiom files of a language by name, perhaps without a formula's clauses.

    A number takes out one clause, counted from 0.
    """
    folder = axioms_dir()
    ending = {"prolog": ".pl", "asp": ".lp"}[language]
    texts = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in folder.rglob(f"*{ending}")
    }
    return texts | (without(gone, language, clause) if gone else {})


ANSWERS: dict[str, Callable[..., Any]] = {axiom_texts.__name__: axiom_texts}
"""The answers of the modules that are loaded, each by the name of its question."""


LATER = {
    "package": "package_table",
    "number": "number_play",
    "daily": "daily_game",
    "class": "class_work",
    "worksheet": "class_work",
    "drawing": "model_drawing",
    "considered": "model_drawing",
    "answer": "answer_reading",
    "record": "game_records",
}
"""Modules that are loaded when something is asked of them, by how its name begins."""


def answer(name: str, arguments: str, *more: Any) -> str:
    """The answer to a question with its arguments as JSON; an error is one, too."""
    try:
        if name not in ANSWERS:
            room = LATER.get(name.partition("_")[0], "models")
            ANSWERS.update(import_module(room).ANSWERS)
        found = {"answer": ANSWERS[name](*json.loads(arguments), *more)}
    except MystError as error:
        found = {**error_object(error)}
        if isinstance(error, IllegalActionError):
            found |= {"axiom": error.axiom, "failed": error.failed, "step": error.step}
    except (RecursionError, MemoryError) as error:
        found = {"error": f"that is too much for this page: {type(error).__name__}"}
    report = json.dumps(found, default=str)
    return json.dumps(_exact(found), default=str) if _LONG.search(report) else report


def _exact(value: Any) -> Any:
    """An answer in which the numbers that JavaScript would round are texts."""
    if isinstance(value, dict):
        return {key: _exact(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_exact(one) for one in value]
    return f"{value:,}" if isinstance(value, int) and abs(value) >= SAFE else value
