"""Why a formula is true or false in a world: the worlds that witness it.

These are countermodels as paths, and game-theoretic semantics (Hintikka 1973).

The witness that an agent does not know a formula is a world that the agent considers
possible and in which it is false. The witness that it is not common knowledge is a
shortest path to such a world; and so on for subformulas. The witnesses that an agent
knows it are all the worlds that the agent considers possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

import numpy as np

from mystpy.compilation import dataclass, replace
from mystpy.kripke.clusters import led_to
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Mask
from mystpy.language.atoms import Player
from mystpy.language.nodes import (
    And,
    Announcing,
    Believes,
    Common,
    Considers,
    Distributed,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from mystpy.language.subformulas import refuse_deep
from mystpy.language.temporal import Previously


@dataclass(frozen=True, slots=True)
class Passage:
    """A step to another world, which these agents cannot tell from the one before."""

    agents: tuple[str, ...]
    world: int


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A formula that is true or false in a world of a model, and why.

    `way` leads to the world from that of the ground above; `parts` are the grounds of
    the subformulas. If the formula has its value because of all worlds that an agent,
    or a group, considers possible, they are in `every`. `said` was announced on the
    way: the model is the one after it. `before` says that the model is the one before
    the last step. `nothing` are those who consider no world possible, and therefore
    believe everything.
    """

    model: Model
    world: int
    formula: Formula
    true: bool
    way: tuple[Passage, ...] = ()
    parts: tuple[Ground, ...] = ()
    every: tuple[int, ...] = ()
    said: Formula | None = None
    before: bool = False
    nothing: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The world's name."""
        return self.model.names[self.world]

    def path(self) -> Iterator[Ground]:
        """The ground itself, and the first below it, and the first below that."""
        yield self
        if self.parts:
            yield from self.parts[0].path()


def ground(model: Model, world: int, formula: Formula) -> Ground:
    """Why a formula has its value in a world of a model.

    Errors as for Model.truth.
    """
    refuse_deep(formula)
    model.truth(formula)
    return _Grounds(model).of(world, formula)


class _Grounds:
    """The grounds of formulas in one model; truth values are kept."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.masks: dict[int, tuple[Formula, Mask]] = {}

    def truth(self, formula: Formula) -> Mask:
        if id(formula) not in self.masks:
            self.masks[id(formula)] = formula, self.model.truth(formula)
        return self.masks[id(formula)][1]

    def of(self, world: int, formula: Formula) -> Ground:
        """The ground of a formula in a world."""
        found = Ground(self.model, world, formula, bool(self.truth(formula)[world]))
        match formula:
            case Not(body):
                return replace(found, parts=(self.of(world, body),))
            case Considers(agent, body):
                doubt: Formula = Not(Believes(agent, Not(body)))
                return replace(found, parts=(self.of(world, doubt),))
            case Knows(agent, body) | Believes(agent, body):
                return self.known(found, (str(agent),), body)
            case Distributed(_, body):
                return self.known(found, tuple(map(str, formula.members)), body)
            case Common(_, body):
                return self.common(found, tuple(map(str, formula.members)), body)
            case Announcing(said, body):
                return self.announced(found, said, body)
            case Previously(body):
                return self.previous(found, body)
        return replace(found, parts=self.joined(found, formula))

    def joined(self, found: Ground, formula: Formula) -> tuple[Ground, ...]:
        """Return the parts that give a connective its value; none for an atom."""
        world = found.world
        match formula:
            case And(parts) | Or(parts):
                parts = tuple(parts)
            case Everyone(_, body):
                parts = tuple(self.of_one(agent, body) for agent in formula.members)
            case Implies(left, right):
                parts = (Not(left), right)
            case Iff(left, right):
                return self.of(world, left), self.of(world, right)
            case _:
                return ()
        if found.true is isinstance(formula, And | Everyone):
            return tuple(self.of(world, part) for part in parts)
        decisive = (p for p in parts if self.truth(p)[world] == found.true)
        return tuple(self.of(world, part) for part in [next(decisive)])

    def of_one(self, agent: Player, body: Formula) -> Formula:
        """Return the formula that an agent knows this, or believes it if fallible."""
        relation = self.model.relation(str(agent))
        return (Knows if relation.core is None else Believes)(agent, body)

    def known(self, found: Ground, agents: tuple[str, ...], body: Formula) -> Ground:
        seen = self.model.together(agents).class_of(found.world)
        if found.true:
            return _throughout(found, agents, seen)
        odd = seen & ~self.truth(body)
        world = found.world if odd[found.world] else int(np.flatnonzero(odd)[0])
        part = replace(self.of(world, body), way=(Passage(agents, world),))
        return replace(found, parts=(part,))

    def common(self, found: Ground, agents: tuple[str, ...], body: Formula) -> Ground:
        if found.true:
            here = np.arange(len(self.model)) == found.world
            seen = led_to([self.model.relation(agent) for agent in agents], here)
            return _throughout(found, agents, seen)
        way = shortest(self.model, found.world, ~self.truth(body), agents)
        part = replace(self.of(way[-1].world, body), way=way)
        return replace(found, parts=(part,))

    def announced(self, found: Ground, said: Formula, body: Formula) -> Ground:
        """Return the ground of a formula after an announcement, which may be false."""
        mask = self.truth(said)
        if not mask[found.world]:
            return replace(found, parts=(self.of(found.world, said),))
        world = int(np.count_nonzero(mask[: found.world]))
        left = self.model.restricted(mask).following(self.model)
        after = _Grounds(left).of(world, body)
        return replace(found, parts=(replace(after, said=said),))

    def previous(self, found: Ground, body: Formula) -> Ground:
        """Return the ground of a formula before the last step, if there was one."""
        earlier = self.model.earlier
        if earlier is None or earlier.model is None:
            return found
        world = int(earlier.origins[found.world])
        part = _Grounds(earlier.model).of(world, body)
        return replace(found, parts=(replace(part, before=True),))


def _throughout(found: Ground, agents: tuple[str, ...], seen: Mask) -> Ground:
    """Return the ground of a formula that is true in all worlds considered possible."""
    every = tuple(np.flatnonzero(seen).tolist())
    return replace(found, every=every, nothing=() if every else agents)


def shortest(
    model: Model, world: int, goal: Mask, agents: Iterable[str]
) -> tuple[Passage, ...]:
    """A shortest path from a world to one of a set, by steps of some agents.

    There is at least one step, if only to the world itself. Raises ValueError if no
    path leads there.
    """
    relations = {agent: model.relation(agent) for agent in agents}
    for agent, relation in relations.items():
        if goal[world] and relation.same(world, world):
            return (Passage((agent,), world),)
    views = {agent: relation.views() for agent, relation in relations.items()}
    classes = {agent: [core for _, core in found] for agent, found in views.items()}
    places = {
        agent: {w: k for k, parts in enumerate(found) for w in chain(*parts)}
        for agent, found in views.items()
    }
    ways: dict[int, tuple[Passage, ...]] = {world: ()}
    used: set[tuple[str, int]] = set()
    layer = [world]
    while layer:
        after = []
        for here in layer:
            for agent, blocks in classes.items():
                place = places[agent][here]
                if (agent, place) in used:
                    continue
                used.add((agent, place))
                for there in blocks[place]:
                    way = (*ways[here], Passage((agent,), there))
                    if goal[there]:
                        return way
                    if there not in ways:
                        ways[there] = way
                        after.append(there)
        layer = after
    raise ValueError("no path leads there")
