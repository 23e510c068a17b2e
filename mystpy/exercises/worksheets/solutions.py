"""A right answer to an exercise, computed by the engines that mark it, or from its key.

Sealed values have no solution here: the teacher's file has it.
"""

from __future__ import annotations

from collections.abc import Callable

from mystpy.axioms import blocks
from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.exercises.exercise import Exercise
from mystpy.exercises.tasks.calculation import computed
from mystpy.exercises.tasks.comparison_contexts import lists_deals, read_formula
from mystpy.exercises.tasks.planning import shortest
from mystpy.files.toml import toml_rows

_SEALED = "it is sealed: the teacher's file has it"
_SEVERAL = "several answers are right: any with the properties that are asked for"
_DEPTH = 8
"""The number of actions of a history that is sought if the exercise has no depth."""


class Solution(NamedTuple):
    """A right answer as a student would write it, or why there is none here."""

    answer: str
    note: str = ""


def solution_of(exercise: Exercise) -> Solution:
    """A right answer to an exercise. Raises QueryError if the engine finds none."""
    find = _FOUND.get(exercise.kind)
    if find is None:
        return Solution("", "the page and mystpy exercise mark it from the axioms")
    return find(exercise)


def _number(exercise: Exercise) -> Solution:
    """The numbers of all steps, if none of them is sealed."""
    found = []
    for place, row in enumerate(exercise.file.rows(exercise.table, "step"), 1):
        if {"deals", "share", "worlds"} & set(row):
            found.append(str(computed(exercise, row)))
        elif exercise.key is None:
            return Solution("", _SEALED)
        else:
            values = exercise.file.inner(exercise.key, "values")
            found.append(exercise.file.needed(values, str(place), "[key.values]"))
    return Solution("; ".join(found))


def _history(exercise: Exercise) -> Solution:
    """A shortest history."""
    start = exercise.history
    if not lists_deals(start.game):
        return Solution("", "in so large a game no history is sought")
    goal = exercise.file.with_location(
        read_formula, exercise.needed("goal"), start.game
    )
    depth = exercise.file.number(exercise.table, "depth") or _DEPTH
    found, looked = shortest(start, goal, depth)
    if found is None:
        hint = "a larger depth, or other values of its parameters"
        message = f"of {exercise.name} no solution was found in {looked} actions"
        raise QueryError(message, hint=hint)
    actions = found.actions[len(start) :]
    return Solution(" ".join(map(str, actions)), f"{len(actions)} actions, the fewest")


def _formula(exercise: Exercise) -> Solution:
    if exercise.key is None:
        return Solution("", _SEALED)
    return Solution(exercise.file.needed(exercise.key, "solution", "[key]"))


def _model(exercise: Exercise) -> Solution:
    if exercise.key is not None and "model" in exercise.key:
        return Solution(
            "\n".join(toml_rows(exercise.file.inner(exercise.key, "model")))
        )
    return Solution("", _SEALED if "sealed" in exercise.table else _SEVERAL)


def _action(exercise: Exercise) -> Solution:
    if exercise.key is not None and "step" in exercise.key:
        return Solution("\n".join(toml_rows(exercise.file.inner(exercise.key, "step"))))
    if "like" in exercise.table:
        step = "; ".join(toml_rows(exercise.file.inner(exercise.table, "like")))
        return Solution("", f"any action model that is bisimilar to {step}")
    return Solution("", _SEALED if "sealed" in exercise.table else _SEVERAL)


def _clause(exercise: Exercise) -> Solution:
    """The clauses of the axiom itself."""
    label = exercise.needed("label")
    return Solution(blocks(exercise.needed("language"))[label].text)


def _verdict(exercise: Exercise) -> Solution:
    from mystpy.exercises.marking import mark

    if mark(exercise, "true").right:
        return Solution("true")
    return Solution("", "it is false; several counterexamples are right")


def _value(exercise: Exercise) -> Solution:
    """The one of three values that is marked as right."""
    from mystpy.exercises.marking import mark

    values = ("true", "false", "undetermined")
    return Solution(next(word for word in values if mark(exercise, word).right))


_FOUND: dict[str, Callable[[Exercise], Solution]] = {
    "number": _number,
    "history": _history,
    "formula": _formula,
    "model": _model,
    "action": _action,
    "clause": _clause,
    "verdict": _verdict,
    "value": _value,
}
