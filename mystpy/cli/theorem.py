"""``mystpy theorem``: the verdict on statements of the thesis, and on one's own."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from mystpy.cli.options import format_option, read_object
from mystpy.cli.signals import INTERRUPTED
from mystpy.cli.status import NO, OPEN, YES
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.file import as_expected, load_conjectures, read_conjecture
from mystpy.conjectures.prover.eprover import write_problems
from mystpy.conjectures.results import Results
from mystpy.conjectures.settle.settle import settle as settle_conjecture
from mystpy.conjectures.verdict import Verdict
from mystpy.errors import QueryError
from mystpy.files.table import TomlFile
from mystpy.show import json
from mystpy.show import theorem as show
from mystpy.theses.bench import settle, statement, statements, timed
from mystpy.theses.report import (
    Settled,
    queries,
    settled_object,
    write_queries,
    write_report,
)
from mystpy.theses.statement import Statement


@click.command("theorem")
@click.argument("names", nargs=-1, metavar="[ID]...")
@click.option("--all", "every", is_flag=True, help="Settle every statement.")
@click.option(
    "--file",
    "files",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Settle the conjectures of a file; may be repeated.",
)
@click.option("--say", metavar="FORMULA", help="Settle this conjecture.")
@click.option(
    "--form",
    "said",
    type=click.Choice(("always", "initially", "sometimes", "never")),
    default="always",
    show_default=True,
    help="In which situations --say is said to hold.",
)
@click.option(
    "--games",
    metavar="GAMES",
    default='{p = "2..3", c = "..6"}',
    show_default=True,
    help="Of which games --say speaks: a game object, or ranges.",
)
@click.option("--depth", type=click.IntRange(0), help="How many actions, for --say.")
@click.option("--show", "shown", is_flag=True, help="Show the formal statement only.")
@click.option(
    "--check", is_flag=True, help="Compare with what the file expects; 0 if all agree."
)
@click.option("--sample", is_flag=True, help="Look at a few seconds' worth only.")
@click.option("--seconds", type=click.FloatRange(0), help="Stop after so long.")
@click.option(
    "--processes", type=click.IntRange(1), help="How many; all cores if not given."
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep finished work in this file, and go on from it.",
)
@click.option(
    "--save",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write counterexamples as query files into this folder.",
)
@click.option(
    "--report",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Write theorems.md and theorems.json into this folder.",
)
@click.option(
    "--tptp",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the axioms and what E proves of them, for 3 players, into this folder.",
)
@format_option("text", "json")
def command(names: tuple[str, ...], *, every: bool, form: str, **given: Any) -> int:
    """Settle statements: PROVED, HOLDS, FALSE, MISPRINTED or OPEN.

    Without ID the statements are listed. A verdict is always computed now. The exit
    status is 1 if one is false or misprinted, else 5 if one is open, else 0; after
    Ctrl-C it is 130, and what was settled before has been printed.

    \b
    Examples:
      $ mystpy theorem
      $ mystpy theorem axiom-2.32 --show
      $ mystpy theorem axiom-2.30-poser --sample
      $ mystpy theorem --file queries/conjectures/first-steps.toml
      $ mystpy theorem --say 'forall i in players: Turn(i) -> In(i)'
    """
    if given["tptp"] is not None:
        for path in write_problems(given["tptp"], 3):
            click.echo(f"written: {path}", err=True)
        return YES
    if given["report"] is not None and not every:
        raise QueryError(
            "--report writes the page of all statements, not of a few",
            hint="settle them all: --all",
        )
    chosen = tuple(statements().values()) if every else tuple(map(statement, names))
    conjectures = _conjectures(given)
    shown = given["shown"]
    if shown or not (chosen or conjectures):
        return _show(chosen, conjectures, form, shown=shown)
    results = None if given["resume"] is None else Results(given["resume"])
    budget = _budget(given, results)
    try:
        return _settle_all(chosen, conjectures, budget, form, given)
    finally:
        if results is not None:
            results.close()


def _conjectures(given: dict[str, Any]) -> list[Conjecture]:
    """Read the conjectures of the files, and the one of --say."""
    found = [c for file in given["files"] for c in load_conjectures(file)]
    if given["say"] is not None:
        games = read_object(given["games"], "--games")
        row: dict[str, object] = {given["said"]: given["say"], "games": games}
        if given["depth"] is not None:
            row["depth"] = given["depth"]
        found.append(read_conjecture(row, TomlFile("", "--say")))
    return found


def _budget(given: dict[str, Any], results: Results | None) -> Budget:
    return Budget(
        seconds=given["seconds"],
        processes=given["processes"] or os.cpu_count() or 1,
        scope="sample" if given["sample"] else "full",
        progress=_progress,
        tell=lambda text: click.echo(f"mystpy: {text}", err=True),
        results={} if results is None else results,
    )


def _show(
    chosen: Sequence[Statement],
    conjectures: Sequence[Conjecture],
    form: str,
    *,
    shown: bool,
) -> int:
    """List the statements, or show the formal statement of those that are chosen."""
    listed = chosen or (() if conjectures else tuple(statements().values()))
    if form == "json":
        for each in listed:
            keys = ("id", "place", "says", "formal")
            click.echo(json.line({key: getattr(each, key) for key in keys}))
    elif shown:
        for each in listed:
            click.echo("\n".join(show.formal(each)))
    else:
        click.echo("\n".join(show.listed(listed)))
    for conjecture in conjectures:
        text = " ".join(conjecture.text.split())
        click.echo(f"{conjecture.name}\n  {conjecture.form}: {text}")
    return YES


def _settle_all(
    chosen: Sequence[Statement],
    conjectures: Sequence[Conjecture],
    budget: Budget,
    form: str,
    given: dict[str, Any],
) -> int:
    """Settle one after the other, printing each verdict as soon as it is there."""
    _let_ctrl_c_through()
    done: list[Settled] = []
    agreed, save = True, given["save"]
    try:
        for settled, conjecture in _settled(chosen, conjectures, budget):
            done.append(settled)
            verdict = settled.finding.verdict
            click.echo(_shown(settled, form))
            if conjecture is not None and not as_expected(conjecture, verdict):
                agreed = False
                click.echo(
                    f"  but {conjecture.expect} was expected", err=form == "json"
                )
            if save:
                _save(save, settled)
    except KeyboardInterrupt:
        total = len(chosen) + len(conjectures)
        click.echo(
            f"mystpy: interrupted after {len(done)} of {total}; with --resume FILE the"
            " work goes on where it stopped",
            err=True,
        )
        return INTERRUPTED
    if given["report"]:
        write_report(given["report"], [settled_object(each) for each in done])
    if given["check"]:
        return YES if agreed else NO
    return _status([settled.finding.verdict for settled in done])


def _save(folder: Path, settled: Settled) -> None:
    """Write the counterexamples that replay, and tell of those that do not."""
    for path in write_queries(folder, settled):
        click.echo(f"  written: {path}", err=True)
    written, main = queries(settled), settled.finding
    reads = enumerate((main, *(read for _, read in main.readings)))
    for k, finding in reads:
        name = f"{settled.id}-reading-{k}" if k else settled.id
        if finding.counterexample is not None and name not in written:
            text = f"the counterexample of {name} is a game with values"
            click.echo(f"  nothing to replay: {text}", err=True)


def _settled(
    chosen: Sequence[Statement], conjectures: Sequence[Conjecture], budget: Budget
) -> Iterator[tuple[Settled, Conjecture | None]]:
    for each in chosen:
        finding, seconds = settle(each, budget)
        said = each.id, each.place, each.says, each.formal
        yield Settled(*said, finding, seconds, each.chapter, each.weight), None
    for conjecture in conjectures:
        text = f"{conjecture.form}: {' '.join(conjecture.text.split())}"
        settled = partial(settle_conjecture, conjecture, budget)
        finding, seconds = timed(settled, text, budget)
        place, says = conjecture.source or "", conjecture.title or text
        yield (
            Settled(conjecture.name, place, says, text, finding, seconds),
            conjecture,
        )


def _shown(settled: Settled, form: str) -> str:
    _clear()
    if form == "json":
        return json.line(settled_object(settled))
    return "\n".join(show.settled(settled))


def _status(verdicts: Sequence[Verdict]) -> int:
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


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r{done} of {total} ", nl=False, err=True)


def _clear() -> None:
    if sys.stderr.isatty():
        click.echo("\r" + " " * 20 + "\r", nl=False, err=True)
