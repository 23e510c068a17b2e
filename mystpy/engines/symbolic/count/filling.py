"""What one place may come to while cards are dealt to it, and which states are dead.

In the field: memoized local tables of a dynamic programme.

The same cards in the same order mean the same at another place and in another view. So
what is found is kept, with states that begin at bit 0.
"""

from __future__ import annotations

from functools import lru_cache

from mystpy.compilation import NamedTuple

_KEPT = 4096
"""So many places are remembered, some hundreds of bytes each in a game of Clue."""


Gain = tuple[int, int, int]
"""What a card takes from a state, what it meets, and what is remembered then.

A place gets a card by (state - take) & ~met.
"""


class FillStates(NamedTuple):
    """What a place may come to, at first and after each of its gains.

    `reached` says how many states there are after each gain, and ends where they are
    too many. `rooms` has for each stage how many states that are not dead leave no
    room, room for one card, and so on; `dead` are the others after each gain. `most` is
    how many states that are not dead there are at a stage, at most.
    """

    reached: tuple[int, ...]
    rooms: tuple[tuple[int, ...], ...] = ()
    dead: tuple[frozenset[int], ...] = ()
    most: int = 0


@lru_cache(maxsize=_KEPT)
def filling(
    start: int, room: int, gains: tuple[Gain, ...], tail: int, most: int
) -> FillStates:
    """What a place comes to from a state with a field for its room, a mask.

    At the end it has nothing open but room for as many cards as the `tail`. `most` is
    how many states there may be, added up.
    """
    now = {start}
    reached, sizes = [now], 0
    for take, met, kept in gains:
        clear = ~met & kept
        taken = {(s - take) & clear for s in now if s & room}
        now = taken | ({s & kept for s in now} if ~kept else now)
        reached.append(now)
        sizes += len(now)
        if sizes > most:
            return FillStates(tuple(map(len, reached[1:])))
    good = {s for s in now if not s & ~room and s <= tail}
    alive, dead = [], []
    for (take, met, kept), before in zip(gains[::-1], reached[-2::-1], strict=True):
        left = now & good
        alive.append(left)
        dead.append(frozenset(now - left))
        clear = ~met & kept
        good = {
            s
            for s in before
            if s & kept in left or (s & room and (s - take) & clear in left)
        }
        now = before
    alive.append(now & good)
    rooms = tuple(_by_room(states, room) for states in reversed(alive))
    widest = max(map(len, alive))
    return FillStates(tuple(map(len, reached[1:])), rooms, tuple(dead[::-1]), widest)


def _by_room(states: set[int], room: int) -> tuple[int, ...]:
    """How many states leave how much room."""
    counts = [0] * (room + 1)
    for state in states:
        counts[state & room] += 1
    return tuple(counts)
