"""Puzzles by brute force: worlds as tuples, knowledge by looking at every world."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

World = tuple[int | str, ...]
Look = Callable[[World], Hashable]


class Brute:
    """Worlds that are left, and what each agent sees of them."""

    def __init__(self, worlds: Iterable[World], sees: dict[str, Look]) -> None:
        self.worlds = list(worlds)
        self.sees = sees

    def possible(self, agent: str, world: World) -> list[World]:
        """The worlds that an agent considers possible."""
        look = self.sees[agent]
        return [other for other in self.worlds if look(other) == look(world)]

    def knows(self, agent: str, world: World, fact: Callable[[World], bool]) -> bool:
        """Return whether an agent knows a fact."""
        return all(fact(other) for other in self.possible(agent, world))

    def knows_value(self, agent: str, world: World, value: Look) -> bool:
        """Return whether an agent knows a value."""
        return len({value(other) for other in self.possible(agent, world)}) == 1

    def say(self, fact: Callable[[World], bool]) -> list[World]:
        """Announce a fact; the worlds that are left."""
        self.worlds = [world for world in self.worlds if fact(world)]
        return self.worlds
