"""Formulas made of others: conjunctions, disjunctions, counts, operators of knowledge.

Some functions remove redundant parts: every engine of games gets the result of
`fold_constants`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from mystpy.language.atoms import Constant, Falsity, Group, Player, Truth
from mystpy.language.nodes import (
    And,
    Announcing,
    Believes,
    Common,
    Considers,
    CountOf,
    Everyone,
    Formula,
    Iff,
    Implies,
    Iterated,
    Knows,
    KnowsWhether,
    Modal,
    Not,
    Or,
    PlayerModal,
    TrulyAnnouncing,
)
from mystpy.language.numbers import Comparison
from mystpy.language.subformulas import children, with_children
from mystpy.language.temporal import Previously, Temporal


def conjunction(parts: Iterable[Formula]) -> Formula:
    """The conjunction of any number of formulas: of none it is `true`."""
    listed = tuple(parts)
    if len(listed) > 1:
        return And(listed)
    return listed[0] if listed else Truth()


def disjunction(parts: Iterable[Formula]) -> Formula:
    """The disjunction of any number of formulas: of none it is `false`."""
    listed = tuple(parts)
    if len(listed) > 1:
        return Or(listed)
    return listed[0] if listed else Falsity()


def constant(holds: bool) -> Formula:
    """`true` or `false`."""
    return Truth() if holds else Falsity()


def join(every: bool, parts: Iterable[Formula]) -> Formula:
    """Return all of the parts, or one of them, without redundant ones."""
    nothing, enough = constant(every), constant(not every)
    kept = [part for part in dict.fromkeys(parts) if part != nothing]
    if enough in kept:
        return enough
    return conjunction(kept) if every else disjunction(kept)


def without_constants(formula: Formula) -> Formula:
    """The same without those of its parts that are `true` or `false`."""
    match formula:
        case Not(Constant(holds)):
            return constant(not holds)
        case And(parts) | Or(parts):
            return join(isinstance(formula, And), parts)
        case Implies(left, right) if Truth() in (left, right):
            return right
        case Implies(left, right) if Falsity() in (left, right):
            return without_constants(Not(left))
        case Iff(Constant(holds), other) | Iff(other, Constant(holds)):
            return other if holds else without_constants(Not(other))
    return formula


def fold_constants(f: Formula) -> Formula:
    """An equivalent formula of a game in which no part is `true` or `false`.

    It is a constant itself if all of it is decided by constants. The one place where
    a constant may stay is under `before`: before the first action nothing holds.
    """
    below = [fold_constants(part) for part in children(f)]
    if isinstance(f, CountOf):
        return _counted(f.exact, f.number, below)
    if any(isinstance(part, Constant) for part in below):
        return _with_constants(f, below)
    return with_children(f, below) if below else f


def _with_constants(f: Formula, below: Sequence[Formula]) -> Formula:
    """A formula over parts of which one is a constant."""
    match f:
        case Announcing():
            said, body = below
            if isinstance(f, TrulyAnnouncing):
                return join(True, (said, body))
            return without_constants(Implies(said, body))
        case Previously() if below[0] == Truth():
            return with_children(f, below)
        case Modal() | Temporal():
            return below[0]
    return without_constants(with_children(f, below))


def _counted(exact: bool, number: int, parts: Sequence[Formula]) -> Formula:
    """A count without constants; a junction where all, some or none have to hold."""
    number -= sum(part == Truth() for part in parts)
    kept = tuple(part for part in parts if not isinstance(part, Constant))
    if number > len(kept) or (number < 0 and exact):
        return Falsity()
    if number <= 0:
        return conjunction(map(Not, kept)) if exact else Truth()
    if number == len(kept):
        return conjunction(kept)
    if number == 1 and not exact:
        return disjunction(kept)
    return CountOf(exact, number, kept)


def of_player(
    f: PlayerModal, player: Player, body: Formula, believes: bool = False
) -> Formula:
    """Return a formula about a player; with `K` alone unless players believe things."""
    if believes and isinstance(f, Believes | Considers):
        return type(f)(player, body)
    if isinstance(f, KnowsWhether):
        return Or((Knows(player, body), Knows(player, Not(body))))
    if isinstance(f, Considers):
        return Not(Knows(player, Not(body)))
    return Knows(player, body)


def unabbreviated(f: Formula) -> Formula:
    """Return the expansion of an abbreviation; the formula itself if it is none.

    Only its own operator is replaced. Such connectives are eliminable.
    """
    match f:
        case Implies(left, right):
            return Or((Not(left), right))
        case Iff(left, right):
            return And((Implies(left, right), Implies(right, left)))
        case Knows():
            return f
        case PlayerModal(agent, body):
            return of_player(f, agent, body)
        case Iterated(group, body, times):
            return iterate_everyone(times, group, body)
        case Everyone(_, body):
            return conjunction([Knows(player, body) for player in f.members])
        case Common(_, body) if len(f.members) == 1:
            return Knows(*f.members, body)
    return f


def announcement_formula(f: Announcing, said: Formula, body: Formula) -> Formula:
    """Return `[F!]G`, or `<F!>G` in terms of `[F!]`."""
    after = Announcing(said, body)
    return And((said, after)) if isinstance(f, TrulyAnnouncing) else after


def iterate_everyone(times: int, group: Group, body: Formula) -> Formula:
    """Return `E^k` of the body, for a number of times."""
    for _ in range(times):
        body = Everyone(group, body)
    return body


def count_formula(exact: bool, number: int, parts: Sequence[Formula]) -> Formula:
    """Return the formula that `number` parts hold, and, if `exact`, no more."""
    enough = at_least(number, parts)
    return And((enough, Not(at_least(number + 1, parts)))) if exact else enough


def at_least(number: int, parts: Sequence[Formula]) -> Formula:
    """Return the same for at least `number`, by halves: about n ** log n nodes."""

    @cache
    def said(k: int, first: int, last: int) -> Formula:
        if k <= 0:
            return Truth()
        if k > last - first:
            return Falsity()
        if k == last - first:
            return conjunction(parts[first:last])
        if k == 1:
            return disjunction(parts[first:last])
        middle = (first + last) // 2
        ways = []
        for left in range(max(0, k - (last - middle)), min(k, middle - first) + 1):
            both = (said(left, first, middle), said(k - left, middle, last))
            ways.append(conjunction(p for p in both if not isinstance(p, Truth)))
        return disjunction(ways)

    return said(number, 0, len(parts))


@cache
def copies(parts: int, number: int) -> int:
    """How many parts occur in `at_least`, each as often as it does."""
    if not 1 < number < parts:
        return max(parts, 1)
    middle = parts // 2
    splits = range(max(0, number - (parts - middle)), min(number, middle) + 1)
    return sum(copies(middle, k) + copies(parts - middle, number - k) for k in splits)


def simplify(formula: Formula) -> Formula:
    """Return an equivalent formula for readers: no part of a connective is a constant.

    Expanded quantifiers leave parts such as `~true & p` where they compare their
    values; these are evaluated here, and double negations removed.
    """
    if isinstance(formula, Comparison):
        return formula
    below = [simplify(part) for part in children(formula)]
    found = without_constants(with_children(formula, below) if below else formula)
    match found:
        case Not(Not(body)):
            return body
        case Knows(_, Truth()):
            return Truth()
    return found


def simply(formula: Formula | str) -> str:
    """The text of a formula as it is printed in reasons."""
    return formula if isinstance(formula, str) else str(simplify(formula))


def count_size(parts: int, number: int, exact: bool, size: int) -> int:
    """How many nodes a count of parts of this size has, at most."""
    if exact:
        return 2 + sum(count_size(parts, k, False, size) for k in (number, number + 1))
    return copies(parts, number) * (size + 2)


def kept_size(parts: int, number: int, exact: bool, size: int) -> int:
    """How many nodes a count of listed parts of this size has, at most."""
    return parts * size + 1


CountSize = Callable[[int, int, bool, int], int]
"""How many nodes a count has: of its parts, the number, if it is exact, their size."""


def unabbreviated_size(f: Formula, sizes: Sequence[int], of_count: CountSize) -> int:
    """How many nodes a formula over such parts has, without Kw, E^k and counts."""
    match f:
        case CountOf(exact, number, parts):
            return of_count(len(parts), number, exact, max(sizes, default=0))
        case KnowsWhether():
            return 2 * sizes[0] + 4
        case Iterated(times=times):
            return sizes[0] + times
    return sum(sizes) + 1
