"""Who knows a value in which of the worlds that are listed, and in which round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from mystpy.kripke.partition import Mask, Numbers, Partition
from mystpy.kripke.puzzles.expressions import Column
from mystpy.kripke.puzzles.setting import Setting, names_of_agents


class ListedPuzzle(Protocol):
    """What is needed of a puzzle whose worlds are listed; see `Explicit`."""

    setting: Setting
    points: Numbers

    def knowing(self, agent: str, name: str) -> Mask:
        """Where an agent knows a value."""

    def here(self, mask: Mask) -> bool | None:
        """Whether the actual world is in a set; without one, whether all worlds are."""

    def refine(self, partition: Partition, group: Sequence[str] = ()) -> None:
        """A group, or all, learn in which class of a partition the actual world is."""


def agreeing(relation: Partition, column: Column) -> Mask:
    """The worlds in whose class a value is the same everywhere."""
    by_value = np.lexsort((column, relation.numbers))
    numbers, values = relation.numbers[by_value], column[by_value]
    differ = (numbers[1:] == numbers[:-1]) & (values[1:] != values[:-1])
    doubted = np.zeros(relation.count, np.bool_)
    doubted[numbers[1:][differ]] = True
    return ~doubted[relation.numbers]


def of_mask(mask: Mask) -> Partition:
    """The partition into the worlds of a set and the others."""
    return Partition.of_codes(mask.astype(np.int64), 2)


def rounds_until_known(engine: ListedPuzzle, template: str) -> dict[str, int | None]:
    """After how many rounds each agent knows the value of that name; None: never."""
    agents = engine.setting.agents
    found: dict[str, int | None] = dict.fromkeys(agents)
    names = names_of_agents(template, agents)
    before, number = None, 1
    while True:
        masks = [engine.knowing(a, names[a]) for a in agents]
        for agent, mask in zip(agents, masks, strict=True):
            if found[agent] is None and engine.here(mask):
                found[agent] = number
        partition = Partition.universal(len(engine.points))
        for mask in masks:
            partition = partition.meet(of_mask(mask))
        if before is not None and before == partition:
            return found
        engine.refine(partition)
        before, number = partition, number + 1
