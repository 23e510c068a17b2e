"""Models that are too large to list: knowledge structures on decision diagrams.

In the field: symbolic model checking of dynamic epistemic logic (van Benthem, van
Eijck, Gattinger and Su 2015).

A knowledge structure has atoms, a law, and for each agent the atoms that the agent
observes. It stands for the model whose worlds are the valuations of the atoms that make
the law true; an agent cannot tell two of them apart that agree on what the agent
observes. Sets of worlds are diagrams.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce

import numpy as np

from mystpy.decision_diagrams import Diagram, DiagramStore, StoreFull
from mystpy.errors import EngineFailed
from mystpy.kripke.construction import NameIndex
from mystpy.kripke.faults import NO_VALUATION, ModelError, NotExecutable
from mystpy.kripke.model import Agent
from mystpy.kripke.partition import Mask
from mystpy.kripke.valuation.world_sets import Remembering
from mystpy.language.atoms import Player
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Common, Distributed, Formula
from mystpy.language.subformulas import refuse_deep
from mystpy.language.temporal import Doing, Past
from mystpy.language.truth import evaluate
from mystpy.language.vocabulary import ModelWords

NODES = 1 << 20
"""How many nodes the diagrams of one structure may have, those in between included."""


class KnowledgeStructure:
    """A knowledge structure: atoms, a law, and what each agent observes.

    Raises ModelError for names that are unknown or given twice and for a law that
    nothing satisfies, EngineMissing if oxidd is not installed, and EngineFailed if
    the diagrams do not fit.
    """

    def __init__(
        self,
        atoms: Iterable[str],
        observed: Mapping[Agent, Iterable[str]],
        law: Formula | str | None = None,
    ) -> None:
        listed = NameIndex(atoms, "atom")
        self.atoms = listed.names
        self.observed = {
            str(agent): frozenset(
                listed.find(x, f"what {agent} observes") for x in seen
            )
            for agent, seen in observed.items()
        }
        self._size = len(self.atoms)
        self._store = DiagramStore(self._size, NODES)
        self._unseen: dict[frozenset[int], frozenset[int]] = {}
        self._kept: dict[Formula, Diagram] = {}
        self.earlier: KnowledgeStructure | None = None
        self.law: Diagram = self._store.true
        if law is not None:
            self.law = self._law_after(self.where(law))
            self._kept = {}

    def _law_after(self, where: Diagram) -> Diagram:
        law: Diagram = self.law & where
        if not law.satisfiable():
            raise ModelError(NO_VALUATION)
        return law

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents, in order."""
        return tuple(self.observed)

    def count(self) -> int:
        """The number of worlds, exactly."""
        return int(self.law.sat_count(len(self.atoms)))

    def nodes(self) -> int:
        """The number of nodes of the law's diagram."""
        return int(self.law.node_count())

    def worlds(self, found: Diagram, most: int) -> Iterator[tuple[str, ...]]:
        """The first worlds of a set, each by the atoms that are true in it."""
        waiting: list[tuple[int, tuple[str, ...], Diagram]] = [(0, (), found)]
        given = 0
        while waiting and given < most:
            number, true, rest = waiting.pop()
            if not rest.satisfiable():
                continue
            if number == len(self.atoms):
                yield true
                given += 1
                continue
            var = self._store.var(number)
            waiting.append((number + 1, true, rest & ~var))
            waiting.append((number + 1, (*true, self.atoms[number]), rest & var))

    def rows(self) -> Mask:
        """The truth values of the atoms in all worlds, in order; (worlds, atoms)."""
        size = len(self.atoms)
        layer = {self.law: np.zeros((1, size), np.bool_)}
        for number in range(size):
            after: dict[Diagram, list[Mask]] = {}
            for node, rows in layer.items():
                branches: list[Diagram | None] = [node, node]
                if node.node_var() == number:
                    branches = [node.cofactor_false(), node.cofactor_true()]
                for value, branch in enumerate(branches):
                    if branch is not None and branch.satisfiable():
                        more = rows.copy()
                        more[:, number] = value
                        after.setdefault(branch, []).append(more)
            layer = {node: np.concatenate(parts) for node, parts in after.items()}
        (found,) = layer.values()
        return found[np.lexsort(found.T[::-1])]

    def announced(self, formula: Formula | str) -> KnowledgeStructure:
        """The structure after a formula has been announced to all.

        Raises ModelError if it is true in no world.
        """
        return self._after(self._law_after(self.where(formula)))

    def _after(self, law: Diagram) -> KnowledgeStructure:
        """The structure with another law after a step in this one."""
        new = self._with_law(law)
        new.earlier = self
        return new

    def _with_law(self, law: Diagram) -> KnowledgeStructure:
        new: KnowledgeStructure = object.__new__(KnowledgeStructure)
        new.__dict__.update(self.__dict__)
        new.law = law
        new._kept = {}
        return new

    def where(self, formula: Formula | str) -> Diagram:
        """The worlds in which a formula holds.

        Raises ParseError for a text, ModelError for unknown atoms and agents, and
        EngineFailed if the diagrams do not fit.
        """
        if isinstance(formula, str):
            words = ModelWords.of(self.agents, self.atoms)
            formula = parse_in_model(formula, words)
        refuse_deep(formula)
        if formula not in self._kept:
            self._kept[formula] = self._with_room(formula)
        return self._kept[formula]

    def _with_room(self, formula: Formula) -> Diagram:
        try:
            return self._store.with_room(lambda: self._where(formula))
        except StoreFull:
            message = f"the decision diagrams need more than {NODES} nodes"
            raise EngineFailed(message) from None

    def _where(self, f: Formula) -> Diagram:
        return evaluate(f, _DiagramSets(self))

    def holds(self, true: Iterable[str], formula: Formula | str) -> bool:
        """Whether a formula holds in the world in which just these atoms are true.

        Raises NotExecutable if the law excludes that world.
        """
        world = self._world(true)
        if not self.law.eval(world):
            raise NotExecutable("the law excludes the actual world")
        return bool(self.where(formula).eval(world))

    def valid(self, formula: Formula | str) -> bool:
        """Whether a formula holds in all worlds."""
        return not (self.law & ~self.where(formula)).satisfiable()

    def _world(self, true: Iterable[str]) -> list[tuple[int, bool]]:
        listed = NameIndex(self.atoms, "atom")
        held = {listed.find(atom, "the actual world") for atom in true}
        return [(k, k in held) for k in range(len(self.atoms))]

    def seen_by(self, agent: str) -> frozenset[int]:
        """The atoms, by number, that an agent observes. Raises ModelError."""
        if agent not in self.observed:
            raise ModelError(f"there is no agent {agent!r} in the model", word=agent)
        return self.observed[agent]

    def throughout(self, seen: frozenset[int], body: Diagram) -> Diagram:
        """Where the body holds in all worlds that agree on what is seen."""
        if seen not in self._unseen:
            self._unseen[seen] = frozenset(range(self._size)) - seen
        return self._store.every(~self.law | body, self._unseen[seen])

    def after(self, said: Diagram, body: Formula) -> Diagram:
        """Where the body holds after a truth has been announced, or it is no truth."""
        law = self.law & said
        if not law.satisfiable():
            return self.constant(True)
        return ~said | self._after(law)._where(body)

    def inform_group(self, group: Iterable[str], said: Diagram) -> KnowledgeStructure:
        """The structure after a group has learnt whether something is true.

        The members observe one more variable, which says that: no world goes, and who
        does not see the variable sees only that there is one.
        """
        self._store.grow(self._size + 1)
        after = self._after(self.law & self._store.var(self._size).equiv(said))
        after._size, after._unseen = self._size + 1, {}
        observed = {agent: self.seen_by(agent) | {self._size} for agent in group}
        after.observed = {**self.observed, **observed}
        return after

    def untold(self, found: Diagram) -> Diagram:
        """The worlds of this structure among those after something was told."""
        return self._store.some(found, {self._size})

    def constant(self, true: bool) -> Diagram:
        """All worlds, or none."""
        return self._store.true if true else self._store.false

    def variable(self, name: str) -> Diagram:
        """Where an atom is true. Raises ModelError if there is none."""
        return self._store.var(NameIndex(self.atoms, "atom").find(name, "the formula"))


class _DiagramSets(Remembering[Diagram]):
    """Sets of worlds of a structure as decision diagrams."""

    def __init__(self, structure: KnowledgeStructure) -> None:
        self.structure = structure

    def constant(self, true: bool) -> Diagram:
        """All worlds, or none."""
        return self.structure.constant(true)

    def atom(self, f: Formula) -> Diagram:
        """Where an atom is true, or something was true before."""
        return self.past(f) if isinstance(f, Past) else self.structure.variable(str(f))

    def before(self) -> _DiagramSets | None:
        """The worlds before the last step; those that are left are among them."""
        earlier = self.structure.earlier
        return None if earlier is None else _DiagramSets(earlier)

    def known(self, player: Player, body: Diagram) -> Diagram:
        """Where an agent knows what holds in these worlds."""
        return self.structure.throughout(self.structure.seen_by(str(player)), body)

    def common(self, f: Common, body: Diagram) -> Diagram:
        """Common knowledge: the greatest set of the body's worlds known throughout."""
        found: Diagram = self.structure.law & body
        while True:
            smaller = found & reduce(
                self.meet, [self.known(agent, found) for agent in f.members]
            )
            if smaller == found:
                return found
            found = smaller

    def distributed(self, f: Distributed, body: Diagram) -> Diagram:
        """Where it holds in all worlds that agree on what any of the group observes."""
        each = (self.structure.seen_by(str(agent)) for agent in f.members)
        return self.structure.throughout(frozenset[int]().union(*each), body)

    def announced(self, said: Diagram, body: Formula) -> Diagram:
        """Where the body holds after a truth has been announced, or it is no truth."""
        return self.structure.after(said, body)

    def done(self, f: Doing) -> Diagram:
        """Where the body holds after something has been told to a group."""
        found: Diagram = f.what.leading_to(
            self.structure, f.event, f.every, f.body, _DiagramSets
        )
        return found
