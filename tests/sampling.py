"""Sample similar test cases: by day some of them, all of them with `nightly`.

By day is a run with the profile `ci` of hypothesis; `make check-all` and `make nightly`
choose the other profile. The date of the last commit decides which cases are in the
sample, so that each case has its day, and a commit that has passed passes again.
MYSTPY_TEST_DAY=2026-11-28 repeats the sample of another day.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

import pytest
from hypothesis import settings

from tests.programs import ran

T = TypeVar("T")

VARIABLE = "MYSTPY_TEST_DAY"
"""The environment variable for the date of the sample."""


def sample_date() -> date:
    """Return the date of the sample: that of the last commit, or of the variable.

    Without git it is today (UTC). Raises ValueError if the variable is not a date.
    """
    text = os.environ.get(VARIABLE) or _date_of_commit()
    return date.fromisoformat(text) if text else datetime.now(UTC).date()


@lru_cache(1)
def _date_of_commit() -> str:
    """Return the date of the last commit, or nothing if git does not tell it."""
    words = ["git", "-C", str(Path(__file__).parent), "log", "-1", "--format=%cs"]
    try:
        return ran(words, text=True).stdout.strip()
    except OSError:
        return ""


def day_number() -> int:
    """Return the number of the day that chooses the sample."""
    return sample_date().toordinal()


def is_nightly() -> bool:
    """Return whether this run tries everything."""
    return not settings().derandomize


def is_left_out(name: str, one_in: int) -> bool:
    """Return whether the day's sample of one test in `one_in` is without this name.

    On `one_in` days in a row each name is in the sample once.
    """
    return bool((crc32(name.encode()) + day_number()) % one_in)


def by_day(examples: int, one_in: int = 5) -> int:
    """Return the number of random examples to try: by day one in so many."""
    return examples if is_nightly() else max(1, examples // one_in)


def seeds_by_day(many: int, one_in: int = 5, *, start: int = 0) -> list[int]:
    """Return the seeds to try of `many` from `start` on: by day one in so many."""
    number = by_day(many, one_in)
    first = 0 if is_nightly() else day_number() * number
    return [start + (first + k) % many for k in range(number)]


def part_by_day(every: Sequence[T], one_in: int, first: int = 0) -> Sequence[T]:
    """Return the cases to try: by day one in so many, and at least one if there is any.

    A test with a number of its own passes it as `first`, so that the next test tries
    other cases.
    """
    if is_nightly() or not every:
        return every
    return every[(first + day_number()) % min(one_in, len(every)) :: one_in]


def cases(every: Iterable[Any], *by_day: Any) -> list[Any]:
    """Return the values of a parameter, of which all but those named are slow cases.

    For values of which some take long, or are covered by those that are named: of the
    engines `auto` and `both` together use every solver.
    """
    slow = pytest.mark.slow
    return [one if one in by_day else pytest.param(one, marks=slow) for one in every]


def cases_by_day(every: Iterable[Any], number: int) -> list[Any]:
    """Return the values of a parameter, all but `number` of them as slow cases.

    Other values are in the sample on the next day.
    """
    values = [*every]
    first = day_number() * number
    chosen = {(first + k) % len(values) for k in range(number)}
    slow = pytest.mark.slow
    return [
        x if k in chosen else pytest.param(x, marks=slow) for k, x in enumerate(values)
    ]


def reaches(enough: object) -> bool:
    """Return whether cases reach what all of them together have to reach.

    A sample of a day may miss it: there it always holds.
    """
    return bool(enough) or not is_nightly()
