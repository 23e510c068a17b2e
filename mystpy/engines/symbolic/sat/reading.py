"""Reading a solution of the solver: whether a node holds in its worlds, and why.

Literals, and possibilities with their own copy, can be checked directly. The other
modalities are only claimed by their flags; each is a pending check unless it was
decided. A result about one world is true of many views, so it is stored as cubes of
views. Each wrong claim of the solver adds a cube, and clauses that exclude the claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from mystpy.compilation import NamedTuple, dataclass, field
from mystpy.engines.symbolic.sat.encoding import FormulaEncoding
from mystpy.engines.symbolic.sat.generalize import spread
from mystpy.engines.symbolic.sat.layout import Cube, WorldLayout, conjunction
from mystpy.engines.symbolic.sat.nnf import (
    AllOf,
    AnyOf,
    AtLeast,
    Group,
    Junction,
    Literal,
    Maybe,
    Modality,
    Node,
    NormalForms,
)
from mystpy.engines.symbolic.solver import Assignment


@dataclass(slots=True)
class Possibility:
    """The results so far about whether a group considers something possible.

    `views` has the answers for single views; `found` and `excluded` have the cubes of
    views for which it is possible, and is not.
    """

    group: Group
    body: Node
    views: dict[int, bool] = field(default_factory=dict)
    found: list[Cube] = field(default_factory=list)
    excluded: list[Cube] = field(default_factory=list)

    def recall(self, view: int) -> bool | None:
        """Return whether it is possible for this view; None if that is unknown."""
        if view not in self.views:
            for cubes, said in (self.found, True), (self.excluded, False):
                if any(cube.holds(view) for cube in cubes):
                    self.views[view] = said
                    return said
        return self.views.get(view)

    def learn(self, view: int, cube: Cube, said: bool) -> None:
        """Store whether it is possible for a view, and so for all views in a cube."""
        self.views[view] = said
        (self.found if said else self.excluded).append(cube)


class Memo:
    """All results found under public constraints."""

    def __init__(self, forms: NormalForms) -> None:
        self.forms = forms
        self._possibilities: dict[tuple[Group, Node], Possibility] = {}

    def of(self, group: Group, body: Node) -> Possibility:
        """Return the results about whether a group considers something possible."""
        key = group, body
        if key not in self._possibilities:
            self._possibilities[key] = Possibility(group, body)
        return self._possibilities[key]

    def about(self, node: Modality) -> Possibility:
        """Return the possibility that a modality affirms (Maybe) or denies (Known)."""
        if isinstance(node, Maybe):
            return self.of(node.group, node.body)
        return self.of(node.group, self.forms.opposite(node.body))

    def refuting(self, node: Modality) -> list[Cube]:
        """Return cubes of views in which a modality is false."""
        about = self.about(node)
        return about.excluded if isinstance(node, Maybe) else about.found

    def proving(self, node: Modality) -> list[Cube]:
        """Return cubes of views in which a modality is true."""
        about = self.about(node)
        return about.found if isinstance(node, Maybe) else about.excluded


class PendingCheck(NamedTuple):
    """A claim to be checked: a modality in a world."""

    node: Modality
    world: int


class CandidateModel:
    """A solution: the worlds in its copies, and the flags that are claimed.

    Without a model only the worlds remain, and nothing is claimed.
    """

    def __init__(
        self,
        encoding: FormulaEncoding,
        results: Memo,
        model: Assignment | None = None,
        worlds: Sequence[int] = (),
    ) -> None:
        self.encoding = encoding
        self._memo = results
        self._model = model
        self._worlds = dict(enumerate(worlds))
        self._pending: dict[tuple[Node, int, int], list[PendingCheck] | None] = {}

    @property
    def _scene(self) -> WorldLayout:
        return self.encoding.scene

    def world(self, copy: int) -> int:
        """Return the world of a copy."""
        if copy not in self._worlds and self._model is not None:
            self._worlds[copy] = self.encoding.copies.world(self._model, copy)
        return self._worlds[copy]

    def holds(self, node: Node, copy: int, free: int) -> bool:
        """Return whether a node certainly holds; its copies begin at `free`."""
        return self.pending(node, copy, free) == []

    def pending(
        self, node: Node, copy: int = 0, free: int = 1
    ) -> list[PendingCheck] | None:
        """Return the claims on which a node depends; None if it does not hold."""
        key = node, copy, free
        if key not in self._pending:
            self._pending[key] = self._doubts_of(node, copy, free)
        return self._pending[key]

    def _doubts_of(self, node: Node, copy: int, free: int) -> list[PendingCheck] | None:
        match node:
            case Literal(holder, card, positive):
                has = self._scene.hand(self.world(copy), holder) >> card & 1
                return [] if bool(has) is positive else None
            case AllOf(parts):
                return self._joint(parts, copy, free)
            case AnyOf(parts):
                return self._fewest(parts, copy, free)
            case AtLeast(parts, number):
                return self._enough(number, parts, copy, free)
        assert isinstance(node, Modality)
        seen = self._in_copy(node, copy, free)
        return self._claimed(node, copy) if seen is None else seen

    def _joint(
        self, parts: tuple[Node, ...], copy: int, free: int
    ) -> list[PendingCheck] | None:
        found: dict[PendingCheck, None] = {}
        for part in parts:
            pending = self.pending(part, copy, free)
            if pending is None:
                return None
            found.update(dict.fromkeys(pending))
            free += self.encoding.taken(part, free)
        return list(found)

    def _fewest(
        self, parts: tuple[Node, ...], copy: int, free: int
    ) -> list[PendingCheck] | None:
        best: list[PendingCheck] | None = None
        for part in parts:
            pending = self.pending(part, copy, free)
            if pending == []:
                return pending
            if pending is not None and (best is None or len(pending) < len(best)):
                best = pending
        return best

    def _enough(
        self, number: int, parts: tuple[Node, ...], copy: int, free: int
    ) -> list[PendingCheck] | None:
        """Return the pending checks for `number` of some parts to hold."""
        places = self.places(parts, free)
        each = [self.pending(part, copy, free) for part, free in places]
        least = sorted((pending for pending in each if pending is not None), key=len)
        if len(least) < number:
            return None
        return list(dict.fromkeys(d for pending in least[:number] for d in pending))

    def places(self, parts: tuple[Node, ...], free: int) -> Iterator[tuple[Node, int]]:
        """Yield parts that may all hold, each with its first free copy."""
        for part in parts:
            yield part, free
            free += self.encoding.taken(part, free)

    def _in_copy(
        self, node: Modality, copy: int, free: int
    ) -> list[PendingCheck] | None:
        """Return the pending checks of a possibility if a copy shows it."""
        if not self.encoding.is_eager(node, free):
            return None
        apart = self.world(copy) ^ self.world(free)
        if apart & self._scene.view(node.group):
            return None
        return self.pending(node.body, free, free + 1)

    def _claimed(self, node: Modality, copy: int) -> list[PendingCheck] | None:
        """Return the pending check of a claim; none if it is known to be right."""
        world = self.world(copy)
        view = world & self._scene.view(node.group)
        possible = self._memo.about(node).recall(view)
        if possible is None:
            flag = self.encoding.flags.get((node, copy))
            claimed = flag and self._model and self._model.is_true(flag.atom)
            return [PendingCheck(node, world)] if claimed else None
        return [] if possible is isinstance(node, Maybe) else None

    def has_copy(self, node: Modality, copy: int, free: int) -> bool:
        """Return whether a modality can be checked in its own copy."""
        return self._in_copy(node, copy, free) == []

    def why(self, node: Node, copy: int = 0, free: int = 1) -> Cube:
        """Return a cube, true in the world of a copy, that makes a node true."""
        match node:
            case Literal(holder, card, positive):
                bit = 1 << self._scene.hand_at(holder) + card
                return Cube(bit, 0) if positive else Cube(0, bit)
            case Junction():
                held = self.supporting(node, copy, free)
                return conjunction([self.why(part, copy, at) for part, at in held])
        assert isinstance(node, Modality)
        if self.has_copy(node, copy, free):
            inner = self.why(node.body, free, free + 1)
            return spread(self._scene, self.world(free), inner, node.group)
        proving = self._memo.proving(node)
        return next(cube for cube in proving if cube.holds(self.world(copy)))

    def supporting(
        self, node: Junction, copy: int, free: int
    ) -> list[tuple[Node, int]]:
        """Return parts that make a junction true, with their free copies."""
        if isinstance(node, AnyOf):
            held = (x for x in node.parts if self.holds(x, copy, free))
            return [(next(held), free)]
        places = self.places(node.parts, free)
        if not isinstance(node, AtLeast):
            return list(places)
        enough = ((x, at) for x, at in places if self.holds(x, copy, at))
        return list(islice(enough, node.number))
