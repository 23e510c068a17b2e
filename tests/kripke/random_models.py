"""Random small models, formulas and actions, and the definitions written out plainly.

This module is deliberately slow and short: the package is compared with it.
"""

from __future__ import annotations

from functools import cache
from itertools import product as pairs_of

import numpy as np
from hypothesis import strategies as st

from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Partition
from mystpy.kripke.update.action_model import Action, EventFrame
from mystpy.language import nodes as fm
from mystpy.language.atoms import Atom, Falsity, Truth
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import children

AGENTS = ("a", "b", "1")
ATOMS = ("p", "q", "h(1,r)")


@cache
def partitions(size: int) -> st.SearchStrategy[Partition]:
    keys = st.lists(st.integers(0, max(size - 1, 0)), min_size=size, max_size=size)
    return keys.map(Partition.of_keys)


@st.composite
def models(draw: st.DrawFn, most: int = 6, atoms: int = 2) -> Model:
    size = draw(st.integers(1, most))
    truths = st.lists(st.booleans(), min_size=size, max_size=size)
    return Model(
        names=[f"w{k}" for k in range(size)],
        agents=AGENTS,
        relations=tuple(draw(partitions(size)) for _ in AGENTS),
        valuation={atom: np.array(draw(truths), bool) for atom in ATOMS[:atoms]},
    )


@st.composite
def states(draw: st.DrawFn, most: int = 6, atoms: int = 2) -> PointedModel:
    model = draw(models(most, atoms))
    return PointedModel(model, draw(st.integers(0, len(model) - 1)))


groups = st.lists(st.sampled_from(AGENTS), min_size=1, unique=True).map(
    lambda group: tuple(sorted(group, key=AGENTS.index))
)


@cache
def formulas(atoms: int = 2, leaves: int = 8) -> st.SearchStrategy[Formula]:
    least: list[Formula] = [Atom(name) for name in ATOMS[:atoms]]
    least += [Truth(), Falsity()]
    return st.recursive(st.sampled_from(least), _above, max_leaves=leaves)


def _above(below: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    several = st.lists(below, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(fm.Not, below),
        st.builds(fm.And, several),
        st.builds(fm.Or, several),
        st.builds(fm.Implies, below, below),
        st.builds(fm.Iff, below, below),
        st.builds(fm.Knows, st.sampled_from(AGENTS), below),
        st.builds(fm.Everyone, groups, below),
        st.builds(fm.Common, groups, below),
        st.builds(fm.Distributed, groups, below),
        st.builds(fm.Announcing, below, below),
    )


@st.composite
def actions(draw: st.DrawFn, most: int = 3) -> Action:
    size = draw(st.integers(1, most))
    frame = EventFrame(
        events=tuple(f"e{k}" for k in range(size)),
        publicity={agent: draw(partitions(size)) for agent in AGENTS},
        actual=draw(st.integers(0, size - 1)),
    )
    return Action(frame, tuple(draw(formulas(leaves=3)) for _ in range(size)))


Worlds = frozenset[int]


def true_in(model: Model, f: Formula, worlds: Worlds, w: int) -> bool:
    """Whether f is true in w, in the model of these worlds: by the definitions."""

    def inside(body: Formula, seen: set[int]) -> bool:
        return all(true_in(model, body, worlds, v) for v in seen)

    match f:
        case fm.Knows(agent, body):
            return inside(body, seen(model, str(agent), worlds, w))
        case fm.Everyone(_, body):
            return all(inside(body, seen(model, str(a), worlds, w)) for a in f.members)
        case fm.Distributed(_, body):
            each = [seen(model, str(a), worlds, w) for a in f.members]
            return inside(body, set.intersection(*each))
        case fm.Common(_, body):
            group = tuple(map(str, f.members))
            return inside(body, reached(model, group, worlds, w))
        case fm.Announcing(said, body):
            if not true_in(model, said, worlds, w):
                return True
            left_over = frozenset(v for v in worlds if true_in(model, said, worlds, v))
            return true_in(model, body, left_over, w)
    return true_by_table(
        f, model, [true_in(model, g, worlds, w) for g in children(f)], w
    )


def true_by_table(f: Formula, model: Model, parts: list[bool], w: int) -> bool:
    match f:
        case Atom(name):
            return bool(model.valuation[name][w])
        case fm.Not():
            return not parts[0]
        case fm.And():
            return all(parts)
        case fm.Or():
            return any(parts)
        case fm.Implies():
            return not parts[0] or parts[1]
        case fm.Iff():
            return parts[0] == parts[1]
    return isinstance(f, Truth)


def seen(model: Model, agent: str, worlds: Worlds, w: int) -> set[int]:
    return {v for v in worlds if model.relation(agent).same(v, w)}


def reached(model: Model, group: tuple[str, ...], worlds: Worlds, w: int) -> set[int]:
    found, waiting = {w}, [w]
    while waiting:
        here = waiting.pop()
        for agent in group:
            new = seen(model, agent, worlds, here) - found
            found |= new
            waiting.extend(new)
    return found


def bisimilar_pairs(one: Model, other: Model) -> set[tuple[int, int]]:
    """The largest bisimulation, by taking out what fails until nothing does."""
    found = {
        (w, v)
        for w, v in pairs_of(range(len(one)), range(len(other)))
        if one.true_at(w) == other.true_at(v)
    }
    every, all_others = frozenset(range(len(one))), frozenset(range(len(other)))
    while True:
        kept = {
            (w, v)
            for w, v in found
            if all(
                _matched(seen(one, a, every, w), seen(other, a, all_others, v), found)
                for a in one.agents
            )
        }
        if kept == found:
            return found
        found = kept


def _matched(left: set[int], right: set[int], pairs: set[tuple[int, int]]) -> bool:
    return all(any((w, v) in pairs for v in right) for w in left) and all(
        any((w, v) in pairs for w in left) for v in right
    )
