"""Sample similar test cases: a part of them by day, all of them with `nightly`.

The day is a run with the profile `ci` of hypothesis, whose examples are the same each
time. `make check-all` and `make nightly` choose the other profile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import settings

T = TypeVar("T")


def is_nightly() -> bool:
    """Return whether this run tries everything."""
    return not settings().derandomize


def by_day(examples: int, one_in: int = 5) -> int:
    """Return the number of random examples to try: by day one in so many."""
    return examples if is_nightly() else max(1, examples // one_in)


def part_by_day(every: Sequence[T], one_in: int, first: int = 0) -> Sequence[T]:
    """Return the cases to be tried: by day one in so many, from the first on.

    A test with a number of its own passes it as `first`, so that other cases are tried
    by the next test.
    """
    return every if is_nightly() else every[first % one_in :: one_in]


def cases(every: Iterable[Any], *by_day: Any) -> list[Any]:
    """Return the values of a parameter, of which all but those named are slow cases.

    For what is done in the same way with each, in processes of its own: of the engines
    `auto` and `both` together use every solver.
    """
    slow = pytest.mark.slow
    return [one if one in by_day else pytest.param(one, marks=slow) for one in every]
