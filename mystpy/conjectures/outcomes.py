"""Outcomes of prover runs, kept on disk: what was proved once is not proved again.

A run is known by all that its outcome depends on: the whole problem, the prover and its
version, the options and limits, the axiom files, and the modules that put problems to
provers and check their proofs. An outcome is kept only if it depends on nothing else:
what a prover gives up because of its time or its memory is not.

The file, in the user's cache folder, counts only if nobody else can write to it. If it
cannot be read or written, and where a row is damaged, the prover runs again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from hashlib import blake2b
from pathlib import Path

from mystpy.axioms import axioms_dir, fingerprint, text_hash
from mystpy.compilation import NamedTuple, dataclass, field
from mystpy.engines.diagram.cache import cache_dir
from mystpy.files.log import append_private, read_private
from mystpy.files.rows import RowFault, is_text, key_of, require, sealed, unsealed

FORMAT = 1
"""To be raised when the rows change their form."""

MAX_BYTES = 16 * 2**20
"""A file of outcomes that is larger is neither read nor appended to."""

_CHECKS = ("conjectures/prover", "engines/programs")
"""Where the modules are that put problems to provers, and check what provers say."""

_KEY = b'{"key":"'
_HEX = 64

_fresh: ContextVar[bool] = ContextVar("fresh", default=False)


class ProverOutcome(NamedTuple):
    """What came of a run: whether the goal was proved, and with which lines.

    The lines are named where they were asked for. A `repeatable` outcome depends on
    nothing but the run: neither on the machine nor on how busy it is.
    """

    proved: bool
    lines: tuple[str, ...] = ()
    repeatable: bool = True


@dataclass(frozen=True, slots=True)
class ProverRun:
    """A run of a prover, whose name has its version; its options, and its problem."""

    prover: str
    options: tuple[str, ...]
    problem: str

    @property
    def key(self) -> str:
        """A hash of the run, from which no other with that hash can be made."""
        said = json.dumps([self.prover, self.options, self.problem])
        return blake2b(said.encode(), digest_size=_HEX // 2).hexdigest()


@dataclass(slots=True)
class Outcomes:
    """The outcomes that are known under one state of the axioms and of the checks.

    `now` has those of runs of this process, `reused` counts the uses of others, which
    are in the file.
    """

    name: str
    path: Path | None
    now: dict[str, ProverOutcome] = field(default_factory=dict)
    kept: dict[bytes, bytes] = field(default_factory=dict)
    reused: int = 0

    def __post_init__(self) -> None:
        data = b""
        with suppress(OSError):
            data = read_private(self.path, MAX_BYTES) if self.path else b""
        for row in data.splitlines(keepends=True):
            if row.startswith(_KEY):
                self.kept[row[len(_KEY) :][:_HEX]] = row

    def find(self, key: str) -> ProverOutcome | None:
        """The outcome of a run that is known by this key; None if none is."""
        found = self.now.get(key)
        if found is None and not _fresh.get():
            found = self._read(key)
            self.reused += found is not None
        return found

    def _read(self, key: str) -> ProverOutcome | None:
        row = self.kept.get(key.encode())
        if row is None:
            return None
        try:
            values = unsealed(row, self._seal)
            require(values, _ROW)
        except RowFault:
            return None
        return ProverOutcome(values["proved"], tuple(values["lines"]))

    def keep(self, run: ProverRun, key: str, outcome: ProverOutcome) -> None:
        """Keep the outcome of a run, in the file if that can be written."""
        self.now[key] = outcome
        if self.path is None or self._read(key) == outcome:
            return
        row = {
            "key": key,
            "prover": run.prover,
            "options": run.options,
            "proved": outcome.proved,
            "lines": outcome.lines,
        }
        with suppress(OSError):
            append_private(self.path, sealed(row, self._seal), MAX_BYTES)

    @property
    def _seal(self) -> bytes:
        return key_of(self.name.encode())


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(is_text, value))


_ROW = {
    "key": is_text,
    "prover": is_text,
    "options": _are_texts,
    "proved": lambda value: isinstance(value, bool),
    "lines": _are_texts,
}


def once(
    prover: str | None,
    options: Sequence[str],
    problem: str,
    ask: Callable[[], ProverOutcome],
) -> ProverOutcome:
    """The outcome of a run, which is made unless its outcome is known.

    A prover that does not say its version is None: its outcomes are not kept.
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


def reused() -> int:
    """How often this process has used the outcome of a run of another one."""
    return outcomes().reused


def forget() -> None:
    """Forget all outcomes but those in files, as in a new process."""
    _outcomes.cache_clear()
    _fingerprint.cache_clear()


@contextmanager
def fresh() -> Iterator[None]:
    """A block in which no outcome counts but those of runs of this process."""
    token = _fresh.set(True)
    try:
        yield
    finally:
        _fresh.reset(token)


def outcomes() -> Outcomes:
    """The outcomes that count under the axioms in force."""
    checks = _checks()
    name = f"provers{FORMAT}-{checks}-{_fingerprint(axioms_dir())}"
    folder = cache_dir() if checks else None
    return _outcomes(name, folder and folder / f"{name}.jsonl")


@cache
def _outcomes(name: str, path: Path | None) -> Outcomes:
    return Outcomes(name, path)


@cache
def _fingerprint(folder: Path) -> str:
    return fingerprint(folder)


@cache
def _checks() -> str:
    """A hash of the modules on which outcomes depend; empty if they are no files."""
    package = Path(__file__).parents[1]
    paths = [x for folder in _CHECKS for x in sorted((package / folder).glob("*.py"))]
    try:
        texts = [path.read_bytes() for path in paths]
    except OSError:
        return ""
    return text_hash(b"\0".join(texts)) if texts else ""
