"""Models of belief with their relations as sets of pairs: slow, short, independent.

This module does not use clusters: a relation is a set of pairs, and truth and updates
follow their definitions. The package is compared with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from hypothesis import strategies as st

from mystpy.kripke.construction import NameIndex
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Partition
from mystpy.kripke.update.action_model import Action, EventFrame
from mystpy.language import nodes as fm
from mystpy.language.atoms import Atom, Falsity, Truth
from mystpy.language.nodes import Formula

AGENTS = ("a", "b", "c")
ATOMS = ("p", "q")

Pairs = frozenset[tuple[int, int]]
Worlds = frozenset[int]


@st.composite
def relations(draw: st.DrawFn, size: int, serial: bool = False) -> Pairs:
    """A transitive and euclidean relation: everybody sees one of disjoint clusters."""
    home = draw(st.lists(st.integers(-1, 2), min_size=size, max_size=size))
    clusters = [{w for w in range(size) if home[w] == k} for k in range(3)]
    there = [k for k in range(3) if clusters[k]]
    if not there and serial:
        home[0], there, clusters[0] = 0, [0], {0}
    choice = there if serial else [*there, -1]
    sees = [k if k >= 0 else draw(st.sampled_from(choice)) for k in home]
    return frozenset(
        (w, v) for w in range(size) if sees[w] >= 0 for v in clusters[sees[w]]
    )


@dataclass(frozen=True)
class Explicit:
    """Worlds 0..size-1, a relation for each agent, and where each atom is true."""

    size: int
    pairs: dict[str, Pairs]
    true: dict[str, Worlds]

    def model(self) -> Model:
        return Model(
            names=[f"w{k}" for k in range(self.size)],
            agents=AGENTS,
            relations=tuple(relation(self.size, self.pairs[a]) for a in AGENTS),
            valuation={
                atom: _mask(self.size, worlds) for atom, worlds in self.true.items()
            },
        )

    def seen(self, agent: str, w: int) -> Worlds:
        return frozenset(v for u, v in self.pairs[agent] if u == w)

    def holds(self, f: Formula, w: int) -> bool:
        match f:
            case Atom(name):
                return w in self.true[name]
            case fm.Not(body):
                return not self.holds(body, w)
            case fm.And(parts):
                return all(self.holds(part, w) for part in parts)
            case fm.Or(parts):
                return any(self.holds(part, w) for part in parts)
            case fm.Announcing(said, body):
                return not self.holds(said, w) or self.announced(said, body, w)
            case fm.Modal():
                return self.modal(f, w)
        return isinstance(f, Truth)

    def modal(self, f: fm.Modal, w: int) -> bool:
        assert isinstance(f.knowers, tuple)
        each = [self.seen(str(a), w) for a in f.knowers]
        match f:
            case fm.Considers():
                return any(self.holds(f.body, v) for v in each[0])
            case fm.Distributed():
                return self.all(f.body, frozenset.intersection(*each))
            case fm.Common():
                return self.all(f.body, self.reached(tuple(map(str, f.knowers)), w))
        return all(self.all(f.body, seen) for seen in each)

    def all(self, f: Formula, worlds: Worlds) -> bool:
        return all(self.holds(f, v) for v in worlds)

    def reached(self, group: tuple[str, ...], w: int) -> Worlds:
        found: set[int] = set()
        waiting = [w]
        while waiting:
            here = waiting.pop()
            new = {v for a in group for v in self.seen(a, here)} - found
            found |= new
            waiting.extend(new)
        return frozenset(found)

    def announced(self, said: Formula, body: Formula, w: int) -> bool:
        kept = [v for v in range(self.size) if self.holds(said, v)]
        return self.part(kept).holds(body, kept.index(w))

    def part(self, kept: list[int]) -> Explicit:
        places = {v: k for k, v in enumerate(kept)}
        pairs = {
            agent: frozenset(
                (places[u], places[v]) for u, v in old if u in places and v in places
            )
            for agent, old in self.pairs.items()
        }
        true = {
            x: frozenset(places[v] for v in kept if v in y)
            for x, y in self.true.items()
        }
        return Explicit(len(kept), pairs, true)

    def after(
        self, action: Action, believed: dict[str, Pairs]
    ) -> tuple[Explicit, list[tuple[int, int]]]:
        """The product, and its worlds as pairs of a world and an event."""
        conditions = action.preconditions
        worlds = [
            (w, e)
            for w, e in product(range(self.size), range(len(conditions)))
            if self.holds(_formula(conditions[e]), w)
        ]
        numbers = range(len(worlds))
        pairs = {
            agent: frozenset(
                (k, n)
                for k, n in product(numbers, numbers)
                if (worlds[k][0], worlds[n][0]) in self.pairs[agent]
                and (worlds[k][1], worlds[n][1]) in believed[agent]
            )
            for agent in AGENTS
        }
        true = {
            atom: frozenset(k for k in numbers if self.then(action, atom, *worlds[k]))
            for atom in ATOMS
        }
        return Explicit(len(worlds), pairs, true), worlds

    def then(self, action: Action, atom: str, w: int, e: int) -> bool:
        post = action.changes.get(e, {})
        return self.holds(_formula(post.get(atom, Atom(atom))), w)

    def alike(self) -> set[frozenset[int]]:
        """The classes of bisimilar worlds: pairs are taken out until none fails."""
        every = range(self.size)
        found = {
            (w, v)
            for w, v in product(every, every)
            if all((w in x) == (v in x) for x in self.true.values())
        }
        while True:
            kept = {
                (w, v)
                for w, v in found
                if all(self.matched(a, w, v, found) for a in AGENTS)
            }
            if kept == found:
                return {frozenset(v for u, v in found if u == w) for w in every}
            found = kept

    def matched(self, agent: str, w: int, v: int, found: set[tuple[int, int]]) -> bool:
        left, right = self.seen(agent, w), self.seen(agent, v)
        forth = all(any((x, y) in found for y in right) for x in left)
        return forth and all(any((x, y) in found for x in left) for y in right)


def _formula(f: Formula | str) -> Formula:
    assert not isinstance(f, str)
    return f


def _mask(size: int, worlds: Worlds):  # type: ignore[no-untyped-def]
    import numpy as np

    return np.array([w in worlds for w in range(size)])


def relation(size: int, pairs: Pairs) -> Partition:
    """The package's relation that is this set of pairs."""
    listed = NameIndex([f"w{k}" for k in range(size)], "world")
    named = [(f"w{u}", f"w{v}") for u, v in sorted(pairs)]
    return listed.seen(named, "the relation", serial=False)


@st.composite
def explicit_models(draw: st.DrawFn, most: int = 6, serial: bool = False) -> Explicit:
    size = draw(st.integers(1, most))
    some = st.frozensets(st.integers(0, size - 1))
    return Explicit(
        size,
        {agent: draw(relations(size, serial)) for agent in AGENTS},
        {atom: draw(some) for atom in ATOMS},
    )


GROUPS = st.lists(st.sampled_from(AGENTS), min_size=1, unique=True).map(
    lambda group: tuple(sorted(group))
)


def belief_formulas(leaves: int = 6) -> st.SearchStrategy[Formula]:
    least: list[Formula] = [*map(Atom, ATOMS), Truth(), Falsity()]
    return st.recursive(st.sampled_from(least), _above, max_leaves=leaves)


def _above(below: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    two = st.tuples(below, below)
    agent = st.sampled_from(AGENTS)
    return st.one_of(
        st.builds(fm.Not, below),
        st.builds(fm.And, two),
        st.builds(fm.Or, two),
        st.builds(fm.Believes, agent, below),
        st.builds(fm.Considers, agent, below),
        st.builds(fm.Everyone, GROUPS, below),
        st.builds(fm.Common, GROUPS, below),
        st.builds(fm.Distributed, GROUPS, below),
        st.builds(fm.Announcing, below, below),
    )


@st.composite
def changing_actions(draw: st.DrawFn) -> tuple[Action, dict[str, Pairs]]:
    """An action with postconditions, and its relations as sets of pairs."""
    size = draw(st.integers(1, 3))
    believed = {agent: draw(relations(size)) for agent in AGENTS}
    frame = EventFrame(
        tuple(f"e{k}" for k in range(size)),
        {agent: relation(size, pairs) for agent, pairs in believed.items()},
        0,
    )
    formulas = belief_formulas(3)
    changes = draw(
        st.dictionaries(
            st.integers(0, size - 1),
            st.dictionaries(st.sampled_from(ATOMS), formulas, max_size=2),
        )
    )
    said = tuple(draw(formulas) for _ in range(size))
    return Action(frame, said, changes), believed
