"""The truth of formulas in a model, as sets of worlds in arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import numpy as np

from mystpy.errors import did_you_mean
from mystpy.kripke.clusters import BeliefClusters, leading_to
from mystpy.kripke.faults import ModelError
from mystpy.kripke.partition import Mask, Partition, of_masks
from mystpy.kripke.stability.unions import announceable
from mystpy.kripke.valuation.past import Remembering, needs_past
from mystpy.language.atoms import Player
from mystpy.language.nodes import Common, Distributed, Formula, GroupAnnouncing
from mystpy.language.temporal import Doing, Past
from mystpy.language.truth import evaluate

Holders = tuple[str, ...]
"""An agent, or a group of whom it is said what its members know together."""


class Evaluated(Protocol):
    """What is needed of a model to evaluate formulas in it; see `Model`."""

    def __len__(self) -> int:
        """The number of worlds."""

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents, in order."""

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms."""

    @property
    def relations(self) -> tuple[Partition, ...]:
        """The relation of each agent."""

    @property
    def valuation(self) -> Mapping[str, Mask]:
        """Where each atom is true."""

    @property
    def earlier(self) -> Any:
        """The moment before the last step, if there was one."""

    def relation(self, agent: str) -> Partition:
        """The relation of an agent."""

    def knowledge(self, agent: str) -> Partition:
        """The relation of an agent who cannot be wrong."""

    def together(self, group: Iterable[str]) -> Partition:
        """What a group would know by putting all together."""

    def linked(self, group: Iterable[str] | None = None) -> Partition:
        """The worlds that are linked by a group's agents."""

    def restricted(self, mask: Mask) -> Any:
        """The model of the worlds of a set."""


class BeliefConvention:
    """What those believe who hold no world possible: everything, as usual, or nothing.

    `believing_nothing` are those of whom the latter is assumed; `met` gathers those who
    held no world possible where a formula was evaluated.
    """

    def __init__(self, believing_nothing: frozenset[Holders] = frozenset()) -> None:
        self.believing_nothing = believing_nothing
        self.met: dict[Holders, None] = {}


class WorldSets(Remembering[Mask]):
    """Sets of worlds of one model as arrays; what groups can reach is kept."""

    def __init__(
        self, model: Evaluated, convention: BeliefConvention | None = None
    ) -> None:
        self.model = model
        self.convention = convention or BeliefConvention()
        self.linked: dict[tuple[Player, ...], Partition] = {}

    def of(self, model: Evaluated) -> WorldSets:
        """The sets of worlds of another model, by the same convention."""
        return WorldSets(model, self.convention)

    def constant(self, true: bool) -> Mask:
        """All worlds, or none."""
        return np.full(len(self.model), true)

    def atom(self, f: Formula) -> Mask:
        """Where an atom is true, or something was true before.

        Raises ModelError if the model does not have the atom, or what was before.
        """
        if isinstance(f, Past):
            return self.past(f)
        name = str(f)
        if name not in self.model.valuation:
            near = did_you_mean(name, self.model.atoms)
            raise ModelError(
                f"there is no atom {name} in the model", hint=near, word=name
            )
        return self.model.valuation[name]

    def before(self) -> WorldSets | None:
        """The sets of the worlds before the last step. Raises ModelError if unknown."""
        earlier = self.model.earlier
        if earlier is None:
            return None
        if earlier.model is None:
            raise ModelError(
                "what was true before is not known, since worlds have been contracted "
                "after it: they are alike now, and need not have been before",
                hint="leave out contract",
                word="before",
            )
        return self.of(earlier.model)

    def lifted(self, found: Mask) -> Mask:
        """The worlds that came from those of a set of worlds before the last step."""
        earlier = self.model.earlier
        assert earlier is not None, "there was a moment before"
        lifted: Mask = found[earlier.origins]
        return lifted

    def own(self, a: Mask) -> Mask:
        """A copy, to be written into."""
        return a.copy()

    def meet(self, a: Mask, b: Mask) -> Mask:
        """The worlds in both, written into the first."""
        a &= b
        return a

    def join(self, a: Mask, b: Mask) -> Mask:
        """The worlds in one of them, written into the first."""
        a |= b
        return a

    def known(self, player: Player, body: Mask) -> Mask:
        """Where an agent knows it; ModelError for one who may be wrong."""
        return self.model.knowledge(str(player)).inside(body)

    def believed(self, player: Player, body: Mask) -> Mask:
        """Where it holds in all worlds that an agent's relation leads to."""
        relation = self.model.relation(str(player))
        return self.agreed((str(player),), relation, relation.inside(body))

    def agreed(self, holders: Holders, relation: Partition, found: Mask) -> Mask:
        """Where holders believe something, by the convention where they see nothing."""
        denied = self.denied(holders, relation)
        return found if denied is None else found & ~denied

    def denied(self, holders: Holders, relation: Partition) -> Mask | None:
        """Where holders who hold no world possible are taken to believe nothing."""
        if not isinstance(relation, BeliefClusters):
            return None
        blind = relation.blind()
        if not blind.any():
            return None
        self.convention.met[holders] = None
        return blind if holders in self.convention.believing_nothing else None

    def common(self, f: Common, body: Mask) -> Mask:
        """Where it holds in all worlds that the group's relations lead to."""
        members = tuple(map(str, f.members))
        relations = [self.model.relation(agent) for agent in members]
        if any(relation.core is not None for relation in relations):
            none = self.constant(False)
            for agent, relation in zip(members, relations, strict=True):
                denied = self.denied((agent,), relation)
                none = none if denied is None else none | denied
            return ~(none | leading_to(relations, none | ~body))
        if f.members not in self.linked:
            self.linked[f.members] = self.model.linked(members)
        return self.linked[f.members].inside(body)

    def distributed(self, f: Distributed, body: Mask) -> Mask:
        """Where it holds in all worlds that are alike for all of the group."""
        members = tuple(map(str, f.members))
        relation = self.model.together(members)
        return self.agreed(members, relation, relation.inside(body))

    def announced(self, said: Mask, body: Formula) -> Mask:
        """Where the body holds after a truth has been announced, or it is no truth."""
        found = ~said
        if said.any():
            after = self.model.restricted(said).following(self.model)
            found[said] = evaluate(body, self.of(after))
        return found

    def done(self, f: Doing) -> Mask:
        """Where the body holds after an action that a file names."""

        def sets(after: Any) -> WorldSets:
            return self.of(after.following(self.model))

        found: Mask = f.what.leading_to(self.model, f.event, f.every, f.body, sets)
        return found

    def group_announced(self, f: GroupAnnouncing) -> Mask:
        """Where the body holds after all, or some, announcements of a group."""
        if needs_past(f.body):
            raise ModelError(
                f"what was before is not decided after what a group may announce: {f}",
                word="before",
            )
        group = [self.model.knowledge(str(player)) for player in f.members]
        kinds = of_masks(self.model.valuation.values(), len(self.model))
        found = self.constant(f.every)
        for said in announceable(group, self.model.relations, kinds):
            after = evaluate(f.body, self.of(self.model.restricted(said)))
            found[np.flatnonzero(said)[after != f.every]] = not f.every
        return found
