"""Belief relations on 0..n-1: each item sees a cluster, or nothing.

These are transitive and euclidean relations, the frames of K45, and of KD45 if every
item sees something.

In such a relation, all items that an item sees see one another and the same items as
it: they form a cluster. So the relation is a partition, whose classes have the items
that see the same items, with a core: the items of each class that are seen from it. An
equivalence is a relation whose core is everything; an item whose class has no core sees
nothing. All operations are linear, as for partitions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from mystpy.compilation import dataclass
from mystpy.kripke.faults import ModelError
from mystpy.kripke.partition import Mask, Numbers, Partition


@dataclass(frozen=True, slots=True, eq=False)
class BeliefClusters(Partition):
    """A belief relation: `core`, shape (n,), has the items that see themselves.

    A class has the items that see the same items; an item sees the core of its class.
    Items that see nothing are all in one class. Such relations are made by
    `core_relation`.
    """

    core: Mask

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Partition):
            return NotImplemented
        if not isinstance(other, BeliefClusters) or (self.core != other.core).any():
            return False
        return self.alike() == other.alike()

    __hash__ = None

    def alike(self) -> Partition:
        """Return the partition of the items by the items that they see."""
        return Partition(self.numbers, self.count)

    def blind(self) -> Mask:
        """Return the items that see nothing: none, if the relation is serial."""
        seeing = np.zeros(self.count, np.bool_)
        seeing[self.numbers[self.core]] = True
        return ~seeing[self.numbers]

    def views(self) -> list[tuple[list[int], list[int]]]:
        """Return for each class the items not seen from it, and those seen."""
        core = self.core.tolist()
        return [
            ([k for k in block if not core[k]], [k for k in block if core[k]])
            for block in self.classes()
        ]

    def same(self, one: int, other: int) -> bool:
        """Return whether the first item sees the second."""
        return bool(self.numbers[one] == self.numbers[other] and self.core[other])

    def class_of(self, item: int) -> Mask:
        """Return the items that an item sees."""
        found: Mask = (self.numbers == self.numbers[item]) & self.core
        return found

    def inside(self, mask: Mask) -> Mask:
        """Return the items that see nothing outside of a set."""
        doubted = np.zeros(self.count, np.bool_)
        doubted[self.numbers[self.core & ~mask]] = True
        return ~doubted[self.numbers]

    def touching(self, mask: Mask) -> Mask:
        """Return the items seen from a set, and the items that see into it."""
        met = np.zeros(self.count, np.bool_)
        met[self.numbers[mask]] = True
        seen = met[self.numbers] & self.core
        met[:] = False
        met[self.numbers[self.core & mask]] = True
        found: Mask = seen | met[self.numbers]
        return found

    def linking(self) -> Partition:
        """Return the finest partition in which each item is with all that it sees."""
        blind = self.blind()
        numbers = np.where(blind, self.count + np.arange(len(self)), self.numbers)
        return Partition.of_codes(numbers, self.count + len(self))

    def restricted(self, mask: Mask) -> Partition:
        """Return the relation among the items of a set, renumbered in their order."""
        return self.taken(np.flatnonzero(mask))

    def taken(self, items: Numbers) -> Partition:
        """Return the relation among these items, which may repeat, in this order."""
        return core_relation(Partition.taken(self, items), self.core[items])

    def meet(self, other: Partition) -> Partition:
        """Return the intersection of both relations."""
        return core_relation(
            self.alike().meet(_alike(other)), _both(self.core, other.core)
        )


def core_relation(part: Partition, core: Mask | None) -> Partition:
    """Return the relation in which items see the core of their class; None: all of it.

    The result is a partition if the relation is an equivalence.
    """
    if core is None or core.all():
        return part
    blind = BeliefClusters(part.numbers, part.count, core).blind()
    if not blind.any():
        return BeliefClusters(part.numbers, part.count, core)
    numbers = np.where(blind, part.count, part.numbers)
    one = Partition.of_codes(numbers, part.count + 1)
    return BeliefClusters(one.numbers, one.count, core)


def times(
    relation: Partition, worlds: Numbers, publicity: Partition, events: Numbers
) -> Partition:
    """Return the product: a pair sees the pairs both of whose parts are seen."""
    codes = relation.numbers[worlds] * publicity.count + publicity.numbers[events]
    part = Partition.of_codes(codes, relation.count * publicity.count)
    one, other = relation.core, publicity.core
    core = one if one is None else one[worlds]
    return core_relation(part, _both(core, other if other is None else other[events]))


def beside(one: Partition, other: Partition) -> Partition:
    """Return both relations, with the items of the second after those of the first."""
    numbers = np.concatenate([one.numbers, other.numbers + one.count])
    part = Partition(numbers, one.count + other.count)
    both = one, other
    if all(relation.core is None for relation in both):
        return part
    cores = (np.ones(len(x), np.bool_) if x.core is None else x.core for x in both)
    return core_relation(part, np.concatenate([*cores]))


def _alike(relation: Partition) -> Partition:
    return relation.alike() if isinstance(relation, BeliefClusters) else relation


def _both(one: Mask | None, other: Mask | None) -> Mask | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def leading_to(relations: Sequence[Partition], mask: Mask) -> Mask:
    """Return the items from which one or more steps lead into a set."""
    return _closure(relations, mask, forward=False)


def led_to(relations: Sequence[Partition], mask: Mask) -> Mask:
    """Return the items to which one or more steps lead from a set."""
    return _closure(relations, mask, forward=True)


def _closure(relations: Sequence[Partition], mask: Mask, *, forward: bool) -> Mask:
    """Return the items at the end, or start, of steps; each class is visited once."""
    ways = []
    starts: Mask
    ends: Mask
    for relation in relations:
        every = np.ones(len(mask), np.bool_)
        core = every if relation.core is None else relation.core
        starts, ends = (every, core) if forward else (core, every)
        items = np.flatnonzero(ends)
        order = items[np.argsort(relation.numbers[items], kind="stable")]
        sizes = np.bincount(relation.numbers[items], minlength=relation.count)
        known = np.zeros(relation.count, np.bool_)
        ways.append((relation.numbers, starts, order, sizes, np.cumsum(sizes), known))
    found = np.zeros(len(mask), np.bool_)
    new: Numbers = np.flatnonzero(mask)
    while len(new):
        reached = []
        for numbers, begins, order, sizes, stops, known in ways:
            classes = np.unique(numbers[new[begins[new]]])
            classes = classes[~known[classes]]
            known[classes] = True
            lengths = sizes[classes]
            places: Numbers = np.repeat(stops[classes] - np.cumsum(lengths), lengths)
            reached.append(order[places + np.arange(len(places))])
        near = np.concatenate(reached)
        new = np.unique(near[~found[near]])
        found[new] = True
    return found


def of_seen(
    seen: Mapping[int, Iterable[int]],
    size: int,
    name: Callable[[int], str],
    what: str,
    *,
    serial: bool = True,
) -> Partition:
    """Return the belief relation in which each item sees these; none if none is given.

    Raises ModelError that names the items at which it is not serial (unless that is
    allowed), transitive or euclidean; `name` and `what` are for the message.
    """
    given = [frozenset(seen.get(item, ())) for item in range(size)]
    for item, others in enumerate(given):
        if serial and not others:
            raise ModelError(
                f"{what} is not serial: {name(item)} sees nothing",
                hint="serial = false allows it (K45)",
            )
        for other in sorted(others):
            _fits(given, item, other, name, what)
    core = np.array([item in others for item, others in enumerate(given)])
    return core_relation(Partition.of_keys(given), core)


def _fits(
    given: list[frozenset[int]],
    item: int,
    other: int,
    name: Callable[[int], str],
    what: str,
) -> None:
    """Raise ModelError unless an item sees the same items as each item that it sees."""
    here = f"{name(item)} sees {name(other)}"
    for third in sorted(given[other] - given[item]):
        raise ModelError(
            f"{what} is not transitive: {here}, which sees {name(third)}, "
            f"which {name(item)} does not see"
        )
    for third in sorted(given[item] - given[other]):
        also = "" if third == other else f" and {name(third)}"
        seen = "itself" if third == other else name(third)
        raise ModelError(
            f"{what} is not euclidean: {here}{also}, "
            f"but {name(other)} does not see {seen}"
        )
