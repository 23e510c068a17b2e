"""The truth of a formula in an algebra: one evaluation for every representation.

Such an algebra is a complex algebra (Jonsson and Tarski 1951). The extension of a
formula is a set of worlds. Connectives are the operations on sets, and knowledge is an
operator defined by the relation of an agent. Each algebra defines its representation of
sets, such as bytes, bits, an array or a decision diagram, and the operations on them.
An algebra that takes all parts of a connective at once, such as literals of a solver or
rules of a program, has its own methods for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, ClassVar, Generic, TypeVar, cast

from mystpy.errors import NotCovered, QueryError
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
    GroupModal,
    Iff,
    Implies,
    Iterated,
    Knows,
    KnowsWhether,
    Not,
    Or,
    PlayerModal,
    TrulyAnnouncing,
)
from mystpy.language.temporal import Doing

T = TypeVar("T")


class Algebra(Generic[T]):
    """Sets of worlds: the extensions of atoms, and the operations on sets.

    They are joined by Python's operators, unless an algebra says otherwise. `meet` and
    `join` may write into their first argument, which `own` has made free to be written
    into; the results of `negation` and `known` are free. `kept` caches knowledge where
    formulas repeat it.
    """

    kept: dict[Formula, T] | None = None
    methods: ClassVar[Mapping[type[Formula], Callable[[Any, Any], Any]]]
    """The method for each kind of formula: looking it up by name takes longer."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.methods = {kind: getattr(cls, name) for kind, name in _METHODS.items()}

    def constant(self, true: bool) -> T:
        """All worlds, or none."""
        raise NotImplementedError

    def atom(self, f: Formula) -> T:
        """Where an atom holds."""
        raise NotImplementedError

    def ends(self, found: T, every: bool) -> bool:
        """Return whether a set is seen to make the other parts redundant.

        If this would take longer than it saves, it is not tested.
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
        """Return where a formula holds after the announcement, or that is false."""
        raise self.refusal(body)

    def group_announced(self, f: GroupAnnouncing) -> T:
        """Where a formula holds after all, or some, announcements of a group."""
        raise self.refusal(f)

    def done(self, f: Doing) -> T:
        """Where a formula holds after an action that a file names."""
        raise self.refusal(f)

    def refusal(self, f: Formula) -> QueryError:
        """Return the error for a formula that is not decided here."""
        return NotCovered(f"{f} is not decided here")

    # --- What a formula stands for, by its connective: see `evaluate` ---

    def fixed(self, f: Truth | Falsity) -> T:
        """Return the extension of `true` or `false`."""
        return self.constant(f.value)

    def negated(self, f: Not) -> T:
        """Return the extension of a negation."""
        return self.negation(evaluate(f.body, self))

    def conjunction(self, f: And) -> T:
        """Return the extension of a conjunction; redundant parts are not evaluated."""
        found = self._first(f.parts[0])
        for part in f.parts[1:]:
            if self.ends(found, False):
                break
            found = self.meet(found, evaluate(part, self))
        return found

    def disjunction(self, f: Or) -> T:
        """Return the extension of a disjunction; redundant parts are not evaluated."""
        found = self._first(f.parts[0])
        for part in f.parts[1:]:
            if self.ends(found, True):
                break
            found = self.join(found, evaluate(part, self))
        return found

    def _first(self, f: Formula) -> T:
        """Where the first of several parts holds, free to be written into."""
        found = evaluate(f, self)
        return found if isinstance(f, Not) else self.own(found)

    def implication(self, f: Implies) -> T:
        """Return the extension of an implication."""
        found = self.negation(evaluate(f.left, self))
        if self.ends(found, True):
            return found
        return self.join(found, evaluate(f.right, self))

    def equivalence(self, f: Iff) -> T:
        """Return the extension of an equivalence."""
        return self.same(evaluate(f.left, self), evaluate(f.right, self))

    def counting(self, f: CountOf) -> T:
        """Return the extension of a count of listed formulas."""
        parts = [evaluate(part, self) for part in f.parts]
        return self.counted(f.exact, f.number, parts)

    def counted(self, exact: bool, number: int, sets: Sequence[T]) -> T:
        """Return the worlds in `number` of some sets, or in more if it is not exact.

        For each set in turn, the number of earlier sets with a world is known. This
        takes as many steps as there are sets, times the number.
        """
        if number < 0:
            return self.constant(not exact)
        reached = [self.constant(k == 0) for k in range(number + exact + 1)]
        for one in sets:
            for k in range(number + exact, 0, -1):
                both = self.meet(self.own(reached[k - 1]), one)
                reached[k] = self.join(both, reached[k])
        if not exact:
            return reached[-1]
        return self.meet(self.own(reached[-2]), self.negation(reached[-1]))

    def knowledge(self, f: PlayerModal | GroupModal) -> T:
        """Return the extension of a formula about knowledge, perhaps cached."""
        if self.kept is None:
            if isinstance(f, Knows):
                return self.known(f.agent, evaluate(f.body, self))
            return self._knowledge(f, evaluate(f.body, self))
        if f not in self.kept:
            self.kept[f] = self._knowledge(f, evaluate(f.body, self))
        return self.kept[f]

    def _knowledge(self, f: Formula, body: T) -> T:
        match f:
            case Knows(player):
                return self.known(player, body)
            case KnowsWhether(player):
                knows = self.known(player, body)
                return self.join(knows, self.known(player, self.negation(body)))
            case Believes(player):
                return self.believed(player, body)
            case Considers(player):
                return self.negation(self.believed(player, self.negation(body)))
            case Iterated(times=times):
                for _ in range(times):
                    body = self.everyone(f, body)
                return body
            case Common():
                return self.common(f, body)
            case Distributed():
                return self.distributed(f, body)
            case Everyone():
                return self.everyone(f, body)
        raise self.refusal(f)

    def announcement(self, f: Announcing) -> T:
        """Return the extension of `[F!]G`."""
        return self.announced(evaluate(f.said, self), f.body)

    def true_announcement(self, f: TrulyAnnouncing) -> T:
        """Return the extension of `<F!>G`."""
        said = evaluate(f.said, self)
        return self.meet(self.own(said), self.announced(said, f.body))


def evaluate(formula: Formula, algebra: Algebra[T]) -> T:
    """Where a formula holds; quantifiers are left to `atom`, see `expand`."""
    method = algebra.methods.get(type(formula))
    if method is None:
        return algebra.atom(formula)
    found: T = method(algebra, formula)
    return found


_METHODS: dict[type[Formula], str] = {
    Truth: "fixed",
    Falsity: "fixed",
    Not: "negated",
    And: "conjunction",
    Or: "disjunction",
    Implies: "implication",
    Iff: "equivalence",
    Announcing: "announcement",
    TrulyAnnouncing: "true_announcement",
    Doing: "done",
    GroupAnnouncing: "group_announced",
    CountOf: "counting",
    **dict.fromkeys((Knows, KnowsWhether, Believes, Considers), "knowledge"),
    **dict.fromkeys((Everyone, Iterated, Common, Distributed), "knowledge"),
}
"""The method of an algebra for each kind of formula."""
