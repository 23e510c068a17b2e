"""Settling statements one after the other, and printing what is found of them."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from mystpy.cli.running.progress import Progress
from mystpy.cli.running.signals import INTERRUPTED
from mystpy.cli.status import NO, OPEN, YES
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.file import as_expected
from mystpy.conjectures.settle.settle import settle as settle_conjecture
from mystpy.conjectures.verdict import Finding, Verdict
from mystpy.errors import QueryError
from mystpy.show import json
from mystpy.show import theorem as show
from mystpy.theories import theory_keys
from mystpy.theses.bench import settle, timed
from mystpy.theses.choice import unchanged, with_fingerprints
from mystpy.theses.page import Row, tally
from mystpy.theses.report import (
    Settled,
    queries,
    settled_object,
    write_queries,
    write_report,
)
from mystpy.theses.statement import Statement


def settle_all(
    choice: Sequence[Statement],
    conjectures: Sequence[Conjecture],
    budget: Budget,
    form: str,
    given: Mapping[str, Any],
) -> int:
    """Settle one after the other, printing each verdict as soon as it is there."""
    _let_ctrl_c_through()
    kept = unchanged(given["report"]) if given["changed"] else {}
    left = [each for each in choice if each.id not in kept]
    done: list[Settled] = []
    agreed = True
    try:
        for settled, conjecture in _settled(left, conjectures, budget):
            if given["verdict"] not in (None, settled.finding.verdict.lower()):
                continue
            done.append(settled)
            agreed = _told(settled, conjecture, form) and agreed
            if given["save"]:
                _save(given["save"], settled)
    except KeyboardInterrupt:
        total = len(left) + len(conjectures)
        click.echo(
            f"mystpy: interrupted after {len(done)} of {total}; with --resume FILE the"
            " work goes on where it stopped",
            err=True,
        )
        return INTERRUPTED
    rows = [*kept.values(), *map(settled_object, done)]
    if form == "text" and len(choice) > 1:
        click.echo(tally(rows))
    if given["report"]:
        _report(given["report"], choice, rows, budget)
    if given["check"]:
        return YES if agreed else NO
    return status_of([Verdict(row["verdict"]) for row in rows])


def _report(
    folder: Path, choice: Sequence[Statement], rows: Sequence[Row], budget: Budget
) -> None:
    """Write the page; a sample's rows have no fingerprint, and are not kept later."""
    by_name = {row["id"]: row for row in rows}
    ordered = [by_name[each.id] for each in choice]
    whole = budget.full and budget.seconds is None
    write_report(folder, with_fingerprints(ordered) if whole else ordered)


def _told(settled: Settled, conjecture: Conjecture | None, form: str) -> bool:
    """Print a verdict, and whether it is the one that its file expects."""
    click.echo(_shown(settled, form))
    if conjecture is None or as_expected(conjecture, settled.finding.verdict):
        return True
    click.echo(f"  but {conjecture.expect} was expected", err=form == "json")
    return False


def _save(folder: Path, settled: Settled) -> None:
    """Write the counterexamples that replay, and tell of those that do not."""
    for path in write_queries(folder, settled):
        click.echo(f"  written: {path}", err=True)
    written, main = queries(settled), settled.finding
    reads = enumerate((main, *(read for _, read in main.readings)))
    for k, finding in reads:
        name = f"{settled.id}-reading-{k}" if k else settled.id
        if finding.counterexample is not None and name not in written:
            text = f"the counterexample of {name} has values, and no history"
            click.echo(f"  nothing to replay: {text}", err=True)
            _tell_solver(finding)


def _tell_solver(finding: Finding) -> None:
    """With what command a game whose value refutes a statement is solved."""
    game = (finding.counterexample or {}).get("game")
    solved = finding.method.startswith(("game tree", "linear programmes"))
    if solved and isinstance(game, Mapping) and game["rules"] in ("myst", "cards"):
        words = f"mystpy solve --game '{json.line(game)}'"
        click.echo(f"  what it is worth:  {words}", err=True)
        click.echo("    played as its options say: --announced, --bluff ...", err=True)


def _settled(
    choice: Sequence[Statement], conjectures: Sequence[Conjecture], budget: Budget
) -> Iterator[tuple[Settled, Conjecture | None]]:
    for each in choice:
        progress.name = each.id
        finding, seconds = settle(each, budget)
        said = each.id, each.place, each.says, each.formal
        yield Settled(*said, finding, seconds, each.chapter, each.weight), None
    for conjecture in conjectures:
        text = f"{conjecture.form}: {' '.join(conjecture.text.split())}"
        progress.name = conjecture.name
        settled = partial(settle_conjecture, conjecture, budget)
        finding, seconds = timed(settled, text, budget)
        place, says = conjecture.source or "", conjecture.title or text
        yield (
            Settled(conjecture.name, place, says, text, finding, seconds),
            conjecture,
        )


def _shown(settled: Settled, form: str) -> str:
    progress.clear()
    if form == "json":
        return json.line({**settled_object(settled), **theory_keys()})
    return "\n".join(show.settled(settled))


def status_of(verdicts: Sequence[Verdict]) -> int:
    """The exit status of what was settled: NO if anything is false, or else OPEN."""
    if Verdict.FALSE in verdicts or Verdict.MISPRINTED in verdicts:
        return NO
    return OPEN if Verdict.OPEN in verdicts else YES


def _let_ctrl_c_through() -> None:
    """Have Ctrl-C raise KeyboardInterrupt here, so that workers are ended first."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.default_int_handler)
    except ValueError:
        raise QueryError("theorems are settled in the main thread") from None


progress = Progress("settled")
"""How far the work at one statement is."""
