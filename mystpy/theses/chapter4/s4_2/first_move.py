"""Theorem 4.2 and Claim 4.5: optimal strategies, and whether moving first is better."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.turns import TwoPlayerGame
from mystpy.solve.best_response import BestResponse
from mystpy.solve.bounds import (
    Bounds,
    Size,
    at_once,
    beside_half,
    bounds,
    game_of,
    leader_value,
    optimal,
)
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import sides
from mystpy.solve.recurrence import HALF
from mystpy.solve.strategies import (
    GameStrategy,
    Questions,
    anything,
    bound,
    one_shot,
    slow_and_steady,
)
from mystpy.theses.case_analysis import SOLVED, Case, sought, weigh_cases
from mystpy.theses.chapter4.games import SIX, SMALL, apart, valued
from mystpy.theses.chapter4.s4_1.chances import informative_question
from mystpy.theses.chapter4.s4_1.extension import rounds
from mystpy.theses.chapter4.sweep import list_games, myst, replayed


def finite(budget: Budget, play: Sequence[EpistemicState] | None = None) -> Result:
    """Check that the game tree is finite, unless two states of a play are equal."""
    size = (1, 1, 1)
    before, after = play or rounds(size, 2)
    game, text = game_of(size), "Turn(1) & askphase & ~GameOver"
    same = (before.system_state, before.full) == (after.system_state, after.full)
    hands = TwoPlayerGame(game).deal(1)
    found = replayed(game, hands, after.actions, text) if same else None
    searched = sought(budget, [found], list_games([size]), method="search")
    return searched.by_witness(refutes=True)


def cut_off(budget: Budget, turns: int = 3) -> Result:
    """Check that games that end after a number of turns have optimal strategies."""
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
    """Check that in small games optimal strategies exist: those with the bounds."""
    sizes = (*SMALL, *SIX) if budget.full else SMALL
    found = {size: bounds_of(size) for size in sizes}
    values = {"values": ", ".join(in_words(size, each) for size, each in found.items())}
    met = weigh_cases(
        budget, apart(sizes, bounds_of), list_games(sizes), method=SOLVED, values=values
    )
    return met.by_witness(refutes=False)


def in_words(size: Size, found: Bounds) -> str:
    """Return the bounds of a value, in words."""
    high = "" if found.lower == found.upper else f" to {found.upper}"
    return f"{found.lower}{high} in {myst(size)}"


def theorem_2(budget: Budget) -> Result:
    """Settle Theorem 4.2: there is an optimal mixed strategy."""
    return small_values(budget).also(finite=finite(budget), cut_off=cut_off(budget))


_REACH = 40
"""The number of cards up to which games with a sufficient question are counted."""


def sizes_up_to(reach: int) -> list[Size]:
    """Return the games with q > 1 that have at most `reach` cards."""
    return [
        (m, n, q)
        for m in range(1, reach)
        for n in range(1, (reach - m) // 2 + 1)
        for q in range(2, m + n + 2)
    ]


def claim_5(budget: Budget) -> Result:
    """Settle Claim 4.5: player 1 wins with at least 1/2."""
    reach = 7 if budget.full else 5
    cases, scope = map(at_least_half, sizes_up_to(reach)), {"c": reach, "p": 2}
    main = weigh_cases(budget, cases, scope, method=SOLVED)
    return main.also(enough=enough(budget), endless_won=endless_won(budget))


def at_least_half(size: Size) -> tuple[int, Case | None]:
    """Return the sequences checked; and values if player 1 wins less than half."""
    found = beside_half(game_of(size))
    case = valued(size, at_most=found.upper.value)
    return sum(found.sequences), case if found.lower.value < HALF else None


def endless_won(budget: Budget, draw: Questions = anything) -> Result:
    """Check that player 1 has at least half if endless play counts for player 1.

    The first question is drawn from all, whatever player 1's hand.
    """
    sizes = (*SMALL, *(SIX if budget.full else ()))
    scope = {"c": 6 if budget.full else 5, "p": 2}
    less = (
        valued(size, player_1_wins_or_endless_at_most=optimal(size).upper)
        if optimal(size).upper < HALF
        else None
        for size in sizes
    )
    lost = sought(budget, less, scope, method=SOLVED)
    if lost.verdict is Verdict.FALSE:
        return lost
    each = map(TwoPlayerGame, map(game_of, sizes))
    tells = (informative_question(players, players.start(), draw) for players in each)
    stolen = sought(budget, tells, scope, method=SOLVED)
    return stolen.by_witness(refutes=False)


def enough(budget: Budget) -> Result:
    """Check that Claim 4.5 holds if asking once and guessing wins half the games."""

    def cases() -> Iterator[Case | None]:
        for size in SMALL:
            said, low = at_once(size), bounds(size).lower
            yield valued(size, said=said, played=low) if low != said else None
        for size in sizes_up_to(_REACH):
            said = at_once(size)
            yield valued(size, G=said) if half_is_said(size) != (said >= HALF) else None

    return sought(
        budget,
        cases(),
        {"c": 5, "c where G was computed": f"3..{_REACH}", "p": 2},
        proves=True,
        method="game tree",
        values={"reach": _REACH},
    )


def half_is_said(size: Size) -> bool:
    """Return whether G is said to be at least 1/2."""
    m, n, q = size
    return (n == 1 and 2 * q + 1 >= m) or (m == 1 and n <= 3) or (m == n == 2)


STEADY = slow_and_steady()


def steady(budget: Budget, plan: GameStrategy = STEADY) -> Result:
    """Check that player 1 wins half by useful questions until the pile is known."""
    sizes = ((1, 1, 3), (2, 1, 4), (1, 2, 4))
    won = ((size, leader_value(size, 1, plan)) for size in sizes)
    cases = (
        valued(size, slow_and_steady_wins=wins) if wins < HALF else None
        for size, wins in won
    )
    found = sought(budget, cases, {"c": 5, "q": "m+n+1"}, method="game tree")
    return found.by_witness(refutes=True)


AT_ONCE = one_shot(1)


def informed(budget: Budget, plan: GameStrategy = AT_ONCE) -> Result:
    """Check that more information makes a win likelier, but not against a plan."""
    size = (1, 2, 4)
    reply = BestResponse(game_of(size), 2, plan, None, bound(silent=1), plan.alike)
    most = 1 - reply.value()
    case = valued(size, player_1_at_most=most) if most < HALF else None
    found = weigh_cases(budget, [(reply.nodes, case)], list_games([size]))
    return found.by_witness(refutes=True)
