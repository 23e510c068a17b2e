"""Copies of the world in one solver, tied to each other by what players see.

Each copy is a deal that satisfies the law, with the cards shown at the shows that
matter. A link says that a player cannot tell two copies apart: the player has the
same hand in both, and saw the same cards. Links are atoms, so that the copies built
once serve all formulas: which links hold is among the assumptions of a question.
"""

from __future__ import annotations

from mystpy.engines.deals import Condition, Holds
from mystpy.engines.law import Show
from mystpy.engines.scene import Scene, numbers
from mystpy.engines.solver import Model, Solver


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
        self.atoms[copy].update(zip(places, atoms, strict=True))
        for card in range(scene.c):
            self.solver.exactly(1, atoms[card :: scene.c])
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
        for atoms in self.atoms:
            made = self.solver.atoms(len(cards))
            self.solver.exactly(1, made)
            for card, atom in zip(cards, made, strict=True):
                atoms[self.scene.show_at(e) + card] = atom
                held = atoms[self.scene.hand_at(show.by) + card]
                self.solver.clause([-atom, held])
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
        """Return the atoms of these bits; those that are false in any case are left out."""
        atoms = self.atoms[copy]
        return [atoms[bit] for bit in numbers(some) if bit in atoms]

    def world(self, model: Model, copy: int) -> int:
        """Read a copy off an answer."""
        scene, atoms = self.scene, self.atoms[copy]
        world, last = 0, len(scene.holders) * scene.c
        for card in range(scene.c):
            for bit in range(card, last, scene.c):
                if model.is_true(atoms[bit]):
                    world |= 1 << bit
                    break
        for e, show in scene.shows.items():
            for bit in numbers(show.cards << scene.show_at(e)):
                if model.is_true(atoms[bit]):
                    world |= 1 << bit
                    break
        return world

