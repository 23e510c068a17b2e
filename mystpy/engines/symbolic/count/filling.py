"""The states of one place while cards are dealt to it, and which of them are dead.

In the field: memoized local tables of a dynamic programme.

The same cards in the same order give the same states at another place and in another
view. So the results are cached, with states that begin at bit 0.
"""

from __future__ import annotations

from functools import lru_cache

from mystpy.compilation import NamedTuple

_KEPT = 4096
"""The number of places cached, some hundreds of bytes each in a game of Clue."""


Gain = tuple[int, int, int]
"""The field values that a card takes, the clauses it satisfies, and what is kept.

A place gets a card by (state - take) & ~met.
"""


FillingKey = tuple[int, int, tuple[Gain, ...], int, int]
"""The arguments of `filling`."""


class FillStates(NamedTuple):
    """The possible states of a place, at first and after each of its gains.

    `reached` has the number of states after each gain, and ends if they are too many.
    `rooms` has for each stage how many live states leave no room, room for one card,
    and so on. `alive` has these states. `most` is the largest number of live states at
    a stage.
    """

    reached: tuple[int, ...]
    rooms: tuple[tuple[int, ...], ...] = ()
    alive: tuple[set[int], ...] = ()
    most: int = 0


@lru_cache(maxsize=_KEPT)
def filling(
    start: int, room: int, gains: tuple[Gain, ...], tail: int, most: int
) -> FillStates:
    """Return the states of a place from one with a field for its room, a mask.

    At the end only room for at most as many cards as the `tail` is open. `most` is the
    largest total number of states.
    """
    now = {start}
    reached, sizes = [now], 0
    for gain in gains:
        now = _after(now, room, gain)
        reached.append(now)
        sizes += len(now)
        if sizes > most:
            return FillStates(tuple(map(len, reached[1:])))
    good = {s for s in now if not s & ~room and s <= tail}
    alive = [now & good]
    for (take, met, kept), before in zip(gains[::-1], reached[-2::-1], strict=True):
        left, clear = alive[-1], ~met & kept
        good = {
            s
            for s in before
            if s & kept in left or (s & room and (s - take) & clear in left)
        }
        alive.append(good)
    alive.reverse()
    rooms = tuple([_by_room(states, room) for states in alive])
    numbers = tuple([len(states) for states in reached[1:]])
    return FillStates(numbers, rooms, tuple(alive), max(map(len, alive)))


def dead_states(key: FillingKey) -> list[frozenset[int]]:
    """Return the states of a place after each gain that are not alive."""
    now, room, gains, _, _ = {key[0]}, *key[1:]
    found = []
    for gain, alive in zip(gains, filling(*key).alive[1:], strict=True):
        now = _after(now, room, gain)
        found.append(frozenset(now - alive))
    return found


def _after(states: set[int], room: int, gain: Gain) -> set[int]:
    """Return the states after a card was dealt, to the place or to another one."""
    take, met, kept = gain
    clear = ~met & kept
    taken = {(s - take) & clear for s in states if s & room}
    return taken | ({s & kept for s in states} if ~kept else states)


def _by_room(states: set[int], room: int) -> tuple[int, ...]:
    """Return the number of states for each amount of room left."""
    counts = [0] * (room + 1)
    for state in states:
        counts[state & room] += 1
    return tuple(counts)
