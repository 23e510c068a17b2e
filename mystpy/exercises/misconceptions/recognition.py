"""The misconception that a wrong answer shows, by the kind of its exercise.

The engines that mark recognize it: the answer would be right for a mutant of the
exercise. There is none for an answer that cannot be read, and for clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from mystpy.errors import MystError
from mystpy.exercises.exercise import PACKAGE_KINDS, Exercise
from mystpy.exercises.misconceptions import counts, formula_answers, statements
from mystpy.exercises.sealing import seal_mistakes

_HERE = "mystpy.exercises.misconceptions"
_OF_MODELS = {
    "model": (f"{_HERE}.models", "misconception_in_model"),
    "action": (f"{_HERE}.actions", "misconception_in_action"),
    **dict.fromkeys(
        PACKAGE_KINDS, (f"{_HERE}.package_rounds", "misconception_in_package_answer")
    ),
}
"""Modules that are loaded when they are needed: models need numpy."""

_RECOGNIZED: Mapping[str, Callable[[Exercise, str], str]] = {
    "formula": formula_answers.misconception_in_formula,
    "history": statements.misconception_in_history,
    "verdict": statements.misconception_in_verdict,
    "number": counts.misconception_in_number,
}


def misconception_in(exercise: Exercise, answer: str) -> str:
    """The id of the misconception that a wrong answer shows, or ""."""
    try:
        return _recognized(exercise, answer)
    except MystError:  # it was marked wrong: no more is known of it
        return ""


def _recognized(exercise: Exercise, answer: str) -> str:
    if exercise.kind in _RECOGNIZED:
        return _RECOGNIZED[exercise.kind](exercise, answer)
    if exercise.kind not in _OF_MODELS:
        return ""
    module, name = _OF_MODELS[exercise.kind]
    found: str = getattr(import_module(module), name)(exercise, answer)
    if not found and exercise.kind == "action":
        from mystpy.exercises.misconceptions.models import misconception_after_action

        return misconception_after_action(exercise, answer)
    return found


def seals_of_mistakes(exercise: Exercise, salt: str) -> dict[str, list[str]]:
    """Return the seals of the mutants of a key: tags from which nothing can be read."""
    found: Mapping[str, str] = {}
    if exercise.kind == "formula":
        found = formula_answers.mistaken_truths(exercise)
    elif exercise.kind == "number":
        found = counts.mistaken_numbers(exercise)
    elif exercise.kind == "action":
        from mystpy.exercises.misconceptions.actions import mistaken_forms

        found = mistaken_forms(exercise)
    return {"mistakes": seal_mistakes(salt, found)} if found else {}
