"""Exercises and marks as text, JSON and pictures."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.engines import get_engine
from mystpy.errors import MystError
from mystpy.exercises.exercise import Exercise, ExerciseWitness, Mark
from mystpy.exercises.misconceptions.catalogue import find_misconception
from mystpy.files.json_text import Object

_HOW = {
    "formula": "Answer with a formula.",
    "history": "Answer with actions, such as  asks(1,{s1}) no(2).",
    "model": "Answer with a model, as in a model file.",
    "action": "Answer with events, alike and actual, as in a step of a model file.",
    "clause": "Answer with the clauses that are missing.",
    "verdict": "Answer with true, or with  false; 0=.. 1=.. 2=..; history.",
    "number": "Answer with a number for each step, with ; between, or with the last.",
    "value": "Answer with true, false or undetermined.",
    "agents": "Answer with the agents, or with nobody.",
    "runs": "Answer with a number.",
    "plan": "Answer with actions, as terms or in the words of the package.",
}


def lines_of(exercise: Exercise) -> Iterator[str]:
    """An exercise as a student reads it."""
    points = f"{exercise.points} point{'s' * (exercise.points != 1)}"
    yield f"{exercise.title} ({points})"
    yield f"chapter: {exercise.chapter}"
    yield ""
    yield exercise.text
    yield ""
    for number, asked in enumerate(_steps(exercise), 1):
        yield f"  step {number}: {asked}"
    yield _HOW[exercise.kind]
    if exercise.hints:
        yield f"Hints: {len(exercise.hints)}; --hint shows the first."
    for source in exercise.further:
        yield f"Further reading: {source}"


def _steps(exercise: Exercise) -> list[str]:
    """Return the question of each step of a number."""
    rows = exercise.file.rows(exercise.table, "step")
    return [exercise.file.needed(row, "ask", "[[step]]") for row in rows]


def task_object(exercise: Exercise) -> Object:
    """An exercise as JSON."""
    steps = _steps(exercise)
    return {
        "exercise": exercise.name,
        "kind": exercise.kind,
        "title": exercise.title,
        "chapter": exercise.chapter,
        "of": exercise.points,
        "text": exercise.text,
        **({"steps": steps} if steps else {}),
        "hints": len(exercise.hints),
        "further": list(exercise.further),
    }


def hint_of(exercise: Exercise, number: int) -> str | None:
    """The hint with a number, from 1, or the last there is; None if there is none."""
    return exercise.hints[:number][-1] if exercise.hints else None


def mark_object(exercise: Exercise, mark: Mark, hint: str | None) -> Object:
    """A mark as JSON; the hint goes with a wrong answer."""
    witness = mark.witness
    witness_object = (
        None if witness is None else {"words": witness.words, **witness.facts}
    )
    misconception = find_misconception(mark.misconception)
    return {
        "exercise": exercise.name,
        "right": mark.right,
        "points": mark.points,
        "of": mark.of,
        "misconception": misconception and misconception.as_object(),
        "witness": witness_object,
        "hint": None if mark.right else hint,
        "note": mark.note,
    }


def picture(witness: ExerciseWitness, title: str) -> str | None:
    """Return a witness as SVG: a model with the world, or what each player learned.

    None if there is nothing that can be drawn.
    """
    try:
        if witness.state is not None:
            from mystpy.show.draw.model_svg import model_svg

            return model_svg(witness.state, f"{title}{_reading(witness)}")
        if witness.history is not None:
            from mystpy.show.draw.lessons import strip_of
            from mystpy.show.draw.strip_svg import strip_svg

            strip = strip_of(witness.history, get_engine())
            return strip_svg(strip, title)
    except MystError:
        return None  # what is illegal or too large is described in words alone
    return None


def _reading(witness: ExerciseWitness) -> str:
    """How worlds that are named by deals are read: the pile and the hands in turn."""
    if witness.history is None:
        return ""
    return f" ({'|'.join(('pile', *witness.history.game.holder_names[1:]))})"
