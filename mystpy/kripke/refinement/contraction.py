"""Bisimilarity: the largest bisimulation of a model, and its contraction.

This is bisimulation contraction, the quotient by the largest bisimulation.

Two worlds are bisimilar if they agree on the atoms, and each agent considers the same
bisimulation classes possible in both of them: see `stability`.
"""

from __future__ import annotations

import numpy as np

from mystpy.kripke.clusters import beside, core_relation
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import Earlier, Model, PointedModel
from mystpy.kripke.names import select_names
from mystpy.kripke.partition import Numbers, Partition, of_masks
from mystpy.kripke.stability.signatures import kinds_seen, stable


def bisimulation(model: Model) -> Partition:
    """The partition of the worlds into classes of bisimilar ones."""
    return stable(model.relations, agreeing(model))


def agreeing(model: Model) -> Partition:
    """The partition of the worlds into classes in which the same atoms are true."""
    return of_masks(model.valuation.values(), len(model))


def contract_model(model: Model) -> Model:
    """The smallest model that is bisimilar: one world for each class.

    Each world is named by the first of its class.
    """
    return _quotient(model, bisimulation(model))


def contract(state: PointedModel) -> PointedModel:
    """The smallest bisimilar state: what can be reached from the point, contracted."""
    reached = state.generated()
    kinds = bisimulation(reached.model)
    point = int(kinds.numbers[reached.point])
    return PointedModel(_quotient(reached.model, kinds), point)


def _quotient(model: Model, kinds: Partition) -> Model:
    """The model of the classes of a bisimulation that is an equivalence."""
    first = np.full(kinds.count, len(model))
    np.minimum.at(first, kinds.numbers, np.arange(len(model)))
    # Bisimilar worlds have bisimilar neighbours, so that the union of the classes of
    # an agent's relation that touch a kind is a union of kinds. A kind is seen from
    # its class if one of its worlds sees itself.
    relations = []
    for relation in model.relations:
        seen = kinds_seen(relation, kinds)
        part = Partition.of_codes(seen[relation.numbers[first]], len(seen))
        core = None
        if relation.core is not None:
            core = np.zeros(kinds.count, np.bool_)
            core[kinds.numbers[relation.core]] = True
        relations.append(core_relation(part, core))
    return Model(
        names=select_names(model.names, first),
        agents=model.agents,
        relations=tuple(relations),
        valuation={atom: mask[first] for atom, mask in model.valuation.items()},
        earlier=model.earlier and _remembered(model.earlier, first, len(model)),
    )


def _remembered(earlier: Earlier, first: Numbers, size: int) -> Earlier:
    """Return the moment before a step, for the first world of each class.

    It is forgotten if worlds that are alike become one, for they may have differed.
    """
    return earlier.taken(first) if len(first) == size else earlier.forgotten(first)


def together(one: Model, other: Model) -> Model:
    """The disjoint union. Raises ModelError unless agents and atoms are the same."""
    for what in ("agents", "atoms"):
        names = set(getattr(one, what)) ^ set(getattr(other, what))
        if names:
            reason = f"only one of them has {', '.join(sorted(names)[:5])}"
            raise ModelError(f"the models have different {what}", hint=reason)
    return Model(
        names=[*one.names, *other.names],
        agents=one.agents,
        relations=tuple(beside(one.relation(a), other.relation(a)) for a in one.agents),
        valuation={
            atom: np.concatenate([mask, other.valuation[atom]])
            for atom, mask in one.valuation.items()
        },
    )


def bisimilar(one: PointedModel, other: PointedModel) -> bool:
    """Return whether the points of two states are bisimilar: no formula differs.

    Raises ModelError unless both have the same agents and atoms.
    """
    kinds = bisimulation(together(one.model, other.model))
    return kinds.same(one.point, len(one.model) + other.point)


def totally_bisimilar(one: Model, other: Model) -> bool:
    """Whether each world of either model is bisimilar to one of the other."""
    kinds = bisimulation(together(one, other)).numbers
    return set(kinds[: len(one)].tolist()) == set(kinds[len(one) :].tolist())


def matches(one: Model, other: Model) -> list[tuple[list[int], list[int]]]:
    """The largest bisimulation between two models, as pairs of sets of worlds.

    Each world of the first set is bisimilar to each of the second. Raises ModelError
    unless both have the same agents and atoms.
    """
    size = len(one)
    found = []
    for block in bisimulation(together(one, other)).classes():
        ours = [world for world in block if world < size]
        theirs = [world - size for world in block if world >= size]
        if ours and theirs:
            found.append((ours, theirs))
    return found
