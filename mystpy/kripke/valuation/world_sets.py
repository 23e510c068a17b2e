"""The truth of formulas in a model, as sets of worlds in arrays; now and before.

The past is expressed by the yesterday operator over the history of updates (Yap 2006;
Sack 2008); there is also group announcement logic (Agotnes and others 2010).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from mystpy.errors import QueryError, did_you_mean
from mystpy.kripke.clusters import BeliefClusters, leading_to
from mystpy.kripke.faults import ModelError
from mystpy.kripke.partition import Mask, Partition, join, of_masks
from mystpy.kripke.stability.signatures import stable
from mystpy.language.atoms import Player
from mystpy.language.nodes import Common, Distributed, Formula, GroupAnnouncing
from mystpy.language.subformulas import walk
from mystpy.language.temporal import Doing, Once, Past, Previously
from mystpy.language.truth import Algebra, evaluate

if TYPE_CHECKING:  # it evaluates formulas by these sets
    from mystpy.kripke.model import Model


T = TypeVar("T")


def needs_past(formula: Formula) -> bool:
    """Whether a formula is about the past, so that earlier models must be kept."""
    return any(isinstance(node, Past) for node in walk(formula))


class Remembering(Algebra[T]):
    """Sets of worlds of a model with a link to the model before the last step.

    `before F` is true in a world if there was a moment before the last step, and F was
    true then in the world from which it came. The worlds that an agent considered
    possible then include those that have been removed since.
    """

    def before(self) -> Remembering[T] | None:
        """The sets of worlds at the moment before; None if nothing has happened yet."""
        raise NotImplementedError

    def lifted(self, found: T) -> T:
        """The worlds that came from those of a set at the moment before."""
        return found

    def past(self, f: Any) -> T:
        """Where it was true before the last step, or once, or has been so far."""
        then = self.before()
        if isinstance(f, Previously):
            if then is None:
                return self.constant(False)
            return self.lifted(evaluate(f.body, then))
        moments: list[Remembering[T]] = [self]
        while then is not None:
            moments.append(then)
            then = then.before()
        combine = self.join if isinstance(f, Once) else self.meet
        found = evaluate(f.body, moments.pop())
        for moment in reversed(moments):
            here = moment.own(evaluate(f.body, moment))
            found = combine(here, moment.lifted(found))
        return found


Holders = tuple[str, ...]
"""An agent, or a group whose joint beliefs are meant."""


class BeliefConvention:
    """The beliefs of agents without possible worlds: everything, as usual, or nothing.

    `believing_nothing` are the agents for whom the latter is assumed; `met` gathers
    those who considered no world possible where a formula was evaluated.
    """

    def __init__(self, believing_nothing: frozenset[Holders] = frozenset()) -> None:
        self.believing_nothing = believing_nothing
        self.met: dict[Holders, None] = {}


class WorldSets(Remembering[Mask]):
    """Sets of worlds of one model as arrays; what groups can reach is kept."""

    def __init__(
        self, model: Model, convention: BeliefConvention | None = None
    ) -> None:
        self.model = model
        self.convention = convention or BeliefConvention()
        self.linked: dict[tuple[Player, ...], Partition] = {}

    def of(self, model: Model) -> WorldSets:
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
                f"the past is not decided after announcements of a group: {f}",
                word="before",
            )
        group = [self.model.knowledge(str(player)) for player in f.members]
        kinds = of_masks(self.model.valuation.values(), len(self.model))
        found = self.constant(f.every)
        for said in announceable(group, self.model.relations, kinds):
            after = evaluate(f.body, self.of(self.model.restricted(said)))
            found[np.flatnonzero(said)[after != f.every]] = not f.every
        return found


MOST_CLASSES = 12
"""The maximal number of classes of a member in one part, for a list of their unions."""
MOST_SETS = 1 << 18
"""The maximal number of pairs of announcements of members that are examined."""


def announceable(
    group: Sequence[Partition], every: Sequence[Partition], kinds: Partition
) -> Iterator[Mask]:
    """Yield the nonempty sets that a group with these relations can announce, by part.

    At the same time each member announces something that the member knows: any union of
    classes of the member's relation that keeps bisimilar worlds together; the
    intersection of these unions is left. The truth in one part of a model, of linked
    worlds, does not depend on the announcements in others, so each has its own sets.
    `every` are the relations of all agents, `kinds` the worlds in which the same atoms
    are true. Raises QueryError if they are too many.
    """
    size = len(kinds)
    kinds = stable(every, kinds)
    blocks = [join([relation, kinds], size) for relation in group]
    cells = reduce(Partition.meet, blocks)
    whole = join([*every, kinds], size)
    for number in range(whole.count):
        here = whole.numbers == number
        own = [_masks(block, cells, here) for block in blocks]
        table = np.zeros(cells.count, np.bool_)
        for chosen in _intersections(own):
            table[:] = [chosen >> cell & 1 for cell in range(cells.count)]
            yield table[cells.numbers] & here


def _masks(block: Partition, cells: Partition, here: Mask) -> list[int]:
    """Return a member's classes in one part, each as a number whose bits are cells."""
    pairs = set(
        zip(block.numbers[here].tolist(), cells.numbers[here].tolist(), strict=True)
    )
    found: dict[int, int] = {}
    for number, cell in pairs:
        found[number] = found.get(number, 0) | 1 << cell
    return list(found.values())


def _intersections(own: list[list[int]]) -> set[int]:
    """Return the intersections when each member announces a union of classes."""
    found = {sum(own[0])}
    for classes in own:
        if len(classes) > MOST_CLASSES or len(found) << len(classes) > MOST_SETS:
            raise QueryError(
                f"what the group can announce is not listed: a member tells "
                f"{len(classes)} classes of worlds apart, and of at most "
                f"{MOST_CLASSES} all unions are tried",
                hint="ask of one announcement, [F!]G, or of a smaller model",
            )
        unions = {0}
        for one in classes:
            unions |= {union | one for union in unions}
        found = {left & union for left in found for union in unions}
    return found - {0}
