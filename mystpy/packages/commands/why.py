"""`mystpy why` about a package: from what does a formula follow?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from mystpy.cli.options import file_and_formulas
from mystpy.cli.status import status_of_answer
from mystpy.compilation import pattern
from mystpy.errors import QueryError, did_you_mean
from mystpy.packages.commands.answering.answer_objects import legal_object, why_object
from mystpy.packages.commands.legality import legality_lines
from mystpy.packages.commands.options import (
    package_options,
    package_query,
    print_package_answer,
)
from mystpy.packages.fluent_words import observation_in_words
from mystpy.packages.folders import AXIOMS
from mystpy.packages.package import Package
from mystpy.packages.theory_files.labelled_axioms import labelled_blocks

_LABEL = pattern(r"[A-Z]?\d[\w.]*")


@click.command("why")
@click.argument("words", nargs=-1, metavar="[FILE] [FORMULA]")
@package_options
def command(words: tuple[str, ...], form: str, **options: Any) -> int:
    """Say from which observations K(i,F) follows, or show a run in which it fails.

    None of the observations can be left out. A formula that does not begin with K is
    true or false in a run of the history, which is shown where it is false. Without
    FORMULA: why is the history not legal?

    \b
    Examples:
      $ mystpy why --theory black-vienna --do 'has(2,1)'
    """
    file, texts = file_and_formulas(words, options["theory"] or "")
    if len(texts) > 1:
        raise QueryError("why explains one formula", hint="give FORMULA once")
    query = package_query(file, **options)
    situation, package = query.situation, query.situation.package
    for text in texts:
        _refuse_label(package, text)
    found = why_object(situation, texts[0]) if texts else legal_object(situation)
    if found.get("verdict") == "legal":
        raise QueryError(
            "there is nothing to explain: the history is legal", hint="give a FORMULA"
        )
    lines = reason_lines(package, found) if texts else legality_lines(situation, found)
    print_package_answer(form, situation, found, lines)
    return status_of_answer(str(found["value"] if texts else found["verdict"]))


def _refuse_label(package: Package, text: str) -> None:
    """Raise QueryError for the label of an axiom: it is not a formula."""
    label = text.strip("()")
    if not _LABEL.fullmatch(label):
        return
    blocks = labelled_blocks(package.axioms)
    name = package.folder.name
    if label not in blocks:
        raise QueryError(
            f"{package.folder / AXIOMS} has no axiom ({label}); why is for formulas",
            hint=did_you_mean(label, blocks) or f"the labels are {', '.join(blocks)}",
        )
    raise QueryError(
        f"({label}) is an axiom, and why is for formulas",
        hint=f"mystpy axiom {label} --theory {name} shows its rules",
    )


def reason_lines(package: Package, found: dict[str, Any]) -> Iterator[str]:
    """Yield the value of a formula, and what it rests on or a run against it."""
    yield f"{found['value']}: {found['formula']}"
    if "observations" in found:
        for seen in found["observations"]:
            yield f"  {observation_in_words(package, seen)}"
        if not found["observations"]:
            yield "  it holds in all runs of the history"
    if "counterexample" in found:
        listed = ", ".join(found["counterexample"]) or "no fluent holds"
        yield f"  a run in which it is false: {listed}"
