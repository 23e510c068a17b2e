"""The bench: statements with their checks, and the budget a check works within."""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import time
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Literal

from mystpy.errors import QueryError, did_you_mean
from mystpy.theorems.verdict import Finding

Scope = Literal["sample", "full"]

_CHAPTER = re.compile(r"bridge|chapter\d+|games")


class Stopped(Exception):
    """The time is up: what the check has found so far is all there will be."""


def _unheard(text: str) -> None:
    """Tell nobody."""


def _silent(done: int, total: int) -> None:
    """Tell nobody."""


@dataclass(slots=True)
class Budget:
    """What a check may use, and where it reports.

    `seconds` is None for as long as it takes. `scope` is "sample" for a few seconds'
    work that could still come out either way, "full" for the whole range. `progress` is
    called with the work done and the whole of it, `tell` with what is worth to be said
    before long work begins. `results` keeps what finished pieces
    of work found, JSON values by key, so that an interrupted check can be resumed.
    """

    seconds: float | None = None
    processes: int = field(default_factory=lambda: os.cpu_count() or 1)
    scope: Scope = "full"
    progress: Callable[[int, int], None] = _silent
    tell: Callable[[str], None] = _unheard
    results: MutableMapping[str, object] = field(default_factory=dict)
    started: float = field(default_factory=time.monotonic)

    @property
    def full(self) -> bool:
        """Whether the whole range is asked for."""
        return self.scope == "full"

    def left(self) -> float | None:
        """The seconds that are left, None if there is no limit."""
        if self.seconds is None:
            return None
        return self.seconds - (time.monotonic() - self.started)

    def tick(self) -> None:
        """Go on, or raise Stopped because the time is up."""
        left = self.left()
        if left is not None and left <= 0:
            raise Stopped

    def once(self, key: str, work: Callable[[], object]) -> object:
        """What `work` finds, or found in an earlier run: a JSON value by its key."""
        if key not in self.results:
            self.tick()
            self.results[key] = work()
        return self.results[key]


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of the thesis: where it stands, what it says, how it is checked.

    `says` is a sentence in our own words; `formal` the statement in the language of
    conjectures where that can say it, otherwise in mathematics.
    """

    id: str
    place: str
    says: str
    formal: str
    check: Callable[[Budget], Finding]


def statements() -> dict[str, Statement]:
    """All statements by identifier: the thesis in its order, the bridge, the games."""
    import mystpy.theorems as package

    names = [name for _, name, _ in pkgutil.iter_modules(package.__path__)]
    found: dict[str, Statement] = {}
    chapters = filter(_CHAPTER.fullmatch, names)
    for name in sorted(chapters, key=lambda name: (name[:7] != "chapter", name)):
        module = importlib.import_module(f"{package.__name__}.{name}")
        for statement in module.STATEMENTS:
            assert statement.id not in found, f"{statement.id} is stated twice"
            found[statement.id] = statement
    return found


def statement(name: str) -> Statement:
    """The statement of an identifier, or QueryError with the nearest one."""
    known = statements()
    if name not in known:
        hint = did_you_mean(name, known) or "`mystpy theorem` lists the statements"
        raise QueryError(f"there is no statement {name!r}", hint=hint, word=name)
    return known[name]


def settle(statement: Statement, budget: Budget) -> tuple[Finding, float]:
    """The finding of a statement, recomputed now, and the seconds it took.

    A check that the budget stops, and that has nothing to say then, is OPEN.
    """
    start = time.monotonic()
    try:
        finding = statement.check(budget)
    except Stopped:
        finding = Finding.open(
            statement.formal,
            f"the check did not end within {budget.seconds:g} seconds"
            if budget.seconds is not None
            else "the check was stopped",
        )
    return finding, time.monotonic() - start
