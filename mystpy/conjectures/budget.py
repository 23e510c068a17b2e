"""The resources of a check, its progress reports, and its work in several processes."""

from __future__ import annotations

import os
import time
from collections import ChainMap
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from typing import Literal, TypeVar, cast

from mystpy.compilation import dataclass, field

Scope = Literal["sample", "full"]


class CheckStopped(Exception):
    """The time is up: the check returns only the results that it has so far."""


def _silent(*_: object) -> None:
    """Report nothing."""


@dataclass(slots=True)
class Budget:
    """The resources that a check may use, and its progress reports.

    `seconds` is None if there is no time limit. `scope` is "sample" for a few seconds'
    work that can still give either result, "full" for the whole range. `progress` is
    called with the work done and the total, `report_progress` with a message before
    long work begins. `results` keeps the results of finished pieces of work, JSON
    values by key, so that an interrupted check can be resumed. `unfinished` keeps the
    results of other pieces when the time was up. If Coq has `proved` the statement, no
    counterexample is searched for before provers run.
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
        """Return whether the whole range is checked."""
        return self.scope == "full"

    def left(self) -> float | None:
        """Return the remaining seconds; None if there is no limit."""
        if self.seconds is None:
            return None
        return self.seconds - (time.monotonic() - self.started)

    def tick(self) -> None:
        """Raise CheckStopped if the time is up."""
        left = self.left()
        if left is not None and left <= 0:
            raise CheckStopped

    def once(self, key: str, work: Callable[[], object]) -> object:
        """Return the result of `work`, a JSON value, perhaps from an earlier run."""
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
    """Yield the result of `work` for each named item, in the order of completion.

    The results are JSON values. They are kept in the budget under the label and the
    item's name, and known results are not computed again. Results of work that has not
    `ended` are kept for this run only. The items, the smallest first, are done as in
    `mystpy.processes.workers.spread`. Raises CheckStopped when the time is up.
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
