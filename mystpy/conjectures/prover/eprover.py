"""The prover E, asked to prove a problem; it need not be installed."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from mystpy.compilation import dataclass, pattern, replace
from mystpy.conjectures.prover.reader import Form
from mystpy.conjectures.prover.skolem import GOAL, clause_text, without_exists
from mystpy.errors import EngineFailed, EngineMissing
from mystpy.processes import launch

if TYPE_CHECKING:
    from subprocess import CompletedProcess

_WAYS = (("--auto", 25_000), ("--auto-schedule", 6_000))
_BRIEF = (("--auto", 2_000),)
_WITH_FEW = (("--auto", 1_500),)
_LONGER_WITH_FEW = (("--auto-schedule", 1_000),)
"""Search options of E, each with the number of clauses after which E stops.

With the few lines that another prover has used, a proof is short or is not found: E
misses lines that would have shortened the search. The limits are the same on every
machine; the seconds only end runs that hang.
"""

_ENDS = ("Theorem", "CounterSatisfiable")
_SECONDS = 1_200
_AT_LIMIT = "User resource limit exceeded!"
"""E prints this when it has processed as many clauses as it may."""
_FAILURE = pattern(r"# Failure: (.*)")
_VERSION = pattern(r"E \d.*")
_STATUS = pattern(r"# SZS status (\w+)")
_PROOF = pattern(r"# SZS output start.*?\n(.*?)# SZS output end", re.DOTALL)


@dataclass(frozen=True, slots=True)
class SzsAnswer:
    """The answer of E about a problem: its SZS status, and a proof or None.

    Theorem comes with a proof. CounterSatisfiable says that the goal does not follow. A
    `repeatable` answer does not depend on the speed of the machine: E has finished, or
    has processed as many clauses as it may.
    """

    status: str
    proof: str | None = None
    repeatable: bool = True


def answer(
    problem: str, *, few: Collection[str] = (), briefly: bool = False
) -> SzsAnswer:
    """Return the answer of E about a TPTP problem, with the first options that finish.

    E first tries the `few` lines from which another prover has derived the goal, if
    there are any. If `briefly`, it makes only one short attempt.

    Raises EngineMissing if there is no program eprover, EngineFailed if it fails.
    """
    program = _program()
    forms = without_exists(problem)
    chosen = {name: form for name, form in forms.items() if name in {*few, GOAL}}
    tries = [(chosen, _WITH_FEW), (forms, _BRIEF), (chosen, _LONGER_WITH_FEW)]
    tries = tries if few else []
    repeatable = True
    for given, ways in [*tries, (forms, _BRIEF if briefly else _WAYS)]:
        found = _first(program, given, ways)
        if found.status in _ENDS:
            return found
        repeatable &= found.repeatable
    return replace(found, repeatable=repeatable)


def version() -> str | None:
    """Return the name of this prover with its version; None if it prints no version.

    Raises as `answer`.
    """
    program = _program()
    about = Path(program).stat()
    return _version(program, about.st_mtime_ns, about.st_size)


@cache
def _version(program: str, *_: int) -> str | None:
    found = _VERSION.match(_run([program, "--version"]).stdout)
    return found and found[0]


def _program() -> str:
    program = launch.executable("eprover")
    if program is None:
        raise EngineMissing(
            "the prover E is not installed",
            hint="install it: sudo apt-get install eprover",
        )
    return program


def _first(
    program: str, forms: Mapping[str, Form], ways: Iterable[tuple[str, int]]
) -> SzsAnswer:
    """Return the answer of E about formulas, with the first options that finish."""
    repeatable = True
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "problem.p"
        path.write_text(clause_text(forms), encoding="utf-8")
        for way, clauses in ways:
            words = [way, "--silent", "--proof-object"]
            words.append(f"--processed-clauses-limit={clauses}")
            found = _szs_answer(_run([program, *words, str(path)]))
            if found.status in _ENDS:
                return found
            repeatable &= found.repeatable
    return replace(found, repeatable=repeatable)


def _szs_answer(done: CompletedProcess[str]) -> SzsAnswer:
    """Return the output of E: the negated goal is refuted, or is satisfiable."""
    status = _STATUS.search(done.stdout)
    if "Parse" in done.stderr or status is None:
        raise EngineFailed(f"eprover: {done.stderr.strip()[:200] or 'no answer'}")
    if status[1] == "Satisfiable":
        return SzsAnswer("CounterSatisfiable")
    if status[1] != "Unsatisfiable":
        at_limit = set(_FAILURE.findall(done.stdout)) == {_AT_LIMIT}
        return SzsAnswer(status[1], repeatable=at_limit)
    found = _PROOF.search(done.stdout)
    if found is None:
        raise EngineFailed("eprover gives no proof", hint="E 2.0 or later does")
    rows = [line for line in found[1].splitlines() if not line.startswith("#")]
    return SzsAnswer("Theorem", "".join(f"{line}\n" for line in rows))


def _run(words: list[str]) -> CompletedProcess[str]:
    try:
        return launch.run(words, timeout=_SECONDS)
    except launch.TimeoutExpired:
        message = f"eprover hangs: it took more than {_SECONDS:,} s"
        raise EngineFailed(message) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise EngineFailed(f"eprover cannot be started: {reason}") from None
