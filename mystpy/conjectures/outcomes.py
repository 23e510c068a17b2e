"""Outcomes of prover runs, kept on disk so that nothing is proved twice.

A run is identified by everything its outcome depends on: the whole problem, the prover
and its version, the options and limits, and the axiom files. The modules that write
problems for provers and check their proofs are included, too. An outcome that depends
on anything else, such as a run that ended for lack of time or memory, is not kept.

The file is in the user's cache folder. It is used only if nobody else can write to it.
If the file cannot be read or written, or a row is damaged, the prover runs again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from hashlib import blake2b
from pathlib import Path

from mystpy.axiom_folder import cached_by_theory
from mystpy.axioms import axioms_dir, fingerprint, text_hash
from mystpy.compilation import NamedTuple, dataclass
from mystpy.engines.transition_system.cache import cache_dir
from mystpy.files.rows import KeyedRows, are_texts, is_text

FORMAT = 1
"""The version of the row format; increase it when the format changes."""

MAX_BYTES = 16 * 2**20
"""A file of outcomes that is larger is neither read nor appended to."""

_CHECKS = ("conjectures/prover", "engines/programs")
"""The modules that write problems for provers, and check their proofs."""

_fresh: ContextVar[bool] = ContextVar("fresh", default=False)


class ProverOutcome(NamedTuple):
    """The outcome of a run: whether the goal was proved, and from which lines.

    The lines are given only if they were asked for. A `repeatable` outcome depends
    neither on the machine nor on how busy it is.
    """

    proved: bool
    lines: tuple[str, ...] = ()
    repeatable: bool = True


@dataclass(frozen=True, slots=True)
class ProverRun:
    """A run of a prover: its name with its version, its options, and the problem."""

    prover: str
    options: tuple[str, ...]
    problem: str

    @property
    def key(self) -> str:
        """Return a cryptographic hash of the run."""
        said = json.dumps([self.prover, self.options, self.problem])
        return blake2b(said.encode(), digest_size=32).hexdigest()


class Outcomes:
    """The known outcomes for one version of the axiom files and of the checks.

    `now` has the outcomes of this process; `reuse_count` counts how often a row of the
    file was used.
    """

    def __init__(self, name: str, path: Path | None) -> None:
        self.path = path
        self.now: dict[str, ProverOutcome] = {}
        self.reused = 0
        self._kept = KeyedRows(path, name, _ROW, MAX_BYTES)

    def find(self, key: str) -> ProverOutcome | None:
        """Return the outcome of the run with this key; None if it is not known."""
        found = self.now.get(key)
        if found is None and not _fresh.get():
            found = self._read(key)
            self.reused += found is not None
        return found

    def _read(self, key: str) -> ProverOutcome | None:
        row = self._kept.find(key)
        if row is None:
            return None
        return ProverOutcome(row["proved"], tuple(row["lines"]))

    def keep(self, run: ProverRun, key: str, outcome: ProverOutcome) -> None:
        """Keep the outcome of a run, also in the file if it can be written."""
        self.now[key] = outcome
        if self._read(key) == outcome:
            return
        row = {
            "key": key,
            "prover": run.prover,
            "options": run.options,
            "proved": outcome.proved,
            "lines": outcome.lines,
        }
        self._kept.keep(row)


_ROW = {
    "key": is_text,
    "prover": is_text,
    "options": are_texts,
    "proved": lambda value: isinstance(value, bool),
    "lines": are_texts,
}


def once(
    prover: str | None,
    options: Sequence[str],
    problem: str,
    ask: Callable[[], ProverOutcome],
) -> ProverOutcome:
    """Return the outcome of a run; start the run with `ask` only if it is not known.

    `prover` is None if the version is not known: then the outcome is not kept.
    """
    if prover is None:
        return ask()
    known, run = outcomes(), ProverRun(prover, tuple(options), problem)
    key = run.key
    found = known.find(key)
    if found is None:
        found = ask()
        if found.repeatable:
            known.keep(run, key, found)
    return found


def reuse_count() -> int:
    """Return how often this process has used an outcome of an earlier process."""
    return outcomes().reused


def forget() -> None:
    """Forget all outcomes except those in files, as in a new process."""
    _outcomes.cache_clear()
    _fingerprint.cache_clear()


@contextmanager
def fresh() -> Iterator[None]:
    """Ignore the outcomes of earlier processes within this block."""
    token = _fresh.set(True)
    try:
        yield
    finally:
        _fresh.reset(token)


def outcomes() -> Outcomes:
    """Return the outcomes for the axioms in force."""
    checks = _checks()
    name = f"provers{FORMAT}-{checks}-{_fingerprint(axioms_dir())}"
    folder = cache_dir() if checks else None
    return _outcomes(name, folder and folder / f"{name}.jsonl")


@cache
def _outcomes(name: str, path: Path | None) -> Outcomes:
    return Outcomes(name, path)


@cached_by_theory()
def _fingerprint(folder: Path) -> str:
    return fingerprint(folder)


@cache
def _checks() -> str:
    """Return a hash of the modules that outcomes depend on; empty if not in files."""
    package = Path(__file__).parents[1]
    paths = [x for folder in _CHECKS for x in sorted((package / folder).glob("*.py"))]
    try:
        texts = [path.read_bytes() for path in paths]
    except OSError:
        return ""
    return text_hash(b"\0".join(texts)) if texts else ""
