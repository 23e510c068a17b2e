"""Theorem 4.2: whether there are optimal strategies, and whether plays end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.turns import TwoPlayerGame
from mystpy.solve.bounds import Bounds, Size, game_of, optimal
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import sides
from mystpy.theses.case_analysis import Case, sought, weigh_cases
from mystpy.theses.chapter4.games import (
    SIX,
    SMALL,
    SOLVED,
    apart,
    list_games,
    myst,
    valued,
)
from mystpy.theses.chapter4.s4_1.extension import rounds
from mystpy.theses.chapter4.sweep import replayed


def finite(budget: Budget, play: Sequence[EpistemicState] | None = None) -> Result:
    """The game tree is finite, unless two stages of a play are the same."""
    size = (1, 1, 1)
    before, after = play or rounds(size, 2)
    game, text = game_of(size), "Turn(1) & askphase & ~GameOver"
    same = (before.state, before.full) == (after.state, after.full)
    hands = TwoPlayerGame(game).deal(1)
    found = replayed(game, hands, after.actions, text) if same else None
    searched = sought(budget, [found], list_games([size]), method="search")
    return searched.by_witness(refutes=True)


def cut_off(budget: Budget, turns: int = 3) -> Result:
    """Games that end after a number of turns have optimal strategies."""
    sizes = (*SMALL, *(SIX if budget.full else ()))
    values: dict[str, list[str]] = {}

    def cases() -> Iterator[tuple[int, Case | None]]:
        for size, last in product(sizes, range(1, turns + 1)):
            form = TreeBuilder(game_of(size), GameVariant()).form(last)
            low, high = (side.value for side in sides(form, 0))
            values.setdefault(myst(size), []).append(str(low))
            wrong = valued(size, player_1_makes_sure_of=low, player_2_allows=high)
            yield sum(form.counts), wrong if low < high else None

    scope = {"broken off": f"after 1 to {turns} turns"} | list_games(sizes)
    met = weigh_cases(budget, cases(), scope, proves=True, method=SOLVED)
    differ = (
        f"{', '.join(each)} in {name}"
        for name, each in values.items()
        if len({*each}) > 1
    )
    return replace(met, values={"values": "; ".join(differ)})


def small_values(
    budget: Budget, bounds_of: Callable[[Size], Bounds] = optimal
) -> Result:
    """In small games optimal strategies are at hand: those that give the bounds."""
    sizes = (*SMALL, *SIX) if budget.full else SMALL
    found = {size: bounds_of(size) for size in sizes}
    values = {"values": ", ".join(in_words(size, each) for size, each in found.items())}
    met = weigh_cases(
        budget, apart(sizes, bounds_of), list_games(sizes), method=SOLVED, values=values
    )
    return met.by_witness(refutes=False)


def in_words(size: Size, found: Bounds) -> str:
    """The bounds of a value, in words."""
    high = "" if found.lower == found.upper else f" to {found.upper}"
    return f"{found.lower}{high} in {myst(size)}"


def theorem_2(budget: Budget) -> Result:
    """Theorem 4.2: there is an optimal mixed strategy."""
    return small_values(budget).also(finite=finite(budget), cut_off=cut_off(budget))
