"""Numbers drawn at random, always alike for one seed; not those that numpy draws."""

from __future__ import annotations

from random import Random

from .array import array


class Generator:
    """Draws whole numbers."""

    def __init__(self, seed):
        self.source = Random(seed)

    def integers(self, low, high, size, dtype):
        """So many whole numbers, from low to less than high."""
        return array([self.source.randrange(low, high) for _ in range(size)], dtype)


def default_rng(seed):
    """Return a generator of random numbers."""
    return Generator(seed)


_COMMON = Random(0)
seed, get_state, set_state = _COMMON.seed, _COMMON.getstate, _COMMON.setstate
