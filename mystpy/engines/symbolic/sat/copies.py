"""Copies of the world in one solver, tied to each other by what players see.

This is the one layout of copies of a law's worlds: nested knowledge takes as many as it
needs at once, common knowledge and ignorance (`common_knowledge/linked_worlds.py`) take
one after the other. Reasons (`engines/explain/switches.py`) have another, in which all
that makes a copy a world can be switched off, and histories that are sought
(`conjectures/search/`) are for the axioms themselves.

Each copy is a deal that satisfies the law, with the cards shown at the shows that
matter. A link says that a group cannot tell two copies apart: its members have the
same hands in both, and saw the same cards. Links are atoms, so that the copies built
once serve all formulas: which links hold is among the assumptions of a question.
"""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.engines.hands import Condition, Holds
from mystpy.engines.symbolic.sat.layout import Cube, Scene, numbers
from mystpy.engines.symbolic.sat.nnf import Group
from mystpy.engines.symbolic.solver import Assignment, Solver
from mystpy.views import Show

_MANY = 6
"""Of fewer sets the solver sees quickly what follows by counting."""


class Copies:
    """A number of copies of the world of a scene; they grow with it."""

    def __init__(self, scene: Scene, count: int, budget: int) -> None:
        self.scene = scene
        self.solver = Solver(budget)
        (self.false,) = self.solver.atoms(1)
        self.solver.never(self.false)
        self._told = self._open = 0
        self._packed: dict[tuple[int, int, int], None] = {}
        self._tracked: list[int] = []
        self._links: dict[tuple[int, int, Group], int] = {}
        self._all_of: dict[tuple[int, int], int] = {}
        self._assumed: tuple[int, Cube, list[int]] = 0, Cube(0, 0), []
        self.atoms: list[dict[int, int]] = []
        """For each copy the atoms of its bits; a bit without an atom is false."""
        self._cards: list[list[_Column]] = []
        self._shown: list[dict[int, _Column]] = []
        self.extend(scene)
        for _ in range(count):
            self.add()

    def __len__(self) -> int:
        return len(self.atoms)

    def add(self) -> int:
        """Make one more copy of which all is told, and return its number."""
        copy = len(self)
        self.atoms.append({})
        self._cards.append([])
        self._shown.append({})
        self._deal(copy)
        for condition in self.scene.law.conditions:
            self._tell(copy, condition)
        for holder, cards, most in self._packed:
            self.solver.at_most(most, self._held(copy, holder, cards))
        for e in self._tracked:
            self._show(copy, e, self.scene.shows[e])
        return copy

    def _deal(self, copy: int) -> None:
        """Tell of a copy who holds which card, within the sizes and the sorts."""
        scene = self.scene
        places = numbers(scene.cells)
        cells = list(zip(places, self.solver.atoms(len(places)), strict=True))
        self.atoms[copy].update(cells)
        columns: list[list[tuple[int, int]]] = [[] for _ in range(scene.c)]
        for cell in cells:
            columns[cell[0] % scene.c].append(cell)
        for column in columns:
            self.solver.exactly(1, [atom for _, atom in column])
            self._cards[copy].append(_Column(column))
        self._open |= scene.cells
        for holder, size in enumerate(scene.law.game.sizes):
            self.solver.share(size, self._held(copy, holder, scene.deck))
        for sort in scene.sorts:
            self.solver.exactly(1, self._held(copy, 0, sort))

    def extend(self, scene: Scene) -> None:
        """Tell what a scene says beyond the one before, which it must contain."""
        for bit in numbers(self.scene.cells & ~scene.cells):
            self._open &= ~(1 << bit)
            for atoms, cards in zip(self.atoms, self._cards, strict=True):
                self.solver.never(atoms.pop(bit))
                cards[bit % scene.c].drop(bit)
        self.scene = scene
        self._assumed = 0, Cube(0, 0), []
        conditions = scene.law.conditions
        for condition in conditions[self._told :]:
            for copy in range(len(self)):
                self._tell(copy, condition)
        self._told = len(conditions)
        for holder in scene.holders:
            self._pack(holder)
        for e, show in scene.shows.items():
            if e not in self._tracked:
                self._track(e, show)

    def _tell(self, copy: int, condition: Condition) -> None:
        """Tell a condition, if the cells of the scene do not say it all."""
        holder, cards = condition.holder, condition.cards
        if condition.holds is Holds.SOME:
            self.solver.clause(self._held(copy, holder, cards))
        elif condition.holds is Holds.NOT_EXACTLY and (
            cards.bit_count() == self.scene.law.game.sizes[holder]
        ):
            hand = cards << self.scene.hand_at(holder)
            self.solver.never(*self.all_literals(copy, hand))

    def _pack(self, holder: int) -> None:
        """Tell how many cards a holder can have at most of each of many disjoint sets.

        Who has n cards, and some of each of r such sets, has at most n - r + 1 of
        each. It follows, but clause learning takes exponentially long to see it.
        """
        disjoint = self.scene.disjoint(holder)
        if len(disjoint) < _MANY:
            return
        most = self.scene.law.game.sizes[holder] - len(disjoint) + 1
        for cards in disjoint:
            if (holder, cards, most) not in self._packed:
                self._packed[holder, cards, most] = None
                for copy in range(len(self)):
                    self.solver.at_most(most, self._held(copy, holder, cards))

    def _track(self, e: int, show: Show) -> None:
        """Make the card of a show a part of every copy, and of the links."""
        self._tracked.append(e)
        for copy in range(len(self)):
            self._show(copy, e, show)
        for (one, other, group), link in self._links.items():
            if show.by in group or show.to in group:
                self._tie(link, one, other, self.scene.deck << self.scene.show_at(e))

    def _show(self, copy: int, e: int, show: Show) -> None:
        """Tell of a copy that the card of a show is one that its holder has."""
        atoms = self.atoms[copy]
        at, hand_at = self.scene.show_at(e), self.scene.hand_at(show.by)
        held = numbers(self.scene.hand(self._open, show.by) & show.cards)
        made = self.solver.atoms(len(held))
        self.solver.exactly(1, made)
        for atom, card in zip(made, held, strict=True):
            self.solver.clause([-atom, atoms[hand_at + card]])
        shown = [(at + card, atom) for card, atom in zip(held, made, strict=True)]
        atoms.update(shown)
        self._open |= sum(1 << bit for bit, _ in shown)
        self._shown[copy][e] = _Column(shown)

    def link(self, one: int, other: int, group: Group) -> int:
        """The atom that a group cannot tell two copies apart."""
        key = min(one, other), max(one, other), group
        if key not in self._links:
            (link,) = self.solver.atoms(1)
            self._links[key] = link
            self._tie(link, one, other, self.scene.view(group))
        return self._links[key]

    def _tie(self, link: int, one: int, other: int, view: int) -> None:
        """Tell that a link makes these bits equal in two copies."""
        ones, others = self.atoms[one], self.atoms[other]
        for bit in numbers(view & self._open):
            here, there = ones[bit], others[bit]
            self.solver.clause((-link, -here, there))
            self.solver.clause((-link, here, -there))

    def _held(self, copy: int, holder: int, cards: int) -> list[int]:
        return self.literals(copy, cards << self.scene.hand_at(holder))

    def literals(self, copy: int, some: int) -> list[int]:
        """The atoms of these bits, but for those that are false in any case."""
        atoms = self.atoms[copy]
        return [atoms[bit] for bit in numbers(some & self._open)]

    def all_literals(self, copy: int, some: int) -> list[int]:
        """An atom for each of these bits."""
        atoms = self.atoms[copy]
        return [atoms.get(bit, self.false) for bit in numbers(some)]

    def assume(self, copy: int, known: Cube) -> list[int]:
        """The literals that make a cube true."""
        if self._assumed[:2] != (copy, known):
            lacks = self.literals(copy, known.lacks)
            has = self.all_literals(copy, known.has)
            self._assumed = copy, known, [*has, *(-atom for atom in lacks)]
        return self._assumed[2]

    def all_of(self, copy: int, some: int) -> int:
        """An atom that can be true only if all of these bits are."""
        key = copy, some
        if key not in self._all_of:
            (self._all_of[key],) = (atom,) = self.solver.atoms(1)
            for literal in self.all_literals(copy, some):
                self.solver.clause([-atom, literal])
        return self._all_of[key]

    def core(self, known: int) -> Cube:
        """Those of the bits for which the last question had no answer."""
        core = self.solver.core
        atoms = self.atoms[0]
        return Cube(sum(1 << k for k in numbers(known) if atoms.get(k) in core), 0)

    def world(self, model: Assignment, copy: int, player: int | None = None) -> int:
        """Read a copy off an answer; for a player, the cards shown to others are 0."""
        columns = self._cards[copy]
        world = sum(1 << column.read(model) for column in columns)
        for e, column in self._shown[copy].items():
            if player is None or player == self.scene.shows[e].to:
                world |= 1 << column.read(model)
        return world


class _Column:
    """Atoms of which an answer makes one true: places of a card, cards of a show.

    Those that were true of late are looked at first, since answers resemble the last.
    """

    __slots__ = ("_cells",)

    def __init__(self, cells: Iterable[tuple[int, int]]) -> None:
        self._cells = list(cells)

    def drop(self, bit: int) -> None:
        """Forget a bit whose atom has become false."""
        self._cells = [cell for cell in self._cells if cell[0] != bit]

    def read(self, model: Assignment) -> int:
        """The bit of the atom that is true."""
        cells = self._cells
        for k, (bit, atom) in enumerate(cells):
            if model.is_true(atom):
                if k:
                    cells.insert(0, cells[k])  # at no time is a cell missing
                    del cells[k + 1]
                return bit
        raise AssertionError("an answer makes one of the atoms true")
