"""Models that are too large to list: knowledge structures on decision diagrams.

In the field: symbolic model checking of dynamic epistemic logic (van Benthem, van
Eijck, Gattinger and Su 2015).

A knowledge structure has atoms, a law, and for each agent the atoms that the agent
observes. It stands for the model whose worlds are the valuations of the atoms that make
the law true; an agent cannot tell two of them apart that agree on what the agent
observes. Sets of worlds are diagrams.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from typing import ClassVar

import numpy as np

from mystpy.compilation import dataclass
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
from mystpy.language.truth import Algebra, evaluate
from mystpy.language.vocabulary import ModelWords

NODES = 1 << 20
"""How many nodes the diagrams of one structure may have, those in between included."""


class KnowledgeStructure(Remembering[Diagram]):
    """A knowledge structure: atoms, a law, and what each agent observes.

    Sets of its worlds are decision diagrams.

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
        listed = self._listed = NameIndex(atoms, "atom")
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
        self._known: dict[Formula, Diagram] = {}
        self.earlier: KnowledgeStructure | None = None
        self.law: Diagram = self._store.true
        if law is not None:
            self.law = self._law_after(self.where(law))
            self._known = {}

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

    def announce(self, formula: Formula | str) -> KnowledgeStructure:
        """The structure after a formula has been announced to all.

        Raises ModelError if it is true in no world.
        """
        return self._after(self._law_after(self.where(formula)))

    def _after(self, law: Diagram) -> KnowledgeStructure:
        """The structure with another law after a step in this one."""
        new: KnowledgeStructure = object.__new__(KnowledgeStructure)
        new.__dict__.update(self.__dict__)
        new.law, new._known, new.earlier = law, {}, self
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
        if formula not in self._known:
            try:
                found = self._store.with_room(lambda: evaluate(formula, self))
            except StoreFull:
                message = f"the decision diagrams need more than {NODES} nodes"
                raise EngineFailed(message) from None
            self._known[formula] = found
        return self._known[formula]

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
        held = {self._listed.find(atom, "the actual world") for atom in true}
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

    def before_telling(self, found: Diagram) -> Diagram:
        """The worlds of this structure among those after something was told."""
        return self._store.some(found, {self._size})

    def constant(self, true: bool) -> Diagram:
        """All worlds, or none."""
        return self._store.true if true else self._store.false

    def atom(self, f: Formula) -> Diagram:
        """Where an atom is true, or something was true before.

        Raises ModelError if there is no such atom.
        """
        if isinstance(f, Past):
            return self.past(f)
        return self._store.var(self._listed.find(str(f), "the formula"))

    def before(self) -> KnowledgeStructure | None:
        """The structure before the last step; the worlds that are left are in it."""
        return self.earlier

    def known(self, player: Player, body: Diagram) -> Diagram:
        """Where an agent knows what holds in these worlds."""
        return self.throughout(self.seen_by(str(player)), body)

    def common(self, f: Common, body: Diagram) -> Diagram:
        """Common knowledge: the greatest set of the body's worlds known throughout."""
        found: Diagram = self.law & body
        while True:
            smaller = found & reduce(
                self.meet, [self.known(agent, found) for agent in f.members]
            )
            if smaller == found:
                return found
            found = smaller

    def distributed(self, f: Distributed, body: Diagram) -> Diagram:
        """Where it holds in all worlds that agree on what any of the group observes."""
        each = (self.seen_by(str(agent)) for agent in f.members)
        return self.throughout(frozenset[int]().union(*each), body)

    def announced(self, said: Diagram, body: Formula) -> Diagram:
        """Where the body holds after a truth has been announced, or it is no truth."""
        law = self.law & said
        if not law.satisfiable():
            return self.constant(True)
        return ~said | evaluate(body, self._after(law))

    def done(self, f: Doing) -> Diagram:
        """Where the body holds after something has been told to a group."""
        found: Diagram = f.what.leading_to(self, f.event, f.every, f.body, _itself)
        return found


def _itself(structure: KnowledgeStructure) -> KnowledgeStructure:
    """A structure, which is the algebra of its sets of worlds."""
    return structure


@dataclass(frozen=True, slots=True)
class StructureAnnouncement:
    """A group is told that a formula is true, or whether it is: see `Doing`.

    All others see that the group is told which of both is so, and not which. In files
    of SMCDEL it is written `[a,b ! F]G`.
    """

    group: tuple[str, ...]
    said: Formula
    whether: bool
    events: ClassVar[tuple[str, ...]] = ("told",)

    def leading_to(
        self,
        model: KnowledgeStructure,
        event: str | None,
        every: bool,
        body: Formula,
        sets: Callable[[KnowledgeStructure], Algebra[Diagram]],
    ) -> Diagram:
        """Where a formula holds after it; `every` counts where it cannot happen."""
        said = evaluate(self.said, model)
        after = model.inform_group(self.group, said)
        found = model.before_telling(after.law & evaluate(body, after))
        if self.whether:
            return found
        return ~said | found if every else said & found
