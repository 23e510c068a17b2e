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
"""Ways of looking for a proof, each with the clauses after which E gives it up.

With the few lines that another prover has used a proof is short, or is not found: E
misses what would have been a detour. The limits are the same on every machine; the
seconds are only there to end what hangs.
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
    """What E says of a problem: its status in the words of SZS, and a proof or None.

    Theorem comes with a proof. CounterSatisfiable says that the goal does not follow.
    A `repeatable` answer does not depend on how fast the machine is: E has finished,
    or has processed as many clauses as it may.
    """

    status: str
    proof: str | None = None
    repeatable: bool = True


def answer(
    problem: str, *, few: Collection[str] = (), briefly: bool = False
) -> SzsAnswer:
    """What E says of a problem in TPTP, in the first way in which it comes to an end.

    It looks first with the `few` lines from which another prover says that the goal
    follows, if there are any. If `briefly`, it looks in one way only, and not long.

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
    """What E says of formulas, in the first way in which it comes to an end."""
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
    """What E has printed: it refuted the negated goal, or found that it cannot be."""
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
