"""One value for all bisimilar models: worlds in an order that only formulas make.

In the field: canonical forms of models by partition refinement.

In the smallest bisimilar model each two worlds are told apart by rounds of refinement.
Ordered by what is true in them, then by which places of this order the agents hold
possible, they stand in one order whatever they were called.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mystpy.kripke.model import Model
from mystpy.kripke.partition import Partition

NormalForm = tuple[object, ...]


def normal_form(model: Model, point: int | None) -> NormalForm:
    """A value that is equal for two contracted models just if they are bisimilar.

    Without an actual world it is of all worlds. The orders in which a model has its
    worlds, atoms and agents make no other value; its `repr` is the same each time.
    """
    atoms, agents = sorted(model.atoms), sorted(model.agents)
    masks = [model.valuation[atom] for atom in atoms]
    relations = [model.relation(agent) for agent in agents]
    ranks = _ranked([tuple(bool(mask[w]) for mask in masks) for w in range(len(model))])
    links: list[list[tuple[int, ...]]] = []
    for _ in range(len(model)):
        links = [_seen(relation, ranks) for relation in relations]
        finer = _ranked(
            [(rank, *seen) for rank, *seen in zip(ranks, *links, strict=True)]
        )
        if max(finer) == max(ranks):
            break
        ranks = finer
    order = np.argsort(np.array(ranks), kind="stable")
    truths = tuple(mask[order].tobytes() for mask in masks)
    # Equivalences are told by their classes, relations of belief by what each sees.
    wrong = any(relation.core is not None for relation in relations)
    in_order = ([seen[w] for w in order.tolist()] for seen in links)
    classes = tuple(tuple(s if wrong else sorted(set(s))) for s in in_order)
    place = None if point is None else ranks[point]
    return tuple(atoms), tuple(agents), truths, classes, place


def _ranked(signs: Sequence[tuple[Any, ...]]) -> list[int]:
    """For each world the place of its sign among all different ones, in order."""
    place = {sign: k for k, sign in enumerate(sorted(set(signs)))}
    return [place[sign] for sign in signs]


def _seen(relation: Partition, ranks: Sequence[int]) -> list[tuple[int, ...]]:
    """For each world the ranks of the worlds that an agent holds possible in it."""
    kinds: list[set[int]] = [set() for _ in range(relation.count)]
    numbers = relation.numbers.tolist()
    every = [True] * len(ranks)
    core = every if relation.core is None else relation.core.tolist()
    for number, rank, seen in zip(numbers, ranks, core, strict=True):
        if seen:
            kinds[number].add(rank)
    ranks_by_kind = [tuple(sorted(ranks)) for ranks in kinds]
    return [ranks_by_kind[number] for number in numbers]
