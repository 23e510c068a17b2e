"""A model, or an action model, with given properties, up to bisimulation.

If the right one is hidden, its seal is that of the normal form: bisimilar models have
one seal.
"""

from __future__ import annotations

from mystpy.errors import MystError
from mystpy.exercises.exercise import AnswerError, Exercise, ExerciseWitness, Mark
from mystpy.exercises.sealing import seal
from mystpy.exercises.tasks.comparison_contexts import (
    drawn_world,
    model_source,
    model_state,
)
from mystpy.files.table import Table
from mystpy.kripke.faults import ModelError, NotExecutable
from mystpy.kripke.files.given_steps import GivenSteps
from mystpy.kripke.files.model_file import ModelFile, model_text, read_model
from mystpy.kripke.files.model_state import ModelState, told_apart
from mystpy.kripke.model import Model
from mystpy.kripke.refinement.isomorphism import normal_form
from mystpy.kripke.update.steps import Step
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Not
from mystpy.language.subformulas import size

KEYS = ("agents", "atoms", "require", "model", "kinds", "pointed", "like")
_REQUIRED = ("formula", "where", "expect", "said")
_WHERE = ("point", "all")
MOST_WORLDS, MOST_EVENTS = 500, 30
"""The maximal numbers of worlds and of events of an answer."""
LARGEST_SAID = 60
"""The maximal number of nodes of a formula that is shown to a student."""


def mark(exercise: Exercise, answer: str) -> Mark:
    """The mark of a model, written as in a model file."""
    exercise.only(*KEYS, needed=("agents", "atoms"))
    state = state_of_answer(exercise, answer)
    return exercise.mark(fault_of_state(exercise, state), _size(state))


def mark_action(exercise: Exercise, answer: str) -> Mark:
    """The mark of an action model, written as a step of a model file."""
    exercise.only(*KEYS, needed=("model",))
    before = model_state(exercise)
    after = state_after_answer(before, answer)
    if after.refused is not None:
        words = f"your action cannot happen: {after.refused}"
        return exercise.mark(ExerciseWitness(words, {}, drawn_world(before)))
    return exercise.mark(fault_of_state(exercise, after), f"after it {_size(after)}")


def _size(state: ModelState) -> str:
    worlds = len(state.model)
    are = "is 1 world" if worlds == 1 else f"are {worlds} worlds"
    return f"there {are}, {state.kinds} up to bisimulation"


def state_of_answer(exercise: Exercise, answer: str) -> ModelState:
    """The model of an answer. Raises AnswerError."""
    file, table = exercise.file, exercise.table
    try:
        found: ModelFile = read_model(model_text(f"{answer}\n", "your answer"))
        if len(found.model) > MOST_WORLDS:
            raise AnswerError(f"more than {MOST_WORLDS} worlds are too many here")
        model = found.model.of_agents(file.words(table["agents"], "agents"))
    except MystError as error:
        raise AnswerError(str(error), hint=error.hint) from None
    if found.steps:
        raise AnswerError("your answer: a model is asked for, without steps")
    atoms = file.words(table["atoms"], "atoms")
    for atom in model.atoms:
        if atom not in atoms:
            known = f"the atoms are {', '.join(atoms)}"
            raise AnswerError(f"your answer: no atom {atom!r} is asked for", hint=known)
    nowhere = {a: model.truth("false") for a in atoms}
    valuation = {a: model.valuation.get(a, nowhere[a]) for a in atoms}
    whole = Model(model.names, model.agents, model.relations, valuation)
    if "pointed" in table and file.flag(table, "pointed") and found.point is None:
        raise AnswerError("your answer has no point", hint='point = "w"')
    return ModelState(whole, found.point)


def state_after_answer(before: ModelState, answer: str) -> ModelState:
    """The state after the action of an answer. Raises AnswerError."""
    source = model_text(f"{answer}\n", "your answer")
    try:
        table = source.table()
        source.only(table, ("events", "alike", "actual", "title"), "an action model")
        events = table.get("events")
        if isinstance(events, dict) and len(events) > MOST_EVENTS:
            raise AnswerError(f"more than {MOST_EVENTS} events are too many here")
        step = GivenSteps(source, before.model.words).planned(table).step
        return before.after(step)
    except NotExecutable as error:
        raise AnswerError(f"your answer: {error}") from None
    except MystError as error:
        raise AnswerError(str(error), hint=error.hint) from None


def fault_of_state(exercise: Exercise, state: ModelState) -> ExerciseWitness | None:
    """Return the witness for a missing property, a size, or bisimilarity."""
    for row in exercise.file.rows(exercise.table, "require"):
        found = _unmet(exercise, row, state)
        if found is not None:
            return found
    kinds = exercise.file.number(exercise.table, "kinds")
    if kinds is not None and state.kinds != kinds:
        words = f"up to bisimulation your model has {state.kinds} worlds, not {kinds}"
        return ExerciseWitness(words, {"kinds": state.kinds}, drawn_world(state))
    if "like" in exercise.table:
        return _unlike(exercise, state)
    if exercise.key is None and "sealed" not in exercise.table:
        return None
    return _against_seal(exercise, state)


def _unmet(exercise: Exercise, row: Table, state: ModelState) -> ExerciseWitness | None:
    """A world in which a required formula has the wrong value, if there is one."""
    file = exercise.file
    file.only(row, _REQUIRED, "[[require]]", ("formula",))
    text = file.needed(row, "formula", "[[require]]")
    where = file.choice(row.get("where", "point"), _WHERE, "where")
    wanted = "expect" not in row or file.flag(row, "expect")
    formula = file.with_location(parse_in_model, text, state.model.words)
    try:
        mask = state.model.truth(formula)
    except ModelError as error:  # of a model of belief where knowledge is spoken of
        raise AnswerError(f"your answer: {error}") from None
    places = range(len(state.model))
    if where == "point" and state.point is not None:
        places = range(state.point, state.point + 1)
    for world in places:
        if bool(mask[world]) is not wanted:
            name = state.model.names[world]
            said = row.get("said") or text
            value = "false" if wanted else "true"
            words = f"in your world {name} this is {value}: {said}"
            facts = {"world": name, "formula": text}
            return ExerciseWitness(words, facts, drawn_world(state, world))
    return None


def _unlike(exercise: Exercise, state: ModelState) -> ExerciseWitness | None:
    """How a state differs from that after the step that it should be like."""
    before = model_state(exercise)
    step = right_step(exercise, before)
    assert step is not None, "it is given"
    right = before.after(step)
    found = told_apart(right, state)
    if found is None:
        return None
    formula = found[0].formula
    if formula is None or size(formula) > LARGEST_SAID:
        words = "after your action other nested knowledge holds than it should"
        if state.kinds != right.kinds:
            words = (
                f"it leaves {state.kinds} worlds up to bisimulation, not {right.kinds}"
            )
        return ExerciseWitness(words, {}, drawn_world(state))
    text = str(formula.body if isinstance(formula, Not) else formula)
    words = f"after your action {text} is {state.value(text)}"
    return ExerciseWitness(words, {"formula": text}, drawn_world(state))


def right_step(exercise: Exercise, before: ModelState) -> Step | None:
    """The step that an action should be like; None if it is sealed, or not given."""
    given = exercise.file.inner(exercise.table, "like")
    if not given and exercise.key is not None:
        given = exercise.file.inner(exercise.key, "step")
    steps = GivenSteps(exercise.file, before.model.words)
    return steps.planned(given).step if given else None


def _against_seal(exercise: Exercise, state: ModelState) -> ExerciseWitness | None:
    """None if a state is bisimilar to the hidden one."""
    if exercise.key is None:
        given = exercise.sealed
        same = seal(str(given["salt"]), form_of_state(state)) == given["form"]
    else:
        same = form_of_state(state) == form_of_state(_solution(exercise))
    if same:
        return None
    words = "some formula tells your model from the right one"
    return ExerciseWitness(words, {"kinds": state.kinds}, drawn_world(state))


def _solution(exercise: Exercise) -> ModelState:
    """The state of the key: its model, or that after its action."""
    key = exercise.key or {}
    if exercise.kind == "action":
        before = model_state(exercise)
        step = right_step(exercise, before)
        if step is None:
            raise exercise.file.fault("[key] has no [key.step]", word="key")
        return before.after(step)
    file = read_model(model_source(exercise.file.inner(key, "model"), exercise.file))
    return ModelState(file.model, file.point)


def sealed(exercise: Exercise, salt: str) -> dict[str, object]:
    """Return the seal of the key."""
    return {"form": seal(salt, form_of_state(_solution(exercise)))}


def form_of_state(state: ModelState) -> str:
    """A text that bisimilar states have in common, and no others."""
    small = state.contracted()
    return repr(normal_form(small.model, small.point))
