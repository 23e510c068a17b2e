"""The coarsest stable partition: items of a class see items of the same classes.

The method is partition refinement by rounds of signatures.

A partition into kinds is refined in rounds over all items; where many rounds are
needed, as in long chains, further ones look only at what the last one changed. Should
these stop early, the rest is done by the method of Paige and Tarjan, whose time is the
number of items times relations, times a logarithm.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mystpy.kripke.partition import Mask, Numbers, Partition
from mystpy.kripke.stability.paige_tarjan import coarsest
from mystpy.kripke.stability.worklist import coarsest_stable
from mystpy.thresholds import MAX_ROUNDS_OF_ALL_WORLDS


def stable(relations: Sequence[Partition], kinds: Partition) -> Partition:
    """The coarsest refinement of `kinds` that is stable under all the relations."""
    for _ in range(MAX_ROUNDS_OF_ALL_WORLDS):
        finer = refine_kinds(relations, kinds)
        if finer.count == kinds.count:
            return kinds
        kinds = finer
    kinds = coarsest_stable(relations, kinds)
    finer = refine_kinds(relations, kinds)
    # A round over all worlds that splits nothing proves the partition stable.
    if finer.count == kinds.count:
        return kinds
    return coarsest(relations, finer)


def refine_kinds(relations: Sequence[Partition], kinds: Partition) -> Partition:
    """Return the partition refined by the classes that the agents consider possible."""
    found = kinds
    for relation in relations:
        if found.count == len(kinds):
            break
        seen = kinds_seen(relation, kinds)
        codes = seen[relation.numbers]
        found = found.meet(Partition(codes, int(seen.max()) + 1))
    return found


def kinds_seen(relation: Partition, kinds: Partition) -> Numbers:
    """Return for each class of a relation a number of its set of kinds; (classes,)."""
    low = np.full(relation.count, kinds.count)
    high = np.full(relation.count, -1)
    owners, members = relation.numbers, kinds.numbers
    if relation.core is not None:
        owners, members = owners[relation.core], members[relation.core]
    np.minimum.at(low, owners, members)
    np.maximum.at(high, owners, members)
    # The least and the greatest kind say all of a class with at most two kinds.
    third = members != low[owners]
    third &= members != high[owners]
    few = np.ones(relation.count, np.bool_)
    few[owners[third]] = False
    found = np.full(relation.count, -1)
    # The code of a class in which nothing is seen is greater than all others.
    codes = np.where(high < 0, kinds.count**2, low * kinds.count + high)
    pairs = Partition.of_codes(codes[few], kinds.count**2 + 1)
    found[few] = pairs.numbers
    if not few.all():
        _number_sets(owners, members, kinds.count, ~few, found, pairs.count)
    return found


def _number_sets(
    owners: Numbers,
    members: Numbers,
    kinds: int,
    open_ones: Mask,
    found: Numbers,
    count: int,
) -> None:
    """Number, from `count` on, the sets of kinds in these classes."""
    worlds = open_ones[owners]
    pairs = np.unique(owners[worlds] * kinds + members[worlds])
    owners, members = pairs // kinds, pairs % kinds
    numbers = np.flatnonzero(open_ones)
    starts = [*np.searchsorted(owners, numbers).tolist(), len(owners)]
    known: dict[bytes, int] = {}
    for place, number in enumerate(numbers.tolist()):
        key = members[starts[place] : starts[place + 1]].tobytes()
        found[number] = known.setdefault(key, count + len(known))
