"""Make docs/verified.json: three checkers on the certificates of the solved games.

    python tools/verified.py [--seconds 20] [--total 3600] [--most SEQUENCES]

runs the checker that is proved in Coq, the one in the package, and
`tools/check_certificate.py` on each certificate of certificates.md, the smallest
games first, and writes the data and the table in docs/reference/verified.md.

A checker is stopped after --seconds of processor time, and no more are run after
--total. Each outcome is stored in build/verified.jsonl. It is computed again only if
the checker or the certificate has changed, or if it was stopped by a lower limit. The
same command therefore continues after an interruption. With --most only games up to a
number of sequences are checked, and the table is printed and not written.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from mystpy.axioms import text_hash
from mystpy.errors import QueryError
from mystpy.solve.extensive.certificate import certificate
from mystpy.solve.verified.checker_input import checker_numbers
from mystpy.solve.verified.extraction import checker_mark, checker_program
from mystpy.theories import origin_keys
from tools.certificates import CHECKER, MOST, Solved, solved
from tools.verified_page import (
    ACCEPTED,
    CHECKERS,
    FAILED,
    NOT_TRIED,
    OUTSIDE,
    REJECTED,
    STOPPED,
    page_part,
    with_part,
)

ROOT = Path(__file__).parents[1]
DOCS, BUILD = ROOT / "docs", ROOT / "build"
SECONDS, TOTAL = 20, 3600.0
MEMORY = 4 * 2**30
"""Bytes of address space that a checker may use."""


class Ended(NamedTuple):
    """A program that has ended: its status, what it printed, and its seconds."""

    status: int
    printed: str
    seconds: float
    stopped: bool


class Outcome(NamedTuple):
    """The result of a checker on a certificate, and its seconds of processor time."""

    word: str
    seconds: float | None = None


def main(words: Sequence[str]) -> int:
    """Run the checkers, and write what they say."""
    given = _parser().parse_args(words)
    kept = Kept(BUILD / "verified.jsonl")
    games = list(solved(given.most or MOST))
    rows = run_all(games, kept, given.seconds, given.total)
    found = {"seconds": given.seconds, "checker": checker_mark(), "certificates": rows}
    found |= origin_keys()
    if given.most:
        print(page_part(found))
        return 0
    text = json.dumps(found, indent=1) + "\n"
    (DOCS / "verified.json").write_text(text, encoding="utf-8")
    page = DOCS / "reference" / "verified.md"
    page.write_text(with_part(page.read_text("utf-8"), found), encoding="utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=SECONDS, help="for each check")
    parser.add_argument("--total", type=float, default=TOTAL, help="for all of them")
    parser.add_argument("--most", type=int, help="games with so many sequences at most")
    return parser


def run_all(
    games: Sequence[Solved], kept: Kept, seconds: int, total: float
) -> list[dict[str, Any]]:
    """A row of the data for each game, in the order of certificates.md."""
    rows, end = {}, used() + total
    for number, game in enumerate(sorted(games, key=attrgetter("sequences")), 1):
        found = {
            checker: outcome(checker, game, kept, min(seconds, int(end - used())))
            for checker in CHECKERS
        }
        said = ", ".join(f"{name} {each.word}" for name, each in found.items())
        tell(f"{number} of {len(games)}: {game.name}, {game.bluff}: {said}")
        rows[game] = {"game": game.name, "bluff": game.bluff, "value": game.value}
        rows[game] |= {name: list(each) for name, each in found.items()}
    return [rows[game] for game in games]


def outcome(checker: str, game: Solved, kept: Kept, seconds: int) -> Outcome:
    """Return a checker's result on the certificate of a game, computed or stored."""
    path = certificate_file(game, solve=seconds > 0)
    if path is None:
        return Outcome(NOT_TRIED)
    text = path.read_bytes()
    if checker == "verified" and not in_scope(text):
        return Outcome(OUTSIDE)
    key = f"{checker} {game.name} {game.bluff}"
    mark = text_hash(text_hash(text).encode() + MARKS[checker]().encode())
    found = kept.found(key, mark, seconds)
    if found is None:
        if seconds <= 0:
            return Outcome(NOT_TRIED)
        found = RUNS[checker](path, game, seconds)
        kept.keep(key, mark, found)
    return found


def certificate_file(game: Solved, *, solve: bool) -> Path | None:
    """The certificate of a game in a file, solved now if it is not there.

    None if it is not there and is not to be solved.
    """
    name = "-".join(map(str, game[:4]))
    path = BUILD / "certificates" / f"{name}.json"
    if not path.exists() and solve:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".part")
        fresh.write_text(json.dumps(certificate(game.enclosure())), encoding="utf-8")
        fresh.replace(path)
    return path if path.exists() else None


def in_scope(text: bytes) -> bool:
    """Return whether the theorem in Coq is about the game of a certificate."""
    try:
        checker_numbers(json.loads(text))
    except QueryError:
        return False
    return True


def verified(path: Path, game: Solved, seconds: int) -> Outcome:
    """Return the result of the checker that is proved in Coq."""
    with tempfile.TemporaryDirectory() as folder:
        program, numbers = Path(folder) / "checker", Path(folder) / "numbers"
        program.touch(0o700)
        program.write_bytes(built())
        read = checker_numbers(json.loads(path.read_text("utf-8")))
        numbers.write_text(" ".join(map(str, read)) + "\n", encoding="utf-8")
        ended = run([str(program)], seconds, numbers)
    word, *bounds = ended.printed.split() or ("",)
    if word == "rejected":
        ended = ended._replace(status=1)
    value = Fraction(game.value)
    return judged(ended, seconds, [*map(Fraction, bounds)] == [value, 1 - value])


def package(path: Path, game: Solved, seconds: int) -> Outcome:
    """Return the result of `mystpy solve --check`."""
    options = ("solve", "--check", str(path), "--force", "--format", "json")
    ended = run([sys.executable, "-P", "-m", "mystpy", *options], seconds)
    found = json.loads(ended.printed) if ended.printed else {}
    return judged(ended, seconds, found.get("value") == game.value)


def tool(path: Path, game: Solved, seconds: int) -> Outcome:
    """Return the result of `tools/check_certificate.py`."""
    ended = run([sys.executable, str(CHECKER), str(path), "--alike"], seconds)
    last = ended.printed.rstrip().rpartition("\n")[2]
    return judged(ended, seconds, last == f"the value is {game.value}")


def judged(ended: Ended, seconds: int, as_known: bool) -> Outcome:
    """The outcome of a check that has ended, or was stopped.

    It accepts a certificate only if it finds the value that is known.
    """
    if ended.stopped:
        return Outcome(STOPPED, seconds)
    word = {0: ACCEPTED if as_known else FAILED, 1: REJECTED}.get(ended.status, FAILED)
    return Outcome(word, round(ended.seconds, 2))


def run(words: Sequence[str], seconds: int, stdin: Path | None = None) -> Ended:
    """Run a program with limits of processor time and memory."""
    source = Path(os.devnull) if stdin is None else stdin
    with tempfile.TemporaryFile() as output, source.open("rb") as given:
        process = subprocess.Popen(
            words,
            stdin=given,
            stdout=output,
            stderr=subprocess.DEVNULL,
            preexec_fn=partial(limit, seconds),
        )
        _, ended, usage = os.wait4(process.pid, 0)
        process.returncode = status = os.waitstatus_to_exitcode(ended)
        output.seek(0)
        printed = output.read().decode("utf-8", "replace")
    taken = usage.ru_utime + usage.ru_stime
    return Ended(status, printed, taken, stopped=status == -signal.SIGXCPU)


def limit(seconds: int) -> None:
    """Bound the processor time and the memory of this process.

    The limit is a signal that none of the programs heeds; the second one is there for
    whatever would.
    """
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def used() -> float:
    """The processor time of this program and of those that it has run, in seconds."""
    spent = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in spent)


@cache
def built() -> bytes:
    """The verified checker as a program."""
    return checker_program(tell)


@cache
def package_mark() -> str:
    """A hash of the package's checker, and of all that solves games beside it."""
    files = sorted((ROOT / "mystpy" / "solve").rglob("*.py"))
    return text_hash(b"\0".join(path.read_bytes() for path in files))


MARKS: Mapping[str, Callable[[], str]] = {
    "verified": checker_mark,
    "package": package_mark,
    "tool": lambda: text_hash(CHECKER.read_bytes()),
}
RUNS: Mapping[str, Callable[[Path, Solved, int], Outcome]] = {
    "verified": verified,
    "package": package,
    "tool": tool,
}


class Kept:
    """Outcomes in a file, a line each, of which the last one of a key counts."""

    def __init__(self, path: Path) -> None:
        """Read the file, if it is there."""
        self.path = path
        self._found: dict[str, tuple[str, Outcome]] = {}
        for line in path.read_text("utf-8").splitlines() if path.exists() else ():
            with contextlib.suppress(ValueError):  # the run was ended in this line
                key, mark, *found = json.loads(line)
                self._found[key] = mark, Outcome(*found)

    def found(self, key: str, mark: str, seconds: int) -> Outcome | None:
        """The outcome, unless it was of something else or more time is given now."""
        known, outcome = self._found.get(key, ("", Outcome(NOT_TRIED)))
        if known != mark:
            return None
        more = outcome.word == STOPPED and (outcome.seconds or 0) < seconds
        return None if more else outcome

    def keep(self, key: str, mark: str, outcome: Outcome) -> None:
        """Write an outcome down."""
        self._found[key] = mark, outcome
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"\n{json.dumps([key, mark, *outcome])}")


def tell(text: str) -> None:
    """A line on standard error."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
