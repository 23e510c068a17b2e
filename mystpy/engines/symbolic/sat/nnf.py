"""Formulas in negation normal form: cards and facts, possibility, and knowledge.

In the field: negation normal form with hash consing.

Negations are moved inwards to single cards and facts, and there are no quantifiers. Two
modalities remain: some players who pool their observations know something (`Known`), or
consider it possible (`Maybe`); usually it is one player. The difference matters: a
world that is considered possible can be searched for, and knowledge has to hold in all
such worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mystpy.compilation import dataclass
from mystpy.errors import NotCovered
from mystpy.game.game import Game
from mystpy.language.atoms import Constant, Fluent, H
from mystpy.language.decidable import ground
from mystpy.language.nodes import (
    And,
    Common,
    CountOf,
    Distributed,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
    Quantified,
)

Group = tuple[int, ...]
"""Players in order: one, or several who pool their observations."""


@dataclass(frozen=True, slots=True, eq=False)
class Literal:
    """Holder `holder` has the deck's card `card`, or has not."""

    holder: int
    card: int
    positive: bool


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """An atom whose value is unknown, or its negation."""

    atom: Formula
    positive: bool


@dataclass(frozen=True, slots=True, eq=False)
class Junction:
    """The common base of conjunctions and disjunctions."""

    parts: tuple[Node, ...]


class AllOf(Junction):
    """All of the parts; without parts it is true."""

    __slots__ = ()


class AnyOf(Junction):
    """At least one of the parts; without parts it is false."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, eq=False)
class AtLeast(Junction):
    """At least `number` of the parts; a repeated part counts repeatedly."""

    number: int


@dataclass(frozen=True, slots=True, eq=False)
class Modality:
    """Truth in some, or all, of the worlds that a group cannot distinguish.

    The members pool their observations; if it is `common`, the worlds are those that
    are reached by any number of steps of single members.
    """

    group: Group
    body: Node
    common: bool = False


class Maybe(Modality):
    """The body holds in some of the worlds."""

    __slots__ = ()


class Known(Modality):
    """The body holds in all of the worlds."""

    __slots__ = ()


Node = Literal | Fact | AllOf | AnyOf | AtLeast | Modality
"""Equal nodes are one and the same object, so they are compared by identity."""

Seen = dict[tuple[int, bool], tuple[Formula, Node]]  # by id, wanted or not


class NormalForms:
    """Makes normal forms for a game: the same formula gives the same node."""

    def __init__(
        self, game: Game, holds: Callable[[Formula], bool], *, simplify: bool = True
    ) -> None:
        """Store the values of public atoms; if simplified, C is not covered."""
        self._game = game
        self._holds = holds
        self._simplify = simplify
        self._made: dict[tuple[object, ...], Node] = {}
        self._opposite: dict[Node, Node] = {}
        self._local: dict[tuple[Node, Group], bool] = {}
        self._known: dict[Formula, Node] = {}
        self.true: Node = AllOf(())
        self.false: Node = AnyOf(())

    def of(self, formula: Formula) -> Node:
        """Return the normal form of a formula. Raises NotCovered if it has none."""
        found = self._known.get(formula)
        if found is None:
            found = self._known[formula] = self._of(formula, True, {})
        return found

    def _of(self, f: Formula, wanted: bool, seen: Seen) -> Node:
        """Return the normal form of a formula, or of its negation if not wanted."""
        key = id(f), wanted
        found = seen.get(key)
        if found is None:
            # <-> meets each side twice. Kept formulas keep their ids to themselves.
            found = seen[key] = f, self._made_of(f, wanted, seen)
        return found[1]

    def _made_of(self, f: Formula, wanted: bool, seen: Seen) -> Node:
        match f:
            case Constant(holds):
                return self.true if holds is wanted else self.false
            case H(int(holder), card):
                return self.kept(Literal, holder, self._game.deck[str(card)], wanted)
            case Not(body):
                return self._of(body, not wanted, seen)
            case And(parts) | Or(parts):
                every = isinstance(f, And) is wanted
                return self.joined(every, [self._of(x, wanted, seen) for x in parts])
            case Implies(left, right):
                pair = [self._of(left, not wanted, seen), self._of(right, wanted, seen)]
                return self.joined(not wanted, pair)
        return self._of_other(f, wanted, seen)

    def _of_other(self, f: Formula, wanted: bool, seen: Seen) -> Node:
        """Return the normal form of a formula that is no junction of its parts."""
        match f:
            case CountOf():
                nodes = [self._of(part, True, seen) for part in f.parts]
                found = self.at_least(f.number, nodes)
                if f.exact:
                    more = self.at_least(f.number + 1, nodes)
                    found = self.all([found, self.opposite(more)])
                return found if wanted else self.opposite(found)
            case Iff(left, right):
                one = [self._of(left, False, seen), self._of(right, wanted, seen)]
                other = [self._of(left, True, seen), self._of(right, not wanted, seen)]
                return self.all([self.any(one), self.any(other)])
            case Knows() | Everyone() | Common() | Distributed():
                return self._of_modal(f, wanted, seen)
            case Quantified():
                return self._of(ground(f, self._game), wanted, seen)
        return self.atom(f, wanted)

    def atom(self, f: Formula, wanted: bool) -> Node:
        """Return the node of a public atom, or of its negation."""
        if not isinstance(f, Fluent):
            raise NotCovered(f"linked worlds do not cover {f}")
        return self.true if self._holds(f) is wanted else self.false

    def _of_modal(
        self, f: Knows | Everyone | Common | Distributed, wanted: bool, seen: Seen
    ) -> Node:
        members = (int(str(f.agent)),) if isinstance(f, Knows) else f.numbers
        common = isinstance(f, Common) and len(members) > 1
        if common and self._simplify:
            raise NotCovered(f"common knowledge of {len(members)} players")
        pooled = common or isinstance(f, Distributed)
        groups = [members] if pooled else [(i,) for i in members]
        inner = self._of(f.body, wanted, seen)
        make, join = (self.known, self.all) if wanted else (self.maybe, self.any)
        return join([make(group, inner, common) for group in groups])

    def kept(self, make: Callable[..., Node], *parts: object) -> Node:
        """Return the unique node of this kind over these parts."""
        key = make, *parts
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = make(*parts)
        return found

    def at_least(self, number: int, parts: Iterable[Node]) -> Node:
        """Return the node that at least `number` of some nodes hold."""
        left = list(parts)
        number -= left.count(self.true)
        left = [part for part in left if part not in (self.true, self.false)]
        if not 0 < number <= len(left):
            return self.false if number > 0 else self.true
        if number in (1, len(left)):
            return self.any(left) if number == 1 else self.all(left)
        return self.kept(AtLeast, tuple(left), number)

    def all(self, parts: Iterable[Node]) -> Node:
        """Return the conjunction."""
        return self.joined(True, parts)

    def any(self, parts: Iterable[Node]) -> Node:
        """Return the disjunction."""
        return self.joined(False, parts)

    def joined(self, every: bool, parts: Iterable[Node]) -> Node:
        """Return the conjunction, or the disjunction, of any number of nodes."""
        make: type[AllOf | AnyOf] = AllOf if every else AnyOf
        neutral, absorbing = (self.true, self.false)[:: 1 if every else -1]
        joined: dict[Node, None] = {}
        for part in parts:
            if part is absorbing:
                return absorbing
            joined |= dict.fromkeys(part.parts if isinstance(part, make) else [part])
        listed = tuple(joined)
        if len(listed) < 2:
            return listed[0] if listed else neutral
        return self.kept(make, listed)

    def known(self, group: Group, body: Node, common: bool = False) -> Node:
        """Return the node that a group knows the body.

        If simplified, each part of a conjunction is known, and so is what a group sees.
        """
        if not self._simplify:
            return self.kept(Known, group, body, common)
        if self._is_local(body, group):
            return body
        if isinstance(body, AllOf):
            return self.all([self.known(group, part) for part in body.parts])
        if isinstance(body, AnyOf):
            own = [part for part in body.parts if self._is_local(part, group)]
            if own:
                rest = [part for part in body.parts if part not in own]
                return self.any([*own, self.known(group, self.any(rest))])
        return self.kept(Known, group, body, common)

    def maybe(self, group: Group, body: Node, common: bool = False) -> Node:
        """Return the formula that a group considers the body possible."""
        if not self._simplify:
            return self.kept(Maybe, group, body, common)
        return self.opposite(self.known(group, self.opposite(body), common))

    def opposite(self, node: Node) -> Node:
        """Return the normal form of the negation."""
        if node not in self._opposite:
            self._opposite[node] = other = self._opposite_of(node)
            self._opposite[other] = node
        return self._opposite[node]

    def _opposite_of(self, node: Node) -> Node:
        match node:
            case Literal(holder, card, positive):
                return self.kept(Literal, holder, card, not positive)
            case Fact(atom, positive):
                return self.kept(Fact, atom, not positive)
            case AtLeast(parts, number):
                fewer = len(parts) - number + 1
                return self.at_least(fewer, [self.opposite(part) for part in parts])
            case AllOf(parts) | AnyOf(parts):
                return self.joined(isinstance(node, AnyOf), map(self.opposite, parts))
        make = Known if isinstance(node, Maybe) else Maybe
        return self.kept(make, node.group, self.opposite(node.body), node.common)

    def _is_local(self, node: Node, group: Group) -> bool:
        """Return whether a node has one value in worlds that look alike to a group."""
        key = node, group
        if key not in self._local:
            local = False
            match node:
                case Literal(holder):
                    local = holder in group
                case AllOf(parts) | AnyOf(parts) | AtLeast(parts):
                    local = all(self._is_local(part, group) for part in parts)
                case Maybe(others) | Known(others):
                    local = set(others) <= set(group)
            self._local[key] = local
        return self._local[key]
