"""The situation of an exercise about a package, and its description."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mystpy.exercises.exercise import Exercise, ExerciseWitness
from mystpy.kripke.files.model_state import ModelState
from mystpy.language.nodes import And, Formula, Knows, Not, Or
from mystpy.packages.backend_runs.answering import answering_here
from mystpy.packages.declarations import read_package
from mystpy.packages.fluent_words import observation_in_words, words_of_term
from mystpy.packages.history_runs.history_model import TooManyRuns
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.theory_query import package_in

KEYS = ("theory", "constants", "actions", "given")
"""The keys that describe the situation."""

MAX_DRAWN = 64
"""A model with more worlds is not drawn."""

_OPPOSITE = {"true": "false", "false": "true"}


def situation_of(exercise: Exercise) -> PackageSituation:
    """Return the situation of an exercise. Raises QueryError with the file's place."""
    file, table = exercise.file, exercise.table
    name = package_in(table, Path(file.name or "").parent)
    if name is None:
        raise file.fault("the exercise names no theory", 'write theory = "NAME"')
    numbers = file.inner(table, "constants")
    constants = {key: file.number(numbers, key) or 0 for key in numbers}
    package = file.with_location(read_package, name, constants)
    history = " ".join(file.strings(table, "actions"))
    given = file.strings(table, "given")
    made = file.with_location(PackageSituation.make, package, history, given)
    situation = answering_here(made)
    file.with_location(situation.require_legal)
    return situation


def reasons_in_words(situation: PackageSituation, formula: Formula, value: str) -> str:
    """Return why a formula has a value, in the words of the package."""
    match formula:
        case Not(body) if value in _OPPOSITE:
            return reasons_in_words(situation, body, _OPPOSITE[value])
        case And(parts) | Or(parts) if value in _OPPOSITE:
            values = [(part, situation.value(part)) for part in parts]
            deciding = [pair for pair in values if pair[1] == value]
            reasons = (reasons_in_words(situation, *pair) for pair in deciding)
            every = isinstance(formula, And) == (value == "true")
            return "; and ".join(reasons) if every else next(reasons)
        case Knows():
            true = value == "true"
            return _known(situation, formula) if true else _doubt(situation, formula)
    if value == "true":
        return f"{formula} holds in every run that fits"
    run = holding(situation, situation.counterexample(formula) or ())
    return f"{formula} does not hold in the run where {run}"


def _known(situation: PackageSituation, formula: Knows) -> str:
    """Return the observations of an agent from which a formula follows."""
    seen = situation.reasons(formula)
    if not seen:
        return f"{formula.body} holds in every run of the history"
    package = situation.package
    in_words = "; ".join(observation_in_words(package, each) for each in seen)
    return f"{formula.body} follows from what {formula.agent} has seen: {in_words}"


def _doubt(situation: PackageSituation, formula: Knows) -> str:
    """Return a run that an agent considers possible, in which a formula is false."""
    run = holding(situation, situation.counterexample(formula) or ())
    return f"for all that {formula.agent} has seen, it may be that {run}"


def holding(situation: PackageSituation, fluents: Sequence[str]) -> str:
    """Return which rigid fluents hold in a run, in words."""
    package = situation.package
    true = set(filter(package.is_rigid, fluents))
    in_words = [words_of_term(package, x) or x for x in situation.atoms if x in true]
    return ", ".join(in_words) or "no fluent that never changes is true"


def witness(
    situation: PackageSituation, words: str, **facts: object
) -> ExerciseWitness:
    """Return where an answer is wrong, with the model if it is small."""
    facts = {
        "theory": situation.package.folder.name,
        "history": " ".join(map(str, situation.steps)),
        **facts,
    }
    return ExerciseWitness(words, facts, _drawn_model(situation))


def _drawn_model(situation: PackageSituation) -> ModelState | None:
    try:
        state = situation.history_model().state()
    except TooManyRuns:
        return None
    return state if len(state.model) <= MAX_DRAWN else None
