"""Settle statements one after the other, and print their results."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import click

from mystpy.cli.answers import result_line
from mystpy.cli.running.progress import Progress, tell_of_damage
from mystpy.cli.running.signals import INTERRUPTED
from mystpy.cli.source import require_folder
from mystpy.cli.status import NO, YES
from mystpy.compilation import dataclass, replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.file import as_expected
from mystpy.conjectures.outcomes import fresh, reuse_count
from mystpy.conjectures.results import Results
from mystpy.conjectures.verdict import Result
from mystpy.errors import EnginesDisagree, QueryError
from mystpy.files.json_text import json_line
from mystpy.theses.basis.trust_base import rests_on
from mystpy.theses.bench import by_coq, settle, timed_check
from mystpy.theses.choice import unchanged_rows, with_fingerprints
from mystpy.theses.commands import text as show
from mystpy.theses.commands.proof_files import drat_proofs
from mystpy.theses.commands.statuses import status_of
from mystpy.theses.page import Row, tally
from mystpy.theses.report import (
    SettledStatement,
    queries,
    settled_object,
    write_queries,
    write_report,
)
from mystpy.theses.statement import Statement


def settle_all(
    choice: Sequence[Statement],
    conjectures: Sequence[Conjecture],
    form: str,
    given: Mapping[str, Any],
) -> int:
    """Settle one after the other, printing each verdict as soon as it is known."""
    if given["save"] is not None:
        require_folder(given["save"])
    results = None if given["resume"] is None else _resumed(given["resume"])
    budget = budget_of(given, results)
    anew = fresh() if given["fresh"] or given["report"] is not None else nullcontext()
    try:
        with anew, progress.told(), drat_proofs(given, progress):
            return _settle(choice, conjectures, budget, form, given)
    finally:
        if results is not None:
            results.close()


def _resumed(path: Path) -> Results:
    """Open the file of results, and warn if some of them cannot be used."""
    results = Results(path)
    tell_of_damage(results.journal, "done")
    return results


def budget_of(given: Mapping[str, Any], results: Results | None) -> Budget:
    """Return the budget of checks, by the options of the command."""
    return Budget(
        seconds=given["seconds"],
        processes=1 if given["drat"] else given["processes"] or os.cpu_count() or 1,
        scope="sample" if given["sample"] else "full",
        progress=progress,
        report_progress=lambda text: click.echo(f"mystpy: {text}", err=True),
        results={} if results is None else results,
    )


def _settle(
    choice: Sequence[Statement],
    conjectures: Sequence[Conjecture],
    budget: Budget,
    form: str,
    given: Mapping[str, Any],
) -> int:
    let_ctrl_c_through()
    kept = unchanged_rows(given["report"]) if given["changed"] else {}
    left = [each for each in choice if each.id not in kept]
    done: list[SettledStatement] = []
    agreed, cross_check = True, given["cross_check"]
    if given["report"] is not None:
        cross_check = True
    printer = _Printer(form, given["verdict"] is None, cross_check)
    try:
        for settled, conjecture in _settled(left, conjectures, budget, printer):
            if given["verdict"] not in (None, settled.result.verdict.lower()):
                continue
            done.append(settled)
            printer.show(settled)
            agreed = _is_expected(settled, conjecture, form) and agreed
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
    if form == "text":
        _tell(choice, done, rows)
    if given["report"]:
        _report(given["report"], choice, rows, budget)
    if given["check"]:
        return YES if agreed else NO
    return status_of(rows)


def _tell(
    choice: Sequence[Statement], done: Sequence[SettledStatement], rows: Sequence[Row]
) -> None:
    """Print how many verdicts there are, and how many prover outcomes were reused."""
    if len(choice) > 1:
        click.echo(tally(rows))
    kept = sum(each.kept for each in done)
    if kept:
        click.echo(
            f"mystpy: {kept} prover outcomes come from earlier runs;"
            " --fresh runs the provers again",
            err=True,
        )


def _report(
    folder: Path, choice: Sequence[Statement], rows: Sequence[Row], budget: Budget
) -> None:
    """Write the page; a sample's rows have no fingerprint, and are not reused."""
    by_name = {row["id"]: row for row in rows}
    ordered = [by_name[each.id] for each in choice]
    whole = budget.full and budget.seconds is None
    write_report(folder, with_fingerprints(ordered) if whole else ordered)


@dataclass(slots=True)
class _Printer:
    """Prints verdicts; as text, those of Coq before their cross-checks are computed.

    If `early` is false, a verdict is printed only once it is complete. `announced` is
    the name of the statement whose verdict by Coq has been printed; without a
    `cross_check` nothing else is printed.
    """

    form: str
    early: bool
    cross_check: bool | None
    announced: str = ""

    def announce(self, stated: Statement) -> None:
        """Print the verdict of Coq about a statement, if there is one."""
        result = by_coq(stated) if self.early and self.form == "text" else None
        if result is not None:
            self._print(show.proved_by_coq(stated, result))
            self.announced = stated.id

    def show(self, settled: SettledStatement) -> None:
        """Print a verdict, or the rest of it."""
        if self.form == "json":
            self._print([result_line(settled_object(settled))])
        elif settled.id != self.announced:
            self._print(show.verdict_lines(settled))
        elif self.cross_check is not False:
            self._print(show.cross_check(settled))
        self.announced = ""

    def _print(self, lines: Iterable[str]) -> None:
        progress.clear()
        click.echo("\n".join(lines))
        sys.stdout.flush()


def _is_expected(
    settled: SettledStatement, conjecture: Conjecture | None, form: str
) -> bool:
    """Return whether a verdict is the one that its file expects; print it if not."""
    if conjecture is None or as_expected(conjecture, settled.result.verdict):
        return True
    click.echo(f"  but {conjecture.expect} was expected", err=form == "json")
    return False


def _save(folder: Path, settled: SettledStatement) -> None:
    """Write the counterexamples that can be replayed, and report the others."""
    for path in write_queries(folder, settled):
        click.echo(f"  written: {path}", err=True)
    written, main = queries(settled), settled.result
    reads = enumerate((main, *(read for _, read in main.readings)))
    for k, result in reads:
        name = f"{settled.id}-reading-{k}" if k else settled.id
        if result.counterexample is not None and name not in written:
            text = f"the counterexample of {name} has values, and no history"
            click.echo(f"  nothing to replay: {text}", err=True)
            _tell_solver(result)


def _tell_solver(result: Result) -> None:
    """Print the command that solves a game whose value refutes a statement."""
    game = (result.counterexample or {}).get("game")
    solved = result.method.startswith(("game tree", "linear programmes"))
    if solved and isinstance(game, Mapping) and game["rules"] in ("myst", "cards"):
        words = f"mystpy solve --game '{json_line(game)}'"
        click.echo(f"  what it is worth:  {words}", err=True)
        click.echo("    played as its options say: --announced, --bluff ...", err=True)


def _settled(
    choice: Sequence[Statement],
    conjectures: Sequence[Conjecture],
    budget: Budget,
    printer: _Printer,
) -> Iterator[tuple[SettledStatement, Conjecture | None]]:
    for each in choice:
        progress.begin(each.id)
        printer.announce(each)
        before = reuse_count()
        result, seconds = _statement(each, budget, printer.cross_check)
        said = each.id, each.place, each.says, each.formal
        about = each.chapter, each.weight, reuse_count() - before, each.kind
        yield SettledStatement(*said, result, seconds, *about), None
        _require_agreement(each, result)
    for conjecture in conjectures:
        from mystpy.conjectures.settle import settle as settle_conjecture

        text = f"{conjecture.form}: {' '.join(conjecture.text.split())}"
        progress.begin(conjecture.name)
        settled = partial(settle_conjecture, conjecture, budget)
        before = reuse_count()
        result, seconds = timed_check(settled, text, budget)
        result = replace(result, rests_on=rests_on(result, None))
        kept = reuse_count() - before
        said = conjecture.name, conjecture.source or "", conjecture.title or text, text
        yield SettledStatement(*said, result, seconds, kept=kept), conjecture


def _statement(
    stated: Statement, budget: Budget, cross_check: bool | None
) -> tuple[Result, float]:
    """Settle a statement; if Coq proves it, with the requested cross-check."""
    proof = None if cross_check else by_coq(stated)
    if proof is None:
        return settle(stated, budget)
    if cross_check is False:
        return proof, 0.0
    left, most = budget.left(), CROSS_CHECK_SECONDS
    if left is None or left > most:
        budget = replace(budget, seconds=most, started=time.monotonic())
    return settle(stated, budget)


def _require_agreement(stated: Statement, result: Result) -> None:
    """Raise EnginesDisagree if Coq proves a statement that was found to be false."""
    theorem = by_coq(stated)
    if theorem is not None and result.truth.wrong:
        raise EnginesDisagree(
            f"{theorem.method} proves {stated.id}, but the cross-check of mystpy says"
            f" {result.verdict}",
            hint="compare the counterexample with the theorem of Coq",
        )


def let_ctrl_c_through() -> None:
    """Make Ctrl-C raise KeyboardInterrupt here, so that workers are ended first."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.default_int_handler)
    except ValueError:
        raise QueryError("theorems are settled in the main thread") from None


CROSS_CHECK_SECONDS = 5.0
"""The default seconds for the cross-check of a verdict by Coq."""

progress = Progress("settled")
"""The progress of the work on one statement."""
