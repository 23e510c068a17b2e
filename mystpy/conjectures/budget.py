"""What a check may use, and where it reports."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, MutableMapping
from typing import Literal

from mystpy.compilation import dataclass, field

Scope = Literal["sample", "full"]


class CheckStopped(Exception):
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
    called with the work done and the whole of it, `report_progress` with what is worth
    to be said before long work begins. `results` keeps what finished pieces of work
    found, JSON values by key, so that an interrupted check can be resumed; `unfinished`
    keeps what other pieces had found when the time was up. If Coq has `proved` what is
    checked, no counterexample is sought before provers run.
    """

    seconds: float | None = None
    processes: int = field(default_factory=lambda: os.cpu_count() or 1)
    scope: Scope = "full"
    progress: Callable[[int, int], None] = _silent
    report_progress: Callable[[str], None] = _unheard
    results: MutableMapping[str, object] = field(default_factory=dict)
    unfinished: MutableMapping[str, object] = field(default_factory=dict)
    started: float = field(default_factory=time.monotonic)
    proved: bool = False

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
            raise CheckStopped

    def once(self, key: str, work: Callable[[], object]) -> object:
        """What `work` finds, or found in an earlier run: a JSON value by its key."""
        if key not in self.results:
            self.tick()
            self.results[key] = work()
        return self.results[key]
