"""`mystpy axiom`: a formula of the thesis, in Prolog, in ASP and in Coq."""

from __future__ import annotations

import shutil

import click

from mystpy.axioms import SUFFIXES, blocks, chosen_folder
from mystpy.cli.answers import theory_line
from mystpy.cli.options import format_option
from mystpy.cli.status import YES
from mystpy.coq.formulas import coq_blocks
from mystpy.register import RegisterRow, register
from mystpy.show import json, text


@click.command("axiom")
@click.argument("label", required=False)
@format_option("text", "json", "latex")
def command(label: str | None, form: str) -> int:
    """Show the formula with this number, its Prolog and ASP text, and its Coq.

    Without LABEL all numbers are listed.

    \b
    Examples:
      $ mystpy axiom 2.16
      $ mystpy axiom
    """
    if label is not None:
        rows = register().numbered(label)
        gap = "\n\n" if form == "text" else "\n"
        click.echo(gap.join(_shown(row, form) for row in rows))
        return YES
    if form == "text":
        for line in text.labels(register().rows):
            click.echo(line)
        return YES
    for row in register().rows:
        click.echo(_shown(row, form))
    return YES


def _shown(row: RegisterRow, form: str) -> str:
    if form == "latex":
        return row.latex
    texts = {
        language: block
        for language in SUFFIXES
        if (block := blocks(language, chosen_folder()).get(row.label))
    }
    if row.label in coq_blocks():
        texts["coq"] = coq_blocks()[row.label]
    if form == "json":
        return theory_line(json.axiom(row, texts))
    return text.axiom(row, texts, shutil.get_terminal_size().columns)
