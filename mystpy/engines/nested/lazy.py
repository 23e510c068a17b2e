"""Worlds that satisfy a formula, sought with knowledge checked only where it is claimed.

What is held possible is sought along with the world itself, in linked copies. That a
player *knows* something speaks of all worlds of a view, so an answer of the solver
only claims it, by a flag. The claim is checked by a search of its own: is there a
world with this view in which what is claimed to be known is false? If so, the flag is
told to be false for all views for which the world found shows the same. So every
check either confirms an answer or rules out many, and alternations of knowing and
not knowing are followed only as deep as the worlds at hand need it.
"""  # noqa: E501

from __future__ import annotations

from dataclasses import dataclass, field

from mystpy.engines.deals import bits
from mystpy.engines.nested.copies import Copies
from mystpy.engines.nested.encoding import Encoding, Shape
from mystpy.engines.nested.nnf import (
    AllOf,
    AnyOf,
    Literal,
    Maybe,
    Modality,
    Node,
    NormalForms,
)
from mystpy.engines.nested.scene import Cube, Scene
from mystpy.engines.nested.solver import BUDGET, GaveUp, Model
from mystpy.engines.nested.spread import spread

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


class Reading:
    """An answer while it is read: which worlds it has, and which flags are claimed.

    Once the worlds are all that is left of it, nothing is claimed any more.
    """

    __slots__ = ("doubts", "encoding", "model", "worlds")

    def __init__(self, encoding: Encoding, model: Model | None, worlds: Worlds) -> None:
        self.encoding = encoding
        self.model = model
        self.worlds = dict(enumerate(worlds))
        self.doubts: dict[tuple[Node, int, int], list[Doubt] | None] = {}

    def world(self, copy: int) -> int:
        """Return the world of a copy."""
        if copy not in self.worlds and self.model is not None:
            self.worlds[copy] = self.encoding.copies.world(self.model, copy)
        return self.worlds[copy]

    def claims(self, node: Modality, copy: int) -> bool:
        """Return whether a modality is claimed in a copy."""
        flag = self.encoding.flags.get((node, copy))
        return bool(flag and self.model and self.model.is_true(flag.atom))


class Inquiry:
    """Searches for worlds under one law; what was found out is kept for the next."""

    def __init__(self, scene: Scene, forms: NormalForms, budget: int = BUDGET) -> None:
        self.scene = scene
        self.forms = forms
        self._budget = budget
        self._nested = 0
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
        """Go on with a law that extends the one before: knowledge has to be found anew."""  # noqa: E501
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
            self._encodings[len(copies)] = Encoding(copies, self.forms, self._shape)
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
        found = self._find(body, view, read_all=False)
        if isinstance(found, Cube):
            asked.excluded.append(found)
        else:
            asked.found.append(Cube(view, 0))
        asked.views[view] = isinstance(found, list)
        return asked.views[view]

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
        certain = self._shape.is_certain(node, len(copies) - 1)
        last = 1 + encoding.taken(node, 1) if read_all else 0

        def read(model: Model) -> tuple[Worlds, list[Doubt]]:
            reading = Reading(encoding, model, [])
            if certain:
                return [reading.world(copy) for copy in range(last)], []
            doubts = self.doubts(node, 0, 1, reading)
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

    def _core(self, copies: Copies, known: int) -> Cube:
        """Return those of the known bits that the last search failed for."""
        core = copies.solver.core
        has = sum(
            1 << bit
            for bit, atom in copies.atoms[0].items()
            if known >> bit & 1 and atom in core
        )
        return Cube(has, 0)

    def _learn(self, encoding: Encoding) -> None:
        """Tell of each flag where it is false."""
        for flag in encoding.flags.values():
            asked = self._about(flag.node)
            cubes = asked.excluded if isinstance(flag.node, Maybe) else asked.found
            if flag.learnt < len(cubes):
                encoding.learn(flag, cubes)

    def _settle(self, doubt: Doubt) -> bool:
        """Return whether a claim is right; if it is not, learn where else it is not."""
        asked = self._about(doubt.node)
        view = doubt.world & self.scene.view(asked.player)
        said = self._recall(asked, view)
        if said is None:
            self._nested += 1
            found = self._find(asked.body, view, read_all=True)
            self._nested -= 1
            said = asked.views[view] = isinstance(found, list)
            if isinstance(found, list):
                self._witnessed(asked, found)
            else:
                asked.excluded.append(self._shrunk(asked.body, found))
        return said is isinstance(doubt.node, Maybe)

    def doubts(
        self, node: Node, copy: int, free: int, reading: Reading
    ) -> list[Doubt] | None:
        """Return the claims on which it rests that a node holds; None if it does not."""  # noqa: E501
        key = node, copy, free
        if key not in reading.doubts:
            reading.doubts[key] = self._doubts_of(node, copy, free, reading)
        return reading.doubts[key]

    def _witnessed(self, asked: Possibility, worlds: Worlds) -> None:
        """Learn from worlds found for a possibility: for which views it is there too.

        The same goes for all that the player is asked of, and that the world shows.
        """
        why = self.why(asked.body, worlds)
        asked.found.append(spread(self.scene, worlds[0], why, asked.player))
        for other in self._possibilities.values():
            if (  # noqa: SIM102
                other.player == asked.player
                and other is not asked
                and isinstance(other.body, Literal)
            ):
                if (
                    self.doubts(other.body, 0, 1, self.reading(other.body, worlds))
                    == []
                ):
                    why = self.why(other.body, worlds)
                    other.found.append(spread(self.scene, worlds[0], why, asked.player))

    def _shrunk(self, node: Node, core: Cube) -> Cube:
        """Return a smallest part of the known bits that excludes a node, if it is cheap."""  # noqa: E501
        if not self._nested or not self._shape.is_certain(node, _COPIES):
            return core
        for bit in bits(core.has):
            if core.has & bit:
                found = self._find(node, core.has & ~bit, read_all=False)
                core = found if isinstance(found, Cube) else core
        return core

    def _doubts_of(
        self, node: Node, copy: int, free: int, reading: Reading
    ) -> list[Doubt] | None:
        match node:
            case Literal(holder, card, positive):
                has = self.scene.hand(reading.world(copy), holder) >> card & 1
                return [] if bool(has) is positive else None
            case AllOf(parts):
                found: dict[Doubt, None] = {}
                for part in parts:
                    of_part = self.doubts(part, copy, free, reading)
                    if of_part is None:
                        return None
                    found.update(dict.fromkeys(of_part))
                    free += reading.encoding.taken(part, free)
                return list(found)
            case AnyOf(parts):
                return self._fewest(parts, copy, free, reading)
        eager = self.in_copy(node, copy, free, reading)
        return self._claimed(node, copy, reading) if eager is None else eager

    def _fewest(
        self, parts: tuple[Node, ...], copy: int, free: int, reading: Reading
    ) -> list[Doubt] | None:
        best: list[Doubt] | None = None
        for part in parts:
            doubts = self.doubts(part, copy, free, reading)
            if doubts == []:
                return doubts
            if doubts is not None and (best is None or len(doubts) < len(best)):
                best = doubts
        return best

    def in_copy(
        self, node: Modality, copy: int, free: int, reading: Reading
    ) -> list[Doubt] | None:
        """Return the doubts about a possibility that has a copy of its own."""
        if not reading.encoding.is_eager(node, free):
            return None
        apart = reading.world(copy) ^ reading.world(free)
        if apart & self.scene.view(node.player):
            return None
        return self.doubts(node.body, free, free + 1, reading)

    def _claimed(
        self, node: Modality, copy: int, reading: Reading
    ) -> list[Doubt] | None:
        """Return the doubt about a claim, or none if it is known to be right."""
        world = reading.world(copy)
        said = self._recall(self._about(node), world & self.scene.view(node.player))
        if said is None:
            return [Doubt(node, world)] if reading.claims(node, copy) else None
        return [] if said is isinstance(node, Maybe) else None

    def why(self, node: Node, worlds: Worlds) -> Cube:
        """Return a cube, true in the first of the worlds, that makes a node true."""
        return self._why(node, 0, 1, self.reading(node, worlds))

    def reading(self, node: Node, worlds: Worlds) -> Reading:
        """Return the worlds that were found for a node as an answer to be read again."""  # noqa: E501
        return Reading(self._encoding(node), None, worlds)

    def _why(self, node: Node, copy: int, free: int, reading: Reading) -> Cube:
        match node:
            case Literal(holder, card, positive):
                bit = 1 << self.scene.hand_at(holder) + card
                return Cube(bit, 0) if positive else Cube(0, bit)
            case AllOf(parts):
                has = lacks = 0
                for part in parts:
                    cube = self._why(part, copy, free, reading)
                    has, lacks = has | cube.has, lacks | cube.lacks
                    free += reading.encoding.taken(part, free)
                return Cube(has, lacks)
            case AnyOf(parts):
                held = next(
                    p for p in parts if self.doubts(p, copy, free, reading) == []
                )
                return self._why(held, copy, free, reading)
        if self.in_copy(node, copy, free, reading) == []:
            inner = self._why(node.body, free, free + 1, reading)
            return spread(self.scene, reading.world(free), inner, node.player)
        asked = self._about(node)
        cubes = asked.found if isinstance(node, Maybe) else asked.excluded
        return next(cube for cube in cubes if cube.holds(reading.world(copy)))
