"""The smallest sets of cards that satisfy monotone clauses, found in two ways.

In the field: minimum hitting set; for clauses of two literals, minimum vertex cover, or
monotone MIN 2-SAT as section 3.2 of the thesis calls it. A search by iterative
deepening, with disjoint clauses as a lower bound, and clingo's optimization have to
agree.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from mystpy.compilation import NamedTuple
from mystpy.engines.hitting_sets import HittingSets
from mystpy.errors import EnginesDisagree, QueryError

HittingSet = frozenset[str]
"""Cards of which each clause has one."""

MAX_LISTED = 200
"""The most smallest sets that are listed."""


class MinimumHittingSets(NamedTuple):
    """The smallest sets, and clauses without a common card, each of which needs a card.

    `listed` has the smallest sets in order, at most MAX_LISTED of them, and `complete`
    says whether there are no others; `by_clingo` is false if clingo gave up.
    """

    number: int
    listed: tuple[HittingSet, ...]
    complete: bool
    disjoint: tuple[HittingSet, ...]
    by_clingo: bool


def minimum_hitting_sets(
    clauses: Sequence[HittingSet], order: Sequence[str]
) -> MinimumHittingSets:
    """Return the smallest sets with a card of each clause; cards in order.

    Raises QueryError for an empty clause, which no cards satisfy, and EnginesDisagree
    if clingo finds a set of another size.
    """
    if not all(clauses):
        raise QueryError(
            "an empty clause is satisfied by no cards",
            hint="leave it out, or name a card in it",
        )
    place = {card: k for k, card in enumerate(order)}
    needed = _minimal(clauses)
    apart = _disjoint(needed)
    number = len(apart)
    while next(_sets(needed, number, place), None) is None:
        number += 1
    listed = tuple(islice(_sets(needed, number, place), MAX_LISTED + 1))
    optimum = _by_clingo(needed, order)
    if optimum is not None and len(optimum) != number:
        raise EnginesDisagree(
            f"the search finds {number} cards, and clingo {len(optimum)}",
            hint="please report the clauses",
        )
    return MinimumHittingSets(
        number,
        listed[:MAX_LISTED],
        len(listed) <= MAX_LISTED,
        apart,
        optimum is not None,
    )


def _minimal(clauses: Collection[HittingSet]) -> list[HittingSet]:
    """Return the clauses that do not follow from another one, each once."""
    kept: list[HittingSet] = []
    for clause in sorted(set(clauses), key=lambda each: (len(each), sorted(each))):
        if not any(other <= clause for other in kept):
            kept.append(clause)
    return kept


def _disjoint(clauses: Sequence[HittingSet]) -> tuple[HittingSet, ...]:
    """Return disjoint clauses, chosen greedily by how many others they meet."""
    chosen: list[HittingSet] = []
    left = list(clauses)
    while left:
        rivals = {clause: sum(bool(clause & x) for x in left) for clause in left}
        best = min(left, key=lambda clause: (rivals[clause], sorted(clause)))
        chosen.append(best)
        left = [clause for clause in left if not clause & best]
    return tuple(chosen)


def _sets(
    clauses: Sequence[HittingSet], size: int, place: dict[str, int]
) -> Iterator[HittingSet]:
    """Yield all sets of at most `size` cards that hit all clauses, each once.

    A clause that is not hit yet is hit by its first card, or not by that but by its
    second, and so on.
    """
    open_ = list(clauses)
    if not open_:
        yield frozenset()
        return
    if not all(open_) or len(_disjoint(open_)) > size:
        return
    clause = min(open_, key=len)
    banned: set[str] = set()
    for card in sorted(clause, key=place.__getitem__):
        left = [each - banned for each in open_ if card not in each]
        for rest in _sets(left, size - 1, place):
            yield rest | {card}
        banned.add(card)


def _by_clingo(
    clauses: Sequence[HittingSet], order: Sequence[str]
) -> HittingSet | None:
    """Return a smallest set by clingo, or None if it gives up."""
    hitting = HittingSets(dict.fromkeys(order, 1))
    for clause in clauses:
        hitting.add(clause)
    return hitting.smallest()
