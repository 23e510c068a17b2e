"""`mystpy axiom` about a package: the rules under a label of theory.lp."""

from __future__ import annotations

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.options import format_option
from mystpy.cli.status import YES
from mystpy.errors import QueryError, did_you_mean
from mystpy.packages.axiom_checks.sentence_checks import printable
from mystpy.packages.commands.answering.answer_objects import theory_object
from mystpy.packages.commands.options import theory_option, trust_option
from mystpy.packages.declarations import read_package
from mystpy.packages.theory_files.labelled_axioms import labelled_blocks


@click.command("axiom")
@click.argument("label", required=False)
@theory_option
@trust_option
@format_option("text", "json")
def command(label: str | None, theory: str, form: str, *, trust: bool) -> int:
    """Show the rules of theory.lp under LABEL; without LABEL, list the labels.

    \b
    Examples:
      $ mystpy axiom --theory black-vienna P4
    """
    package = read_package(theory, trust=trust)
    blocks = labelled_blocks(package.axioms)
    if label is not None and label.strip("()") not in blocks:
        near = did_you_mean(label.strip("()"), blocks)
        known = ", ".join(blocks) or "none"
        raise QueryError(
            f"{package.name} has no axiom {label}",
            hint=near or f"the labels are {known}",
        )
    for name in blocks if label is None else [label.strip("()")]:
        title, text = blocks[name]
        found = {"label": name, "title": title, "asp": text, **theory_object(package)}
        line = f"({name})  {title}" if label is None else text
        print_answer(form, found, printable(line))
    return YES
