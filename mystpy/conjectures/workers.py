"""The work of a check, spread over processes, and resumed where it ended."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from typing import TypeVar, cast

from mystpy.conjectures.budget import Budget

T = TypeVar("T")
R = TypeVar("R")


def _always(result: object) -> bool:
    """Whatever was found."""
    return True


def spread(
    budget: Budget,
    label: str,
    work: Callable[[T], R],
    items: Sequence[tuple[str, T]],
    *,
    largest_first: bool = False,
    ended: Callable[[R], bool] = _always,
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
