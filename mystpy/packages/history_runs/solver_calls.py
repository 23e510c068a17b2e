"""Calls of clingo that Ctrl-C ends: while it searches, and between two answer sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.engines.interrupt import interruptions
from mystpy.progress import report_progress
from mystpy.thresholds import MAX_RUNS_READ_WHOLE

WAIT = 0.05
"""Seconds between two checks for Ctrl-C."""

OFTEN = 500
"""The number of listed runs after which the progress is reported."""


@contextmanager
def _search(
    control: Any, assumptions: Sequence[int]
) -> Iterator[tuple[Any, Callable[[], None]]]:
    """Yield the handle of a search under assumptions, and a function that waits."""
    with (
        interruptions() as let_through,
        control.solve(
            assumptions=list(assumptions), yield_=True, async_=True
        ) as handle,
    ):

        def wait() -> None:
            while not handle.wait(WAIT):
                let_through()

        yield handle, wait


@contextmanager
def solving(control: Any, assumptions: Sequence[int] = ()) -> Iterator[Any]:
    """Yield the handle of a search under assumptions, when it has its first result."""
    with _search(control, assumptions) as (handle, wait):
        wait()
        yield handle


def models(control: Any, assumptions: Sequence[int]) -> Iterator[Any]:
    """Yield the answer sets under assumptions, each of which may take long."""
    with _search(control, assumptions) as (handle, wait):
        wait()
        while (model := handle.model()) is not None:
            yield model
            handle.resume()
            wait()


def consequences(
    control: Any, assumptions: Sequence[int], mode: str, literals: Iterable[int]
) -> frozenset[int]:
    """Return which literals are true in all, or some, answer sets under assumptions.

    `mode` is clingo's: `cautious` or `brave`. There are none without answer sets.
    """
    limits = control.configuration.solve
    limits.enum_mode, limits.models = mode, 0
    wanted, found = set(literals), frozenset[int]()
    try:
        for model in models(control, assumptions):
            found = frozenset(filter(model.is_true, wanted))
    finally:
        limits.enum_mode, limits.models = "auto", 1
    return found


class RunRows(NamedTuple):
    """Runs in a list: a row for each, with a byte for each literal that may be true.

    The literals are those of views, of actions that were done, of situations that were
    reached, and of fluents. `places` has the column of each, `equal` those that have
    the same value as one of them, or as `true`, which is true in all runs.
    """

    places: dict[int, int]
    equal: dict[int, int]
    rows: list[bytes]
    true: int

    def column(self, literal: int) -> tuple[int | None, bool]:
        """Return the column of a literal, and the value there where it is true.

        Without a column it is the value of the literal in all runs.
        """
        if abs(literal) == self.true:
            return None, literal > 0
        equal = self.equal[abs(literal)]
        place = self.places.get(abs(equal))
        is_so = equal == self.true if place is None else equal > 0
        return place, is_so == (literal > 0)


def listed_rows(
    control: Any, equal: dict[int, int], true: int, most: int
) -> RunRows | None:
    """Return all answer sets, None if there are too many.

    They are counted first, which takes much less time. If there are many, literals that
    are the same in all of them are not read from each.
    """
    number = _number_of_models(control, most + 1)
    if number > most:
        return None
    if number > MAX_RUNS_READ_WHOLE:
        equal = _with_constants(control, equal, true)
    literals = sorted({abs(x) for x in equal.values()} - {true})
    rows = _rows(control, literals, most)
    places = {x: place for place, x in enumerate(literals)}
    return None if rows is None else RunRows(places, equal, rows, true)


def _rows(control: Any, literals: Sequence[int], most: int) -> list[bytes] | None:
    """The values of literals in all answer sets, None if there are too many."""
    limits = control.configuration.solve
    limits.models = most + 1
    try:
        rows: list[bytes] = []
        for run in _each_model(control):
            if len(rows) == most:
                return None
            if not len(rows) % OFTEN:
                report_progress("runs listed", len(rows), 0)
            rows.append(bytes(map(run.is_true, literals)))
        return rows
    finally:
        limits.models = 1


def _with_constants(control: Any, equal: dict[int, int], true: int) -> dict[int, int]:
    """Return literals with an equal one each: `true` or its negation if constant.

    A constant literal has the same value in all answer sets; it is not read there.
    """
    read = {abs(x) for x in equal.values()}
    certain = consequences(control, (), "cautious", read)
    possible = consequences(control, (), "brave", read)
    constant = dict.fromkeys(certain, true) | dict.fromkeys(read - possible, -true)
    values = {x: constant.get(abs(y), abs(y)) for x, y in equal.items()}
    return {x: values[x] if y > 0 else -values[x] for x, y in equal.items()}


def _each_model(control: Any) -> Iterator[Any]:
    """Yield the answer sets of a program with many, one soon after another."""
    with interruptions() as let_through, control.solve(yield_=True) as handle:
        for model in handle:
            yield model
            let_through()


def _number_of_models(control: Any, most: int) -> int:
    """The number of answer sets, up to a limit."""
    limits = control.configuration.solve
    limits.models = most
    try:
        with interruptions() as let_through, control.solve(async_=True) as handle:
            while not handle.wait(WAIT):
                let_through()
            handle.get()
        return int(control.statistics["summary"]["models"]["enumerated"])
    finally:
        limits.models = 1


def minimal_core(
    literals: Sequence[int], follows: Callable[[Sequence[int]], bool]
) -> list[int]:
    """Return literals from which a result follows, and from no proper subset of them.

    It must follow from all of them. Those at the front are preferred.

    Source: QuickXplain (Junker 2004), with about k * log(n / k) checks for k of n.
    """
    return _needed([], literals, follows, checked=False)


def _needed(
    given: list[int],
    literals: Sequence[int],
    follows: Callable[[Sequence[int]], bool],
    *,
    checked: bool,
) -> list[int]:
    """Return which literals are needed besides those that are given."""
    if not literals or (not checked and follows(given)):
        return []
    if len(literals) == 1:
        return list(literals)
    middle = len(literals) // 2
    front, back = literals[:middle], literals[middle:]
    later = _needed([*given, *front], back, follows, checked=False)
    return [*_needed([*given, *later], front, follows, checked=not later), *later]
