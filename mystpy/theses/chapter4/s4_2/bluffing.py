"""Section 4.2: bluffing and camouflage, by the values of solved games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.solve.bounds import Size, bounds, game_of, leader_value, once, optimal
from mystpy.solve.equilibria.optimal_choices import (
    Wanted,
    bluff,
    choices_made,
    favourite,
    first_bluff,
    never,
    solve_with_choices,
)
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.value_bounds import BoundWitness
from mystpy.solve.recurrence import Recurrence
from mystpy.solve.strategies import GameStrategy, Questions, own_named
from mystpy.theses.case_analysis import SOLVED, Case, sought, weigh_cases, with_values
from mystpy.theses.chapter4.games import SMALL, valued
from mystpy.theses.chapter4.sweep import list_games, myst

_SMALLEST: Sequence[Size] = ((1, 2, 2), (2, 2, 2))
"""The smallest games with 1 < q <= n, in which claim 4.4 is checked."""

_TURNS = 3
_SINGLE = tuple(size for size in SMALL if size[2] == 1)


def claim_4(budget: Budget) -> Result:
    """Check Claim 4.4: no strategy that bluffs is optimal if q > 1."""
    first = optimal_bluff(budget, 1, first_bluff)
    return optimal_bluff(budget, 2, bluff).also(first_turn=first, met=first)


def optimal_bluff(
    budget: Budget, player: int, wanted: Wanted, sizes: Sequence[Size] = _SMALLEST
) -> Result:
    """Check whether no optimal strategy of a player bluffs, by one that does.

    For the games listed before it, none bluffs.
    """
    none = []

    def cases() -> Iterator[tuple[int, Case | None]]:
        for size in sizes:
            side = favourite(game_of(size), player, wanted, _TURNS)
            if side is None and never(game_of(size), player, wanted, _TURNS):
                none.append(myst(size))
            seen = sum(solve_with_choices(game_of(size)).sequences)
            yield seen, side and _bluffing(size, side, wanted)

    found = weigh_cases(budget, cases(), list_games(sizes), method=SOLVED)
    found = replace(found, values={"none": " and ".join(none)})
    return found.by_witness(refutes=True)


def _bluffing(size: Size, side: BoundWitness, wanted: Wanted) -> Case:
    """Return an optimal plan that bluffs, as a counterexample."""
    known, action, chance = next(choices_made(side, wanted))
    where = f"player {side.player} at `{known}`"
    values = {"player 1 wins": side.value, where: f"`{action}` with {chance}"}
    return with_values(game_of(size), values)


def useful_bluff(budget: Budget, sizes: Sequence[Size] = _SINGLE) -> Result:
    """Check that bluffing might be useful if q = 1."""
    for size in sizes:
        budget.tick()
        wins, honest = optimal(size).lower, Recurrence(3)(*size)
        nobody = solve_with_choices(game_of(size), GameVariant(frozenset())).upper.value
        shown = valued(size, bluffing_wins=wins, without_bluffing=nobody)
        if wins > max(honest, nobody):
            break
    result = Result.judged(
        None if wins > max(honest, nobody) else shown,
        proves=True,
        method=SOLVED,
        instances=1,
        scope=list_games([size]),
        values={"game": myst(size), "wins": wins, "honest": honest, "nobody": nobody},
    )
    return replace(result, example=shown).by_witness(refutes=False)


AUTHORS_CASE: Size = (3, 1, 1)
"""The game whose tree section 4.2 names, n = q = 1 and m = 3."""

_LARGER_PILES: Sequence[Size] = ((4, 1, 1), (2, 2, 1))
_SEVEN_CARDS: Sequence[Size] = ((5, 1, 1), (3, 2, 1))


def mixed(budget: Budget) -> Result:
    """Check that for q = 1 the best result needs both bluffing and not bluffing.

    The game that player 1 wins for certain is left out.
    """
    open_games = [size for size in _SINGLE if bounds(size).upper < 1]
    larger = (*_LARGER_PILES, *(_SEVEN_CARDS if budget.full else ()))
    return bluffs_needed(budget, open_games).also(
        author=bluffs_needed(budget, [AUTHORS_CASE], proves=True),
        larger=bluffs_needed(budget, [AUTHORS_CASE, *larger]),
    )


def bluffs_needed(
    budget: Budget, sizes: Sequence[Size], *, proves: bool = False
) -> Result:
    """Check that player 1 wins less than the value without any bluffs."""

    def cases() -> Iterator[tuple[int, Case | None]]:
        for size in sizes:
            alone = solve_with_choices(game_of(size), GameVariant(frozenset({2})))
            best = alone.upper.value >= optimal(size).lower
            found = valued(size, without_bluffing=alone.lower.value)
            yield sum(alone.sequences), found if best else None

    return weigh_cases(budget, cases(), list_games(sizes), proves=proves, method=SOLVED)


_BLUFF_USEFUL: Size = (2, 3, 2)
"""The smallest known game with q > 1 in which bluffing is useful."""

_BLUFF_USELESS: Sequence[Size] = ((1, 3, 2), (1, 3, 3), (3, 2, 2))
"""Games of seven cards with 1 < q <= n."""


def no_use(budget: Budget, sizes: Sequence[Size] = ()) -> Result:
    """Check that if q > 1, neither player gains by being allowed to bluff.

    The value is compared with those of the games in which one of them may not.
    """
    seven = _BLUFF_USELESS if budget.full else ()
    sizes = sizes or (*_SMALLEST, *seven, _BLUFF_USEFUL)

    def cases() -> Iterator[tuple[int, Case | None]]:
        for size in sizes:
            budget.tick()
            whole, *others = (
                solve_with_choices(game_of(size), GameVariant(frozenset(may_bluff)))
                for may_bluff in ((1, 2), (2,), (1,))
            )
            honest_1, honest_2 = others
            found = valued(
                size,
                player_1_wins=whole.upper.value,
                if_player_2_may_not_bluff=honest_2.lower.value,
                if_player_1_may_not_bluff=honest_1.upper.value,
            )
            useful = (
                whole.upper.value < honest_2.lower.value
                or whole.lower.value > honest_1.upper.value
            )
            yield sum(whole.sequences), found if useful else None

    found = weigh_cases(budget, cases(), list_games(sizes), method=SOLVED)
    return found.by_witness(refutes=True)


def fixed_share(budget: Budget, asks: Questions | None = None) -> Result:
    """Check that a good strategy must vary its number of own cards, if possible.

    Games that player 1 wins for certain are left out, since every strategy is good.
    """

    def cases() -> Iterator[Case | None]:
        for size in (s for s in SMALL if s[2] > 1 and bounds(s).upper < 1):
            plan = (
                once(size)
                if asks is None
                else GameStrategy((asks,), once(size).guesses)
            )
            wins, shares = leader_value(size, 1, plan), own_named(plan, game_of(size))
            found = valued(
                size, own_cards_always_named=Fraction(min(shares)), wins=wins
            )
            yield found if len(shares) == 1 and wins == bounds(size).upper else None

    found = sought(budget, cases(), {"c": 5, "p": 2}, method="game tree")
    return found.by_witness(refutes=True)
