"""The removal of arrows: an update of a relation, not of the worlds.

This is `remove_relations` of *Cluedo with agents of order zero, one and two*. It
removes an arrow from one world to another, in one direction or in both, or all arrows
that begin, or end, in a world. The rest must be a relation of knowledge or of belief.
"""

from __future__ import annotations

import numpy as np

from mystpy.compilation import dataclass, replace
from mystpy.kripke.clusters import of_seen
from mystpy.kripke.faults import ModelError, NotExecutable
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Mask, Partition

ANY = "*"
"""The sign for any world."""

MOST_ARROWS = 1 << 20
"""The maximal number of arrows of an agent for a removal."""


@dataclass(frozen=True, slots=True)
class RemoveArrows:
    """`remove(i,u,v)`: agent i distinguishes the worlds u and v after it.

    `both` says that the arrow from v to u is removed, too. An arrow from a world to
    itself is removed only if both ends are named.
    """

    agent: str
    start: str
    end: str
    both: bool = True

    def __str__(self) -> str:
        between = "," if self.both else "->"
        start, end = map(_written, (self.start, self.end))
        return f"remove({self.agent},{start}{between}{end})"

    def after(self, state: PointedModel) -> PointedModel:
        """The state after it. Errors as for `on`."""
        return PointedModel(self.on(state.model), state.point)

    def on(self, model: Model) -> Model:
        """The model without these arrows.

        Raises ModelError for an unknown agent or world and if there are too many
        arrows, NotExecutable if there is no such arrow, or if the rest is no relation
        of knowledge or of belief.
        """
        after = self._left(model, model.relation(self.agent))
        place = model.agents.index(self.agent)
        relations = (*model.relations[:place], after, *model.relations[place + 1 :])
        return replace(model, relations=relations, origins=np.arange(len(model)))

    def _left(self, model: Model, relation: Partition) -> Partition:
        arrows = sum(
            len(core) * (len(out) + len(core)) for out, core in relation.views()
        )
        if arrows > MOST_ARROWS:
            raise ModelError(
                f"{self.agent} has {arrows:,} arrows, too many to remove some of them",
                hint="tell([i],F) and announce(F) remove arrows by a formula",
            )
        size, removed = len(model), self._removed(model)
        seen = {world: set[int]() for world in range(size)}
        for outside, core in relation.views():
            for world in (*outside, *core):
                seen[world] = set(core)
        left = {w: {v for v in seen[w] if not removed[w, v]} for w in seen}
        if left == seen:
            raise NotExecutable(f"there is no arrow that {self} removes")
        what = f"the relation of {self.agent} that is left by {self}"
        try:
            return of_seen(left, size, model.names.__getitem__, what, serial=False)
        except ModelError as error:
            raise NotExecutable(
                f"{error}",
                hint="S5, KD45 and K45 are relations of knowledge and of belief",
            ) from None

    def _removed(self, model: Model) -> Mask:
        """The pairs of worlds whose arrow is removed, as a matrix."""
        starts, ends = _worlds(model, self.start), _worlds(model, self.end)
        found: Mask = starts[:, None] & ends[None, :]
        if self.both:
            found |= found.T
        if ANY in (self.start, self.end):
            np.fill_diagonal(found, val=False)
        return found


def _worlds(model: Model, name: str) -> Mask:
    """The world with a name, or all."""
    found = np.full(len(model), name == ANY)
    if name != ANY:
        found[model.world(name)] = True
    return found


def _written(world: str) -> str:
    plain = world == ANY or not set(world) & set(' ,"->')
    return world if plain else f'"{world}"'
