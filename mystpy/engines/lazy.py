"""Worlds that satisfy a formula, sought with knowledge checked only where it is claimed.

What is held possible is sought along with the world itself, in linked copies. That a
player *knows* something speaks of all worlds of a view, so an answer of the solver
only claims it, by a flag. The claim is checked by a search of its own: is there a
world with this view in which what is claimed to be known is false? If so, the flag is
told to be false for all views for which the world found shows the same. So every
check either confirms an answer or rules out many, and alternations of knowing and
not knowing are followed only as deep as the worlds at hand need it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from mystpy.engines.copies import Copies
from mystpy.engines.encoding import Encoding, Shape
from mystpy.engines.exchange import spread
from mystpy.engines.nnf import AllOf, AnyOf, Known, Literal, Maybe, Modality, Node, NormalForms
from mystpy.engines.scene import Cube, Scene
from mystpy.engines.solver import BUDGET, GaveUp, Model

ROUNDS = 20_000
"""Answers with a wrong claim after which a search is given up."""

_COPIES = 8
"""Possibilities in one search that get copies, unless more of them are nested."""

_MOST_COPIES = 64
_SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 65)
_MOST_RULES = 400_000

Worlds = list[int]
"""The worlds found in the copies, for the possibilities of a node in their order."""


@dataclass(slots=True)
class Possibility:
    """What is known by now of whether a player holds something possible.

    ``views`` has the views that were asked for, ``found`` and ``excluded`` cubes of
    views for which it is, and is not, held possible.
    """

    player: int
    body: Node
    views: dict[int, bool] = field(default_factory=dict)
    found: list[Cube] = field(default_factory=list)
    excluded: list[Cube] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A claim to be checked: a modality in a world."""

    node: Modality
    world: int


@dataclass(slots=True)
class Reading:
    """An answer while it is read: which worlds it has, and which flags are claimed."""

    encoding: Encoding
    model: Model
    worlds: dict[int, int] = field(default_factory=dict)

    def world(self, copy: int) -> int:
        """Return the world of a copy."""
        if copy not in self.worlds:
            self.worlds[copy] = self.encoding.copies.world(self.model, copy)
        return self.worlds[copy]

    def claims(self, node: Modality, copy: int) -> bool:
        """Return whether a modality is claimed in a copy."""
        flag = self.encoding.flags.get((node, copy))
        return flag is not None and self.model.is_true(flag.atom)


class Inquiry:
    """Searches for worlds under one law; what was found out is kept for the next."""

    def __init__(self, scene: Scene, forms: NormalForms, budget: int = BUDGET) -> None:
        self.scene = scene
        self.forms = forms
        self._budget = budget
        self._shape = Shape()
        self._copies: dict[int, Copies] = {}
        self._encodings: dict[int, Encoding] = {}
        self._possibilities: dict[tuple[int, Node], Possibility] = {}

    def track(self, scene: Scene) -> None:
        """Let more shows be part of the worlds: what was found out stays true."""
        self.scene = scene
        for copies in self._copies.values():
            copies.extend(scene)

    def tell(self, scene: Scene, forms: NormalForms) -> None:
        """Go on with a law that extends the one before: knowledge has to be found anew."""
        self._copies = {
            size: copies
            for size, copies in self._copies.items()
            if copies.solver.size < _MOST_RULES
        }
        self.track(scene)
        self.forms = forms
        self._shape = Shape()
        self._encodings.clear()
        self._possibilities.clear()

    def copies(self, count: int) -> Copies:
        """Return so many copies of the world, or a few more."""
        size = next(size for size in _SIZES if size >= count)
        if size not in self._copies:
            self._copies[size] = Copies(self.scene, size, self._budget)
        return self._copies[size]

    def _encoding(self, node: Node) -> Encoding:
        """Return an encoding with copies enough for a node."""
        room = min(max(_COPIES, self._shape.depth(node)), _MOST_COPIES)
        copies = self.copies(1 + self._shape.taken(node, room))
        if len(copies) not in self._encodings:
            self._encodings[len(copies)] = Encoding(copies, self._shape)
        return self._encodings[len(copies)]

    def find(self, node: Node, known: int) -> Worlds | None:
        """Return worlds that make a node true, the first of them with the known bits.

        None if there are none. Raises GaveUp if the budget does not suffice.
        """
        found = self._find(node, known, read_all=True)
        return found if isinstance(found, list) else None

    def possible(self, player: int, body: Node, view: int) -> bool:
        """Return whether a player with this view holds the body possible."""
        asked = self._possibility(player, body)
        if (said := self._recall(asked, view)) is not None:
            return said
        found = self._find(body, view, read_all=False) is not None
        asked.views[view] = found
        return found

    def _possibility(self, player: int, body: Node) -> Possibility:
        key = player, body
        if key not in self._possibilities:
            self._possibilities[key] = Possibility(player, body)
        return self._possibilities[key]

    def _about(self, node: Modality) -> Possibility:
        """Return the possibility that a modality affirms (Maybe) or denies (Known)."""
        if isinstance(node, Maybe):
            return self._possibility(node.player, node.body)
        return self._possibility(node.player, self.forms.opposite(node.body))

    def _recall(self, asked: Possibility, view: int) -> bool | None:
        """Return what is known by now of a possibility; None if nothing is."""
        if view in asked.views:
            return asked.views[view]
        for cubes, said in (asked.found, True), (asked.excluded, False):
            if any(cube.holds(view) for cube in cubes):
                asked.views[view] = said
                return said
        return None

    def _find(self, node: Node, known: int, read_all: bool) -> Worlds | Cube:
        """Return worlds that make a node true, or the known bits that exclude them."""
        encoding = self._encoding(node)
        copies = encoding.copies
        sought = encoding.sought(node)
        view = copies.literals(0, known)
        last = 1 + encoding.taken(node, 1) if read_all else 0

        def read(model: Model) -> tuple[Worlds, list[Doubt]]:
            reading = Reading(encoding, model)
            doubts = self._doubts(node, 0, 1, reading)
            assert doubts is not None, "the solver makes the node true"
            return [reading.world(copy) for copy in range(last)], doubts

        for _ in range(ROUNDS):
            self._learn(encoding)
            answer = copies.solver.solve([*view, *sought], read)
            if answer is None:
                return self._core(copies, known)
            worlds, doubts = answer
            if all(self._settle(doubt) for doubt in doubts):
                return worlds
        raise GaveUp(f"{ROUNDS:,} worlds were looked at in vain")
