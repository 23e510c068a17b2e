"""The report on a Clue player (2003): interrogations needed, at worst and expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.players.broomhead.opt_quest import all_at_once, best
from mystpy.players.broomhead.worst_deals import least_in_worst_deal, start
from mystpy.theses.case_analysis import Case, sought

MINIMAX = "minimax against an adversary"
EXACT = "arithmetic"
TABLE = 10
"""The report's table has hands and piles of 1 to 10 cards."""


def worst_of_two(budget: Budget) -> Result:
    """Whether n interrogations are the best for the worst deal, with one opponent."""
    cards, piles = (5, 4) if budget.full else (4, 3)
    scope = {"n": f"1..{cards}", "m": f"1..{piles}", "p": 2}
    return _worst(budget, [(n, 1) for n in range(1, cards + 1)], piles, scope)


def worst_of_more(budget: Budget) -> Result:
    """Whether n(p-1) interrogations are the best for the worst deal."""
    sizes = [(1, 2), (2, 2), (1, 3)]
    scope = {"n": "1..2, p = 3; 1, p = 4", "m": "1..2", "p": "3..4"}
    if budget.full:
        sizes.append((3, 2))
        scope["n"] = "1..3, p = 3; 1, p = 4"
    return _worst(budget, sizes, 2, scope)


def _worst(
    budget: Budget,
    sizes: list[tuple[int, int]],
    piles: int,
    scope: Mapping[str, object],
) -> Result:
    """Compare the minimax with one card shown for each interrogation."""

    def cases() -> Iterator[Case | None]:
        for cards, opponents in sizes:
            for pile in range(1, piles + 1):
                found = least_in_worst_deal(start(cards, opponents, pile))
                values = {"n": cards, "p": opponents + 1, "m": pile, "least": found}
                yield None if found == cards * opponents else {"values": values}

    return sought(budget, cases(), scope, proves=True, method=MINIMAX)


def at_most_pile(budget: Budget) -> Result:
    """Whether the best number of cards is never more than the pile has."""
    return _at_most_pile(budget, TABLE).also(large=_at_most_pile(budget, 3 * TABLE))


def _at_most_pile(budget: Budget, most: int) -> Result:
    cases = (
        None if best(hand, pile).number <= pile else {"values": _sizes(hand, pile)}
        for hand in range(1, most + 1)
        for pile in range(1, most + 1)
    )
    scope = {"hand": f"1..{most}", "pile": f"1..{most}"}
    return sought(budget, cases, scope, proves=True, method=EXACT)


def one_of_two(budget: Budget) -> Result:
    """Whether of a pile of two one card is asked for if the hand has more than six."""
    return _one_of_two(budget, TABLE).also(large=_one_of_two(budget, 6 * TABLE))


def _one_of_two(budget: Budget, most: int) -> Result:
    cases = (
        None
        if best(hand, 2).number == (1 if hand > 6 else 2)
        else {"values": _sizes(hand, 2)}
        for hand in range(1, most + 1)
    )
    scope = {"hand": f"1..{most}", "pile": 2}
    return sought(budget, cases, scope, proves=True, method=EXACT)


def as_many_as_pile(budget: Budget) -> Result:
    """Whether who asks for as many cards as the pile has needs few questions more.

    More than one in a hundred only with at most three cards in the pile and at least
    eight in the hand, and never one in twenty.
    """

    def cases() -> Iterator[Case | None]:
        for hand, pile, more in _losses(TABLE):
            small = pile <= 3 and hand >= 8
            fine = more < Fraction(1, 20) and (small or more <= Fraction(1, 100))
            yield None if fine else {"values": _sizes(hand, pile)}

    scope = {"hand": f"1..{TABLE}", "pile": f"1..{TABLE}"}
    main = sought(budget, cases(), scope, proves=True, method=EXACT)
    return main.also(best=_always_best(budget), large=_large(budget))


def _always_best(budget: Budget) -> Result:
    """Whether it is always the best number."""
    cases = (
        {"values": _sizes(hand, pile)} if more else None
        for hand, pile, more in _losses(TABLE)
    )
    scope = {"hand": f"1..{TABLE}", "pile": f"1..{TABLE}"}
    return sought(budget, cases, scope, proves=True, method=EXACT)


def _large(budget: Budget, most: int = 30) -> Result:
    """Whether it costs less than one question in twenty with larger hands, too."""
    cases = (
        {"values": _sizes(hand, pile)} if more >= Fraction(1, 20) else None
        for hand, pile, more in _losses(most)
    )
    scope = {"hand": f"1..{most}", "pile": f"1..{most}"}
    return sought(budget, cases, scope, proves=True, method=EXACT)


def _losses(most: int) -> Iterator[tuple[int, int, Fraction]]:
    """Sizes, and how much more is needed by who asks for as many as the pile has."""
    for hand in range(1, most + 1):
        for pile in range(1, most + 1):
            least = best(hand, pile).questions
            yield hand, pile, all_at_once(hand, pile) / least - 1


def _sizes(hand: int, pile: int) -> dict[str, object]:
    """A size with the best number and the two expected numbers of questions."""
    advised = best(hand, pile)
    return {
        "hand": hand,
        "pile": pile,
        "best number": advised.number,
        "questions": str(advised.questions),
        "with as many as the pile has": str(all_at_once(hand, pile)),
    }
