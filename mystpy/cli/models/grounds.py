"""`mystpy why` of a model file: the worlds that bear a formula out."""

from __future__ import annotations

import click

from mystpy.cli.models.file import stages_of
from mystpy.cli.status import worst
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.stage import ModelStage
from mystpy.kripke.refutation import ground
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Formula, Not
from mystpy.show import json
from mystpy.show.why import grounds


def why_in_model(
    text: str, name: str, formulas: tuple[str, ...], after: int | None, form: str
) -> int:
    """Tell why formulas are true or false after so many steps of a file."""
    read = load_model(text, name)
    steps = len(read.steps) if after is None else after
    stage = stages_of(read, steps)[-1]
    values = []
    for said in formulas:
        formula = parse_in_model(said, read.model.words)
        values.append(stage.value(formula))
        found = ground(stage.model, _world(stage, formula), formula)
        if form in ("svg", "latex"):
            from mystpy.show.draw.grounds_svg import grounds_svg, grounds_tikz

            drawn = grounds_svg if form == "svg" else grounds_tikz
            click.echo(drawn(stage, found, said, values[-1]), nl=False)
        elif form == "json":
            click.echo(json.line(grounds.json(found, said, values[-1], steps)))
        else:
            click.echo("\n".join(grounds.text(found, said, values[-1])))
    return worst(values)


def _world(stage: ModelStage, formula: Formula) -> int:
    """The actual world; without one, a world in which the formula is false, or any."""
    if stage.point is not None:
        return stage.point
    *_, odd = stage.where(Not(formula), 1)
    return stage.model.world(odd[0]) if odd else 0
