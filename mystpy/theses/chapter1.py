"""Checks of the claims of chapter 1 that no formula says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.solve.equilibrium import has_equilibrium
from mystpy.theses.case_analysis import Case, sought, with_values

EVENLY = (2, 3, 6)
"""The numbers of players among whom 18 cards are dealt out evenly."""


def _as_myst(p: int) -> tuple[Game, Game]:
    return Game.clue(p), Game.myst(3, 18 // p, p, 3)


def _scope(players: Iterable[int]) -> dict[str, object]:
    return {"games": ", ".join(f"MYST(3,{18 // p},{p},3)" for p in players)}


def special(budget: Budget) -> Result:
    """What is found of remark-1.1-special."""

    def sized(players: Iterable[int], scope: Mapping[str, object]) -> Result:
        cases = (
            None
            if (clue.c, clue.sizes, clue.q) == (myst.c, myst.sizes, myst.q)
            else with_values(clue, {"cards": clue.c, "hands": clue.sizes[1:]})
            for clue, myst in map(_as_myst, players)
        )
        return sought(budget, cases, scope, proves=True)

    return sized(EVENLY, _scope(EVENLY)).also(every=sized(range(2, 7), {"p": "2..6"}))


def larger(budget: Budget) -> Result:
    """What is found of remark-1.1-space."""
    cases = (
        None
        if all(len(cards) == myst.q for cards in clue.questions())
        and clue.question_count() < myst.question_count()
        and clue.guess_count() < myst.guess_count()
        and clue.deal_count() < myst.deal_count()
        else with_values(clue, {"questions": clue.question_count()})
        for clue, myst in map(_as_myst, EVENLY)
    )
    return sought(budget, cases, _scope(EVENLY), proves=True)


HALF = Fraction(1, 2)
CHOICES = range(3)
"""Rock, paper and scissors: each loses to the next one."""


def earned(one: int, two: int) -> Fraction:
    """What player 1 earns by a choice against player 2's."""
    return (HALF, Fraction(0), Fraction(1))[(two - one) % 3]


def second_to_move(budget: Budget) -> Result:
    """Whether who sees the first choice always earns 1 to 0."""
    worths = (min(earned(one, two) for two in CHOICES) for one in CHOICES)
    cases = ({"values": {"player 1 earns": str(x)}} if x else None for x in worths)
    return sought(budget, cases, {"choices": 3}, proves=True, method="game tree")


def only_even(budget: Budget, parts: int = 24) -> Result:
    """Whether choosing evenly, and no other mixture, is worth 1/2 at least."""

    def cases() -> Iterator[Case | None]:
        for one, two in product(range(parts + 1), repeat=2):
            mixed = [Fraction(x, parts) for x in (one, two, parts - one - two)]
            each = [sum(x * earned(k, y) for k, x in enumerate(mixed)) for y in CHOICES]
            fine = (min(each) == HALF) == (len({*mixed}) == 1)
            if mixed[2] >= 0:
                yield None if fine else {"values": {"mixture": [*map(str, mixed)]}}

    return sought(budget, cases(), {"chances": f"multiples of 1/{parts}"})


def von_neumann(budget: Budget) -> Result:
    """Theorem 1.1 for the games of two choices each, with small payoffs."""

    def outcome(mixed: bool) -> Result:
        tables = product(range(3), repeat=4)
        cases = (
            None
            if has_equilibrium(first, second, mixed=mixed)
            else {"values": {"player 1 earns": first, "player 2 earns": second}}
            for first, second in product(tables, repeat=2)
        )
        return sought(budget, cases, {"choices": 2, "payoffs": "0..2"})

    return outcome(mixed=True).also(pure=outcome(mixed=False))
