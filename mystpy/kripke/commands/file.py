"""The argument FILE of commands about Kripke models; SMCDEL and MCMAS files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from mystpy.cli.answers import AnswerOutput, print_answer
from mystpy.cli.source import file_read, path_of
from mystpy.errors import QueryError
from mystpy.files.json_text import Object
from mystpy.files.table import TomlFile, is_smcdel, is_task
from mystpy.files.toml import toml_rows
from mystpy.kripke.export.ispl import ispl_lines
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.model_file import ModelFile, model_text
from mystpy.kripke.files.model_file import read_model as model_in
from mystpy.kripke.files.model_state import ModelState, stages
from mystpy.kripke.smcdel.export import written_formula, written_structure
from mystpy.kripke.smcdel.structure_text import (
    StructureAnswer,
    StructureJob,
    answer,
)
from mystpy.kripke.smcdel.structure_text import read_smcdel as read
from mystpy.kripke.update.steps import Announce, Contract, Expect, Step
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Announcing, Formula
from mystpy.language.vocabulary import ModelWords


def read_model(file: str) -> ModelFile:
    """Return the content of a model file, or of standard input if it is -."""
    return model_in(source_of(file))


def source_of(file: str) -> TomlFile:
    """Return the text of a model file, or of standard input if it is -."""
    return model_text(*as_model_file(*file_read(file)))


def states_of(file: ModelFile, after: int | None) -> list[ModelState]:
    """Return the states up to the one after `after` steps, or after all of them."""
    return list(islice(stages(file), 1 + last_step(after, len(file.steps))))


def last_step(after: int | None, steps: int) -> int:
    """Return the number of the last step, or that of --after; raises QueryError."""
    if after is not None and not 0 <= after <= steps:
        raise QueryError(f"--after is {after}, but FILE has {steps} steps")
    return steps if after is None else after


def check_smcdel(
    text: str, name: str, formulas: tuple[str, ...], most: int, form: str
) -> int:
    """Answer the questions of a file, or check formulas in all of its states."""
    given = read(text, name)
    structure = given.structure()
    words = ModelWords.of(structure.agents, structure.atoms)
    answers = AnswerOutput(form)
    for asked in formulas or given.jobs:
        with answers.one():
            if isinstance(asked, str):
                asked = StructureJob("VALID?", asked, parse_in_model(asked, words))
            found = answer(structure, asked, most)
            if found.value is not None:
                answers.values.append("true" if found.value else "false")
            _tell(found, structure.count(), form)
    return answers.status


def _tell(found: StructureAnswer, worlds: int, form: str) -> None:
    job = found.job
    states = [[int(atom[1:]) for atom in world] for world in found.worlds]
    state = [int(atom[1:]) for atom in job.state]
    report: Object = {"job": job.kind, "formula": job.text}
    if job.kind == "WHERE?":
        report |= {"where": states, "count": found.count, "worlds": worlds}
        count = found.count or 0
        lines = [f"{count:,} of {worlds:,} worlds  {job.kind} {job.text}"]
        lines += [f"  {_braced(world)}" for world in states]
        if len(states) < count:
            lines += [f"  and {count - len(states):,} more; --where --all lists them"]
    else:
        is_at_state = job.kind == "TRUE?"
        value, where = "true" if found.value else "false", ""
        if is_at_state:
            report["state"], where = state, f"{_braced(state)} "
        report["value"] = value
        lines = [f"{value}  {job.kind} {where}{job.text}"]
    print_answer(form, {**report, "method": "model"}, lines)


def _braced(numbers: list[int]) -> str:
    return "{" + ",".join(map(str, numbers)) + "}"


def structure_lines(read: ModelFile, state: ModelState, after: int) -> Iterator[str]:
    """Yield the lines of a file of SMCDEL: a state, and the checks it can ask there.

    Announcements before a check precede its formula. A check after other steps, or one
    that the format cannot express, becomes a comment.
    """
    written = written_structure(state.model, read.title)
    yield from written.lines
    actual = "" if state.point is None else f" {written.state(state.point)}"
    kind = "VALID?" if state.point is None else "TRUE?"
    for check in read.checks:
        if check.after < after:
            continue
        steps = [planned.step for planned in read.steps[after : check.after]]
        try:
            said = written_formula(_announced(check.formula, steps), written.numbering)
        except ModelError as error:
            yield f"-- not asked: {check.formula}, since {error}"
        else:
            yield f"{kind}{actual} {said}"


def ispl_file(read: ModelFile, state: ModelState, after: int) -> Iterator[str]:
    """Yield the lines of a file of MCMAS: a state, and the checks that are made there.

    A check after further steps, which MCMAS does not have, becomes a comment.
    """
    here = [check.formula for check in read.checks if check.after == after]
    yield from ispl_lines(state.model, state.point, read.title, here)
    for check in read.checks:
        if check.after > after:
            steps = f"after {check.after} steps"
            yield f"-- not asked: {' '.join(str(check.formula).split())}, {steps}"


def _announced(formula: Formula, steps: Sequence[Step]) -> Formula:
    """Return a formula after announcements; raise ModelError for other steps."""
    for step in reversed(steps):
        if isinstance(step, Announce):
            formula = Announcing(step.formula, formula)
        elif not isinstance(step, Contract | Expect):
            raise ModelError(
                "SMCDEL's text format has announcements, and no other step"
            )
    return formula


def as_model_file(text: str, name: str) -> tuple[str, str]:
    """Return a text and its name, translated to TOML from SMCDEL's format or a task."""
    if is_task(name):
        return _of_task(name), name
    if not is_smcdel(text, name):
        return text, name
    given = read(text, name)
    rows = {"agents": [*given.observed], "atoms": given.atoms, "law": str(given.law)}
    sees = {str(agent): {"sees": seen} for agent, seen in given.observed.items()}
    return "\n".join([*toml_rows(rows), "[relations]", *toml_rows(sees)]), name


def _of_task(name: str) -> str:
    """Return the text of a model file with the initial state of an EPDDL task."""
    from mystpy.packages.epddl.model_problems import model_file
    from mystpy.packages.epddl.reading.task_files import read_task

    return model_file(read_task([path_of(name)]))
