"""Whether cards can be spread over holders who have room for so many each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def spread(places: Sequence[int], alike: Mapping[int, int]) -> bool:
    """Return whether cards fit, so many for each set (mask) of possible holders.

    By Hall's theorem: there are as many cards as places, and each set of holders has
    places for the cards that only they can have.
    """
    if any(number < 0 for number in places):
        return False
    for holders in range(1 << len(places)):
        room = sum(n for k, n in enumerate(places) if holders >> k & 1)
        if sum(n for mask, n in alike.items() if not mask & ~holders) > room:
            return False
    return sum(places) == sum(alike.values())
