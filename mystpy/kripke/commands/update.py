"""`mystpy update`: announcements and actions, and the model after them."""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.options import format_option
from mystpy.cli.status import NO, YES
from mystpy.files.json_text import json_line
from mystpy.kripke import text as model_text
from mystpy.kripke.commands.deal_answers import read_group
from mystpy.kripke.commands.file import read_model
from mystpy.kripke.commands.step_notes import StepNotes, step_notes
from mystpy.kripke.files.model_file import ModelFile
from mystpy.kripke.files.model_state import ModelState, stages, unmet
from mystpy.kripke.files.step_text import parse_step


@click.command("update")
@click.argument("file")
@click.argument("steps", nargs=-1, metavar="[STEP]...")
@click.option("--contract", is_flag=True, help="Contract the model after each STEP.")
@click.option(
    "--check",
    is_flag=True,
    help="Compare each step with what the file expects; 0 if all agree, else 1.",
)
@click.option(
    "--publicity",
    metavar="GROUP",
    help="Show for each step what a group such as 1,2 learns, and whether it is "
    "trivial.",
)
@click.option(
    "--protocol",
    metavar="FILE|TEXT",
    help="The order that steps have to follow; or knowledge-games, or guessing.",
)
@format_option("text", "json", "toml")
def command(
    file: str, steps: tuple[str, ...], form: str, protocol: str | None, **options: Any
) -> int:
    """Update the model of FILE with its steps and then with each STEP.

    The answer shows how many worlds are left after each step. A STEP is one of these;
    the last two rows are for knowledge games:

    \b
      announce(F)              all agents learn F
      tell([1,2],F)            1 and 2 learn F; the others see that they learn it
      whisper([1,2],F)         1 and 2 learn F; the others know that they may have
      secret([1,2],F)          1 and 2 learn F; the others wrongly believe that
                               nothing happened
      show(2,1,{r,w},r)        player 2 asked for r or w, and player 1 shows r
      noshow(2,1,{b}), win(2), nowin(2)

    A protocol is a pattern such as '((show|noshow) nowin next)* (show|noshow) win'. A
    step in it is one of the player in turn, show(2) is one of player 2, show(_) of any
    player, and next passes the turn. The exit status is 1 if a step is not executable,
    or against the protocol.

    \b
    Examples:
      $ mystpy update queries/models/hexa.toml 'show(2,1,{r,w,b},r)' 'win(2)'
      $ mystpy update queries/models/example-11.toml
      $ mystpy update example:models/example-01-lost --protocol knowledge-games
    """
    contract, check = options["contract"], options["check"]
    read = read_model(file)
    found = list(stages(read))
    words = read.words
    for text in steps:
        state = found[-1].after(parse_step(text, words))
        found.append(state.contracted() if contract else state)
    faults = list(_unmet(read, found)) if check else []
    notes = step_notes(read, found, _group(read, options["publicity"]), protocol)
    against = any(note.against for note in notes)
    if form == "toml":
        last = found[-1].contracted() if contract else found[-1]
        click.echo("\n".join(model_text.as_toml(last, read.title)))
    else:
        _show(read, found, form, faults, notes)
    if check:
        return NO if faults or against else YES
    return NO if against or any(state.refused for state in found) else YES


def _group(read: ModelFile, text: str | None) -> tuple[str, ...] | None:
    return None if text is None else read_group(text, read.model.agents)


def _unmet(read: ModelFile, found: list[ModelState]) -> list[str]:
    pairs = zip(read.steps, found[1:], strict=False)
    return [fault for planned, state in pairs for fault in unmet(planned, state)]


def _show(
    read: ModelFile,
    found: list[ModelState],
    form: str,
    faults: list[str],
    notes: list[StepNotes],
) -> None:
    if form == "json":
        for number, (state, note) in enumerate(zip(found[1:], notes, strict=True), 1):
            click.echo(json_line(model_text.step_json(number, state) | note.keys))
        return
    click.echo(f"{read.title}: {model_text.counts(found[0])}")
    for number, state in enumerate(found[1:], 1):
        report = state.refused or model_text.counts(state)
        click.echo(f"{number}. {state.step}: {report}")
        if said := state.true_before():
            click.echo(f"   it was true before the last step: {said}")
        for line in notes[number - 1].lines:
            click.echo(line)
        before = set(model_text.losses(found[number - 1]))
        for lost in model_text.losses(state):
            if lost not in before:
                click.echo(f"   {lost}")
    for fault in faults:
        click.echo(fault)
