"""The rounds in which agents know, computed for every world of a cube at once.

In each round all agents say at the same time whether they know their own values. These
statements distinguish worlds, but remove none. An agent who cannot see one variable is
left with pairs of neighbours along its axis, and a pair is cut when different
statements were made in its two worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_

from mystpy.compilation import NamedTuple
from mystpy.kripke.faults import ModelError

Bits = int
"""A set of worlds."""


class CubeAxes:
    """The axes of a cube with a number of variables, and the set of all its worlds.

    A world of n variables is a number of n bits; bit w of a set says whether world w is
    in it. Two worlds that differ in one variable are neighbours along its axis.
    """

    def __init__(self, variables: int) -> None:
        self.whole: Bits = (1 << (1 << variables)) - 1
        self._low = [_low(axis, variables) for axis in range(variables)]

    def bits(self, axis: int) -> Bits:
        """The worlds in which a variable is true."""
        return self._low[axis] << (1 << axis)

    def flipped(self, bits: Bits, axis: int) -> Bits:
        """The worlds whose neighbours along an axis are in a set."""
        step, low = 1 << axis, self._low[axis]
        return (bits >> step & low) | (bits & low) << step

    def along(self, bits: Bits, axis: int) -> Bits:
        """The worlds that are in a set together with their neighbours along an axis."""
        step = 1 << axis
        both = bits & bits >> step & self._low[axis]
        return both | both << step


def has(bits: Bits, world: int) -> bool:
    """Whether a world is in a set."""
    return bool(bits >> world & 1)


def _low(axis: int, variables: int) -> Bits:
    """The worlds in which a variable is false: blocks of ones, doubled."""
    found, width = (1 << (1 << axis)) - 1, 2 << axis
    while width < 1 << variables:
        found |= found << width
        width *= 2
    return found


class RoundsRow(NamedTuple):
    """For a number of true variables: the rounds in which those, and the others, know.

    None where there are no such agents, or they never know.
    """

    number: int
    those: int | None
    others: int | None


class Rounds:
    """The rounds among worlds in which each agent cannot see exactly her own axis."""

    def __init__(self, worlds: Bits, cube: CubeAxes, own: Mapping[str, int]) -> None:
        self.worlds, self.cube = worlds, cube
        self.agents, self.axes = tuple(own), list(own.values())

    def __iter__(self) -> Iterator[list[Bits]]:
        """For each round the worlds in which each agent knows for the first time.

        Agents in order.
        """
        linked = [self.cube.along(self.worlds, axis) for axis in self.axes]
        news = [self.worlds & ~pairs for pairs in linked]
        while True:
            yield news
            anybody = reduce(or_, news)
            both = zip(linked, self.axes, strict=True)
            news = [self._cut(news, anybody, pairs, axis) for pairs, axis in both]
            if not any(news):
                return
            linked = [pairs & ~bits for pairs, bits in zip(linked, news, strict=True)]

    def _cut(self, news: list[Bits], anybody: Bits, pairs: Bits, axis: int) -> Bits:
        """The pairs in whose two worlds different agents spoke for the first time."""
        differ = anybody ^ self.cube.flipped(anybody, axis)
        if pairs & self.cube.along(anybody, axis):
            for said in news:
                differ |= said ^ self.cube.flipped(said, axis)
        return differ & pairs

    def of(self, world: int) -> dict[str, int | None]:
        """For one world the round in which each agent knows; None: never."""
        found: dict[str, int | None] = dict.fromkeys(self.agents)
        for number, news in enumerate(self, 1):
            for agent, bits in zip(self.agents, news, strict=True):
                if has(bits, world):
                    found[agent] = number
        return found

    def table(self) -> list[RoundsRow]:
        """For each number of true variables when those agents and the others know.

        Raises ModelError if it is not the same in all worlds with that number.
        """
        sets = [self.cube.bits(axis) for axis in self.axes]
        among = [level & self.worlds for level in levels(sets, self.cube.whole)]
        found: dict[tuple[int, int], int] = {}
        for number, news in enumerate(self, 1):
            for own in (1, 0):
                sides = [bits if own else ~bits for bits in sets]
                speak = [bits & side for bits, side in zip(news, sides, strict=True)]
                anybody = reduce(or_, speak)
                for count, level in enumerate(among):
                    if anybody & level:
                        self._all_speak(level, speak, sides)
                        found[count, own] = number
        return [
            RoundsRow(k, found.get((k, 1)), found.get((k, 0)))
            for k, level in enumerate(among)
            if level
        ]

    def _all_speak(self, level: Bits, speak: list[Bits], sides: list[Bits]) -> None:
        for bits, side in zip(speak, sides, strict=True):
            if level & side & ~bits:
                raise ModelError("who knows when depends on more than the number")


def levels(sets: list[Bits], whole: Bits) -> list[Bits]:
    """For each number k the worlds that are in exactly k of these sets."""
    found = [whole]
    for bits in sets:
        more = [level & bits for level in found]
        less = [level & ~bits for level in found]
        both = [a | b for a, b in zip(less[1:], more, strict=False)]
        found = [less[0], *both, more[-1]]
    return found
