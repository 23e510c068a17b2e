"""Formulas in negation normal form: what holds, what is held possible, what is known.

Negations are driven down to single cards, quantifiers are gone, and what the history
settles for everybody (turns, phases, the question) has become a constant. What is
left are literals about the deal, and two modalities: a group that pools what it sees
holds something possible (`Maybe`), or knows it (`Known`); mostly it is one player.
The difference matters: a world that is held possible can be sought, and what is known
has to hold in all of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.compilation import dataclass
from mystpy.engines.symbolic.law import Law
from mystpy.language.atoms import Falsity, H, Truth
from mystpy.language.decidable import grounded
from mystpy.language.nodes import (
    And,
    Common,
    CountOf,
    Distributed,
    Everyone,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from mystpy.language.subformulas import is_announcing


class NotHandled(Exception):
    """The formula has common knowledge, or what copies of the world do not reach."""


Group = tuple[int, ...]
"""Players in order: one, or some who pool what they see."""


@dataclass(frozen=True, slots=True, eq=False)
class Literal:
    """Holder `holder` has the deck's card `card`, or has not."""

    holder: int
    card: int
    positive: bool


@dataclass(frozen=True, slots=True, eq=False)
class Junction:
    """What conjunctions and disjunctions share."""

    parts: tuple[Node, ...]


class AllOf(Junction):
    """All of the parts; of none it is true."""

    __slots__ = ()


class AnyOf(Junction):
    """At least one of the parts; of none it is false."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, eq=False)
class AtLeast(Junction):
    """At least `number` of the parts, where one that is there twice counts twice."""

    number: int


@dataclass(frozen=True, slots=True, eq=False)
class Modality:
    """What a group holds possible, or knows, if its members pool what they see."""

    group: Group
    body: Node


class Maybe(Modality):
    """The group holds the body possible, by all that its members see together."""

    __slots__ = ()


class Known(Modality):
    """The group knows the body, if its members pool what they see."""

    __slots__ = ()


Node = Literal | AllOf | AnyOf | AtLeast | Modality
"""Equal nodes are one and the same object, so they are compared by identity."""

Seen = dict[tuple[int, bool], tuple[Formula, Node]]
"""Formulas by id, wanted or not, with their normal forms."""


class NormalForms:
    """Makes normal forms, under a law: the same formula gives the same node."""

    def __init__(self, law: Law) -> None:
        self._law = law
        self._made: dict[tuple[object, ...], Node] = {}
        self._opposite: dict[Node, Node] = {}
        self._local: dict[tuple[Node, Group], bool] = {}
        self._known: dict[Formula, Node] = {}
        self.true: Node = AllOf(())
        self.false: Node = AnyOf(())

    def of(self, formula: Formula) -> Node:
        """The normal form of a formula.

        Raises NotHandled for common knowledge of two or more players, and for
        announcements.
        """
        if formula not in self._known:
            if is_announcing(formula):
                raise NotHandled(f"copies of the world do not reach {formula}")
            self._known[formula] = self._of(formula, True, {})
        return self._known[formula]

    def _of(self, f: Formula, wanted: bool, seen: Seen) -> Node:
        """The normal form of a formula, or of its negation if it is not wanted.

        What was seen before is kept, since <-> meets each of its sides twice.
        """
        key = id(f), wanted
        if key not in seen:
            # The formula is kept along with it, or its id could be another's.
            seen[key] = f, self._made_of(f, wanted, seen)
        return seen[key][1]

    def _made_of(self, f: Formula, wanted: bool, seen: Seen) -> Node:
        both, either = (self.all, self.any) if wanted else (self.any, self.all)
        match f:
            case Truth() | Falsity():
                return self.true if isinstance(f, Truth) is wanted else self.false
            case H(int(holder), card):
                return self.literal(holder, self._law.game.deck[str(card)], wanted)
            case Not(body):
                return self._of(body, not wanted, seen)
            case And(parts):
                return both([self._of(part, wanted, seen) for part in parts])
            case Or(parts):
                return either([self._of(part, wanted, seen) for part in parts])
            case Implies(left, right):
                return either(
                    [self._of(left, not wanted, seen), self._of(right, wanted, seen)]
                )
        return self._of_other(f, wanted, seen)

    def _of_other(self, f: Formula, wanted: bool, seen: Seen) -> Node:
        """The normal form of what is no junction of its parts."""
        match f:
            case CountOf():
                nodes = [self._of(part, True, seen) for part in f.parts]
                found = self.at_least(f.number, nodes)
                if f.exact:
                    more = self.at_least(f.number + 1, nodes)
                    found = self.all([found, self.opposite(more)])
                return found if wanted else self.opposite(found)
            case Iff(left, right):
                one, other = self._of(left, True, seen), self._of(right, wanted, seen)
                not_one = self._of(left, False, seen)
                not_other = self._of(right, not wanted, seen)
                return self.all(
                    [self.any([not_one, other]), self.any([one, not_other])]
                )
            case Knows() | Everyone() | Common() | Distributed():
                return self._of_modal(f, wanted, seen)
            case ForAll() | Exists():
                return self._of(grounded(f, self._law.game), wanted, seen)
        return self.true if self._law.holds(f) is wanted else self.false

    def _of_modal(
        self, f: Knows | Everyone | Common | Distributed, wanted: bool, seen: Seen
    ) -> Node:
        members = (int(str(f.agent)),) if isinstance(f, Knows) else f.numbers
        if isinstance(f, Common) and len(members) > 1:
            raise NotHandled(f"common knowledge of {len(members)} players")
        groups = [members] if isinstance(f, Distributed) else [(i,) for i in members]
        inner = self._of(f.body, wanted, seen)
        make, join = (self.known, self.all) if wanted else (self.maybe, self.any)
        return join([make(group, inner) for group in groups])

    def at_least(self, number: int, parts: Iterable[Node]) -> Node:
        """The node that at least so many of some nodes hold."""
        left = list(parts)
        number -= left.count(self.true)
        left = [part for part in left if part not in (self.true, self.false)]
        if not 0 < number <= len(left):
            return self.false if number > 0 else self.true
        if number in (1, len(left)):
            return self.any(left) if number == 1 else self.all(left)
        key = AtLeast, number, *left
        return self._made.setdefault(key, AtLeast(tuple(left), number))

    def literal(self, holder: int, card: int, positive: bool) -> Node:
        """The node that a holder has, or has not, a card."""
        key = Literal, holder, card, positive
        return self._made.setdefault(key, Literal(holder, card, positive))

    def all(self, parts: Iterable[Node]) -> Node:
        """The conjunction."""
        return self._join(AllOf, self.true, self.false, parts)

    def any(self, parts: Iterable[Node]) -> Node:
        """The disjunction."""
        return self._join(AnyOf, self.false, self.true, parts)

    def _join(
        self,
        make: type[AllOf] | type[AnyOf],
        neutral: Node,
        absorbing: Node,
        parts: Iterable[Node],
    ) -> Node:
        joined: dict[Node, None] = {}
        for part in parts:
            if part is absorbing:
                return absorbing
            joined.update(
                dict.fromkeys(part.parts if isinstance(part, make) else (part,))
            )
        listed = tuple(joined)
        if len(listed) < 2:
            return listed[0] if listed else neutral
        return self._made.setdefault((make, *listed), make(listed))

    def known(self, group: Group, body: Node) -> Node:
        """That a group knows the body.

        A conjunction is known if its parts are; and what is a matter of the group's
        own view is known just if it holds.
        """
        if self._is_local(body, group):
            return body
        if isinstance(body, AllOf):
            return self.all([self.known(group, part) for part in body.parts])
        if isinstance(body, AnyOf):
            own = [part for part in body.parts if self._is_local(part, group)]
            if own:
                rest = [part for part in body.parts if part not in own]
                return self.any([*own, self.known(group, self.any(rest))])
        return self._made.setdefault((Known, group, body), Known(group, body))

    def maybe(self, group: Group, body: Node) -> Node:
        """That a group holds the body possible: the opposite is not known."""
        return self.opposite(self.known(group, self.opposite(body)))

    def opposite(self, node: Node) -> Node:
        """The normal form of the negation."""
        if node not in self._opposite:
            self._opposite[node] = other = self._opposite_of(node)
            self._opposite[other] = node
        return self._opposite[node]

    def _opposite_of(self, node: Node) -> Node:
        match node:
            case Literal(holder, card, positive):
                return self.literal(holder, card, not positive)
            case AtLeast(parts, number):
                fewer = len(parts) - number + 1
                return self.at_least(fewer, [self.opposite(part) for part in parts])
            case AllOf(parts):
                return self.any([self.opposite(part) for part in parts])
            case AnyOf(parts):
                return self.all([self.opposite(part) for part in parts])
        other = self.opposite(node.body)
        make = Known if isinstance(node, Maybe) else Maybe
        return self._made.setdefault((make, node.group, other), make(node.group, other))

    def _is_local(self, node: Node, group: Group) -> bool:
        """Whether a group's own view decides whether a node holds."""
        key = node, group
        if key not in self._local:
            match node:
                case Literal(holder):
                    local = holder in group
                case AllOf(parts) | AnyOf(parts) | AtLeast(parts):
                    local = all(self._is_local(part, group) for part in parts)
                case Maybe(others) | Known(others):
                    local = set(others) <= set(group)
            self._local[key] = local
        return self._local[key]
