"""The truth of a formula in an algebra: one evaluation for every kind of worlds.

In the field: a complex algebra (Jonsson and Tarski 1951). A formula stands for a set
of worlds; connectives are the operations on sets, knowledge the operators that the
worlds' relations make. What a set is, bytes, bits, an array or a decision diagram, and
how it is joined, each algebra says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, Generic, TypeVar, cast

from mystpy.errors import QueryError
from mystpy.language.atoms import Falsity, Player, Truth
from mystpy.language.nodes import (
    And,
    Announcing,
    Believes,
    Common,
    Considers,
    CountOf,
    Distributed,
    Everyone,
    Formula,
    GroupAnnouncing,
    Iff,
    Implies,
    Iterated,
    Knows,
    Not,
    OfPlayer,
    Or,
    TrulyAnnouncing,
    Whether,
)
from mystpy.language.temporal import Doing

T = TypeVar("T")


class Algebra(Generic[T]):
    """Sets of worlds: what an atom stands for, and how sets are joined.

    They are joined by the operators of what they are, unless an algebra says otherwise.
    `meet` and `join` may write into their first argument, which `own` has made free to
    be written into; what `negation` and `known` give is free. `kept` keeps what is
    known where formulas repeat it.
    """

    kept: dict[Formula, T] | None = None

    def constant(self, true: bool) -> T:
        """All worlds, or none."""
        raise NotImplementedError

    def atom(self, f: Formula) -> T:
        """Where an atom holds."""
        raise NotImplementedError

    def ends(self, found: T, every: bool) -> bool:
        """Whether all worlds, or none, are seen to be in a set: the rest adds nothing.

        Where that takes longer to see than it spares, it is not looked for.
        """
        return False

    def negation(self, a: Any) -> T:
        """All other worlds."""
        return cast("T", ~a)

    def meet(self, a: Any, b: Any) -> T:
        """The worlds in both."""
        return cast("T", a & b)

    def join(self, a: Any, b: Any) -> T:
        """The worlds in one of them, or in both."""
        return cast("T", a | b)

    def same(self, a: Any, b: Any) -> T:
        """The worlds in both or in none."""
        return cast("T", ~(a ^ b))

    def own(self, a: T) -> T:
        """The same set, free to be written into: a copy, if sets are written into."""
        return a

    def known(self, player: Player, body: T) -> T:
        """Where a player knows what holds in these worlds."""
        raise NotImplementedError

    def believed(self, player: Player, body: T) -> T:
        """Where a player believes it; where nobody can be wrong, knows it."""
        return self.known(player, body)

    def everyone(self, f: Everyone | Iterated, body: T) -> T:
        """Where everybody in a group knows it."""
        return reduce(self.meet, [self.believed(player, body) for player in f.members])

    def common(self, f: Common, body: T) -> T:
        """Where it is common knowledge in a group."""
        raise self.refusal(f)

    def distributed(self, f: Distributed, body: T) -> T:
        """Where a group would know it together."""
        raise self.refusal(f)

    def announced(self, said: T, body: Formula) -> T:
        """Where a formula holds after the announcement, or what is said is false."""
        raise self.refusal(body)

    def group_announced(self, f: GroupAnnouncing) -> T:
        """Where a formula holds after all, or some, announcements of a group."""
        raise self.refusal(f)

    def done(self, f: Doing) -> T:
        """Where a formula holds after an action that a file names."""
        raise self.refusal(f)

    def refusal(self, f: Formula) -> QueryError:
        """What is said of a formula that is not decided here."""
        return QueryError(f"{f} is not decided here")


def evaluate(formula: Formula, algebra: Algebra[T]) -> T:
    """Where a formula holds; quantifiers are left to `atom`, see `expand`."""
    rule = _RULES.get(type(formula))
    if rule is None:
        return algebra.atom(formula)
    found: T = rule(formula, algebra)
    return found


def _not(f: Not, algebra: Algebra[T]) -> T:
    return algebra.negation(evaluate(f.body, algebra))


def _and(f: And, algebra: Algebra[T]) -> T:
    found = _first(f.parts[0], algebra)
    for part in f.parts[1:]:
        if algebra.ends(found, False):
            break
        found = algebra.meet(found, evaluate(part, algebra))
    return found


def _or(f: Or, algebra: Algebra[T]) -> T:
    found = _first(f.parts[0], algebra)
    for part in f.parts[1:]:
        if algebra.ends(found, True):
            break
        found = algebra.join(found, evaluate(part, algebra))
    return found


def _first(f: Formula, algebra: Algebra[T]) -> T:
    """Where the first of several parts holds, free to be written into."""
    found = evaluate(f, algebra)
    return found if isinstance(f, Not) else algebra.own(found)


def _implies(f: Implies, algebra: Algebra[T]) -> T:
    found = algebra.negation(evaluate(f.left, algebra))
    if algebra.ends(found, True):
        return found
    return algebra.join(found, evaluate(f.right, algebra))


def _iff(f: Iff, algebra: Algebra[T]) -> T:
    return algebra.same(evaluate(f.left, algebra), evaluate(f.right, algebra))


def _modal(f: OfPlayer | Everyone | Common, algebra: Algebra[T]) -> T:
    if algebra.kept is None:
        if isinstance(f, Knows):
            return algebra.known(f.agent, evaluate(f.body, algebra))
        return _knowledge(f, evaluate(f.body, algebra), algebra)
    if f not in algebra.kept:
        algebra.kept[f] = _knowledge(f, evaluate(f.body, algebra), algebra)
    return algebra.kept[f]


def _knowledge(f: Formula, body: T, algebra: Algebra[T]) -> T:
    match f:
        case Knows(player):
            return algebra.known(player, body)
        case Whether(player):
            knows = algebra.known(player, body)
            return algebra.join(knows, algebra.known(player, algebra.negation(body)))
        case Believes(player):
            return algebra.believed(player, body)
        case Considers(player):
            doubts = algebra.believed(player, algebra.negation(body))
            return algebra.negation(doubts)
        case Iterated(times=times):
            for _ in range(times):
                body = algebra.everyone(f, body)
            return body
        case Common():
            return algebra.common(f, body)
        case Distributed():
            return algebra.distributed(f, body)
        case Everyone():
            return algebra.everyone(f, body)
    raise algebra.refusal(f)


def _announced(f: Announcing, algebra: Algebra[T]) -> T:
    return algebra.announced(evaluate(f.said, algebra), f.body)


def _truly_announced(f: TrulyAnnouncing, algebra: Algebra[T]) -> T:
    said = evaluate(f.said, algebra)
    return algebra.meet(algebra.own(said), algebra.announced(said, f.body))


def _count(f: CountOf, algebra: Algebra[T]) -> T:
    parts = [evaluate(part, algebra) for part in f.parts]
    enough = at_least(f.number, parts, algebra)
    if not f.exact:
        return enough
    more = at_least(f.number + 1, parts, algebra)
    return algebra.meet(algebra.own(enough), algebra.negation(more))


def at_least(number: int, sets: Sequence[T], algebra: Algebra[T]) -> T:
    """The worlds that are in so many of some sets, or in more.

    Set by set it is known in how many of those before a world is: that takes as many
    steps as there are sets, times the number.
    """
    reached = [algebra.constant(k == 0) for k in range(max(number, 0) + 1)]
    for one in sets:
        for k in range(number, 0, -1):
            both = algebra.meet(algebra.own(reached[k - 1]), one)
            reached[k] = algebra.join(both, reached[k])
    return reached[-1]


_RULES: dict[type[Formula], Callable[[Any, Algebra[Any]], Any]] = {
    Truth: lambda f, algebra: algebra.constant(True),
    Falsity: lambda f, algebra: algebra.constant(False),
    Not: _not,
    And: _and,
    Or: _or,
    Implies: _implies,
    Iff: _iff,
    Announcing: _announced,
    TrulyAnnouncing: _truly_announced,
    Doing: lambda f, algebra: algebra.done(f),
    GroupAnnouncing: lambda f, algebra: algebra.group_announced(f),
    CountOf: _count,
    **dict.fromkeys((Knows, Whether, Believes, Considers), _modal),
    **dict.fromkeys((Everyone, Iterated, Common, Distributed), _modal),
}
