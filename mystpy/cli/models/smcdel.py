"""Files of SMCDEL: their questions answered, and model files written as such."""

from __future__ import annotations

from collections.abc import Iterator

import click

from mystpy.cli.status import YES, worst
from mystpy.kripke.files.model_file import ModelFile
from mystpy.kripke.files.stage import ModelStage
from mystpy.kripke.smcdel.export import written_formula, written_structure
from mystpy.kripke.smcdel.structure_text import StructureAnswer, StructureJob, answer
from mystpy.kripke.smcdel.structure_text import read_smcdel as read
from mystpy.kripke.update.steps import Announce, Contract, Expect
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Announcing
from mystpy.language.vocabulary import ModelWords
from mystpy.show import json


def check_smcdel(
    text: str, name: str, formulas: tuple[str, ...], most: int, form: str
) -> int:
    """Answer the questions of a file, or say whether formulas are true in it all."""
    given = read(text, name)
    structure = given.structure()
    jobs = given.jobs
    if formulas:
        words = ModelWords.of(structure.agents, structure.atoms)
        jobs = tuple(
            StructureJob("VALID?", said, parse_in_model(said, words))
            for said in formulas
        )
    values = []
    for job in jobs:
        found = answer(structure, job, most)
        if found.value is not None:
            values.append("true" if found.value else "false")
        _tell(found, structure.count(), form)
    return worst(values) if values else YES


def _tell(found: StructureAnswer, worlds: int, form: str) -> None:
    job = found.job
    states = [[int(atom[1:]) for atom in world] for world in found.worlds]
    state = [int(atom[1:]) for atom in job.state]
    if form == "json":
        told: json.Object = {"job": job.kind, "formula": job.text}
        if job.kind == "TRUE?":
            told["state"] = state
        if job.kind == "WHERE?":
            told |= {"where": states, "count": found.count, "worlds": worlds}
        else:
            told["value"] = "true" if found.value else "false"
        click.echo(json.line({**told, "method": "model"}))
        return
    if job.kind != "WHERE?":
        where = f"{_braced(state)} " if job.kind == "TRUE?" else ""
        click.echo(
            f"{'true' if found.value else 'false'}  {job.kind} {where}{job.text}"
        )
        return
    count = found.count or 0
    click.echo(f"{count:,} of {worlds:,} worlds  {job.kind} {job.text}")
    for world in states:
        click.echo(f"  {_braced(world)}")
    if len(states) < count:
        click.echo(f"  and {count - len(states):,} more; --where --all lists them")


def _braced(numbers: list[int]) -> str:
    return "{" + ",".join(map(str, numbers)) + "}"


def structure_lines(read: ModelFile, stage: ModelStage, after: int) -> Iterator[str]:
    """The lines of a file of SMCDEL: a stage, and the checks that can be asked there.

    What is announced before a check stands before its formula; checks after other steps
    are left out.
    """
    written = written_structure(stage.model, read.title)
    yield from written.lines
    for check in read.checks:
        steps = [planned.step for planned in read.steps[after : check.after]]
        plain = all(isinstance(step, Announce | Contract | Expect) for step in steps)
        if check.after < after or not plain:
            continue
        formula = check.formula
        for step in reversed(steps):
            if isinstance(step, Announce):
                formula = Announcing(step.formula, formula)
        state = "" if stage.point is None else f" {written.state(stage.point)}"
        kind = "VALID?" if stage.point is None else "TRUE?"
        yield f"{kind}{state} {written_formula(formula, written.numbering)}"
