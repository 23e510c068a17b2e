"""Queries of a session to a search: decided parts, whole grids, chains of worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mystpy.engines.symbolic.sat.exchanges import reach
from mystpy.engines.symbolic.sat.layout import Cube, WitnessWorld, witness_world
from mystpy.engines.symbolic.sat.nnf import (
    AllOf,
    AnyOf,
    AtLeast,
    Group,
    Junction,
    Known,
    Maybe,
    Node,
    NormalForms,
)
from mystpy.engines.symbolic.sat.reading import CandidateModel
from mystpy.engines.symbolic.sat.refinement import CegarSearch, Worlds
from mystpy.engines.symbolic.solver import Assignment
from mystpy.views import GivenCards


class ViewModalities:
    """Decides modalities of players whose view is given: they have one value."""

    def __init__(
        self, forms: NormalForms, possible: Callable[[Group, Node], bool | None]
    ) -> None:
        """Store a function: is a node possible for a group? None if not given."""
        self._forms = forms
        self._possible = possible
        self._settled: dict[Node, Node] = {}

    def of(self, node: Node) -> Node:
        """Return the node with constants for its decided parts."""
        if node not in self._settled:
            self._settled[node] = self._of(node)
        return self._settled[node]

    def _of(self, node: Node) -> Node:
        forms = self._forms
        match node:
            case AllOf(parts):
                return forms.all(self._until(forms.false, parts))
            case AnyOf(parts):
                return forms.any(self._until(forms.true, parts))
            case AtLeast(parts, number):
                return forms.at_least(number, map(self.of, parts))
            case Known(group, body):
                possible = self._possible(group, forms.opposite(body))
                known = forms.false if possible else forms.true
                return node if possible is None else known
            case Maybe(group, body):
                possible = self._possible(group, body)
                maybe = forms.true if possible else forms.false
                return node if possible is None else maybe
        return node

    def _until(self, decisive: Node, parts: tuple[Node, ...]) -> Iterator[Node]:
        """Yield the evaluated parts, and none after one that decides all."""
        for part in parts:
            settled = self.of(part)
            yield settled
            if settled is decisive:
                return


class CellSweep:
    """All cells of the worlds at the end of a chain of links, from a world with a cube.

    Each world found also contributes those that exchanges of cards make of it.
    """

    def __init__(
        self, cegar_search: CegarSearch, links: Sequence[int], known: Cube
    ) -> None:
        self._scene = cegar_search.scene
        self._copies = cegar_search.copies(1 + len(links))
        self._links = links
        self._known = known
        self._reached = [0 for _ in self._scene.holders]

    def run(self) -> list[int]:
        """Return for each holder the cards that may be there."""
        copies = self._copies
        links = [copies.link(k, k + 1, (i,)) for k, i in enumerate(self._links)]
        copies.solver.sweep([*copies.assume(0, self._known), *links], self._read)
        return self._reached

    def _read(self, model: Assignment) -> list[int]:
        """Add a world; return the atoms of cells that are still missing."""
        scene, last = self._scene, len(self._links)
        viewer = self._links[-1]
        world = self._copies.world(model, last, viewer)
        wanted = 0
        for k, cards in enumerate(reach(scene, world, (viewer,))):
            self._reached[k] |= cards
            wanted |= (scene.deck & ~self._reached[k]) << scene.hand_at(k)
        return self._copies.literals(last, wanted)


class WitnessChain:
    """The worlds that show how a node can hold, each with the player of its link."""

    def __init__(self, cegar_search: CegarSearch, given: GivenCards) -> None:
        self._cegar_search = cegar_search
        self._given = dict(given.shown)
        self._chain: list[WitnessWorld] = []

    def of(self, node: Node, worlds: Worlds) -> tuple[WitnessWorld, ...]:
        """Return the chain that begins with the first world found for a node."""
        self._append(-1, 0, worlds[0])
        self._follow(node, worlds, 0)
        return tuple(self._chain)

    def _follow(self, node: Node, worlds: Worlds, place: int) -> None:
        self._add(node, 0, 1, self._cegar_search.reading(node, worlds), place)

    def _add(
        self, node: Node, copy: int, free: int, reading: CandidateModel, place: int
    ) -> None:
        """Append the worlds that show that a node holds in a world."""
        cegar_search = self._cegar_search
        match node:
            case Junction():
                for part, at in reading.supporting(node, copy, free):
                    self._add(part, copy, at, reading, place)
            case Maybe((player,) as group, body):
                if reading.has_copy(node, copy, free):
                    self._append(place, player, reading.world(free))
                    last = len(self._chain) - 1
                    self._add(body, free, free + 1, reading, last)
                    return
                view = reading.world(copy) & cegar_search.scene.view(group)
                worlds = cegar_search.find(body, Cube(view, 0))
                assert worlds is not None, "it was found to be possible"
                self._append(place, player, worlds[0])
                self._follow(body, worlds, len(self._chain) - 1)

    def _append(self, parent: int, player: int, world: int) -> None:
        before = self._chain[parent] if self._chain else None
        place = parent, player, before
        found = witness_world(self._cegar_search.scene, world, place, self._given)
        self._chain.append(found)
