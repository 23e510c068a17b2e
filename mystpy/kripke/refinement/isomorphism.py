"""Isomorphism of models: the same up to the names of the worlds.

The method is colour refinement with individualization.

Worlds are coloured by their atoms and, in rounds, by the number of worlds of each
colour that the agents consider possible; if that leaves a choice, each alternative is
tried. In the smallest bisimilar model the rounds distinguish any two worlds. If these
are ordered by the atoms true in them, and then by the positions in this order of the
worlds that the agents consider possible, they give a normal form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Partition
from mystpy.kripke.refinement.contraction import agreeing, together

Colours = list[int]


def isomorphism(one: Model, other: Model) -> dict[int, int] | None:
    """A map of the worlds that keeps atoms and relations, or None if there is none.

    Raises ModelError unless both models have the same agents and atoms.
    """
    if len(one) != len(other):
        return None
    both = together(one, other)
    return _search(both, agreeing(both).numbers.tolist())


def isomorphic(one: PointedModel, other: PointedModel) -> bool:
    """Whether there is an isomorphism that takes one point to the other."""
    if len(one.model) != len(other.model):
        return False
    both = together(one.model, other.model)
    colours = agreeing(both).numbers.tolist()
    size = len(one.model)
    if colours[one.point] != colours[size + other.point]:
        return False
    colours[one.point] = colours[size + other.point] = max(colours) + 1
    return _search(both, colours) is not None


def _search(both: Model, colours: Colours) -> dict[int, int] | None:
    """The map from the first half of the worlds to the second, by trying colours."""
    size = len(both) // 2
    colours = _recoloured(both, colours)
    if Counter(colours[:size]) != Counter(colours[size:]):
        return None
    by_colour: dict[int, tuple[list[int], list[int]]] = {}
    for world, colour in enumerate(colours):
        by_colour.setdefault(colour, ([], []))[world >= size].append(world)
    open_ones = [sides for sides in by_colour.values() if len(sides[0]) > 1]
    if not open_ones:
        found = {left[0]: right[0] - size for left, right in by_colour.values()}
        return found if _kept(both, found) else None
    left, right = min(open_ones, key=lambda sides: len(sides[0]))
    new = max(colours) + 1
    for image in right:
        tried = list(colours)
        tried[left[0]] = tried[image] = new
        if (found_map := _search(both, tried)) is not None:
            return found_map
    return None


def _recoloured(both: Model, colours: Colours) -> Colours:
    """Colours refined by the numbers of worlds in view, until nothing changes."""
    count = len(set(colours))
    while True:
        keys: list[tuple[object, ...]] = [(colour,) for colour in colours]
        for relation in both.relations:
            seen: list[Counter[tuple[int, bool]]]
            seen = [Counter() for _ in range(relation.count)]
            numbers, core = relation.numbers.tolist(), _core(relation)
            for number, own in zip(
                numbers, zip(colours, core, strict=True), strict=True
            ):
                seen[number][own] += 1
            sets = Partition.of_keys(frozenset(c.items()) for c in seen).numbers
            kinds = sets.tolist()
            keys = [
                (*key, kinds[number], own)
                for key, number, own in zip(keys, numbers, core, strict=True)
            ]
        found = Partition.of_keys(keys)
        colours = found.numbers.tolist()
        if found.count == count:
            return colours
        count = found.count


def _kept(both: Model, found: dict[int, int]) -> bool:
    """Whether a map keeps the relations; the colours hold the atoms already."""
    size = len(both) // 2
    images = [size + found[world] for world in range(size)]
    for relation in both.relations:
        numbers, core = relation.numbers.tolist(), _core(relation)
        if any(core[world] != core[images[world]] for world in range(size)):
            return False
        pairs = {(numbers[world], numbers[images[world]]) for world in range(size)}
        if len({a for a, _ in pairs}) < len(pairs):
            return False
        if len({b for _, b in pairs}) < len(pairs):
            return False
    return True


def _core(relation: Partition) -> list[bool]:
    """Return for each world whether it is seen from its class."""
    every = [True] * len(relation)
    return every if relation.core is None else relation.core.tolist()


NormalForm = tuple[object, ...]


def normal_form(model: Model, point: int | None) -> NormalForm:
    """Return a value that is equal for contracted models iff they are bisimilar.

    Without an actual world it is a value of all worlds. It does not depend on the
    orders of the worlds, atoms and agents; its `repr` is the same each time.
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
    # Equivalences are compared by their classes, relations of belief by what each sees.
    wrong = any(relation.core is not None for relation in relations)
    in_order = ([seen[w] for w in order.tolist()] for seen in links)
    classes = tuple(tuple(s if wrong else sorted(set(s))) for s in in_order)
    place = None if point is None else ranks[point]
    return tuple(atoms), tuple(agents), truths, classes, place


def _ranked(signs: Sequence[tuple[Any, ...]]) -> list[int]:
    """Return for each world the rank of its sign among all different ones."""
    place = {sign: k for k, sign in enumerate(sorted(set(signs)))}
    return [place[sign] for sign in signs]


def _seen(relation: Partition, ranks: Sequence[int]) -> list[tuple[int, ...]]:
    """Return for each world the ranks of the worlds an agent considers possible."""
    kinds: list[set[int]] = [set() for _ in range(relation.count)]
    numbers = relation.numbers.tolist()
    every = [True] * len(ranks)
    core = every if relation.core is None else relation.core.tolist()
    for number, rank, seen in zip(numbers, ranks, core, strict=True):
        if seen:
            kinds[number].add(rank)
    ranks_by_kind = [tuple(sorted(ranks)) for ranks in kinds]
    return [ranks_by_kind[number] for number in numbers]
