"""The grid of a view is exact: by listed deals, by clingo, and on hard families."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from mystpy.bits import bits
from mystpy.engines import get_engine
from mystpy.engines.base import Cell, Cells
from mystpy.engines.deals import Deals
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.symbolic.grid import search
from mystpy.engines.symbolic.grid.grid import ViewGrid, view
from mystpy.engines.symbolic.grid.places import places_of
from mystpy.engines.symbolic.grid.residue import Residue
from mystpy.engines.symbolic.grid.search import DealSearch
from mystpy.engines.symbolic.public_constraints import constraint_sets
from mystpy.errors import EngineFailed, NoWorldFits
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.thresholds import MAX_CASES_WITHOUT_SOLVER
from mystpy.views import given_cards, seen_by
from tests.engines.situations import GAMES
from tests.engines.symbolic.clingo_deals import ClingoDeals
from tests.engines.symbolic.views import (
    BLOCK,
    asked_views,
    condition,
    growing_views,
    holdings,
    masks,
    random_game,
    seeds,
)
from tests.random_games import random_play


@pytest.fixture(params=["flows", "few cases", "clingo"])
def method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Use the normal search, or leave (nearly) all of it to clingo."""
    cases = {"flows": MAX_CASES_WITHOUT_SOLVER, "few cases": 1, "clingo": 0}
    monkeypatch.setattr(search, "MAX_CASES_WITHOUT_SOLVER", cases[request.param])
    return str(request.param)


@pytest.mark.parametrize("block", seeds(2, 30))
def test_the_grid_is_what_listed_deals_have_in_common(block: int, method: str) -> None:
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        rng = Random(f"{method} {seed}")
        game = random_game(rng)
        grid = ViewGrid(game)
        for conditions in growing_views(game, rng):
            count, union = holdings(game, conditions)
            if count:
                assert grid.update(conditions) == union, (seed, conditions)
            else:
                with pytest.raises(NoWorldFits):
                    grid.update(conditions)


@pytest.mark.parametrize("block", seeds(2, 30))
def test_bounds_hold_all_that_the_grid_has_and_the_grid_follows_from_them(
    block: int,
) -> None:
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        rng = Random(seed)
        game = random_game(rng)
        grid = ViewGrid(game)
        for conditions in growing_views(game, rng):
            count, union = holdings(game, conditions)
            if not count:
                with suppress(NoWorldFits):
                    grid.bound(conditions)
                    assert not grid.is_proved, (seed, conditions)
                continue
            bound = grid.bound(conditions)
            assert all(may & ~most == 0 for may, most in zip(union, bound, strict=True))
            if rng.random() < 0.3:
                grid.prove(next(iter(Deals(game, conditions))))
            copy = grid.copy()
            if rng.random() < 0.5:
                assert grid.update(conditions) == union, (seed, conditions)
            assert copy.update(conditions) == union, (seed, conditions)
            assert (
                copy.update(conditions)
                == copy.update([*conditions, *conditions])
                == union
            )


@pytest.mark.parametrize("seed", seeds(30, 300))
def test_what_is_implied_changes_nothing(seed: int) -> None:
    rng = Random(seed)
    game = random_game(rng)
    deal = masks(game, rng)
    conditions = [
        c for c in (condition(game, rng, deal) for _ in range(9)) if true(c, deal)
    ]
    grid, anew = ViewGrid(game), ViewGrid(game)
    grid.update(conditions[:5])
    for number in range(5, len(conditions) + 1):
        grid.update(conditions[:number])
        anew.update(
            conditions[:number] if rng.random() < 0.5 else conditions[:number][::-1]
        )
        assert grid.cells() == anew.cells()
        mine, other = grid.residue, anew.residue
        assert (mine.may, mine.fixed, mine.free, mine.clauses) == (
            other.may,
            other.fixed,
            other.free,
            other.clauses,
        )


@pytest.mark.parametrize("seed", seeds(30, 300))
def test_a_deal_is_found_just_if_one_fits(seed: int) -> None:
    rng = Random(seed)
    game = random_game(rng)
    deal = masks(game, rng)
    conditions = [
        c for c in (condition(game, rng, deal) for _ in range(6)) if true(c, deal)
    ]
    grid = ViewGrid(game)
    grid.update(conditions)
    for _ in range(10):
        more = condition(game, rng, deal)
        fitting = set(Deals(game, [*conditions, more]))
        found = grid.deal(more)
        assert found in fitting if fitting else found is None


def true(condition: Condition, deal: tuple[int, ...]) -> bool:
    hand = deal[condition.holder]
    match condition.holds:
        case ConditionKind.NONE:
            return not hand & condition.cards
        case ConditionKind.SOME:
            return bool(hand & condition.cards)
        case ConditionKind.EXACTLY:
            return hand == condition.cards
        case ConditionKind.NOT_EXACTLY:
            return hand != condition.cards


@pytest.mark.parametrize("seed", seeds(100, 1_500))
def test_the_grid_of_a_history_is_that_of_the_model_of_worlds(seed: int) -> None:
    rng = Random(seed)
    game = rng.choice(GAMES)
    history, deal = random_play(game, rng, rng.randint(0, 20), right_guesses=0.1)
    history = replace(history, hands=deal)
    viewer = rng.randint(0, game.p) or None
    seen = seen_by(history, viewer)
    assert cells(seen) == get_engine("worlds").cells(seen)


def cells(history: History) -> Cells:
    """Combine the grids of the constraints of a history."""
    found: list[Cells] = []
    for constraints in constraint_sets(history):
        grid = ViewGrid(constraints.game)
        try:
            grid.update(view(constraints, given_cards(history), None))
        except NoWorldFits:
            continue
        found.append(grid.cells())
    return tuple(
        {x: one.pop() if len(one) == 1 else Cell.OPEN for x, one in row.items()}
        for row in (
            {x: {part[k][x] for part in found} for x in found[0][k]}
            for k in range(len(found[0]))
        )
    )


LARGER = (
    Game.clue(3),
    Game.clue(4),
    Game.clue(6),
    Game.myst(1, 5, 3, 2),
    Game.myst(3, 9, 3, 2),
    Game.myst(6, 9, 4, 3),
    Game.general([f"x{k}" for k in range(20)], [2, 3, 5, 1, 9], 2),
)


@pytest.mark.parametrize("seed", seeds(25, 300))
def test_the_grid_of_larger_games_is_that_of_clingo(seed: int) -> None:
    rng = Random(seed)
    game = rng.choice(LARGER)
    grid = ViewGrid(game)
    turns = rng.randint(5, 30)
    size, yes = rng.choice([2, 3]), rng.choice([1.0, 0.8, 0.5])
    viewer = rng.choice([None, 1])
    for conditions in asked_views(game, rng, turns, viewer=viewer, size=size, yes=yes):
        found = grid.update(conditions)
    assert found == brave(game, conditions) == ViewGrid(game).update(conditions)


def brave(game: Game, conditions: Iterable[Condition]) -> tuple[int, ...]:
    """Return who may hold what, with a clingo call for each cell not yet seen."""
    places = places_of(game)
    residue = Residue(places, places.all, []).with_told(*places.read(conditions))
    solver, seen = ClingoDeals(residue), 0
    for cell in bits(residue.may):
        if not seen & cell:
            deal = solver.deal(cell, 100_000)
            assert deal is not None
            seen |= deal
    return places.hands(seen)


def test_what_is_taken_back_is_open_again() -> None:
    game = Game.clue(3)
    grid = ViewGrid(game)
    start = grid.update([])
    asked = Condition(1, ConditionKind.NONE, 0b111)
    assert grid.update([asked]) != start
    with pytest.raises(NoWorldFits):
        grid.update([asked, Condition(1, ConditionKind.SOME, 0b1)])
    assert grid.update([asked])[1] == start[1] & ~0b111
    assert grid.update([]) == start


def some(holder: int, cards: Iterable[int]) -> Condition:
    return Condition(holder, ConditionKind.SOME, sum(1 << k for k in cards))


def none_but(holder: int, cards: range, game: Game) -> Condition:
    barred = sum(1 << k for k in range(game.c) if k not in cards)
    return Condition(holder, ConditionKind.NONE, barred)


def pigeons(n: int) -> tuple[Game, list[Condition]]:
    """Return n disjoint questions answered yes by a player with n cards."""
    game = Game.myst(3, n, 4, 3)
    return game, [some(1, range(3 * k, 3 * k + 3)) for k in range(n)]


def hall(holders: int, size: int) -> tuple[Game, list[Condition]]:
    """Return holders whose allowed cards number exactly their capacity."""
    game = Game.myst(4, size, holders + 1, 2)
    allowed = range(holders * size)
    return game, [none_but(k, allowed, game) for k in range(1, holders + 1)]


def solved(game: Game, conditions: list[Condition]) -> tuple[int, ...]:
    """Return the grid from scratch, with few conflicts if clingo is called."""
    return ViewGrid(game, conflicts=10_000).update(conditions)


@pytest.fixture
def no_clingo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail if clingo is called, which does not finish on these families."""

    def refuse(self: DealSearch, cell: int) -> int:
        raise AssertionError("clingo was asked")

    monkeypatch.setattr(DealSearch, "_solve", refuse)


@pytest.mark.parametrize("n", range(1, 20))
@pytest.mark.usefixtures("no_clingo")
def test_disjoint_questions_fill_a_hand(n: int) -> None:
    game, conditions = pigeons(n)
    hands = solved(game, conditions)
    asked = (1 << 3 * n) - 1
    assert hands[1] == asked
    assert all(hand == (1 << game.c) - 1 for k, hand in enumerate(hands) if k != 1)


@pytest.mark.parametrize("n", [2, 9, 19])
@pytest.mark.usefixtures("no_clingo")
def test_one_question_more_leaves_no_deal(n: int) -> None:
    game, conditions = pigeons(n)
    with pytest.raises(NoWorldFits):
        solved(game, [*conditions, some(1, range(3 * n, 3 * n + 3))])


@pytest.mark.parametrize("n", [2, 9, 19])
def test_overlapping_questions_fill_a_hand_as_well(n: int) -> None:
    """A path of 2n-1 edges is covered by n of its 2n vertices in n+1 ways."""
    game = Game.myst(3, n, 4, 2)
    conditions = [some(1, [k, k + 1]) for k in range(2 * n - 1)]
    hands = ViewGrid(game).update(conditions)
    assert hands[1] == (1 << 2 * n) - 1


@pytest.mark.parametrize(("holders", "size"), [(2, 2), (19, 2), (2, 19), (3, 9)])
@pytest.mark.usefixtures("no_clingo")
def test_holders_take_all_cards_of_a_hall_set(holders: int, size: int) -> None:
    game, conditions = hall(holders, size)
    hands = solved(game, conditions)
    taken = (1 << holders * size) - 1
    for k, hand in enumerate(hands):
        assert hand == taken if 1 <= k <= holders else not hand & taken


def test_a_search_that_takes_too_long_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nine triangles each need two of the 18 cards: clause learning has to try them."""
    monkeypatch.setattr(search, "MAX_CASES_WITHOUT_SOLVER", 1)
    game = Game.myst(3, 18, 3, 2)
    edges = [(0, 1), (1, 2), (0, 2)]
    conditions = [some(1, [3 * k + a, 3 * k + b]) for k in range(9) for a, b in edges]
    with pytest.raises(EngineFailed, match="conflicts"):
        ViewGrid(game, conflicts=1).update(conditions)
