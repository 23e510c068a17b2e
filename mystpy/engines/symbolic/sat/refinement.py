"""A search for worlds that satisfy a formula; knowledge is checked if claimed.

In the field: counterexample-guided abstraction refinement, as for quantified Boolean
formulas (Janota and others 2012).

Possibilities are searched for along with the world itself, in linked copies. That a
player *knows* something is about all worlds of a view, so a solution of the solver only
claims it, by a flag. The claim is checked by a separate search: is there a world with
this view in which the known formula is false? If so, the flag is set to false for all
views for which the world found shows the same. So every check either confirms a
solution or excludes many. Alternations of knowledge and ignorance are followed only as
deeply as the current worlds need it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mystpy.bits import bits
from mystpy.engines.symbolic.sat.copies import CopySolver
from mystpy.engines.symbolic.sat.encoding import FormulaEncoding, NodeShape
from mystpy.engines.symbolic.sat.generalize import spread
from mystpy.engines.symbolic.sat.layout import Cube, WorldLayout
from mystpy.engines.symbolic.sat.nnf import Maybe, Node, NormalForms
from mystpy.engines.symbolic.sat.reading import (
    CandidateModel,
    Memo,
    PendingCheck,
    Possibility,
)
from mystpy.engines.symbolic.solver import Assignment, SearchLimitReached
from mystpy.thresholds import MAX_CLAUSES_OF_UNROLLING

ROUNDS = 1_000
"""The number of worlds per query after which it gives up: a few seconds."""

_ALIKE = 4
"""The number of failed worlds after which different ones are searched for."""

_DEEPEST = 50
"""The depth of nested searches at which a query gives up."""

_COPIES = 8
"""The number of possibilities with copies in a search, unless more are nested."""

_MOST_COPIES = 64
_SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 65)

Worlds = list[int]
"""The worlds found in the copies, for the possibilities of a node in their order."""


class CegarSearch:
    """Searches for worlds under constraints; results are kept for the next search."""

    def __init__(
        self, scene: WorldLayout, forms: NormalForms, budget: int, most_rounds: int
    ) -> None:
        self.scene = scene
        self.forms = forms
        self._budget = budget
        self._most_rounds = most_rounds
        self._copies: dict[int, CopySolver] = {}
        self._renew(forms)

    def _renew(self, forms: NormalForms) -> None:
        self.forms = forms
        self.shape = NodeShape()
        self._memo = Memo(forms)
        self._encodings: dict[int, FormulaEncoding] = {}
        self._rounds = self._depth = self._most_effort = 0

    def track(self, scene: WorldLayout) -> None:
        """Add more shows to the worlds: earlier results remain valid."""
        self.scene = scene

    def update_constraints(self, scene: WorldLayout, forms: NormalForms) -> None:
        """Extend the constraints; results about knowledge have to be found again."""
        self._copies = {
            size: copies
            for size, copies in self._copies.items()
            if copies.solver.size < MAX_CLAUSES_OF_UNROLLING
        }
        self.track(scene)
        self._renew(forms)

    def copies(self, count: int) -> CopySolver:
        """Return this number of copies of the world, or a few more."""
        size = next(size for size in _SIZES if size >= count)
        if size not in self._copies:
            self._copies[size] = CopySolver(self.scene, size, self._budget)
        copies = self._copies[size]
        if copies.scene is not self.scene:
            copies.extend(self.scene)
        return copies

    def _encoding(self, node: Node) -> FormulaEncoding:
        """Return an encoding with enough copies for a node."""
        room = min(max(_COPIES, self.shape.depth(node)), _MOST_COPIES)
        copies = self.copies(1 + self.shape.taken(node, room))
        if len(copies) not in self._encodings:
            self._encodings[len(copies)] = FormulaEncoding(
                copies, self.forms, self.shape
            )
        return self._encodings[len(copies)]

    def find(self, node: Node, known: Cube) -> Worlds | None:
        """Return worlds that make a node true; the first satisfies the cube.

        None if there are none. Raises GaveUp if the budget is exceeded.
        """
        self._begin()
        found = self._find(node, known)
        return found if isinstance(found, list) else None

    def world(self, known: Cube) -> int | None:
        """Return a world that satisfies the constraints and a cube, or None."""
        copies = self.copies(1)
        return copies.solver.solve(
            copies.assume(0, known), lambda model: copies.world(model, 0)
        )

    def possible(self, body: Node, known: Cube) -> bool:
        """Return whether the body is true in a world in which the cube is.

        Raises GaveUp if the budget is exceeded.
        """
        self._begin()
        return isinstance(self._find(body, known, read_all=False), list)

    def _begin(self) -> None:
        self._rounds = 0
        self._most_effort = self._effort() + self._budget

    def _effort(self) -> int:
        return sum(copies.solver.effort for copies in self._copies.values())

    def _possible(self, asked: Possibility, view: int) -> bool:
        """Return whether something is possible for a view; store it for others too."""
        said = asked.recall(view)
        if said is None:
            found = self._find(asked.body, Cube(view, 0))
            said = isinstance(found, list)
            if isinstance(found, list):
                why = self.reading(asked.body, found).why(asked.body)
                cube = spread(self.scene, found[0], why, asked.group)
            else:
                cube = self._shrunk(asked.body, found)
            asked.learn(view, cube, said)
        return said

    def _shrunk(self, node: Node, core: Cube) -> Cube:
        """Return a smallest part of the bits that, as far as is known, exclude a node.

        Claims that were not checked yet are assumed to be right, so it takes no rounds.
        """
        encoding = self._encoding(node)
        copies, sought = encoding.copies, encoding.sought(node)
        self._learn(encoding)
        for bit in bits(core.has):
            if core.has & bit:
                fewer = copies.assume(0, Cube(core.has & ~bit, 0))
                if copies.solver.solve([*fewer, *sought], bool) is None:
                    core = copies.core(core.has & ~bit)
        return core

    def _find(self, node: Node, known: Cube, read_all: bool = True) -> Worlds | Cube:
        """Return worlds that make a node true, or the known bits that exclude them.

        The list has all worlds only on demand.
        """
        encoding = self._encoding(node)
        copies = encoding.copies
        assumed = [*copies.assume(0, known), *encoding.sought(node)]
        last = 1 + encoding.taken(node, 1) if read_all else 0
        certain = self.shape.is_certain(node, len(copies) - 1)

        def read(model: Assignment) -> tuple[Worlds, list[PendingCheck]]:
            reading = CandidateModel(encoding, self._memo, model)
            worlds = [reading.world(copy) for copy in range(last)]
            pending = [] if certain else reading.pending(node)
            assert pending is not None, "the solver makes the node true"
            return worlds, pending

        with self._one_deeper():
            while True:
                self._learn(encoding)
                answer = copies.solver.solve(assumed, read)
                if answer is None:
                    return copies.core(known.has)
                worlds, pending = answer
                if all(self._settle(check) for check in pending):
                    return worlds
                self._count_a_round()

    @contextmanager
    def _one_deeper(self) -> Iterator[None]:
        if self._depth == _DEEPEST:
            raise SearchLimitReached(f"{_DEEPEST} nested searches were running")
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1

    def _count_a_round(self) -> None:
        self._rounds += 1
        if self._rounds > self._most_rounds or self._effort() > self._most_effort:
            raise SearchLimitReached(f"{self._rounds:,} worlds were tried in vain")
        if self._rounds % _ALIKE == 0:
            for copies in self._copies.values():
                copies.solver.shuffle()

    def _learn(self, encoding: FormulaEncoding) -> None:
        """Add for each flag where it is false."""
        for flag in encoding.flags.values():
            cubes = self._memo.refuting(flag.node)
            if flag.learnt < len(cubes):
                encoding.learn(flag, cubes)

    def _settle(self, check: PendingCheck) -> bool:
        """Return whether a claim is right; if not, learn where else it is wrong."""
        asked = self._memo.about(check.node)
        view = check.world & self.scene.view(asked.group)
        return self._possible(asked, view) is isinstance(check.node, Maybe)

    def reading(self, node: Node, worlds: Worlds) -> CandidateModel:
        """Return the worlds found for a node as a solution to be read again."""
        return CandidateModel(self._encoding(node), self._memo, worlds=worlds)
