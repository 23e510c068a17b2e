"""Which misconception a wrong model shows.

The answer is changed by one step, such as another actual world, one link or one world
more: if it is right then, that step shows what is wrong. Or it has the properties that
are asked for, with a mutant of one formula in its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, product

import numpy as np

from mystpy.compilation import replace
from mystpy.errors import MystError
from mystpy.exercises.exercise import Exercise
from mystpy.exercises.misconceptions.mutations.formula_mutants import RANK, mutants_of
from mystpy.exercises.misconceptions.mutations.rules import MutationWords
from mystpy.exercises.tasks.comparison_contexts import model_state
from mystpy.exercises.tasks.modelling import (
    fault_of_state,
    state_after_answer,
    state_of_answer,
)
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Partition
from mystpy.language.decidable import parse_in_model

MOST_MODELS = 300
"""How many changed models, and mutants of properties, are looked at."""


def misconception_in_model(exercise: Exercise, answer: str) -> str:
    """The misconception that a wrong model shows, or ""."""
    state = state_of_answer(exercise, answer)
    for point in range(len(state.model)):
        moved = ModelState(state.model, point)
        if state.point is not None and _is_right(exercise, moved):
            return "wrong-actual-world"
    found = misread_property(exercise, state)
    if found:
        return found
    changed = islice(_repaired(state), MOST_MODELS)
    return next((name for name, other in changed if _is_right(exercise, other)), "")


def misconception_after_action(exercise: Exercise, answer: str) -> str:
    """The property of the state after an action that was misread, or ""."""
    after = state_after_answer(model_state(exercise), answer)
    return "" if after.refused is not None else misread_property(exercise, after)


def misread_property(exercise: Exercise, state: ModelState) -> str:
    """The misconception with which a state has all properties, or ""."""
    rows = exercise.file.rows(exercise.table, "require")
    words = MutationWords(tuple(state.model.agents), tuple(state.model.atoms))
    found = []
    for place, row in enumerate(rows):
        formula = parse_in_model(str(row["formula"]), state.model.words)
        for mutant in islice(mutants_of(formula, words), MOST_MODELS):
            other = {**row, "formula": str(mutant.formula)}
            changed = [*rows[:place], other, *rows[place + 1 :]]
            found.append((RANK[mutant.misconception], mutant.misconception, changed))
    found.sort(key=lambda x: x[0])
    for _, name, changed in found:
        if _is_right(exercise.with_value("require", changed), state):
            return name
    return ""


def _is_right(exercise: Exercise, state: ModelState) -> bool:
    try:
        return fault_of_state(exercise, state) is None
    except MystError:
        return False


def _repaired(state: ModelState) -> Iterator[tuple[str, ModelState]]:
    """The model of an answer with one change, and what that change puts right."""
    model = state.model
    places = range(len(model.agents))
    for one, other in combinations(places, 2):
        order = [{one: other, other: one}.get(k, k) for k in places]
        swapped = tuple(model.relations[k] for k in order)
        yield "wrong-agent", ModelState(_related(model, swapped), state.point)
    for place in places:
        for name, part in _near(model.relations[place]):
            changed = (*model.relations[:place], part, *model.relations[place + 1 :])
            yield name, ModelState(_related(model, changed), state.point)
    for larger in _with_world(model):
        yield "world-missing", ModelState(larger, state.point)


def _related(model: Model, relations: tuple[Partition, ...]) -> Model:
    return replace(model, relations=relations)


def _near(part: Partition) -> Iterator[tuple[str, Partition]]:
    """Partitions with two classes joined, and with one item in a class of its own."""
    numbers = part.numbers.tolist()
    for one, other in combinations(sorted(set(numbers)), 2):
        joined = [one if k == other else k for k in numbers]
        yield "link-missing", Partition.of_keys(joined)
    for item, number in enumerate(numbers):
        if numbers.count(number) > 1:
            alone = [-1 if k == item else x for k, x in enumerate(numbers)]
            yield "link-too-many", Partition.of_keys(alone)


def _with_world(model: Model) -> Iterator[Model]:
    """The model with one world more, with any atoms, linked to one class of each."""
    size, atoms = len(model), list(model.valuation)
    name = "w"
    while name in model.names:
        name += "x"
    classes = [range(part.count + 1) for part in model.relations]
    for truths in product((False, True), repeat=len(atoms)):
        valuation = {
            atom: np.concatenate([model.valuation[atom], [true]])
            for atom, true in zip(atoms, truths, strict=True)
        }
        for chosen in product(*classes):
            relations = tuple(
                Partition.of_keys([*part.numbers.tolist(), number])
                for part, number in zip(model.relations, chosen, strict=True)
            )
            names = (*(model.names[k] for k in range(size)), name)
            yield Model(names, model.agents, relations, valuation)
