"""What a group can announce together: sets of worlds that its members can make.

In the field: group announcement logic (Agotnes and others 2010).

At the same time each member announces something that the member knows. In a finite
model that is, for each member, any union of classes of the member's relation that keeps
bisimilar worlds together; what is left is the intersection of these unions. What holds
in one part of a model does not hang on what is announced in others, so each part, of
worlds that are linked, has its own sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np

from mystpy.errors import QueryError
from mystpy.kripke.partition import Mask, Partition, join
from mystpy.kripke.stability.signatures import stable

MOST_CLASSES = 12
"""How many classes a member may have in one part, for their unions to be listed."""
MOST_SETS = 1 << 18
"""How many pairs of what some can make and the next one can are looked at."""


def announceable(
    group: Sequence[Partition], every: Sequence[Partition], kinds: Partition
) -> Iterator[Mask]:
    """The sets that a group with these relations can make, part by part, not empty.

    `every` are the relations of all agents, `kinds` the worlds in which the same atoms
    are true. Raises QueryError if they are too many.
    """
    size = len(kinds)
    kinds = stable(every, kinds)
    blocks = [join([relation, kinds], size) for relation in group]
    cells = reduce(Partition.meet, blocks)
    whole = join([*every, kinds], size)
    for number in range(whole.count):
        here = whole.numbers == number
        own = [_masks(block, cells, here) for block in blocks]
        table = np.zeros(cells.count, np.bool_)
        for chosen in _intersections(own):
            table[:] = [chosen >> cell & 1 for cell in range(cells.count)]
            yield table[cells.numbers] & here


def _masks(block: Partition, cells: Partition, here: Mask) -> list[int]:
    """The classes of a member in one part, each as a number whose bits are cells."""
    pairs = set(
        zip(block.numbers[here].tolist(), cells.numbers[here].tolist(), strict=True)
    )
    found: dict[int, int] = {}
    for number, cell in pairs:
        found[number] = found.get(number, 0) | 1 << cell
    return list(found.values())


def _intersections(own: list[list[int]]) -> set[int]:
    """What is left of a part when each member announces a union of classes."""
    found = {sum(own[0])}
    for classes in own:
        if len(classes) > MOST_CLASSES or len(found) << len(classes) > MOST_SETS:
            raise QueryError(
                f"what the group can announce is not listed: a member tells "
                f"{len(classes)} classes of worlds apart, and of at most "
                f"{MOST_CLASSES} all unions are tried",
                hint="ask of one announcement, [F!]G, or of a smaller model",
            )
        unions = {0}
        for one in classes:
            unions |= {union | one for union in unions}
        found = {left & union for left in found for union in unions}
    return found - {0}
