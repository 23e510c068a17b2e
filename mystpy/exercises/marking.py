"""Marking: each kind of exercise by its task, and seals made of the teacher's keys."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from mystpy.compilation import NamedTuple, replace
from mystpy.errors import AxiomError, EngineMissing, MystError, QueryError
from mystpy.exercises.exercise import (
    LONGEST,
    PACKAGE_KINDS,
    AnswerError,
    Exercise,
    Mark,
    load_exercise,
)
from mystpy.exercises.misconceptions.recognition import (
    misconception_in,
    seals_of_mistakes,
)
from mystpy.exercises.parameters import assignments, fixed_text
from mystpy.exercises.sandbox.client import preload
from mystpy.exercises.sealing import new_salt
from mystpy.exercises.supervision import (
    LimitReached,
    Limits,
    SetupFailed,
    run_supervised,
)
from mystpy.exercises.tasks import calculation, clause, disproof, equivalence, planning
from mystpy.files.toml import toml_rows

preload(__name__, "mystpy.exercises.tasks.modelling")


def _of_models(name: str) -> Callable[[Exercise, str], Any]:
    """A function of the task that has models, loaded when it is called: for numpy."""

    def call(exercise: Exercise, text: str) -> Any:
        from mystpy.exercises.tasks import modelling

        return getattr(modelling, name)(exercise, text)

    return call


def _of_packages(exercise: Exercise, answer: str) -> Mark:
    """The mark of an answer about a package; only here are packages loaded."""
    from mystpy.exercises.package_tasks.package_marks import mark_package_exercise

    return mark_package_exercise(exercise, answer)


_TASKS: dict[str, Callable[[Exercise, str], Mark]] = {
    "formula": equivalence.mark,
    "history": planning.mark,
    "model": _of_models("mark"),
    "action": _of_models("mark_action"),
    "clause": clause.mark,
    "verdict": disproof.mark,
    "number": calculation.mark,
    **dict.fromkeys(PACKAGE_KINDS, _of_packages),
}
_SEALS: dict[str, Callable[[Exercise, str], dict[str, object]]] = {
    "formula": equivalence.sealed,
    "model": _of_models("sealed"),
    "action": _of_models("sealed"),
    "number": calculation.sealed,
}
_KEY = "\n[key]\n"


class Submission(NamedTuple):
    """An exercise, as its file's text and name, and an answer to it."""

    text: str
    name: str
    answer: str


def mark(exercise: Exercise, answer: str) -> Mark:
    """The mark of an answer. Raises AnswerError for one that cannot be read."""
    if len(answer) > LONGEST:
        raise AnswerError(f"an answer of more than {LONGEST:,} characters is not read")
    if "\0" in answer or not answer.strip():
        raise AnswerError("there is nothing to mark in your answer")
    found = _TASKS[exercise.kind](exercise, answer)
    if found.right:
        return found
    return replace(found, misconception=misconception_in(exercise, answer))


def mark_submission(given: Submission) -> Mark:
    """The mark of a submission."""
    return mark(load_exercise(given.text, given.name), given.answer)


def marked_safely(given: Submission, limits: Limits) -> Mark:
    """Mark a submission in a process with limits, without the model for the picture.

    Raises LimitReached if the limits are reached, SetupFailed if there can be no such
    process.
    """
    return run_supervised(_marked_to_be_sent, given, limits)


def _marked_to_be_sent(given: Submission) -> Mark:
    """The mark of a submission as values of the few classes that an answer may have."""
    found = mark_submission(given)
    if found.witness is None:
        return found
    return replace(found, witness=replace(found.witness, state=None))


_TRIAL = Submission(
    """
exercise = "formula"
title = "A trial"
chapter = "none"
points = 1
text = "Player 1 holds s1."
histories = [""]
game = { rules = "myst", m = 1, n = 1, p = 2, q = 1 }
key = { solution = "h(1,s1)" }
""",
    "trial",
    "h(1,s1)",
)


def require_marking(limits: Limits) -> None:
    """Mark an answer that is right; raise SetupFailed if that fails with these limits.

    Otherwise a fault of the setup would cost every student all points.
    """
    why = f"within {limits.seconds:g} seconds and {limits.megabytes} megabytes"
    hint = "give more --seconds or --memory, or look at what is installed"
    try:
        found = marked_safely(_TRIAL, limits)
    except LimitReached as error:
        raise SetupFailed(
            f"no answer can be marked {why}: {error}", hint=hint
        ) from None
    except (EngineMissing, SetupFailed):
        raise
    except (AxiomError, QueryError) as error:  # axioms that are not followed
        raise AxiomError(f"no answer can be marked: {error}", hint=error.hint) from None
    except MystError as error:
        raise SetupFailed(
            f"no answer can be marked: {error}", hint=error.hint or hint
        ) from None
    if not found.right:
        raise SetupFailed("a right answer was marked wrong on a trial", hint=hint)


class ExerciseHalves(NamedTuple):
    """The two files that an exercise with a key is split into."""

    student: str
    teacher: str


def split_exercise(text: str, name: str, salt: str = "") -> ExerciseHalves:
    """Return the students' file, with seals in place of the key, and the teacher's key.

    The salt, hexadecimal digits, is drawn if it is not given.

    Raises QueryError if there is no [key], or something follows it.
    """
    exercise = load_exercise(text, name)
    before, sign, behind = text.partition(_KEY)
    if exercise.key is None or not sign:
        raise QueryError(
            f"{name} has no [key] to split off", hint="end it with a table [key]"
        )
    kept = load_exercise(before, name).table
    if {*kept, "key"} != set(exercise.table):
        raise exercise.file.fault("[key] has to be the last table", word="key")
    if exercise.kind not in _SEALS:
        raise QueryError(f"an exercise of the kind {exercise.kind} has nothing to seal")
    salt = salt or new_salt()
    rows = "\n".join(_rows_of_seals(exercise, text, salt))
    teacher = f'# The key of {exercise.name}: "{exercise.title}".\n[key]\n{behind}'
    return ExerciseHalves(f"{before.rstrip()}\n\n[sealed]\n{rows}\n", teacher)


def _rows_of_seals(exercise: Exercise, text: str, salt: str) -> list[str]:
    """Return the lines of [sealed]; with parameters there are seals for each variant.

    Each variant has a salt of its own, so that equal values have other seals.
    """
    if not exercise.variant:
        return toml_rows(_seals(exercise, salt))
    file = exercise.file
    rows: dict[str, object] = {}
    for found in assignments(file, file.table()):
        variant = load_exercise(fixed_text(file, found), exercise.name)
        own = salt
        if rows:  # the first one has the salt that is given
            own = sha256(f"{salt} {found.key}".encode()).hexdigest()[: len(salt)]
        rows[found.key] = _seals(variant, own)
    return ["[sealed.variants]", *toml_rows(rows)]


def _seals(exercise: Exercise, salt: str) -> dict[str, object]:
    """Return the salt, and the seals of the key and of its mutants."""
    return {
        "salt": salt,
        **_SEALS[exercise.kind](exercise, salt),
        **seals_of_mistakes(exercise, salt),
    }
