"""Models and states: worlds, a relation between them for each agent, and a valuation.

A state is a model with a point, the actual world. Both are values: updates make new
ones. The extension of a formula is the set of the worlds in which it is true.

An agent's relation is a partition where the agent knows (S5), and a relation of belief
where the agent may be wrong (KD45 and K45, see `clusters`). `B(i,F)`, `E`, `C` and `D`
read the relations as they are: in belief, `C` is what steps lead to, at least one.
`K(i,F)` is refused where the relation is no equivalence: what is known is true.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from mystpy.compilation import dataclass, field, replace
from mystpy.errors import did_you_mean
from mystpy.kripke.clusters import led_to
from mystpy.kripke.faults import ModelError
from mystpy.kripke.names import select_names
from mystpy.kripke.partition import Mask, Numbers, Partition, join, meet
from mystpy.kripke.valuation.world_sets import WorldSets
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import refuse_deep
from mystpy.language.truth import evaluate
from mystpy.language.vocabulary import ModelWords
from mystpy.representation import Represented, brief_repr

Agent = str | int
"""An agent, by name; the players 1, 2, ... may be given as numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Model(Represented):
    """A finite multi-agent model of knowledge (S5) or of belief (KD45, K45).

    `names` are the names of the worlds. `relations` has, for each of the `agents` in
    their order, a partition of the worlds, or a relation of belief. `valuation` maps
    each atom to a Boolean array of shape (worlds,), the worlds in which it is true.
    `origins`, an integer array of shape (worlds,), has the worlds of the earlier model
    from which these came; `earlier` is the moment before the last step; both are None
    if they are not kept. Raises ModelError if the sizes do not agree or there is no
    world. Source: van Ditmarsch 2000, chapter 2.

    >>> from mystpy.kripke import hexa
    >>> model = hexa().model
    >>> len(model), model.agents, model.true_at(0)
    (6, ('1', '2', '3'), ('h(1,r)', 'h(2,w)', 'h(3,b)'))
    """

    names: Sequence[str]
    agents: tuple[str, ...]
    relations: tuple[Partition, ...]
    valuation: Mapping[str, Mask]
    origins: Numbers | None = field(default=None, repr=False)
    earlier: Earlier | None = field(default=None, repr=False)

    __repr__ = brief_repr

    def __post_init__(self) -> None:
        if not len(self.names):
            raise ModelError("a model has at least one world")
        if len(self.agents) != len(self.relations):
            raise ModelError(
                f"{len(self.agents)} agents have {len(self.relations)} relations"
            )
        if len(set(self.agents)) < len(self.agents):
            raise ModelError("an agent is named twice")
        for agent, relation in zip(self.agents, self.relations, strict=True):
            self._fits(len(relation), f"the relation of {agent}")
        for atom, mask in self.valuation.items():
            self._fits(len(mask), f"the valuation of {atom}")

    def _fits(self, size: int, what: str) -> None:
        if size != len(self):
            raise ModelError(f"{what} is for {size} worlds, the model has {len(self)}")

    def __len__(self) -> int:
        return len(self.names)

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms, in the order of the valuation."""
        return tuple(self.valuation)

    @property
    def words(self) -> ModelWords:
        """Return the words that formulas may use."""
        return ModelWords.of(self.agents, self.atoms)

    def relation(self, agent: Agent) -> Partition:
        """Return the relation of an `agent`.

        Raises ModelError if there is no such agent.
        """
        name = str(agent)
        if name not in self.agents:
            near = did_you_mean(name, self.agents)
            known = f"the agents are {', '.join(self.agents)}"
            raise ModelError(
                f"there is no agent {name!r} in the model",
                hint=near or known,
                word=name,
            )
        return self.relations[self.agents.index(name)]

    def knowledge(self, agent: Agent) -> Partition:
        """The relation of an agent who cannot be wrong, which is an equivalence.

        Raises ModelError for an agent who may believe what is false, or none at all.
        """
        relation = self.relation(agent)
        if relation.core is not None:
            raise ModelError(
                f"{agent} may believe here what is false, so that K({agent},F) is "
                "not decided: the relation is no equivalence",
                hint=f"B({agent},F) says what {agent} believes",
                word="K",
            )
        return relation

    def world(self, name: str) -> int:
        """Return the number of the world with a `name`.

        Raises ModelError if there is none.
        """
        for number, known in enumerate(self.names):
            if known == name:
                return number
        near = did_you_mean(name, self.names[:1000])
        raise ModelError(
            f"there is no world {name!r} in the model", hint=near, word=name
        )

    def together(self, group: Iterable[Agent]) -> Partition:
        """Return what a group would know if its members shared all: the meet."""
        return meet([self.relation(agent) for agent in group], len(self))

    def linked(self, group: Iterable[Agent] | None = None) -> Partition:
        """Return the join: worlds linked by a group's agents (None: all)."""
        agents = self.agents if group is None else group
        return join([self.relation(agent) for agent in agents], len(self))

    def restricted(self, mask: Mask) -> Model:
        """Return the model of the worlds in `mask`, a Boolean array of shape (worlds,).

        Raises ModelError if it is empty.
        """
        return self.taken(np.flatnonzero(mask))

    def taken(self, items: Numbers) -> Model:
        """The model of some worlds, in this order. Raises ModelError if empty."""
        return Model(
            names=select_names(self.names, items),
            agents=self.agents,
            relations=tuple(part.taken(items) for part in self.relations),
            valuation={atom: mask[items] for atom, mask in self.valuation.items()},
            origins=items,
            earlier=self.earlier and self.earlier.taken(items),
        )

    def following(self, before: Model) -> Model:
        """Return this model as the one after a step that was taken in another model.

        Nothing has happened if it is that model itself, or its contraction.
        """
        if self is before or self.origins is None:
            return self
        return replace(self, earlier=Earlier(before, self.origins))

    def of_agents(self, agents: Sequence[Agent]) -> Model:
        """The same worlds for some of the agents only."""
        names = tuple(map(str, agents))
        relations = tuple(self.relation(agent) for agent in names)
        return Model(self.names, names, relations, self.valuation)

    def true_at(self, world: int) -> tuple[str, ...]:
        """The atoms that are true in a world."""
        return tuple(atom for atom, mask in self.valuation.items() if mask[world])

    def truth(self, formula: Formula | str) -> Mask:
        """The set of worlds in which a formula holds, an array of shape (worlds,).

        Raises ParseError for a text that cannot be read, ModelError for agents and
        atoms that the model does not have, QueryError for one nested too deeply.
        """
        if isinstance(formula, str):
            formula = parse_in_model(formula, self.words)
        else:
            refuse_deep(formula)
        return evaluate(formula, WorldSets(self))

    def at(self, point: str | int) -> PointedModel:
        """The state with a point. Raises ModelError if that is no world of it."""
        number = self.world(point) if isinstance(point, str) else point
        return PointedModel(self, number)


@dataclass(frozen=True, slots=True, eq=False)
class Earlier:
    """The moment before a step: the model then, and the worlds from which those came.

    `origins` has shape (worlds of the later model,). There is no model where it is not
    known any more.
    """

    model: Model | None
    origins: Numbers

    def taken(self, items: Numbers) -> Earlier:
        """The same moment for some of the worlds."""
        return Earlier(self.model, self.origins[items])

    def forgotten(self, items: Numbers) -> Earlier:
        """The same moment, of which nothing is known any more."""
        return Earlier(None, np.zeros(len(items), np.int64))


@dataclass(frozen=True, slots=True, eq=False)
class PointedModel(Represented):
    """A model with its actual world, whose number is `point`.

    Raises ModelError if the point is not in the `model`. Source: van Ditmarsch 2000,
    chapter 2.

    >>> from mystpy.kripke import hexa
    >>> state = hexa()
    >>> state.name, state.holds("K(1, h(1,r))"), state.holds("K(1, h(2,w))")
    ('rwb', True, False)
    """

    model: Model
    point: int

    __repr__ = brief_repr

    def __post_init__(self) -> None:
        if not 0 <= self.point < len(self.model):
            raise ModelError(
                f"the point {self.point} is not in the model",
                hint=f"the worlds are numbered from 0 to {len(self.model) - 1}",
            )

    @property
    def name(self) -> str:
        """The name of the actual world."""
        return self.model.names[self.point]

    def holds(self, formula: Formula | str) -> bool:
        """Return whether a `formula` holds in the actual world.

        Raises ParseError if it cannot be read, and ModelError for agents or atoms that
        the model does not have.
        """
        return bool(self.model.truth(formula)[self.point])

    def generated(self) -> PointedModel:
        """Return the submodel of the worlds that agents can reach from the point."""
        relations = self.model.relations
        if all(relation.core is None for relation in relations):
            return self.restricted(self.model.linked().class_of(self.point))
        here = np.arange(len(self.model)) == self.point
        return self.restricted(led_to(relations, here) | here)

    def restricted(self, mask: Mask) -> PointedModel:
        """The state among the worlds of a set that contains the point."""
        if not mask[self.point]:
            raise ModelError(f"the point {self.name} would be removed")
        point = int(np.count_nonzero(mask[: self.point]))
        return PointedModel(self.model.restricted(mask), point)
