"""The shortest way to make a formula true by announcements and actions.

In the field: epistemic planning, breadth first over bisimulation contractions
(Bolander and Andersen 2011).

Models that no formula tells apart are one: each is contracted, and its worlds are put
into an order that depends on nothing but what can be said of them, so that bisimilar
models become equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mystpy.kripke.faults import NotExecutable
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Partition
from mystpy.kripke.refinement.contraction import contract, contracted
from mystpy.kripke.update.steps import Step
from mystpy.language.nodes import Formula
from mystpy.progress import tell

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PlanNode:
    """A contracted model, its actual world if there is one, and the steps to it."""

    model: Model
    point: int | None
    steps: tuple[str, ...] = ()

    def holds(self, formula: Formula) -> bool:
        """Whether a formula is true here; without an actual world, everywhere."""
        mask = self.model.truth(formula)
        return bool(mask.all() if self.point is None else mask[self.point])

    def after(self, name: str, step: Step) -> PlanNode | None:
        """The contracted model after a step, or None if it is not executable."""
        try:
            if self.point is None:
                return small(step.on(self.model), None, (*self.steps, name))
            state = step.after(PointedModel(self.model, self.point))
        except NotExecutable:
            return None
        return small(state.model, state.point, (*self.steps, name))


@dataclass(frozen=True, slots=True)
class PlanSearch:
    """How far a search has come.

    `steps` are those of a shortest plan, None if none is found yet: then there is none
    of up to `length` steps, and none at all if the search is `closed`. `models` are the
    models that were reached, bisimilar ones counted once.
    """

    steps: tuple[str, ...] | None
    length: int
    models: int
    closed: bool = False


def small(model: Model, point: int | None, steps: tuple[str, ...] = ()) -> PlanNode:
    """The node of a model, contracted."""
    if point is None:
        return PlanNode(contracted(model), None, steps)
    state = contract(PointedModel(model, point))
    return PlanNode(state.model, state.point, steps)


def plans(
    model: Model, point: int | None, steps: Mapping[str, Step], goal: Formula
) -> Iterator[PlanSearch]:
    """How far the search for a shortest plan has come, after each length.

    The last is one with a plan or closed; if the models never end, there is no last.
    """
    start = small(model, point)
    if start.holds(goal):
        yield PlanSearch((), 0, 1)
        return
    known, layer, length = {canonical(start)}, [start], 0
    yield PlanSearch(None, 0, 1)
    while layer:
        length += 1
        found = _next(layer, steps, known, goal, length)
        if isinstance(found, PlanNode):
            yield PlanSearch(found.steps, length, len(known))
            return
        layer = found
        yield PlanSearch(None, length, len(known), closed=not layer)


def _next(
    layer: Sequence[PlanNode],
    steps: Mapping[str, Step],
    known: set[Key],
    goal: Formula,
    length: int,
) -> list[PlanNode] | PlanNode:
    """The new nodes one step further, or one of them in which the goal is true."""
    found = []
    for number, node in enumerate(layer):
        tell(f"plans of length {length}", number, len(layer))
        for name, step in steps.items():
            after = node.after(name, step)
            if after is None or (key := canonical(after)) in known:
                continue
            known.add(key)
            if after.holds(goal):
                return after
            found.append(after)
    return found


def canonical(node: PlanNode) -> Key:
    """A value that is equal for two nodes just if they are bisimilar.

    The worlds of a contracted model are ordered by what is true in them, then by which
    places of this order the agents hold possible, until no two worlds share a place.
    """
    model = node.model
    masks = list(model.valuation.values())
    ranks = _ranked([tuple(bool(mask[w]) for mask in masks) for w in range(len(model))])
    links: list[list[tuple[int, ...]]] = []
    for _ in range(len(model)):
        links = [_seen(relation, ranks) for relation in model.relations]
        finer = _ranked(
            [(rank, *seen) for rank, *seen in zip(ranks, *links, strict=True)]
        )
        if max(finer) == max(ranks):
            break
        ranks = finer
    order = np.argsort(np.array(ranks), kind="stable")
    atoms = tuple(mask[order].tobytes() for mask in masks)
    # Equivalences are told by their classes, relations of belief by what each sees.
    wrong = any(relation.core is not None for relation in model.relations)
    in_order = ([seen[w] for w in order.tolist()] for seen in links)
    classes = tuple(tuple(s if wrong else sorted(set(s))) for s in in_order)
    return atoms, classes, -1 if node.point is None else ranks[node.point]


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
    told = [tuple(sorted(ranks)) for ranks in kinds]
    return [told[number] for number in numbers]
