"""Checks of the claims of chapter 1 that are not formulas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.solve.equilibrium import has_equilibrium
from mystpy.theses.case_analysis import SOLVED, Case, sought, weigh_cases, with_values
from mystpy.theses.chapter5 import UP_TO_SEVEN, UP_TO_SIX, beside, sorted_game

EVENLY = (2, 3, 6)
"""The numbers of players among whom 18 cards are dealt out evenly."""


def _as_myst(p: int) -> tuple[Game, Game]:
    return Game.clue(p), Game.myst(3, 18 // p, p, 3)


def _scope(players: Iterable[int]) -> dict[str, object]:
    return {"games": ", ".join(f"MYST(3,{18 // p},{p},3)" for p in players)}


def special(budget: Budget) -> Result:
    """Return the result for remark-1.1-special."""

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
    """Return the result for remark-1.1-space."""
    scope = {"p": "2..6", "cards": 21}
    return sought(budget, map(_not_larger, range(2, 7)), scope, proves=True)


def _not_larger(p: int) -> Case | None:
    """Return in what respect 21 cards without sorts are not larger than Clue."""
    clue = Game.clue(p)
    plain = Game.general(clue.cards, clue.sizes, clue.q)
    counts = {
        "questions": (clue.question_count(), plain.question_count()),
        "piles": (clue.guess_count(), plain.guess_count()),
        "deals": (clue.deal_count(), plain.deal_count()),
    }
    of_plain = set(plain.questions())
    fine = of_plain >= set(clue.questions()) and clue.sizes == plain.sizes
    if fine and all(few < many for few, many in counts.values()):
        return None
    return with_values(clue, {name: list(pair) for name, pair in counts.items()})


def no_easier(budget: Budget, shape: Sequence[int] = (4, 4)) -> Result:
    """Return the result for remark-1.1-no-easier, by a game that was solved."""
    game, sorts, plain = beside(shape)
    values = {
        "with sorts at most": str(sorts.upper.value),
        "without at least": str(plain.lower.value),
    }
    easier = plain.lower.value > sorts.upper.value
    seen = sum(sorts.sequences) + sum(plain.sequences)
    cases = [(seen, with_values(game, values) if easier else None)]
    scope = {"cards by sort": " + ".join(map(str, shape)), "p": 2}
    main = weigh_cases(budget, cases, scope, method=SOLVED)
    return main.by_witness(refutes=True).also(possibilities=no_fewer_deals(budget))


def no_fewer_deals(budget: Budget) -> Result:
    """Check whether some hand has fewer possible deals without sorts than with them."""
    shapes = UP_TO_SEVEN if budget.full else UP_TO_SIX

    def cases() -> Iterator[Case | None]:
        for game in (sorted_game(shape, 2) for shape in shapes):
            plain = Game.general(game.cards, game.sizes, game.q)
            for hand in combinations(game.cards, game.sizes[1]):
                known = (None, frozenset(hand))
                counts = game.deal_count(known), plain.deal_count(known)
                fine = counts[0] <= counts[1]
                yield None if fine else with_values(game, deals=list(counts))

    scope = {"cards": sum(shapes[-1]), "p": 2}
    return sought(budget, cases(), scope, proves=True)


HALF = Fraction(1, 2)
CHOICES = range(3)
"""Rock, paper and scissors: each loses to the next one."""


def earned(one: int, two: int) -> Fraction:
    """Return the payoff of player 1's choice against player 2's."""
    return (HALF, Fraction(0), Fraction(1))[(two - one) % 3]


def second_to_move(budget: Budget) -> Result:
    """Check whether the player who sees the first choice always wins 1 to 0."""
    worths = (min(earned(one, two) for two in CHOICES) for one in CHOICES)
    cases = ({"values": {"player 1 earns": str(x)}} if x else None for x in worths)
    return sought(budget, cases, {"choices": 3}, proves=True, method="game tree")


def only_even(budget: Budget, parts: int = 24) -> Result:
    """Check whether only the uniform mixture guarantees 1/2.

    If the payoffs of all choices have the same sum against each choice, every mixture
    has the same sum of payoffs against all choices. If the sum is 3/2, a mixture that
    guarantees 1/2 has payoff exactly 1/2 against each. That is a system of equations,
    which is solved.
    """

    def cases() -> Iterator[Case | None]:
        for one, two in product(range(parts + 1), repeat=2):
            mixed = [Fraction(x, parts) for x in (one, two, parts - one - two)]
            each = [sum(x * earned(k, y) for k, x in enumerate(mixed)) for y in CHOICES]
            fine = (min(each) == HALF) == (len({*mixed}) == 1)
            if mixed[2] >= 0:
                yield None if fine else {"values": {"mixture": [*map(str, mixed)]}}

    together = {sum(earned(one, two) for two in CHOICES) for one in CHOICES}
    rows = [[*(earned(k, y) for k in CHOICES), HALF] for y in CHOICES]
    rows.append([Fraction(1)] * 4)
    even = together == {3 * HALF} and solution(rows) == [Fraction(1, 3)] * 3
    method = "linear equations, solved exactly" if even else "exhaustive"
    scope = {"chances": "any" if even else f"multiples of 1/{parts}"}
    return sought(budget, cases(), scope, proves=even, method=method)


def solution(rows: Sequence[Sequence[Fraction]]) -> list[Fraction] | None:
    """Return the unique solution of linear equations with the constants last.

    None if there is none, or more than one.
    """
    left, pivots = [[*row] for row in rows], 0
    unknowns = len(left[0]) - 1
    for column in range(unknowns):
        below = (k for k in range(pivots, len(left)) if left[k][column])
        found = next(below, None)
        if found is None:
            return None
        left[pivots], left[found] = left[found], left[pivots]
        first = left[pivots][column]
        left[pivots] = [x / first for x in left[pivots]]
        for k, row in enumerate(left):
            if k != pivots:
                factor = row[column]
                pairs = zip(row, left[pivots], strict=True)
                left[k] = [x - factor * y for x, y in pairs]
        pivots += 1
    if any(row[-1] for row in left[pivots:]):
        return None
    return [row[-1] for row in left[:pivots]]


def always_rock(budget: Budget, choice: int = 0) -> Result:
    """Check whether no response makes an equilibrium with one constant choice.

    A best response mixes choices with the largest payoff against the constant choice.
    The payoff of another choice against the mixture is between its payoffs against
    these. So if some choice has a larger payoff than the constant one against each of
    these, the same is true for all mixtures.
    """
    most = max(earned(y, choice) for y in CHOICES)
    replies = [y for y in CHOICES if earned(y, choice) == most]
    better = any(
        all(earned(x, y) > earned(choice, y) for y in replies) for x in CHOICES
    )
    case = None if better else {"values": {"replies": replies}}
    return sought(budget, [case], {"choices": 3}, proves=True, method="arithmetic")


def von_neumann(budget: Budget) -> Result:
    """Check Theorem 1.1 for the games of two choices each, with small payoffs."""

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
