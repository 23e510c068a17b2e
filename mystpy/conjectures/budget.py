"""What a check may use, where it reports, and its work spread over processes."""

from __future__ import annotations

import os
import time
from collections import ChainMap
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from typing import Literal, TypeVar, cast

from mystpy.compilation import dataclass, field

Scope = Literal["sample", "full"]


class CheckStopped(Exception):
    """The time is up: what the check has found so far is all there will be."""


def _silent(*_: object) -> None:
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
    report_progress: Callable[[str], None] = _silent
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


T = TypeVar("T")
R = TypeVar("R")


def spread(
    budget: Budget,
    label: str,
    work: Callable[[T], R],
    items: Sequence[tuple[str, T]],
    *,
    largest_first: bool = False,
    ended: Callable[[R], bool] = lambda _: True,
) -> Iterator[tuple[str, R]]:
    """What `work` finds for each named item, in the order in which it is found.

    The results are JSON values; they are kept in the budget under the label and the
    item's name, and what is there already is not done again. Raises Stopped when the
    time is up. What has not `ended` is kept for this run only. The items, the smallest
    first, are done as in `mystpy.processes.workers.spread`.
    """
    from mystpy.processes import workers  # with what starts processes: slow to load

    results = cast("MutableMapping[str, R]", budget.results)
    known = ChainMap(results, cast("MutableMapping[str, R]", budget.unfinished))
    keys = {f"{label}|{name}": (name, item) for name, item in items}
    done = 0
    for key, (name, _) in keys.items():
        if key in known:
            done += 1
            yield name, known[key]
    left = {key: item for key, (_, item) in keys.items() if key not in known}
    for key, result in workers.spread(
        work, left, budget.processes, go_on=budget.tick, largest_first=largest_first
    ):
        if ended(result):
            results[key] = result
        else:
            budget.unfinished[key] = result
        done += 1
        budget.progress(done, len(keys))
        yield keys[key][0], result
