"""Sets of the worlds of a cube as whole numbers, and its axes, the variables.

A world of n variables is a number of n bits; bit w of a set says whether world w is in
it. Two worlds that differ in one variable are neighbours along its axis.
"""

from __future__ import annotations

Bits = int
"""A set of worlds."""


class CubeAxes:
    """The axes of a cube of so many variables, and the set of all its worlds."""

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
