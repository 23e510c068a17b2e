"""Sizes that are ranges, written `"2..3"`: all with the right sum of cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mystpy.errors import GameError

MOST_SIZES = 64
"""The largest number of ways to fill the ranges."""

_RANGE = r"\s*([0-9]{1,4})\s*(?:\.\.|-|–)\s*([0-9]{1,4})\s*"


def is_range(size: object) -> bool:
    """Return whether a size is written as a range, or meant as one."""
    return isinstance(size, str)


def possible_sizes(sizes: Sequence[object], cards: int) -> tuple[tuple[int, ...], ...]:
    """Return all sizes within the ranges with this number of cards, smallest first.

    None if no size is a range. Raises GameError for a range that cannot be parsed, and
    if no sizes or too many have that sum.
    """
    if not any(map(is_range, sizes)):
        return ()
    bounds = [_bounds(size) for size in sizes]
    found = []
    for filled in _filled(bounds, cards):
        found.append(filled)
        if len(found) > MOST_SIZES:
            raise GameError(
                f"the ranges of sizes allow more than {MOST_SIZES} ways to deal "
                f"{cards} cards",
                hint="give narrower ranges",
            )
    if not found:
        least, most = (sum(each) for each in zip(*bounds, strict=True))
        raise GameError(
            f"the sizes add up to {least} to {most}, but there are {cards} cards",
            hint="every card is held by a player or lies in the pile, (2.10), or is "
            "left over",
        )
    return tuple(found)


def ranges_of(vectors: Sequence[Sequence[int]]) -> Iterator[int | str]:
    """Yield the size of each holder, or a range if it differs."""
    for sizes in zip(*vectors, strict=True):
        least, most = min(sizes), max(sizes)
        yield least if least == most else f"{least}..{most}"


def _bounds(size: object) -> tuple[int, int]:
    if isinstance(size, int) and not isinstance(size, bool) and size >= 0:
        return size, size
    found = re.fullmatch(_RANGE, size) if isinstance(size, str) else None
    if found is None or int(found[1]) > int(found[2]):
        raise GameError(
            f"{size!r} is no size of a hand",
            hint='a number, or a range from the smaller to the larger, as "2..3"',
        )
    return int(found[1]), int(found[2])


def _filled(bounds: Sequence[tuple[int, int]], cards: int) -> Iterator[tuple[int, ...]]:
    """Yield each choice within the bounds with the right sum."""
    if not bounds:
        if not cards:
            yield ()
        return
    (least, most), rest = bounds[0], bounds[1:]
    low = sum(bound[0] for bound in rest)
    high = sum(bound[1] for bound in rest)
    for size in range(max(least, cards - high), min(most, cards - low) + 1):
        for others in _filled(rest, cards - size):
            yield (size, *others)
