"""Bisimilarity: the largest bisimulation of a model, and the model it contracts to.

In the field: bisimulation contraction, the quotient by the largest bisimulation.

Two worlds are bisimilar if they agree on the atoms, and each agent considers possible
in both of them the same kinds of worlds. The partition into kinds is refined in rounds
over all worlds; where many rounds are needed, as in long chains, further ones look only
at what the last one changed. Should these stop early, the rest is done by the method of
Paige and Tarjan, whose time is the number of worlds times agents, times a logarithm.
"""

from __future__ import annotations

import numpy as np

from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.names import LazyNames
from mystpy.kripke.partition import Mask, Numbers, Partition, of_masks
from mystpy.kripke.refinement.paige_tarjan import coarsest
from mystpy.kripke.refinement.worklist import settled

ROUNDS = 24
"""How many rounds over all worlds are made before other methods take over."""


def bisimulation(model: Model) -> Partition:
    """The partition of the worlds into classes of bisimilar ones."""
    kinds = agreeing(model)
    for _ in range(ROUNDS):
        finer = refined(model, kinds)
        if finer.count == kinds.count:
            return kinds
        kinds = finer
    kinds = settled(model.relations, kinds)
    finer = refined(model, kinds)
    # A round over all worlds that splits nothing proves the partition stable.
    if finer.count == kinds.count:
        return kinds
    return coarsest(model.relations, finer)


def agreeing(model: Model) -> Partition:
    """The partition of the worlds into classes in which the same atoms are true."""
    return of_masks(model.valuation.values(), len(model))


def refined(model: Model, kinds: Partition) -> Partition:
    """Kinds told apart by the kinds of worlds that the agents consider possible."""
    found = kinds
    for relation in model.relations:
        if found.count == len(model):
            break
        seen = _kinds_seen(relation, kinds)
        codes = seen[relation.numbers]
        found = found.meet(Partition(codes, int(seen.max()) + 1))
    return found


def _kinds_seen(relation: Partition, kinds: Partition) -> Numbers:
    """For each class of a relation a number of the set of kinds in it; (classes,)."""
    low = np.full(relation.count, kinds.count)
    high = np.full(relation.count, -1)
    np.minimum.at(low, relation.numbers, kinds.numbers)
    np.maximum.at(high, relation.numbers, kinds.numbers)
    # The least and the greatest kind say all of a class with at most two kinds.
    third = kinds.numbers != low[relation.numbers]
    third &= kinds.numbers != high[relation.numbers]
    few = np.ones(relation.count, np.bool_)
    few[relation.numbers[third]] = False
    found = np.full(relation.count, -1)
    pairs = Partition.of_codes((low * kinds.count + high)[few], kinds.count**2)
    found[few] = pairs.numbers
    if not few.all():
        _number_sets(relation, kinds, ~few, found, pairs.count)
    return found


def _number_sets(
    relation: Partition, kinds: Partition, open_ones: Mask, found: Numbers, count: int
) -> None:
    """Number, from `count` on, the sets of kinds in these classes."""
    worlds = open_ones[relation.numbers]
    codes = relation.numbers[worlds] * kinds.count + kinds.numbers[worlds]
    pairs = np.unique(codes)
    owners, members = pairs // kinds.count, pairs % kinds.count
    numbers = np.flatnonzero(open_ones)
    starts = [*np.searchsorted(owners, numbers).tolist(), len(owners)]
    known: dict[bytes, int] = {}
    for place, number in enumerate(numbers.tolist()):
        key = members[starts[place] : starts[place + 1]].tobytes()
        found[number] = known.setdefault(key, count + len(known))


def contracted(model: Model) -> Model:
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
    # an agent's relation that touch a kind is a union of kinds.
    relations = []
    for relation in model.relations:
        seen = _kinds_seen(relation, kinds)
        numbers = seen[relation.numbers[first]]
        relations.append(Partition.of_codes(numbers, len(seen)))
    return Model(
        names=LazyNames(kinds.count, lambda k: model.names[int(first[k])]),
        agents=model.agents,
        relations=tuple(relations),
        valuation={atom: mask[first] for atom, mask in model.valuation.items()},
    )


def together(one: Model, other: Model) -> Model:
    """The disjoint union. Raises ModelError unless agents and atoms are the same."""
    if set(one.agents) != set(other.agents):
        raise ModelError("the models have different agents")
    if set(one.atoms) != set(other.atoms):
        raise ModelError("the models have different atoms")
    return Model(
        names=[*one.names, *other.names],
        agents=one.agents,
        relations=tuple(
            _beside(one.relation(a), other.relation(a)) for a in one.agents
        ),
        valuation={
            atom: np.concatenate([mask, other.valuation[atom]])
            for atom, mask in one.valuation.items()
        },
    )


def _beside(one: Partition, other: Partition) -> Partition:
    numbers = np.concatenate([one.numbers, other.numbers + one.count])
    return Partition(numbers, one.count + other.count)


def bisimilar(one: PointedModel, other: PointedModel) -> bool:
    """Whether the points of two states are bisimilar: nothing said tells them apart.

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
