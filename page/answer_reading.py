"""Answer the Exercises view while a user types: how the answer is read so far.

A formula is shown typeset and in words, a history as sentences. If a part cannot be
read, the result has its position and a correction, also for a sentence of English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from mystpy.axioms import queries_dir
from mystpy.errors import MystError, ParseError
from mystpy.exercises.exercise import Exercise, load_exercise
from mystpy.exercises.guidance.formula_words import formula_words
from mystpy.exercises.guidance.next_exercise import next_exercise
from mystpy.exercises.guidance.plain_sentences import SentenceWords, read_sentence
from mystpy.exercises.guidance.student_record import Attempt, StudentRecord
from mystpy.exercises.tasks.comparison_contexts import model_state, read_formula
from mystpy.history.sentences import action_sentence
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Formula
from mystpy.language.show import latex

Object = dict[str, Any]
_PLACE = re.compile(r"^(your answer: )?(\d+:\d+: )?")


@lru_cache(maxsize=4)
def _exercise(text: str, name: str) -> Exercise:
    return load_exercise(text, name)


@lru_cache(maxsize=4)
def _model_words(text: str, name: str) -> Any:
    return model_state(_exercise(text, name)).model.words


def answer_read(text: str, name: str, answer: str) -> Object:
    """Return the reading of an unfinished answer; {} if there is nothing to report."""
    exercise = _exercise(text, name)
    reading = {"formula": _read_formula, "history": _read_history}.get(exercise.kind)
    if reading is None or not answer.strip():
        return {}
    try:
        return reading(exercise, text, name, answer)
    except ModuleNotFoundError as error:
        return {"missing": (error.name or "").partition(".")[0]}
    except ParseError as error:
        if found := _meant(exercise, text, name, answer):
            return {"english": True, "write": found}
        return _unread(error, error.position if error.text == answer else None)
    except MystError as error:
        return _unread(error, None)


def _unread(error: MystError, place: int | None) -> Object:
    """Return why an answer cannot be read, the position, and a correction if known."""
    hint = error.hint or ""
    return {
        "error": _PLACE.sub("", str(error)),
        "hint": hint,
        "at": place,
        "write": hint.removeprefix("write ") if hint.startswith("write ") else "",
    }


def _read_formula(exercise: Exercise, text: str, name: str, answer: str) -> Object:
    if "model" in exercise.table:
        formula = parse_in_model(answer, _model_words(text, name))
    else:
        formula = read_formula(answer, exercise.game)
    return _object(formula)


def _object(formula: Formula) -> Object:
    return {
        "formula": str(formula),
        "latex": latex(formula),
        "words": formula_words(formula),
    }


def _read_history(exercise: Exercise, text: str, name: str, answer: str) -> Object:
    start = exercise.history
    history = start.then(answer)
    done = history.actions[len(start) :]
    return {"actions": [action_sentence(action, start.game) for action in done]}


def _meant(exercise: Exercise, text: str, name: str, answer: str) -> str:
    """The formula that a sentence of English says, or ""."""
    if exercise.kind != "formula":
        return ""
    if "model" in exercise.table:
        names = _model_words(text, name)
        words = SentenceWords.of_model(names.agents, names.atoms)
    else:
        game = exercise.game
        words = SentenceWords(tuple(range(1, game.p + 1)), tuple(game.cards))
    found = read_sentence(answer, words)
    return "" if found is None else str(found)


@lru_cache(maxsize=1)
def _shipped() -> tuple[Exercise, ...]:
    paths = sorted((queries_dir() / "exercises").glob("*.toml"))
    return tuple(_exercise(path.read_text("utf-8"), path.name) for path in paths)


def answer_next(attempts: Sequence[Sequence[Any]]) -> Object:
    """The next exercise for who has made these attempts, and why it is that one."""
    record = StudentRecord(tuple(Attempt(*map(_plain, each)) for each in attempts))
    found = next_exercise(record, _shipped())
    if found is None:
        return {}
    return {
        "exercise": found.exercise.name,
        "title": found.exercise.title,
        "reason": found.reason,
    }


def _plain(value: Any) -> Any:
    return value if isinstance(value, bool) else str(value or "")


ANSWERS: dict[str, Callable[..., Object]] = {
    each.__name__: each for each in (answer_read, answer_next)
}
