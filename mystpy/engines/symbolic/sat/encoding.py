"""Normal forms as literals over copies of the world.

A possibility gets its own copy, linked to the copy in which it is considered possible,
as long as there are copies left. All other modalities become flags: atoms that claim
something about a player's view, to be checked when a solution is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

from mystpy.compilation import dataclass
from mystpy.engines.symbolic.counts import at_least
from mystpy.engines.symbolic.sat.copies import CopySolver, WorldCopies
from mystpy.engines.symbolic.sat.exchanges import CardExchanges
from mystpy.engines.symbolic.sat.layout import Cube, WorldLayout
from mystpy.engines.symbolic.sat.nnf import (
    AllOf,
    AnyOf,
    AtLeast,
    Group,
    Junction,
    Known,
    Literal,
    Maybe,
    Modality,
    Node,
    NormalForms,
)
from mystpy.errors import NotCovered


@dataclass(slots=True)
class AbstractionLiteral:
    """An atom that claims a modality in a copy; the first `learnt` cubes are added."""

    node: Modality
    copy: int
    atom: int
    learnt: int = 0


class NodeLiterals:
    """Literals that can be true only if normal forms are, in copies of the world.

    Equal nodes share one. Modalities have none, unless a subclass defines some.
    """

    def __init__(self, copies: WorldCopies) -> None:
        self.copies = copies
        self._literals: dict[tuple[Node, int], int] = {}

    def literal(self, node: Node, copy: int) -> int:
        """Return a literal that implies a node in a copy. Raises NotCovered."""
        key = node, copy
        if key not in self._literals:
            self._literals[key] = self._literal(node, copy)
        return self._literals[key]

    def _literal(self, node: Node, copy: int) -> int:
        match node:
            case Literal(holder, card, positive):
                atom = self.copies.card(copy, holder, card)
                return atom if positive else -atom
            case Junction(parts):
                literals = [
                    *map(self.literal, parts, repeat(copy))
                ]  # no frame of its own
                every = len(parts) if isinstance(node, AllOf) else 1
                number = node.number if isinstance(node, AtLeast) else every
                return self.joined(number, literals)
        return self.modality(node, copy)

    def joined(self, number: int, parts: list[int]) -> int:
        """Return a literal that implies that `number` of the parts are true."""
        return self.copies.implied(number, parts)

    def modality(self, _node: Node, _copy: int) -> int:
        """Return a literal of a node that is no junction. Raises NotCovered."""
        raise NotCovered("only objective formulas are true in one world")


class FormulaEncoding:
    """The literals of normal forms over one set of copies, under public constraints."""

    def __init__(
        self, copies: CopySolver, forms: NormalForms, shape: NodeShape
    ) -> None:
        self.copies = copies
        self.forms = forms
        self.shape = shape
        self.flags: dict[tuple[Modality, int], AbstractionLiteral] = {}
        self._sought: dict[Node, list[int]] = {}
        self._atoms: dict[tuple[Node, int, int], int] = {}
        self._pairs: dict[tuple[int, Group], CardExchanges] = {}

    @property
    def scene(self) -> WorldLayout:
        """Return the layout of the copies."""
        return self.copies.scene

    def sought(self, node: Node) -> list[int]:
        """Return the literals that make a node true in copy 0."""
        if node not in self._sought:
            self._sought[node] = list(self._required(node, 0, 1))
        return self._sought[node]

    def taken(self, node: Node, free: int) -> int:
        """Return how many copies a node uses of those from number `free` on."""
        return self.shape.taken(node, len(self.copies) - free)

    def is_eager(self, node: Node, free: int) -> bool:
        """Return whether a node is a possibility that gets its own copy."""
        return isinstance(node, Maybe) and free < len(self.copies)

    def _required(self, node: Node, copy: int, free: int) -> Iterator[int]:
        """Yield literals that are all true if and only if the node is."""
        match node:
            case AllOf(parts):
                for part in parts:
                    yield from self._required(part, copy, free)
                    free += self.taken(part, free)
            case Maybe(group, body) if self.is_eager(node, free):
                yield self.copies.link(copy, free, group)
                yield from self._required(body, free, free + 1)
            case _:
                yield self._literal(node, copy, free)

    def _literal(self, node: Node, copy: int, free: int) -> int:
        """Return a literal that can be true only if the node is."""
        if isinstance(node, Literal):
            atom = self.copies.card(copy, node.holder, node.card)
            return atom if node.positive else -atom
        if isinstance(node, Maybe | Known) and not self.is_eager(node, free):
            return self._flag(node, copy)
        key = node, copy, free
        if key not in self._atoms:
            solver = self.copies.solver
            (self._atoms[key],) = (atom,) = solver.atoms(1)
            if isinstance(node, AnyOf):
                parts = [self._literal(part, copy, free) for part in node.parts]
                solver.clause([-atom, *parts])
            elif isinstance(node, AtLeast):
                parts = list(self._in_turn(node.parts, copy, free))
                at_least(solver, node.number, parts, atom)
            else:
                for literal in self._required(node, copy, free):
                    solver.clause([-atom, literal])
        return self._atoms[key]

    def _in_turn(self, parts: tuple[Node, ...], copy: int, free: int) -> Iterator[int]:
        """Yield the literals of parts, each of which gets its own copies."""
        for part in parts:
            yield self._literal(part, copy, free)
            free += self.taken(part, free)

    def _flag(self, node: Modality, copy: int) -> int:
        key = node, copy
        if key not in self.flags:
            (atom,) = self.copies.solver.atoms(1)
            self.flags[key] = AbstractionLiteral(node, copy, atom)
            self._consequences(self.flags[key])
        return self.flags[key].atom

    def _consequences(self, flag: AbstractionLiteral) -> None:
        """Add the immediate consequences if something is claimed to be known.

        It holds, and no exchange of cards outside the group's hands would make it
        false.
        """
        if isinstance(flag.node, Known):
            group, body = flag.node.group, flag.node.body
            holds = self._literal(body, flag.copy, len(self.copies))
            self.copies.solver.clause([-flag.atom, holds])
            key = flag.copy, group
            if key not in self._pairs:
                self._pairs[key] = CardExchanges(self.copies, *key)
            for fact in _facts(body):
                if fact.holder not in group:
                    self._pairs[key].add_unknown_literal(fact, flag.atom)

    def learn(self, flag: AbstractionLiteral, cubes: list[Cube]) -> None:
        """Add that a flag is false whenever one of these cubes holds."""
        for cube in cubes[flag.learnt :]:
            held = self.copies.assume(flag.copy, cube)
            all_held = [self.copies.all_of(flag.copy, part) for part in cube.parts]
            self.copies.solver.never(flag.atom, *held, *(-atom for atom in all_held))
        flag.learnt = len(cubes)


def _facts(node: Node) -> Iterator[Literal]:
    """Yield literals that are true whenever a node is."""
    match node:
        case Literal():
            yield node
        case AllOf(parts):
            for part in parts:
                yield from _facts(part)
        case Known(_, body):
            yield from _facts(body)


class NodeShape:
    """The properties of nodes that depend on their form; cached, as they are shared."""

    def __init__(self) -> None:
        self._taken: dict[tuple[Node, int], int] = {}
        self._certain: dict[tuple[Node, int], bool] = {}
        self._depth: dict[Node, int] = {}
        self._agents: dict[Node, frozenset[int]] = {}

    def taken(self, node: Node, room: int) -> int:
        """Return how many copies of the world a node uses, given `room` copies."""
        if room <= 0 or isinstance(node, Literal | Known):
            return 0
        key = node, room
        if key not in self._taken:
            self._taken[key] = self._count(node, room)
        return self._taken[key]

    def _count(self, node: Node, room: int) -> int:
        match node:
            case AllOf(parts) | AtLeast(parts):
                left = room
                for part in parts:
                    left -= self.taken(part, left)
                return room - left
            case AnyOf(parts):
                return max((self.taken(part, room) for part in parts), default=0)
            case Maybe(_, body):
                return 1 + self.taken(body, room - 1)
        return 0

    def is_certain(self, node: Node, room: int) -> bool:
        """Return whether a node needs no flags with this number of copies."""
        key = node, room
        if key not in self._certain:
            match node:
                case AllOf(parts) | AtLeast(parts):
                    left, certain = room, True
                    for part in parts:
                        certain = certain and self.is_certain(part, left)
                        left -= self.taken(part, left)
                case AnyOf(parts):
                    certain = all(self.is_certain(part, room) for part in parts)
                case Maybe(_, body):
                    certain = room > 0 and self.is_certain(body, room - 1)
                case _:
                    certain = isinstance(node, Literal)
            self._certain[key] = certain
        return self._certain[key]

    def depth(self, node: Node) -> int:
        """Return how many possibilities are nested in a node, outside knowledge."""
        if node not in self._depth:
            match node:
                case AllOf(parts) | AnyOf(parts) | AtLeast(parts):
                    below = max(map(self.depth, parts), default=0)
                case Maybe(_, body):
                    below = 1 + self.depth(body)
                case _:
                    below = 0
            self._depth[node] = below
        return self._depth[node]

    def agents(self, node: Node) -> frozenset[int]:
        """Return the players whose knowledge a node is about."""
        if node not in self._agents:
            match node:
                case AllOf(parts) | AnyOf(parts) | AtLeast(parts):
                    found = frozenset[int]().union(*map(self.agents, parts))
                case Maybe(group, body) | Known(group, body):
                    found = self.agents(body).union(group)
                case _:
                    found = frozenset()
            self._agents[node] = found
        return self._agents[node]
