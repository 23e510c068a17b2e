"""`mystpy why` of a model file: the worlds that bear a formula out."""

from __future__ import annotations

import click

from mystpy.cli.answers import AnswerOutput
from mystpy.files.json_text import json_line
from mystpy.kripke.commands.file import stages_of
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.refutation import Ground, ground
from mystpy.kripke.valuation.vacuity import vacuity_note
from mystpy.language.decidable import parse_in_model
from mystpy.language.junctions import simplify
from mystpy.language.nodes import Formula, Not
from mystpy.show.why import grounds


def why_in_model(
    text: str, name: str, formulas: tuple[str, ...], after: int | None, form: str
) -> int:
    """Tell why formulas are true or false after so many steps of a file."""
    read = load_model(text, name)
    steps = len(read.steps) if after is None else after
    stage = stages_of(read, steps)[-1]
    answers = AnswerOutput(form)
    for said in formulas:
        with answers.one():
            formula = parse_in_model(said, read.words)
            value, vacuous = stage.value(formula), stage.vacuous(formula)
            shown = simplify(formula)
            found = ground(stage.model, _world(stage, formula), shown)
            if form == "json":
                report = grounds.json(found, said, value, steps, vacuous)
                click.echo(json_line(report))
            else:
                _show(stage, found, f"{said}{vacuity_note(vacuous)}", value, form)
            answers.values.append(value)
    return answers.status


def _show(stage: ModelState, found: Ground, said: str, value: str, form: str) -> None:
    """Print the worlds that bear a formula out, as text or as a picture."""
    if form in ("svg", "latex"):
        from mystpy.show.draw.grounds_svg import grounds_svg, grounds_tikz

        drawn = grounds_svg if form == "svg" else grounds_tikz
        click.echo(drawn(stage, found, said, value), nl=False)
    else:
        click.echo("\n".join(grounds.text(found, said, value)))


def _world(stage: ModelState, formula: Formula) -> int:
    """The actual world; without one, a world in which the formula is false, or any."""
    if stage.point is not None:
        return stage.point
    *_, counterexample = stage.where(Not(formula), 1)
    return stage.model.world(counterexample[0]) if counterexample else 0
