"""Copies of the world in one solver, tied to each other by what players see.

Each copy is a deal that satisfies the law, with the cards shown at the shows that
matter. A link says that a player cannot tell two copies apart: the player has the
same hand in both, and saw the same cards. Links are atoms, so that the copies built
once serve all formulas: which links hold is among the assumptions of a question.
"""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.engines.deals import Condition, Holds
from mystpy.engines.law import Show
from mystpy.engines.nested.scene import Scene, numbers
from mystpy.engines.nested.solver import Model, Solver


class Copies:
    """A number of copies of the world of a scene; they grow with it."""

    def __init__(self, scene: Scene, count: int, budget: int) -> None:
        self.scene = scene
        self.solver = Solver(budget)
        self._told: set[Condition] = set()
        self._tracked: set[int] = set()
        self._links: dict[tuple[int, int, int], int] = {}
        self.atoms: list[dict[int, int]] = [{} for _ in range(count)]
        """For each copy the atoms of its bits; a bit without an atom is false."""
        self._columns: list[list[_Column]] = [[] for _ in range(count)]
        for copy in range(count):
            self._deal(copy)
        self.extend(scene)

    def __len__(self) -> int:
        return len(self.atoms)

    def _deal(self, copy: int) -> None:
        """Make a copy: who holds which card, within the sizes and the sorts."""
        scene = self.scene
        places = range(len(scene.holders) * scene.c)
        atoms = self.solver.atoms(len(places))
        cells = list(zip(places, atoms, strict=True))
        self.atoms[copy].update(cells)
        for card in range(scene.c):
            self.solver.exactly(1, atoms[card :: scene.c])
            self._columns[copy].append(_Column(cells[card :: scene.c]))
        for holder, size in enumerate(scene.law.game.sizes):
            self.solver.exactly(size, self._held(copy, holder, scene.deck))
        for sort in scene.sorts:
            self.solver.exactly(1, self._held(copy, 0, sort))

    def extend(self, scene: Scene) -> None:
        """Tell what a scene says beyond the one before, which it must contain."""
        self.scene = scene
        for condition in scene.law.conditions:
            if condition not in self._told:
                self._told.add(condition)
                for copy in range(len(self)):
                    self._tell(copy, condition)
        for e, show in scene.shows.items():
            if e not in self._tracked:
                self._track(e, show)

    def _tell(self, copy: int, condition: Condition) -> None:
        held = self._held(copy, condition.holder, condition.cards)
        whole = len(held) == self.scene.law.game.sizes[condition.holder]
        match condition.holds:
            case Holds.NONE:
                for atom in held:
                    self.solver.never(atom)
            case Holds.SOME:
                self.solver.clause(held)
            case Holds.EXACTLY:
                for atom in held if whole else ():
                    self.solver.clause([atom])
                if not whole:
                    self.solver.clause(())
            case Holds.NOT_EXACTLY:
                if whole:
                    self.solver.never(*held)

    def _track(self, e: int, show: Show) -> None:
        """Make the card of a show a part of every copy, and of the links."""
        self._tracked.add(e)
        cards = numbers(show.cards)
        at, hand_at = self.scene.show_at(e), self.scene.hand_at(show.by)
        for atoms, columns in zip(self.atoms, self._columns, strict=True):
            made = self.solver.atoms(len(cards))
            self.solver.exactly(1, made)
            shown = [(at + card, atom) for card, atom in zip(cards, made, strict=True)]
            for bit, atom in shown:
                self.solver.clause([-atom, atoms[hand_at + bit - at]])
            atoms.update(shown)
            columns.append(_Column(shown))
        for (one, other, player), link in self._links.items():
            if player in (show.by, show.to):
                self._tie(link, one, other, self.scene.deck << self.scene.show_at(e))

    def link(self, one: int, other: int, player: int) -> int:
        """Return the atom that a player cannot tell two copies apart."""
        key = min(one, other), max(one, other), player
        if key not in self._links:
            (link,) = self.solver.atoms(1)
            self._links[key] = link
            view = self.scene.deck << self.scene.hand_at(player)
            for e in self._tracked:
                show = self.scene.law.shows[e]
                if player in (show.by, show.to):
                    view |= self.scene.deck << self.scene.show_at(e)
            self._tie(link, one, other, view)
        return self._links[key]

    def _tie(self, link: int, one: int, other: int, view: int) -> None:
        """Tell that a link makes these bits equal in two copies."""
        for bit in numbers(view):
            if bit in self.atoms[one]:
                here, there = self.atoms[one][bit], self.atoms[other][bit]
                self.solver.never(link, here, -there)
                self.solver.never(link, there, -here)

    def _held(self, copy: int, holder: int, cards: int) -> list[int]:
        return self.literals(copy, cards << self.scene.hand_at(holder))

    def literals(self, copy: int, some: int) -> list[int]:
        """Return the atoms of these bits; those that are false in any case are left out."""  # noqa: E501
        atoms = self.atoms[copy]
        return [atoms[bit] for bit in numbers(some) if bit in atoms]

    def world(self, model: Model, copy: int) -> int:
        """Read a copy off an answer."""
        return sum(1 << column.read(model) for column in self._columns[copy])


class _Column:
    """Atoms of which an answer makes one true: the places of a card, the cards of a show.

    The one that was true before is looked at first: answers tend to resemble the last.
    """  # noqa: E501

    __slots__ = ("_bits", "_last")

    def __init__(self, atoms: Iterable[tuple[int, int]]) -> None:
        self._bits = {atom: bit for bit, atom in atoms}
        self._last = next(iter(self._bits), 0)

    def read(self, model: Model) -> int:
        """Return the bit of the atom that is true."""
        if not model.is_true(self._last):
            others = (atom for atom in self._bits if atom != self._last)
            self._last = next(filter(model.is_true, others))
        return self._bits[self._last]
