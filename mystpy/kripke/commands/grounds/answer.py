"""`mystpy why` with a model file: the worlds that give a formula its value."""

from __future__ import annotations

from functools import partial

import click

from mystpy.cli.answers import AnswerOutput, print_answer
from mystpy.kripke.commands.file import states_of
from mystpy.kripke.commands.grounds import text as grounds
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.refutation import Ground, ground
from mystpy.kripke.valuation.vacuity import vacuity_note
from mystpy.language.decidable import parse_in_model
from mystpy.language.junctions import simplify
from mystpy.language.nodes import Formula, Not


def why_in_model(
    text: str, name: str, formulas: tuple[str, ...], after: int | None, form: str
) -> int:
    """Explain why formulas are true or false after `after` steps of a file."""
    read = load_model(text, name)
    steps = len(read.steps) if after is None else after
    state = states_of(read, steps)[-1]
    answers = AnswerOutput(form)
    for said in formulas:
        with answers.one():
            formula = parse_in_model(said, read.words)
            value, vacuous = state.value(formula), state.vacuous(formula)
            shown = simplify(formula)
            found = ground(state.model, _world(state, formula), shown)
            report = partial(grounds.json, found, said, value, steps, vacuous)
            said = f"{said}{vacuity_note(vacuous)}"
            if form in ("svg", "latex"):
                _draw(state, found, said, value, form)
            else:
                print_answer(form, report, grounds.text(found, said, value))
            answers.values.append(value)
    return answers.status


def _draw(state: ModelState, found: Ground, said: str, value: str, form: str) -> None:
    from mystpy.kripke.commands.grounds.svg import grounds_svg, grounds_tikz

    drawn = grounds_svg if form == "svg" else grounds_tikz
    click.echo(drawn(state, found, said, value), nl=False)


def _world(state: ModelState, formula: Formula) -> int:
    """Return the actual world; without one, one where the formula is false, or any."""
    if state.point is not None:
        return state.point
    *_, counterexample = state.where(Not(formula), 1)
    return state.model.world(counterexample[0]) if counterexample else 0
