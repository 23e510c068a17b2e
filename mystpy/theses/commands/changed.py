"""`mystpy theorem --changed`: what other axioms make of the statements."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

from mystpy.cli.answers import result_line
from mystpy.cli.running.signals import INTERRUPTED
from mystpy.cli.status import NO, OPEN, YES
from mystpy.conjectures.verdict import Result
from mystpy.errors import QueryError
from mystpy.theories import edited_theory
from mystpy.theses.bench import ComparedResult, compare_axioms
from mystpy.theses.commands import text as show
from mystpy.theses.commands.verdicts import budget_of, let_ctrl_c_through, progress
from mystpy.theses.report import SettledStatement, settled_object
from mystpy.theses.statement import Statement

_WRITTEN = {"files": "file", "shown": "show"}


def tell_changed(
    choice: Sequence[Statement], form: str, given: Mapping[str, Any]
) -> int:
    """Settle each statement under both axioms, and print those that differ.

    Raises QueryError if the axioms in force are the shipped ones, and for options that
    are about something else.
    """
    if edited_theory() is None:
        raise QueryError(
            "--changed compares other axioms with the shipped ones, or is about a page",
            hint="give --theory DIR, or --report",
        )
    for option in ("say", "files", "verdict", "check", "save", "resume", "shown"):
        if given[option]:
            raise QueryError(
                "--changed compares all that is chosen by ID, --chapter and --search",
                hint=f"leave out --{_WRITTEN.get(option, option)}",
            )
    let_ctrl_c_through()
    budget = budget_of(given, None)
    found: list[tuple[Statement, ComparedResult]] = []
    try:
        for stated in choice:
            progress.name = stated.id
            found.append((stated, compare_axioms(stated, budget)))
            _tell(*found[-1], form)
    except KeyboardInterrupt:
        click.echo(f"mystpy: interrupted after {len(found)} of {len(choice)}", err=True)
        _summary(found, form)
        return INTERRUPTED
    _summary(found, form)
    each = [result for _, result in found]
    if any(result.changed for result in each):
        return NO
    return OPEN if any(result.undecided for result in each) else YES


def _tell(stated: Statement, result: ComparedResult, form: str) -> None:
    """Print a statement whose verdict differs, or that was not settled here."""
    if not (result.changed or result.undecided):
        return
    if form == "json":
        _print([result_line(_object(stated, result))])
    elif result.here is None or result.stopped:
        why = f"no method follows these axioms: {result.refused}"
        why = why if result.refused else "the time was up"
        _print([f"{stated.id}  {stated.place}  not settled", f"  {why}"])
    else:
        before = f"  {result.shipped.verdict} of the shipped axioms"
        first, *rest = show.verdict_lines(_settled(stated, result))
        _print([first, before, *rest])


def _settled(stated: Statement, result: ComparedResult) -> SettledStatement:
    found = result.here or Result.open(stated.formal, result.refused)
    said = stated.id, stated.place, stated.says, stated.formal
    about = stated.chapter, stated.weight
    return SettledStatement(*said, found, result.seconds, *about, kind=stated.kind)


def _object(stated: Statement, result: ComparedResult) -> dict[str, object]:
    here = settled_object(_settled(stated, result))
    return {**here, "shipped": str(result.shipped.verdict)}


def _summary(found: Sequence[tuple[Statement, ComparedResult]], form: str) -> None:
    """Say how many differ, and which rest on Coq for the shipped axioms only."""
    changed = [x for _, x in found if x.changed]
    undecided = [x for _, x in found if x.undecided]
    same = [(s, x) for s, x in found if not (x.changed or x.undecided)]
    coq = [s.id for s, x in same if x.only_shipped]
    lines = [
        f"{len(found)} statement{'s' * (len(found) != 1)}: {len(changed)} changed,"
        f" {len(undecided)} not settled under these axioms"
    ]
    if coq:
        lines.append(
            f"unchanged, but proved in Coq of the shipped axioms only: {', '.join(coq)}"
        )
    progress.clear()
    for line in lines:
        click.echo(line, err=form == "json")


def _print(lines: Iterable[str]) -> None:
    progress.clear()
    click.echo("\n".join(lines))
    sys.stdout.flush()
