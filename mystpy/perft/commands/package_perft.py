"""`mystpy perft --theory NAME`: how many situations and histories a package has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.options import format_option
from mystpy.cli.status import DISAGREE, YES
from mystpy.packages.commands.answering.answer_objects import theory_object
from mystpy.packages.commands.answering.time_limit import seconds_limit
from mystpy.packages.commands.options import (
    constants_option,
    read_constants,
    theory_option,
    trust_option,
)
from mystpy.packages.declarations import read_package
from mystpy.perft.commands.perft import (
    HEAD,
    check_option,
    comparison,
    count_row,
    depth_option,
)

if TYPE_CHECKING:
    from mystpy.packages.package import Package
    from mystpy.packages.prolog_runs.history_counts import HistoryCounts


@click.command("perft")
@theory_option
@constants_option
@depth_option(3)
@check_option("SWI-Prolog, from theory.pl")
@trust_option
@seconds_limit
@format_option("text", "json")
def command(
    theory: str, game: str | None, depth: int, form: str, *, check: bool, trust: bool
) -> int:
    """Count the situations and the histories of a package by their length.

    For each number of actions it counts histories, which name all private arguments
    and are possible from at least one start. It also counts runs, the pairs of a start
    and a history; public histories, as all agents see them; and states, the different
    sets of fluents after them, without the rigid ones. Preconditions about knowledge
    are decided. All numbers are exact; each run is listed, by clingo from theory.lp.

    \b
    Examples:
      $ mystpy perft --theory black-vienna --depth 2
      $ mystpy perft --theory muddy-children --depth 3 --check
    """
    package = read_package(theory, read_constants(game), trust=trust)
    levels = _counted(package, depth, form)
    agree = _agree(package, levels, trust=trust) if check else None
    if form == "json":
        answer = {
            **theory_object(package),
            "constants": dict(package.constants),
            "levels": [level._asdict() for level in levels],
            "checked": agree,
        }
        print_answer(form, answer, ())
    elif agree is not None:
        said = comparison(agree=agree)
        print_answer(form, {}, f"SWI-Prolog, from theory.pl: {said}")
    return DISAGREE if agree is False else YES


def _counted(package: Package, depth: int, form: str) -> list[HistoryCounts]:
    """The counts by clingo; as text each row is printed when it is there."""
    from mystpy.packages.prolog_runs.history_counts import (
        PackagePerft,
        clingo_runs,
    )

    levels = []
    for level in PackagePerft(package, clingo_runs(package)).levels(depth):
        levels.append(level)
        if form == "text":
            if level.depth == 0:
                constants = (f"{name} = {n}" for name, n in package.constants.items())
                named = ", ".join([package.name, *constants])
                print_answer(form, {}, [named, count_row(HEAD)])
            print_answer(form, {}, count_row(f"{number:,}" for number in level))
    return levels


def _agree(package: Package, levels: list[HistoryCounts], *, trust: bool) -> bool:
    """Whether the axioms in Prolog have the same counts."""
    from mystpy.packages.prolog_runs.history_counts import (
        PackagePerft,
        swi_prolog_runs,
    )

    perft = PackagePerft(package, swi_prolog_runs(package, trust=trust))
    return list(perft.levels(len(levels) - 1)) == levels
