"""Worlds, and for each player the sets of those that look alike.

In the field: a Kripke model of S5, given by each player's information sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from mystpy.bits import members


class InformationSets:
    """Who tells which worlds apart: where something is known, and commonly known.

    A set of worlds is an integer, bit w for world w; `full` are all of them.
    """

    def __init__(self, players: Sequence[int], full: int) -> None:
        self.players = players
        self.full = full

    def classes(self, player: int) -> list[int]:
        """The sets of worlds that look alike to a player."""
        raise NotImplementedError

    @cached_property
    def alike(self) -> dict[int, list[int]]:
        """For each player and world the set of worlds that look alike to the player."""
        found = {i: [0] * self.full.bit_length() for i in self.players}
        for i in self.players:
            for alike in self.classes(i):
                for w in members(alike):
                    found[i][w] = alike
        return found

    def known(self, group: Iterable[int], body: int) -> int:
        """Where everybody in the group knows that the world is in `body`."""
        doubted = 0
        outside = self.full & ~body
        if outside:
            for player in group:
                for alike in self.classes(player):
                    if alike & outside:
                        doubted |= alike
        return self.full & ~doubted

    def sure(self, player: int, of: Callable[[int], object]) -> int:
        """Where a player knows what is so `of` the world: it is the same in all."""
        found = 0
        for alike in self.classes(player):
            if len(set(map(of, members(alike)))) == 1:
                found |= alike
        return found

    def common(self, group: Sequence[int], body: int) -> int:
        """Where it is common knowledge in the group that the world is in `body`."""
        found = body & self.full
        while True:
            smaller = self.known(group, found) & found
            if smaller == found:
                return found
            found = smaller
