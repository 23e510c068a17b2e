"""Copies of the world in one solver, linked by what players see.

All methods use this layout of copies of worlds. Nested knowledge makes as many as it
needs at once. Common knowledge and ignorance (`common_knowledge/linked_worlds.py`) make
one after the other. For reasons (`engines/explain/selector_encoding.py`) each
constraint of a copy can be disabled. Searches for histories (`conjectures/search/`) use
the axioms themselves.

Each copy is a deal that satisfies the constraints, with the cards shown at the shows
that matter. A link says that a group cannot distinguish two copies: its members have
the same hands in both, and saw the same cards. Links are atoms, so that the same copies
serve all formulas: the links of a query are among its assumptions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress, islice

from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.symbolic.counts import at_least
from mystpy.engines.symbolic.sat.layout import Cube, WorldLayout, numbers
from mystpy.engines.symbolic.sat.nnf import Group
from mystpy.engines.symbolic.solver import Assignment, Solver
from mystpy.thresholds import MIN_SETS_FOR_COUNTING
from mystpy.views import Show


class WorldCopies:
    """Copies of the world in one solver; subclasses define what makes them worlds."""

    def __init__(self, scene: WorldLayout, budget: int) -> None:
        self.scene = scene
        self.solver = Solver(budget)
        (self.false,) = self.solver.atoms(1)
        self.solver.never(self.false)
        self._open = 0
        self._links: dict[tuple[int, int, Group], int] = {}
        self.atoms: list[dict[int, int]] = []
        """For each copy the atoms of its bits; a bit without an atom is false."""
        self._listed: dict[int, tuple[list[int], list[int]]] = {}
        self._cells: list[_Row] = []
        self._shown: list[dict[int, _Row]] = []

    def __len__(self) -> int:
        return len(self.atoms)

    def _places(self, some: int) -> tuple[list[int], list[int]]:
        """Return the places of the bits of a mask, and the bits; results are cached."""
        found = self._listed.get(some)
        if found is None:
            places = numbers(some)
            found = self._listed[some] = places, [1 << place for place in places]
        return found

    def _begin(self) -> tuple[list[int], list[int]]:
        """Begin a copy: make the atoms of who holds which card, by places."""
        places, bits = self._places(self.scene.cells)
        atoms = self.solver.atoms(len(places))
        copy, name = len(self), self.scene.name
        self.solver.name(atoms, lambda: (f"{name(k)} in world {copy}" for k in places))
        self.atoms.append(dict(zip(places, atoms, strict=True)))
        self._cells.append(_Row(bits, atoms))
        self._shown.append({})
        self._open |= self.scene.cells
        return places, atoms

    def _add_shown(self, copy: int, show: int, cards: int, atoms: list[int]) -> None:
        """Add the atoms for which of some cards was shown at a show."""
        shown = cards << self.scene.show_at(show)
        places, bits = self._places(shown)
        name = self.scene.name
        self.solver.name(atoms, lambda: (f"{name(k)} in world {copy}" for k in places))
        self.atoms[copy].update(zip(places, atoms, strict=True))
        self._shown[copy][show] = _Row(bits, atoms)
        self._open |= shown

    def link(self, one: int, other: int, group: Group) -> int:
        """Return the atom that a group cannot distinguish two copies."""
        key = min(one, other), max(one, other), group
        if key not in self._links:
            (link,) = self.solver.atoms(1)
            self._links[key] = link
            text = f"{group} cannot tell world {one} and world {other} apart"
            self.solver.name([link], lambda: [text])
            self._tie(link, one, other, self.scene.view(group))
        return self._links[key]

    def _tie(self, link: int, one: int, other: int, view: int) -> None:
        """Add that a link makes these bits equal in two copies."""
        ones, others = self.atoms[one], self.atoms[other]
        clauses: list[tuple[int, ...]] = []
        for bit in self._places(view & self._open)[0]:
            here, there = ones[bit], others[bit]
            clauses += (-link, -here, there), (-link, here, -there)
        self.solver.clauses(clauses)

    def _held(self, copy: int, holder: int, cards: int) -> list[int]:
        return self.literals(copy, cards << self.scene.hand_at(holder))

    def card(self, copy: int, holder: int, card: int) -> int:
        """Return the atom that a holder has the card of this number in a copy."""
        return self.atoms[copy].get(self.scene.hand_at(holder) + card, self.false)

    def implied(self, number: int, literals: Sequence[int]) -> int:
        """Return an atom that implies that `number` of these literals are true."""
        (atom,) = self.solver.atoms(1)
        if number == len(literals):
            self.solver.clauses([(-atom, literal) for literal in literals])
        elif number == 1:
            self.solver.clause([-atom, *literals])
        else:
            at_least(self.solver, number, literals, atom)
        return atom

    def literals(self, copy: int, some: int) -> list[int]:
        """Return the atoms of these bits, except those that are always false."""
        atoms = self.atoms[copy]
        return [atoms[bit] for bit in numbers(some & self._open)]

    def all_literals(self, copy: int, some: int) -> list[int]:
        """Return an atom for each of these bits."""
        atoms = self.atoms[copy]
        return [atoms.get(bit, self.false) for bit in numbers(some)]

    def world(self, model: Assignment, copy: int, player: int | None = None) -> int:
        """Read a copy from a solution; for a player, cards shown to others are 0."""
        literals = model.literals
        world = self._cells[copy].read(literals)
        for e, row in self._shown[copy].items():
            if player is None or self.scene.shows[e].is_news_to((player,)):
                world |= row.read(literals)
        return world


class CopySolver(WorldCopies):
    """A number of copies of the world of a layout; they are extended with it."""

    def __init__(self, scene: WorldLayout, count: int, budget: int) -> None:
        super().__init__(scene, budget)
        self._condition_count = 0
        self._packed: dict[tuple[int, int, int], None] = {}
        self._tracked: dict[int, Show] = {}
        self._all_of: dict[tuple[int, int], int] = {}
        self._none_of: dict[tuple[int, int], int] = {}
        self._assumed: tuple[int, Cube, list[int]] = 0, Cube(0, 0), []
        self.extend(scene)
        for _ in range(count):
            self.add()

    def add(self) -> int:
        """Make one more copy with all its clauses, and return its number."""
        copy = len(self)
        self._deal(copy)
        for condition in self.scene.constraints.conditions:
            self._tell(copy, condition)
        for holder, cards, most in self._packed:
            self.solver.at_most(most, self._held(copy, holder, cards))
        self._show(copy, self._tracked)
        return copy

    def _deal(self, copy: int) -> None:
        """Add to a copy that each card has a holder, with the sizes and the sorts."""
        scene = self.scene
        rows: list[list[int]] = [[] for _ in scene.holders]
        columns: list[list[int]] = [[] for _ in range(scene.c)]
        for place, atom in zip(*self._begin(), strict=True):
            holder, card = divmod(place, scene.c)
            rows[holder].append(atom)
            columns[card].append(atom)
        self.solver.one_of(columns)
        for row, size in zip(rows, scene.constraints.game.sizes, strict=True):
            self.solver.share(size, row)
        self.solver.one_of([self._held(copy, 0, sort) for sort in scene.sorts])

    def extend(self, scene: WorldLayout) -> None:
        """Add what a layout contains beyond the one before, which it must contain."""
        for bit in numbers(self.scene.cells & ~scene.cells):
            self._open &= ~(1 << bit)
            for atoms in self.atoms:
                self.solver.never(atoms.pop(bit))
        self.scene = scene
        self._assumed = 0, Cube(0, 0), []
        conditions = scene.constraints.conditions
        for condition in conditions[self._condition_count :]:
            for copy in range(len(self)):
                self._tell(copy, condition)
        self._condition_count = len(conditions)
        for holder in scene.holders:
            self._pack(holder)
        self._track({e: x for e, x in scene.shows.items() if e not in self._tracked})

    def _tell(self, copy: int, condition: Condition) -> None:
        """Add a condition, unless the cells of the layout imply it."""
        holder, cards = condition.holder, condition.cards
        if condition.holds is ConditionKind.SOME:
            self.solver.clause(self._held(copy, holder, cards))
        elif condition.holds is ConditionKind.NOT_EXACTLY and (
            cards.bit_count() == self.scene.constraints.game.sizes[holder]
        ):
            hand = cards << self.scene.hand_at(holder)
            self.solver.never(*self.all_literals(copy, hand))

    def _pack(self, holder: int) -> None:
        """Add upper bounds of a holder's cards in each of many disjoint sets.

        A holder with n cards, and some card of each of r such sets, has at most n - r +
        1 of each. This is a consequence, but clause learning takes exponentially long
        to find it.
        """
        disjoint = self.scene.hands[holder].disjoint
        if len(disjoint) < MIN_SETS_FOR_COUNTING:
            return
        most = self.scene.constraints.game.sizes[holder] - len(disjoint) + 1
        for cards in disjoint:
            if (holder, cards, most) not in self._packed:
                self._packed[holder, cards, most] = None
                for copy in range(len(self)):
                    self.solver.at_most(most, self._held(copy, holder, cards))

    def _track(self, shows: Mapping[int, Show]) -> None:
        """Add the cards of these shows to every copy and every link."""
        self._tracked.update(shows)
        for copy in range(len(self)):
            self._show(copy, shows)
        for (one, other, group), link in self._links.items():
            for e, show in shows.items():
                if show.is_seen_in(group):
                    self._tie(
                        link, one, other, self.scene.deck << self.scene.show_at(e)
                    )

    def _show(self, copy: int, shows: Mapping[int, Show]) -> None:
        """Add to a copy the card of each show, which is one of the shower's cards."""
        scene, solver = self.scene, self.solver
        held = {e: scene.hand(self._open, x.by) & x.cards for e, x in shows.items()}
        made = iter(solver.atoms(sum(map(int.bit_count, held.values()))))
        choices, clauses = [], []
        for e, cards in held.items():
            chosen = list(islice(made, cards.bit_count()))
            choices.append(chosen)
            have = self._held(copy, shows[e].by, cards)
            clauses += [(-x, atom) for x, atom in zip(chosen, have, strict=True)]
            self._add_shown(copy, e, cards, chosen)
        solver.one_of(choices)
        solver.clauses(clauses)

    def assume(self, copy: int, known: Cube) -> list[int]:
        """Return the literals that make a cube true."""
        if self._assumed[:2] != (copy, known):
            lacks = self.literals(copy, known.lacks)
            has = self.all_literals(copy, known.has)
            self._assumed = copy, known, [*has, *(-atom for atom in lacks)]
        return self._assumed[2]

    def all_of(self, copy: int, some: int) -> int:
        """Return an atom that can be true only if all of these bits are."""
        key = copy, some
        if key not in self._all_of:
            literals = self.all_literals(copy, some)
            self._all_of[key] = self.implied(len(literals), literals)
        return self._all_of[key]

    def none_of(self, copy: int, some: int) -> int | None:
        """Return a literal that implies that none of these bits is true.

        It is None if none of them can be true.
        """
        literals = self.literals(copy, some)
        if len(literals) < 2:
            return -literals[0] if literals else None
        key = copy, some
        if key not in self._none_of:
            opposite = [-literal for literal in literals]
            self._none_of[key] = self.implied(len(opposite), opposite)
        return self._none_of[key]

    def core(self, known: int) -> Cube:
        """Return those of the bits for which the last query was unsatisfiable."""
        core = self.solver.core
        atoms = self.atoms[0]
        return Cube(sum(1 << k for k in numbers(known) if atoms.get(k) in core), 0)


class _Row:
    """Bits whose atoms have consecutive numbers, so that a model is read at once."""

    __slots__ = ("_bits", "_end", "_start")

    def __init__(self, bits: Sequence[int], atoms: Sequence[int]) -> None:
        """Store bits with their atoms; an atom that is already false stays false."""
        self._bits = bits
        self._start = atoms[0] - 1 if atoms else 0
        self._end = self._start + len(atoms)

    def read(self, literals: Sequence[int]) -> int:
        """Return the bits whose atoms are true."""
        true = map((0).__lt__, literals[self._start : self._end])
        return sum(compress(self._bits, true))
