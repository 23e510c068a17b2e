"""Theorem 4.2: whether there are optimal strategies, and whether plays end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.situations.stage import Stage
from mystpy.situations.turns import GameOfTwo
from mystpy.solve.bounds import Bounds, Size, game_of, optimal
from mystpy.solve.extensive.enclosure import sides
from mystpy.solve.extensive.growth import Growth
from mystpy.solve.extensive.menu import Variant
from mystpy.theses.case_analysis import Case, sought, weighed
from mystpy.theses.chapter4.games import (
    SIX,
    SMALL,
    SOLVED,
    apart,
    listed,
    myst,
    valued,
)
from mystpy.theses.chapter4.replay import replayed
from mystpy.theses.chapter4.s4_1.extension import rounds


def finite(budget: Budget, play: Sequence[Stage] | None = None) -> Finding:
    """The game tree is finite, unless two stages of a play are the same."""
    size = (1, 1, 1)
    before, after = play or rounds(size, 2)
    game, text = game_of(size), "Turn(1) & askphase & ~GameOver"
    same = (before.state, before.full) == (after.state, after.full)
    hands = GameOfTwo(game).deal(1)
    found = replayed(game, hands, after.actions, text) if same else None
    searched = sought(budget, [found], listed([size]), method="search")
    return searched.by_witness(refutes=True)


def cut_off(budget: Budget, turns: int = 3) -> Finding:
    """Games that end after a number of turns have optimal strategies."""
    sizes = (*SMALL, *(SIX if budget.full else ()))
    told: dict[str, list[str]] = {}

    def cases() -> Iterator[tuple[int, Case | None]]:
        for size, last in product(sizes, range(1, turns + 1)):
            form = Growth(game_of(size), Variant()).form(last)
            low, high = (side.worth for side in sides(form, 0))
            told.setdefault(myst(size), []).append(str(low))
            wrong = valued(size, player_1_makes_sure_of=low, player_2_allows=high)
            yield sum(form.counts), wrong if low < high else None

    scope = {"broken off": f"after 1 to {turns} turns"} | listed(sizes)
    met = weighed(budget, cases(), scope, proves=True, method=SOLVED)
    differ = (
        f"{', '.join(each)} in {name}"
        for name, each in told.items()
        if len({*each}) > 1
    )
    return replace(met, values={"values": "; ".join(differ)})


def small_values(
    budget: Budget, bounds_of: Callable[[Size], Bounds] = optimal
) -> Finding:
    """In small games optimal strategies are at hand: those that give the bounds."""
    sizes = (*SMALL, *SIX) if budget.full else SMALL
    found = {size: bounds_of(size) for size in sizes}
    values = {"values": ", ".join(in_words(size, each) for size, each in found.items())}
    met = weighed(
        budget, apart(sizes, bounds_of), listed(sizes), method=SOLVED, values=values
    )
    return met.by_witness(refutes=False)


def in_words(size: Size, found: Bounds) -> str:
    """The bounds of a value, in words."""
    high = "" if found.low == found.high else f" to {found.high}"
    return f"{found.low}{high} in {myst(size)}"


def theorem_2(budget: Budget) -> Finding:
    """Theorem 4.2: there is an optimal mixed strategy."""
    return small_values(budget).also(finite=finite(budget), cut_off=cut_off(budget))
