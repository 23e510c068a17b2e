"""`mystpy theorem --say` about a package: does a formula hold in all situations?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.options import format_option
from mystpy.cli.running.limit import Duration, TimeLimitReached, within
from mystpy.cli.running.progress import Progress
from mystpy.cli.running.signals import last_word
from mystpy.cli.status import worst
from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.files.json_text import Object
from mystpy.packages.commands.answering.answer_objects import theory_object
from mystpy.packages.commands.options import read_constants, theory_option, trust_option
from mystpy.packages.declarations import read_package
from mystpy.packages.package import Package
from mystpy.packages.package_questions.situation_sweep import (
    CounterexampleRun,
    SweepProgress,
    sweep,
)

_VALUES = {"HOLDS": "true", "FALSE": "false", "OPEN": "undetermined"}


class SweepVerdict(NamedTuple):
    """HOLDS, FALSE or OPEN, and how far the sweep has come.

    `depth` is the largest number of actions with which all histories were looked at,
    None if not even the start was.
    """

    verdict: str
    depth: int | None
    histories: int
    against: CounterexampleRun | None = None


@click.command("theorem")
@theory_option
@click.option("--say", metavar="FORMULA", help="The formula.  [required]")
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="CONSTANTS",
    help="Values for constants, such as 'players=4'; may be repeated, to check each in"
    " turn.",
)
@click.option(
    "--depth",
    type=click.IntRange(0),
    default=2,
    show_default=True,
    help="The greatest number of actions.",
)
@click.option("--seconds", type=Duration(zero=True), help="Stop after this time.")
@trust_option
@format_option("text", "json")
def command(
    theory: str,
    say: str | None,
    games: tuple[str, ...],
    depth: int,
    seconds: float | None,
    form: str,
    *,
    trust: bool,
) -> int:
    """Look for a situation, with at most --depth actions, in which FORMULA is false.

    The answer is FALSE, with a shortest history and a run; HOLDS, of the situations
    with so few actions only; or OPEN if --seconds or Ctrl-C ended the search.
    Statements of the thesis, and proofs for all sizes, are of the shipped axioms.

    \b
    Examples:
      $ mystpy theorem --theory muddy-children --depth 3 \\
          --say 'forall i in children: K(i, muddy(i)) -> muddy(i)'
    """
    if say is None:
        raise QueryError(
            "the statements of the thesis are of MYST and Clue, not of packages",
            hint="give a formula about the package: --say FORMULA",
        )
    ends = None if seconds is None else perf_counter() + seconds
    values: list[str] = []
    for game in games or (None,):
        package = read_package(theory, read_constants(game), trust=trust)
        found = [SweepVerdict("OPEN", None, 0)]

        def word(package: Package = package, found: list[SweepVerdict] = found) -> None:
            _print(package, say, found[-1], form)

        with last_word(word):
            _settle(package, say, depth, ends, found, word)
        word()
        values.append(_VALUES[found[-1].verdict])
    return worst(values)


def _print(package: Package, say: str, found: SweepVerdict, form: str) -> None:
    answer, lines = _object(package, say, found), _lines(package, say, found)
    print_answer(form, answer, lines)


def _settle(
    package: Package,
    say: str,
    depth: int,
    ends: float | None,
    found: list[SweepVerdict],
    word: Callable[[], object],
) -> None:
    """Look at all situations, and add to `found` how far that has come.

    The search ends when the time is up, and OPEN is the verdict.
    """
    bar, done, histories = Progress("histories"), None, 0
    left = None if ends is None else ends - perf_counter()
    try:
        with within(left, lambda _error: word()):
            for looked in sweep(package, say, depth):
                histories += 1
                if looked.against is not None:
                    found.append(SweepVerdict("FALSE", done, histories, looked.against))
                    return
                done = _whole(looked, done)
                found.append(SweepVerdict("OPEN", done, histories))
                bar(looked.number, looked.total)
    except TimeLimitReached:
        return
    finally:
        bar.clear()
    found.append(SweepVerdict("HOLDS", depth, histories))


def _whole(looked: SweepProgress, done: int | None) -> int | None:
    return looked.depth if looked.number == looked.total else done


def _object(package: Package, say: str, found: SweepVerdict) -> Object:
    keys: Object = {
        "formula": say,
        "verdict": found.verdict,
        "constants": dict(package.constants),
        "depth": found.depth,
        "histories": found.histories,
    }
    if found.against is not None:
        keys["counterexample"] = {
            "start": list(found.against.start),
            "history": list(map(str, found.against.steps)),
            "replayed": found.against.replayed,
        }
    return keys | theory_object(package)


def _lines(package: Package, say: str, found: SweepVerdict) -> Iterator[str]:
    constants = ", ".join(f"{k} = {v}" for k, v in package.constants.items())
    of = f"{package.name}, {constants}" if constants else package.name
    looked = f"{found.histories:,} histor{'y' if found.histories == 1 else 'ies'}"
    if found.against is None:
        yield f"{found.verdict}  {say}"
        all_of = "not even the start was looked at"
        if found.depth is not None:
            all_of = f"all situations with at most {found.depth} actions"
        yield f"  {of}: {looked}, {all_of}; nothing is said of longer ones"
        return
    yield f"FALSE  {say}"
    yield f"  {of}: false in the run that begins with"
    yield f"    {', '.join(found.against.start) or 'no rigid fluent'}"
    for number, step in enumerate(found.against.steps):
        yield f"  {number:>3}  {step!s:<30}  {step.sentence}"
    shorter = (
        "no shorter history has a counterexample"
        if found.against.steps
        else "at the start"
    )
    runs = found.against.replayed
    replay = "too many runs for a second method"
    if runs is not None:
        replay = f"the list of all {runs:,} runs of the history agrees"
    yield f"  {shorter}; {replay}"
