"""A formula of the least depth that distinguishes two states, if there is one.

These are characteristic formulas up to a modal depth (Hennessy and Milner 1985).

Worlds are distinguished in rounds, as bisimulation is computed: round 0 by their atoms,
round k by formulas in which K is nested k times. The first round that distinguishes the
points gives the depth of the formula, and the rounds before it the subformulas.
"""

from __future__ import annotations

from functools import reduce

import numpy as np

from mystpy.compilation import dataclass
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Mask, Partition
from mystpy.kripke.refinement.contraction import (
    agreeing,
    bisimulation,
    together,
)
from mystpy.kripke.stability.signatures import refine_kinds
from mystpy.language.atoms import Atom
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import Believes, Formula, Knows, Not
from mystpy.language.subformulas import size

DEEPEST = 48
"""The maximal nesting of K in a formula that is written out."""
LARGEST = 4000
"""The maximal number of nodes of a formula that is written out."""


@dataclass(frozen=True, slots=True)
class Distinction:
    """The least depth of formulas that distinguish two worlds, and such a formula.

    The formula is true in the one world, `here`, and false in the other, `there`; None
    if it would be too large. `there` is None if it is false in all worlds there.
    """

    depth: int
    formula: Formula | None
    here: str
    there: str | None


def distinction(one: PointedModel, other: PointedModel) -> Distinction | None:
    """Return what distinguishes two states; None if they are bisimilar.

    Raises ModelError unless both have the same agents and atoms.
    """
    both = together(one.model, other.model)
    u, v = one.point, len(one.model) + other.point
    if bisimulation(both).same(u, v):
        return None
    finder = _Finder(both)
    depth = finder.depth(u, v)
    found = finder.written(u, [v], depth)
    if found is not None:
        assert one.holds(found)
        assert not other.holds(found)
    return Distinction(depth, found, one.name, other.name)


def mismatch(one: Model, other: Model) -> Distinction | None:
    """Return a world of one model without a bisimilar one in the other, if any.

    Raises ModelError unless both have the same agents and atoms.
    """
    both = together(one, other)
    kinds = bisimulation(both).numbers
    size = len(one)
    alone = np.flatnonzero(~np.isin(kinds[:size], kinds[size:]))
    for u in alone[:1].tolist():
        finder = _Finder(both)
        others = list(range(size, len(both)))
        depth = max(finder.depth(u, v) for v in others)
        found = finder.written(u, others, depth)
        if found is not None:
            assert one.truth(found)[u]
            assert not other.truth(found).any()
        return Distinction(depth, found, one.names[u], None)
    return None


class _Finder:
    """The rounds of refinement of a model, and formulas made from them."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.rounds = [agreeing(model)]
        self.made: dict[tuple[int, int, int], tuple[Formula, Mask]] = {}

    def depth(self, u: int, v: int) -> int:
        """Return the first round that distinguishes two non-bisimilar worlds."""
        number = 0
        while self.round(number).same(u, v):
            number += 1
        return number

    def round(self, number: int) -> Partition:
        """Return the partition of the worlds by formulas of this depth."""
        while len(self.rounds) <= number:
            self.rounds.append(refine_kinds(self.model.relations, self.rounds[-1]))
        return self.rounds[number]

    def written(self, u: int, others: list[int], depth: int) -> Formula | None:
        """A formula of world u that is false in others; None if it is too large."""
        if depth > DEEPEST:
            return None
        found, _ = self.all_of(u, self.first(others, depth))
        return found if size(found) <= LARGEST else None

    def first(self, worlds: list[int], depth: int) -> list[int]:
        """Return the first world of each class at a depth."""
        numbers = self.round(depth).numbers
        return list({int(numbers[w]): w for w in reversed(worlds)}.values())[::-1]

    def formula(self, u: int, v: int) -> tuple[Formula, Mask]:
        """A formula of least depth, true in u and false in v, and where it is true."""
        depth = self.depth(u, v)
        kinds = self.rounds[depth].numbers
        key = depth, int(kinds[u]), int(kinds[v])
        if key not in self.made:
            self.made[key] = self.of_atoms(u, v) if not depth else self.of(u, v, depth)
        return self.made[key]

    def of_atoms(self, u: int, v: int) -> tuple[Formula, Mask]:
        options = [
            (Atom(name) if mask[u] else Not(Atom(name)), mask if mask[u] else ~mask)
            for name, mask in self.model.valuation.items()
            if mask[u] != mask[v]
        ]
        return min(options, key=lambda option: size(option[0]))

    def of(self, u: int, v: int, depth: int) -> tuple[Formula, Mask]:
        options: list[tuple[Formula, Mask]] = []
        for agent, relation in zip(
            self.model.agents, self.model.relations, strict=True
        ):
            seen, others = (
                self.first(np.flatnonzero(relation.class_of(w)).tolist(), depth - 1)
                for w in (u, v)
            )
            for true, worlds, rest in ((True, seen, others), (False, others, seen)):
                numbers = self.rounds[depth - 1].numbers
                known = {int(numbers[w]) for w in rest}
                for world in worlds:
                    if int(numbers[world]) in known:
                        continue
                    said, where = self.all_of(world, rest)
                    kind = Knows if relation.core is None else Believes
                    for body, holds in (
                        (_negated(said), ~where),
                        self.some_of(rest, world),
                    ):
                        formula: Formula = kind(agent, body)
                        mask = relation.inside(holds)
                        options.append(
                            (Not(formula), ~mask) if true else (formula, mask)
                        )
        return min(options, key=lambda option: size(option[0]))

    def all_of(self, u: int, others: list[int]) -> tuple[Formula, Mask]:
        """Return a formula with few parts, true in u and false in all others."""
        parts: list[tuple[Formula, Mask]] = []
        for v in others:
            if all(mask[v] for _, mask in parts):
                parts.append(self.formula(u, v))
        every = np.ones(len(self.model), np.bool_)
        mask = reduce(np.logical_and, [mask for _, mask in parts], every)
        return conjunction([part for part, _ in parts]), mask

    def some_of(self, others: list[int], u: int) -> tuple[Formula, Mask]:
        """A formula that is false in u and true in all others."""
        parts: list[tuple[Formula, Mask]] = []
        for v in others:
            if not any(mask[v] for _, mask in parts):
                parts.append(self.formula(v, u))
        none = np.zeros(len(self.model), np.bool_)
        mask = reduce(np.logical_or, [mask for _, mask in parts], none)
        return disjunction([part for part, _ in parts]), mask


def _negated(formula: Formula) -> Formula:
    return formula.body if isinstance(formula, Not) else Not(formula)
