"""The module `tests/growth.py` notices only work that grows faster than the text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.growth import growth

SMALL, LARGE = "asks(1,s1)\n" * 50, "asks(1,s1)\n" * 1_000


def lines_counted_anew(text: str) -> None:
    for place in range(0, len(text), 11):
        text.count("\n", 0, place)


def rests_copied(text: str) -> None:
    for place in range(0, len(text), 11):
        text[place:].startswith("asks")


def words_compared(text: str) -> None:
    words = text.split("\n")
    for k in range(len(words)):
        for word in words[:k]:
            word.strip()


def lines_counted_on(text: str) -> None:
    for place in range(0, len(text), 11):
        text.count("\n", place, place + 11)


@pytest.mark.parametrize("work", [lines_counted_anew, rests_copied, words_compared])
def test_work_that_grows_with_the_square_is_seen(work: Callable[[str], None]) -> None:
    assert growth(work, SMALL, LARGE) > 100


def test_work_in_proportion_grows_as_the_text_does() -> None:
    assert 19 < growth(lines_counted_on, SMALL, LARGE) < 21
