"""Clauses of students in Prolog: read as terms, checked, and run in a separate swipl.

The check of the terms executes nothing. Only terms that name listed goals are asserted,
as they were read, in a copy of the axioms without the real clauses.

If no program can be started, as in a browser, a Prolog backend can be set
(`use_backend`).
"""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from mystpy.axioms import axioms_dir
from mystpy.errors import EngineFailed, EngineMissing
from mystpy.exercises.exercise import AnswerError
from mystpy.exercises.sandbox.resource_limits import program_limiter
from mystpy.exercises.supervision import LimitReached, Limits
from mystpy.exercises.tasks.gap import Difference, Gap
from mystpy.history.history import History
from mystpy.processes import launch

LIMITS = Limits(seconds=30, megabytes=1_000)
"""The limits of a clause: they end an endless search."""
MOST_INFERENCES = 50_000_000
"""The maximal number of inferences of a Prolog backend for an answer."""
STACK = 200
"""The maximal size of the stacks of a Prolog, in megabytes."""
_TOO_LONG = "your clauses take more seconds than they have: they may be endless"
_TOO_LARGE = (
    f"your clauses take more than {STACK} megabytes of stack: they may be endless"
)
_OUT_OF_TIME = (signal.SIGKILL, signal.SIGXCPU) if hasattr(signal, "SIGXCPU") else ()
_JUDGE = Path(__file__).with_name("judge.pl")
_CONTROL = (
    *(",/2", ";/2", "->/2", "\\+/1", "=/2", "\\=/2", "==/2", "\\==/2", "true/0"),
    *("fail/0", "false/0", "forall/2", "member/2", "memberchk/2", "dif/2"),
    *("</2", ">/2", "=</2", ">=/2", "=:=/2", "=\\=/2", "is/2"),
)
"""The control structures that every clause may use."""


Judge = Callable[[str, str, str], str]
"""From judge.pl, a goal and a folder that it reads to what the goal prints."""

_backend: Judge | None = None


def use_backend(judge: Judge | None) -> None:
    """Have this Prolog judge, one that is new for each answer; None: no longer."""
    global _backend
    _backend = judge


def first_difference(gap: Gap, cases: Sequence[History]) -> Difference | None:
    """The first case in which the clauses given derive something else."""
    program = launch.executable("swipl")
    if program is None and _backend is None:
        raise EngineMissing("an answer in Prolog is judged by swipl, which is missing")
    with TemporaryDirectory(prefix="mystpy-clause-") as name:
        folder = Path(name)
        _prepare(folder, gap, cases)
        if _backend is not None:
            goal = f"judge_here('{name}', {MOST_INFERENCES})"
            return _read(_backend(str(_JUDGE), goal, name), 0, "", cases)
        assert program is not None, "nothing was lent"
        words = [program, "-q", "-f", "none", "--no-packs", f"--stack-limit={STACK}m"]
        try:
            done = launch.run(
                [*words, "-g", "judge", "-t", "halt(3)", str(_JUDGE), "--", name],
                errors="replace",
                timeout=LIMITS.patience,
                preexec_fn=program_limiter(LIMITS),
                cwd=name,
            )
        except launch.TimeoutExpired:
            raise LimitReached(_TOO_LONG) from None
    return _read(done.stdout, done.returncode, done.stderr, cases)


def _prepare(folder: Path, gap: Gap, cases: Sequence[History]) -> None:
    """Write the axioms with a gap, what is given, what it may name, and the cases."""
    shutil.copytree(axioms_dir(), folder / "real")
    shutil.copytree(axioms_dir(), folder / "given")
    section = folder / "given" / gap.block.file
    text = section.read_text(encoding="utf-8")
    assert text.count(gap.block.text) == 1, "a block stands once"
    left = text.replace(gap.block.text, "")
    section.write_text(f":- dynamic {gap.defines}.\n{left}", encoding="utf-8")
    (folder / "answer.txt").write_text(f"{gap.text}\n", encoding="utf-8")
    listed = ", ".join(_quoted(name) for name in (*_CONTROL, *gap.may))
    game = gap.game
    lines = [
        f"may([{listed}]).",
        f"defines('{gap.defines}').",
        f"played(myst({game.m},{game.n},{game.p},{game.q})).",
    ]
    lines += [f"instance(S, {goal})." for goal in gap.instances()]
    lines += [
        f"case({number}, [{','.join(_hand(h, history) for h in history.hands)}], "
        f"{history.term()})."
        for number, history in enumerate(cases)
    ]
    (folder / "cases.pl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _hand(hand: frozenset[str] | None, history: History) -> str:
    cards = sorted(hand or (), key=history.game.deck.__getitem__)
    return f"set({','.join(cards)})"


def _read(
    output: str, status: int, errors: str, cases: Sequence[History]
) -> Difference | None:
    """Return the judge's result; raise AnswerError for a refused clause."""
    word, _, rest = output.strip().partition("\n")
    if word == "same":
        return None
    if word == "refused":
        raise AnswerError(f"your answer: {rest.strip()[:300]}")
    if word.startswith("differs"):
        number = int(word.split()[1])
        missing, extra = (line.partition(" ")[2] for line in rest.splitlines()[:2])
        return Difference(cases[number], _atoms(missing), _atoms(extra))
    if "signal(xcpu" in rest or "inference_limit" in rest or -status in _OUT_OF_TIME:
        raise LimitReached(_TOO_LONG)
    if status < 0 or "resource_error" in rest:
        raise LimitReached(_TOO_LARGE)
    if word.startswith("raised"):
        return Difference(None, fault=f"your clauses raise {rest.strip()[:200]}")
    raise EngineFailed(f"swipl broke off: {errors.strip()[:200] or status}")


def _atoms(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split("\t") if part)
