"""`mystpy theorem`: the verdict on statements of the thesis, and on your own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from mystpy.cli.answers import theory_line
from mystpy.cli.options import format_option, path_option, read_object
from mystpy.cli.running.limit import Duration
from mystpy.cli.source import path_of
from mystpy.cli.status import YES
from mystpy.cli.terminal import show_list
from mystpy.conjectures.conjecture import (
    NO_GUESSES,
    Conjecture,
    heading_of,
    statement_of,
)
from mystpy.conjectures.file import OF, load_conjectures, read_conjecture
from mystpy.conjectures.verdict import Verdict
from mystpy.errors import QueryError
from mystpy.files.table import TomlFile
from mystpy.theses.bench import statement
from mystpy.theses.choice import choose_statements, count_statements, recorded_rows
from mystpy.theses.commands import text as show
from mystpy.theses.commands.proof_files import prover_proofs, sweep_certificate
from mystpy.theses.statement import Statement


@click.command("theorem")
@click.argument("names", nargs=-1, metavar="[ID]...")
@click.option("--all", "every", is_flag=True, help="Settle every statement.")
@click.option("--chapter", "chapters", multiple=True, help="Choose by this chapter.")
@click.option("--search", metavar="TEXT", help="Take the statements that contain TEXT.")
@click.option(
    "--verdict",
    type=click.Choice([str(verdict).lower() for verdict in Verdict]),
    help="Settle the chosen statements, and print those with this verdict.",
)
@path_option(
    "--page",
    "Take the verdicts for --verdict from this theorems.json, and settle nothing.",
)
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
    help="The situations in which --say is claimed to hold.  [default: always]",
)
@click.option(
    "--of",
    type=click.Choice(OF),
    help="With --form sometimes: whether it is claimed for every game (the default) or "
    "for some game.",
)
@click.option(
    "--games",
    metavar="GAMES",
    default='{p = "2..3", c = "..6"}',
    show_default=True,
    help="The games that --say is about: MYST(1,1,3,2), a game object, or ranges; a "
    "range needs no end if the statement is proved for all sizes.",
)
@click.option(
    "--depth", type=click.IntRange(0), help="The greatest number of actions, for --say."
)
@click.option(
    "--moves",
    type=click.Choice((NO_GUESSES,)),
    help="With --say: check only histories without guesses.",
)
@click.option("--show", "shown", is_flag=True, help="Show the formal statement only.")
@click.option(
    "--check",
    is_flag=True,
    help="Compare with what the file expects; the exit status is 0 if all agree.",
)
@click.option(
    "--cross-check/--no-cross-check",
    default=None,
    help="Whether a statement that Coq proves is also settled by computation, together"
    " with its other readings.  [default: for about five seconds]",
)
@click.option("--sample", is_flag=True, help="Check for a few seconds only.")
@click.option("--seconds", type=Duration(zero=True), help="Stop after this time.")
@click.option(
    "--processes",
    type=click.IntRange(1),
    help="The number of processes (one for each core).",
)
@path_option("--resume", "Append finished work to this file, and continue from it.")
@click.option(
    "--fresh",
    is_flag=True,
    help="Run all provers again, even if the outcomes of an earlier run are stored; "
    "implied by --report.",
)
@path_option(
    "--save", "Write counterexamples as query files into this folder.", folder=True
)
@path_option(
    "--report",
    "Write theorems.md and theorems.json into this folder.",
    folder=True,
    exists=True,
)
@click.option(
    "--changed",
    is_flag=True,
    help="With --theory, print the statements whose verdict differs from that of the "
    "shipped axioms; with --report, settle only the statements that have changed since "
    "the page was written.",
)
@path_option(
    "--tptp",
    "Write the proofs of invariants for any number of players into this folder: "
    "problems in TPTP, and E's proofs if E is installed.",
    folder=True,
)
@path_option(
    "--proofs",
    "Check the proofs in this folder: cvc5 makes each of their steps again.",
    folder=True,
    exists=True,
)
@path_option(
    "--drat",
    "Write a DRAT proof for each unsatisfiable problem of clingo or minicard into this "
    "folder; tools/check_drat.py checks them.",
    folder=True,
)
@path_option(
    "--certificate",
    "Write all situations of the games of one statement about two players into this"
    " file, and settle nothing; tools/check_sweep.py checks it.",
)
@format_option("text", "json")
def command(names: tuple[str, ...], *, every: bool, form: str, **given: Any) -> int:
    """Settle statements: PROVED, HOLDS, FALSE, MISPRINTED, ANSWERED or OPEN.

    Without ID the command counts the statements by chapter; --chapter and --search
    list some. If ID is a place in the sources, such as 4.1, it shows that place.
    Verdicts are computed now; with --page they are read from a recorded page. Outcomes
    of provers are kept for the same problem, prover, version and limits. A proof by Coq
    is printed at once and then cross-checked by computation.

    The exit status is 4 if Coq and the computation disagree, 1 if a statement is false
    or misprinted, or a question has the answer no, else 5 if one is open, else 0.

    \b
    Examples:
      $ mystpy theorem
      $ mystpy theorem axiom-2.32 --show
      $ mystpy theorem --chapter 4 --search bluff
      $ mystpy theorem --chapter 5 --search clue --verdict proved --sample
      $ mystpy theorem axiom-2.9-printed --sample
      $ mystpy theorem --file queries/conjectures/first-steps.toml
      $ mystpy theorem --say 'forall i in players: Turn(i) -> In(i)'
      $ mystpy theorem --theory mine --changed --chapter 2 --sample
    """
    try:
        return _answer(names, every, form, given)
    except QueryError as error:
        from mystpy.theses.commands.places import print_places  # seldom needed

        return print_places(names, form, error)


def _answer(names: Sequence[str], every: bool, form: str, given: dict[str, Any]) -> int:
    """Do what the options say, and return the exit status."""
    if given["tptp"] is not None or given["proofs"] is not None:
        return prover_proofs(given)
    choice = _choice(names, every, given)
    conjectures = _conjectures(given)
    if given["certificate"] is not None:
        return sweep_certificate(choice, conjectures, given["certificate"])
    if given["page"] is not None:
        return _recorded(choice, given, form)
    if given["changed"] and given["report"] is None:
        from mystpy.theses.commands.changed import tell_changed

        return tell_changed(choice, form, given)
    settled = every or names or given["verdict"] is not None
    if given["shown"] or not (settled or conjectures):
        return _show(choice, conjectures, form, given)
    from mystpy.theses.commands.verdicts import settle_all

    return settle_all(choice, conjectures, form, given)


def _conjectures(given: dict[str, Any]) -> list[Conjecture]:
    """Read the conjectures of the files, and the one of --say."""
    files = [path_of(str(file)) for file in given["files"]]
    found = [each for file in files for each in load_conjectures(file)]
    if given["say"] is not None:
        games = given["games"].strip()
        if not games.startswith("MYST("):
            games = read_object(games, "--games")
        heading, text = heading_of(given["say"])
        options = {key: given[key] for key in ("of", "depth", "moves")}
        options["form"] = given["said"]
        said = {key: _agreed(key, word, options[key]) for key, word in heading.items()}
        settings = options | said
        row: dict[str, object] = {
            settings.pop("form") or "always": text,
            "games": games,
        }
        row |= {key: value for key, value in settings.items() if value is not None}
        found.append(read_conjecture(row, TomlFile("", "--say")))
    return found


def _agreed(key: str, word: str, option: object) -> object:
    """Return the heading of the formula of --say, if it agrees with the options."""
    said = int(word) if key == "depth" else word
    if option not in (None, said):
        raise QueryError(
            f"--{key} says {option}, but the heading of the formula says {said}",
            hint="leave out the one or the other",
        )
    return said


def _choice(
    names: Sequence[str], every: bool, given: dict[str, Any]
) -> Sequence[Statement]:
    """Return the named statements, or those of all that the filters select."""
    filtered = bool(given["chapters"] or given["search"] or given["verdict"])
    if given["report"] is not None and (filtered or not every):
        raise QueryError(
            "--report writes the page of all statements, not of a few",
            hint="settle them all: --all",
        )
    if given["report"] is not None and given["cross_check"] is False:
        raise QueryError(
            "--report writes the page with its cross-checks",
            hint="leave out --no-cross-check",
        )
    if given["page"] is not None and given["verdict"] is None:
        raise QueryError("--page is where --verdict looks", hint="give --verdict too")
    if names and filtered:
        raise QueryError(
            "IDs cannot be combined with --chapter, --search and --verdict",
            hint="leave out the one or the other",
        )
    if names:
        return tuple(map(statement, names))
    if every or filtered:
        found = choose_statements(given["chapters"], given["search"])
        if not found:
            click.echo("mystpy: no statement fits these options", err=True)
        return found
    return choose_statements(()) if given["changed"] else ()


def _recorded(choice: Sequence[Statement], given: dict[str, Any], form: str) -> int:
    """Show the statements that have a verdict on a recorded page."""
    from mystpy.theses.commands.statuses import status_of

    rows, day = recorded_rows(given["page"])
    click.echo(
        f"mystpy: recorded on {day} in {given['page']}, not settled now", err=True
    )
    wanted = given["verdict"].upper()
    known = [each for each in choice if each.id in rows]
    found = [each for each in known if rows[each.id]["verdict"] == wanted]
    _list(found, form)
    return status_of([rows[each.id] for each in found])


def _list(found: Sequence[Statement], form: str) -> None:
    objects = (theory_line(show.formal_object(each)) for each in found)
    show_list(objects if form == "json" else show.statement_lines(found))


def _show(
    choice: Sequence[Statement],
    conjectures: Sequence[Conjecture],
    form: str,
    given: dict[str, Any],
) -> int:
    """Show the statements: their number, the chosen ones, or their formulas."""
    filtered = bool(given["chapters"] or given["search"])
    if form == "json" or (filtered and not given["shown"]):
        _list(
            choice or (() if filtered or conjectures else choose_statements(())), form
        )
    elif choice:
        for each in choice:
            click.echo("\n".join(show.formal(each)))
    elif not conjectures:
        click.echo("\n".join(show.summary(count_statements(choose_statements(())))))
    for conjecture in conjectures:
        click.echo(f"{conjecture.name}\n  {statement_of(conjecture)}")
    return YES
