"""`mystpy model`: a Kripke model, its worlds, and who can tell them apart."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.options import format_option
from mystpy.cli.status import YES
from mystpy.kripke import text as model_text
from mystpy.kripke.commands.file import read_model, states_of, structure_lines
from mystpy.kripke.files.model_state import ModelState


@click.command("model")
@click.argument("file")
@click.option("--after", type=int, metavar="N", help="After the first N steps of FILE.")
@click.option("--contract", is_flag=True, help="Show the smallest bisimilar model.")
@click.option("--all", "every", is_flag=True, help="List worlds, however many.")
@click.option("--epddl", metavar="FOLDER", help="Write domain and problem there.")
@format_option("text", "json", "toml", "smcdel")
def command(
    file: str,
    after: int | None,
    epddl: str | None,
    form: str,
    *,
    contract: bool,
    every: bool,
) -> int:
    """Show the model of FILE, before its first step unless --after is given.

    FILE is a model file, or - for standard input, or the list of files of a problem in
    EPDDL or its ground task, in JSON. A star marks the actual world; an
    agent cannot tell apart the worlds of one class. toml writes a model file, smcdel a
    knowledge structure in SMCDEL's text format, with the checks of FILE as questions.

    \b
    Examples:
      $ mystpy model queries/models/hexa.toml
      $ mystpy model queries/models/example-11.toml --after 1 --contract
    """
    read = read_model(file)
    state = states_of(read, after or 0)[-1]
    state = state.contracted() if contract else state
    if epddl is not None:
        return _export(state, read.title, epddl)
    match form:
        case "toml":
            click.echo("\n".join(model_text.as_toml(state, read.title)))
        case "smcdel":
            click.echo("\n".join(structure_lines(read, state, after or 0)))
        case _:
            lines = chain([read.title], model_text.text(state, every))
            print_answer(form, lambda: model_text.as_json(state, every), lines)
    return YES


def _export(state: ModelState, title: str, folder: str) -> int:
    from mystpy.packages.epddl.model_problems import export_model

    for path in export_model(state, title, Path(folder)):
        click.echo(str(path))
    return YES
