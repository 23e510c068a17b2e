"""Normal forms as literals over copies of the world.

What is held possible takes a copy of its own, linked to the copy it is held possible
in, as long as there are copies left. All other modalities become flags: atoms that
claim something of a player's view, to be checked by whoever finds an answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mystpy.engines.copies import Copies
from mystpy.engines.exchange import broken
from mystpy.engines.nnf import AllOf, AnyOf, Known, Literal, Maybe, Modality, Node
from mystpy.engines.scene import Cube, Scene, numbers


@dataclass(slots=True)
class Flag:
    """An atom that claims a modality in a copy; the first ``learnt`` cubes are told."""

    node: Modality
    copy: int
    atom: int
    learnt: int = 0


class Encoding:
    """The literals of normal forms over one set of copies, under one law."""

    def __init__(self, copies: Copies, shape: Shape) -> None:
        self.copies = copies
        self.shape = shape
        self.flags: dict[tuple[Modality, int], Flag] = {}
        self._sought: dict[Node, list[int]] = {}
        self._atoms: dict[tuple[Node, int, int], int] = {}
        self._lone: dict[tuple[int, int, int, bool], int] = {}

    @property
    def scene(self) -> Scene:
        """The scene of the copies."""
        return self.copies.scene

    def sought(self, node: Node) -> list[int]:
        """Return the literals that make a node true in copy 0."""
        if node not in self._sought:
            self._sought[node] = list(self._required(node, 0, 1))
        return self._sought[node]

    def taken(self, node: Node, free: int) -> int:
        """Return how many copies a node takes of those from number ``free`` on."""
        return self.shape.taken(node, len(self.copies) - free)

    def is_eager(self, node: Node, free: int) -> bool:
        """Return whether a node is a possibility that gets a copy of its own."""
        return isinstance(node, Maybe) and free < len(self.copies)

    def _required(self, node: Node, copy: int, free: int) -> Iterator[int]:
        """Yield literals that are all true just if the node is."""
        match node:
            case AllOf(parts):
                for part in parts:
                    yield from self._required(part, copy, free)
                    free += self.taken(part, free)
            case Maybe(player, body) if self.is_eager(node, free):
                yield self.copies.link(copy, free, player)
                yield from self._required(body, free, free + 1)
            case _:
                yield self._literal(node, copy, free)

    def _literal(self, node: Node, copy: int, free: int) -> int:
        """Return a literal that can be true only if the node is."""
        if isinstance(node, Literal):
            (atom,) = self.copies.literals(copy, 1 << self.scene.hand_at(node.holder) + node.card)
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
            else:
                for literal in self._required(node, copy, free):
                    solver.clause([-atom, literal])
        return self._atoms[key]

    def _flag(self, node: Modality, copy: int) -> int:
        key = node, copy
        if key not in self.flags:
            (atom,) = self.copies.solver.atoms(1)
            self.flags[key] = Flag(node, copy, atom)
            if isinstance(node, Known):
                self._known_holds(node, copy, atom)
        return self.flags[key].atom

    def _known_holds(self, node: Known, copy: int, flag: int) -> None:
        """Tell what follows at once from a claim that a player knows something.

        It is so; and of a card that is known to be, or not to be, somewhere, that no
        lawful exchange of two cards, off the player's hand, would make it false.
        """
        for part in self.shape.plain_parts(node.body):
            self.copies.solver.clause([-flag, self._literal(part, copy, len(self.copies))])
        if isinstance(node.body, Literal):
            for exchanged, clause in self._exchanges(node.player, node.body, copy):
                self.copies.solver.clause([-flag, *(-atom for atom in exchanged), *clause])

    def _exchanges(
        self, player: int, known: Literal, copy: int
    ) -> Iterator[tuple[list[int], list[int]]]:
        """Yield exchanges that would falsify a literal, with what makes each unlawful."""
        scene = self.scene
        card = 1 << known.card
        for k in scene.holders:
            if k in (player, known.holder):
                continue
            one, other = (known.holder, k) if known.positive else (k, known.holder)
            # `one` has the card, and `other` another that would come in its place.
            if card & scene.hands[one].never:
                continue
            for place in numbers(scene.deck & ~card & ~scene.hands[other].never):
                coming = 1 << place
                here = self._unlawful(copy, player, one, card, coming)
                there = self._unlawful(copy, player, other, coming, card)
                if here is not None and there is not None:
                    held = self._held(copy, one, card), self._held(copy, other, coming)
                    yield list(held), [*here, *there]

    def _held(self, copy: int, holder: int, card: int) -> int:
        (atom,) = self.copies.literals(copy, card << self.scene.hand_at(holder))
        return atom

    def _unlawful(
        self, copy: int, player: int, holder: int, leaves: int, comes: int
    ) -> list[int] | None:
        """Return literals of which one is true if a holder cannot exchange two cards.

        None if the holder never can. A card that was shown to the player has to stay.
        """
        conditions = broken(self.scene, holder, leaves, comes)
        if conditions is None:
            return None
        lone, whole = conditions
        found = [self._only(copy, holder, cards, False) for cards in lone]
        found += [self._only(copy, holder, cards, True) for cards in whole]
        for e, show in self.scene.shows.items():
            if show.by == holder and show.to == player and leaves & show.cards:
                found += self.copies.literals(copy, leaves << self.scene.show_at(e))
        return found

    def _only(self, copy: int, holder: int, cards: int, held: bool) -> int:
        """Return an atom that can be true only if all, or none, of the cards are held."""
        key = copy, holder, cards, held
        if key not in self._lone:
            solver = self.copies.solver
            (self._lone[key],) = (atom,) = solver.atoms(1)
            for literal in self.copies.literals(copy, cards << self.scene.hand_at(holder)):
                solver.clause([-atom, literal if held else -literal])
        return self._lone[key]

    def learn(self, flag: Flag, cubes: list[Cube]) -> None:
        """Tell that a flag is false wherever one of these cubes holds."""
        for cube in cubes[flag.learnt :]:
            has = self.copies.literals(flag.copy, cube.has)
            lacks = self.copies.literals(flag.copy, cube.lacks)
            self.copies.solver.never(flag.atom, *has, *(-atom for atom in lacks))
        flag.learnt = len(cubes)


class Shape:
    """What can be told from the form of nodes; it is kept, since nodes are shared."""

    def __init__(self) -> None:
        self._taken: dict[tuple[Node, int], int] = {}
        self._plain: dict[Node, bool] = {}
        self._depth: dict[Node, int] = {}

    def taken(self, node: Node, room: int) -> int:
        """Return how many copies of the world a node takes, of so many that there are."""
        if room <= 0 or isinstance(node, Literal | Known):
            return 0
        key = node, room
        if key not in self._taken:
            self._taken[key] = self._count(node, room)
        return self._taken[key]

    def _count(self, node: Node, room: int) -> int:
        match node:
            case AllOf(parts):
                left = room
                for part in parts:
                    left -= self.taken(part, left)
                return room - left
            case AnyOf(parts):
                return max((self.taken(part, room) for part in parts), default=0)
            case Maybe(_, body):
                return 1 + self.taken(body, room - 1)
        return 0

    def depth(self, node: Node) -> int:
        """Return how many possibilities are nested in a node, outside what is known."""
        if node not in self._depth:
            match node:
                case AllOf(parts) | AnyOf(parts):
                    below = max(map(self.depth, parts), default=0)
                case Maybe(_, body):
                    below = 1 + self.depth(body)
                case _:
                    below = 0
            self._depth[node] = below
        return self._depth[node]

    def is_plain(self, node: Node) -> bool:
        """Return whether there is no modality in a node."""
        if node not in self._plain:
            match node:
                case AllOf(parts) | AnyOf(parts):
                    plain = all(map(self.is_plain, parts))
                case _:
                    plain = isinstance(node, Literal)
            self._plain[node] = plain
        return self._plain[node]

    def plain_parts(self, node: Node) -> Iterator[Node]:
        """Yield parts of a node without modalities that hold wherever it does."""
        match node:
            case AllOf(parts):
                for part in parts:
                    yield from self.plain_parts(part)
            case Known(_, body):
                yield from self.plain_parts(body)
            case _ if self.is_plain(node):
                yield node
