"""A model, or an action model, with given properties, up to bisimulation.

Where the right one is hidden, its seal is that of the smallest bisimilar model, its
worlds numbered by what formulas say of them: bisimilar models have one seal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.errors import MystError
from mystpy.exercises.exercise import AnswerError, Exercise, ExerciseWitness, Mark
from mystpy.exercises.sealing import seal
from mystpy.exercises.tasks.scenes import DRAWN, model_source, model_stage
from mystpy.files.table import Table
from mystpy.kripke.faults import NotExecutable
from mystpy.kripke.files.given_steps import GivenSteps
from mystpy.kripke.files.model_file import ModelFile, model_text, read_model
from mystpy.kripke.files.stage import ModelStage
from mystpy.kripke.model import Model

KEYS = ("agents", "atoms", "require", "model", "kinds", "pointed", "like")
_REQUIRED = ("formula", "where", "expect", "said")
_WHERE = ("point", "all")
MOST_WORLDS, MOST_EVENTS = 500, 30
"""More worlds or events no answer has."""


def mark(exercise: Exercise, answer: str) -> Mark:
    """The mark of a model, written as in a model file."""
    exercise.only(*KEYS, needed=("agents", "atoms"))
    stage = _given_model(exercise, answer)
    return exercise.mark(_fault(exercise, stage), _size(stage))


def mark_action(exercise: Exercise, answer: str) -> Mark:
    """The mark of an action model, written as a step of a model file."""
    exercise.only(*KEYS, needed=("model",))
    before = model_stage(exercise)
    after = _given_action(before, answer)
    if after.refused is not None:
        words = f"your action cannot happen: {after.refused}"
        return exercise.mark(ExerciseWitness(words, {}, _drawn(before)))
    return exercise.mark(_fault(exercise, after), _size(after))


def _size(stage: ModelStage) -> str:
    return f"it has {len(stage.model)} worlds, {stage.kinds} up to bisimulation"


def _given_model(exercise: Exercise, answer: str) -> ModelStage:
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
    return ModelStage(whole, found.point)


def _given_action(before: ModelStage, answer: str) -> ModelStage:
    """The stage after the action of an answer. Raises AnswerError."""
    source = model_text(f"{answer}\n", "your answer")
    try:
        table = source.table()
        source.only(table, ("events", "alike", "actual", "title"), "an action model")
        if len(table.get("events", ())) > MOST_EVENTS:
            raise AnswerError(f"more than {MOST_EVENTS} events are too many here")
        step = GivenSteps(source, before.model.words).planned(table).step
        return before.after(step)
    except NotExecutable as error:
        raise AnswerError(f"your answer: {error}") from None
    except MystError as error:
        raise AnswerError(str(error), hint=error.hint) from None


def _fault(exercise: Exercise, stage: ModelStage) -> ExerciseWitness | None:
    """What a model lacks: a property, a size, or that it is bisimilar to one."""
    for row in exercise.file.rows(exercise.table, "require"):
        found = _unmet(exercise, row, stage)
        if found is not None:
            return found
    kinds = exercise.file.number(exercise.table, "kinds")
    if kinds is not None and stage.kinds != kinds:
        words = f"up to bisimulation your model has {stage.kinds} worlds, not {kinds}"
        return ExerciseWitness(words, {"kinds": stage.kinds}, _drawn(stage))
    if "like" in exercise.table:
        return _unlike(exercise, stage)
    if exercise.key is None and "sealed" not in exercise.table:
        return None
    return _against_seal(exercise, stage)


def _unmet(exercise: Exercise, row: Table, stage: ModelStage) -> ExerciseWitness | None:
    """A world in which a required formula has the wrong value, if there is one."""
    file = exercise.file
    file.only(row, _REQUIRED, "[[require]]", ("formula",))
    text = file.needed(row, "formula", "[[require]]")
    where = file.choice(row.get("where", "point"), _WHERE, "where")
    wanted = row.get("expect", True) is True
    mask = file.told(stage.model.truth, text)
    places = range(len(stage.model))
    if where == "point" and stage.point is not None:
        places = range(stage.point, stage.point + 1)
    for world in places:
        if bool(mask[world]) is not wanted:
            name = stage.model.names[world]
            said = row.get("said") or text
            value = "false" if wanted else "true"
            words = f"in your world {name} this is {value}: {said}"
            facts = {"world": name, "formula": text}
            return ExerciseWitness(words, facts, _drawn(stage, world))
    return None


def _unlike(exercise: Exercise, stage: ModelStage) -> ExerciseWitness | None:
    """How a stage is told from that after the step that it should be like."""
    before = model_stage(exercise)
    row = exercise.file.inner(exercise.table, "like")
    step = GivenSteps(exercise.file, before.model.words).planned(row).step
    right = before.after(step)
    if _form(right) == _form(stage):
        return None
    text = next((t for t in _formulas(right.model) if _told(right, stage, t)), None)
    words = f"it leaves {stage.kinds} worlds up to bisimulation, not {right.kinds}"
    if text is not None:
        words = f"after your action {text} is {stage.value(text)}"
    elif stage.kinds == right.kinds:
        words = "after your action other nested knowledge holds than it should"
    return ExerciseWitness(words, {"formula": text} if text else {}, _drawn(stage))


def _told(one: ModelStage, other: ModelStage, text: str) -> bool:
    return one.value(text) != other.value(text)


def _formulas(model: Model) -> Iterator[str]:
    """Formulas that may tell two models apart, the shortest first."""
    literals = [text for atom in model.atoms for text in (atom, f"~{atom}")]
    known = [f"K({i},{x})" for i in model.agents for x in literals]
    yield from literals
    yield from known
    whether = [f"(K({i},{a}) | K({i},~{a}))" for i in model.agents for a in model.atoms]
    for i in model.agents:
        yield from (f"K({i},{x})" for x in whether)
        yield from (f"K({i},~{x})" for x in whether)
        yield from (f"K({i},{x})" for x in known)
        yield from (f"K({i},~{x})" for x in known)


def _against_seal(exercise: Exercise, stage: ModelStage) -> ExerciseWitness | None:
    """None if a stage is bisimilar to the hidden one."""
    if exercise.key is None:
        given = exercise.sealed
        same = seal(str(given["salt"]), _form(stage)) == given["form"]
    else:
        same = _form(stage) == _form(_solution(exercise))
    if same:
        return None
    words = "some formula tells your model from the right one"
    return ExerciseWitness(words, {"kinds": stage.kinds}, _drawn(stage))


def _solution(exercise: Exercise) -> ModelStage:
    """The stage of the key: its model, or that after its action."""
    key = exercise.key or {}
    if exercise.kind == "action":
        before = model_stage(exercise)
        row = exercise.file.inner(key, "step")
        steps = GivenSteps(exercise.file, before.model.words)
        return before.after(steps.planned(row).step)
    file = read_model(model_source(exercise.file.inner(key, "model"), exercise.file))
    return ModelStage(file.model, file.point)


def sealed(exercise: Exercise, salt: str) -> dict[str, object]:
    """What the key is sealed as."""
    return {"form": seal(salt, _form(_solution(exercise)))}


def _form(stage: ModelStage) -> str:
    """A text that bisimilar stages have in common, and no others.

    In the smallest bisimilar model each two worlds are told apart by how many rounds of
    refinement it takes: numbered by that, in the order of what is seen, they stand in
    one order whatever they were called.
    """
    small = stage.contracted()
    model = small.model
    order = sorted(model.atoms)
    agents = sorted(model.agents)
    facts = [tuple(a in model.true_at(w) for a in order) for w in range(len(model))]
    number = _ranks(facts)
    views = {a: model.relation(a).numbers.tolist() for a in agents}
    for _ in range(len(model)):
        seen = [
            (number[w], *(_seen(views[a], w, number) for a in agents))
            for w in range(len(model))
        ]
        finer = _ranks(seen)
        if finer == number:
            break
        number = finer
    lines = sorted(
        (number[w], facts[w], [_seen(views[a], w, number) for a in agents])
        for w in range(len(model))
    )
    point = None if small.point is None else number[small.point]
    return repr((order, agents, point, lines))


def _seen(view: list[int], world: int, number: list[int]) -> tuple[int, ...]:
    here = view[world]
    return tuple(sorted({n for v, n in zip(view, number, strict=True) if v == here}))


def _ranks(keys: Sequence[tuple[object, ...]]) -> list[int]:
    """For each key its place among the different ones, in their order."""
    places = {key: k for k, key in enumerate(sorted(set(keys), key=repr))}
    return [places[key] for key in keys]


def _drawn(stage: ModelStage, world: int | None = None) -> ModelStage | None:
    if len(stage.model) > DRAWN:
        return None
    return ModelStage(stage.model, stage.point if world is None else world)
