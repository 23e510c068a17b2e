"""Counts and odds are exact: against listed deals, listed worlds, and known numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from mystpy.bits import mask_of
from mystpy.engines import get_engine
from mystpy.engines.deals import Deals
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.symbolic.count.count import (
    LIMIT,
    CountTooLarge,
    DealCounts,
    count,
    shows_seen,
    tally,
    tally_deals,
)
from mystpy.engines.symbolic.grid.grid import ViewGrid, view
from mystpy.engines.symbolic.public_constraints import (
    PublicConstraints,
    constraint_sets,
)
from mystpy.errors import NoWorldFits
from mystpy.game.game import Game
from mystpy.history.actions import Shows
from mystpy.history.history import History
from mystpy.views import Show, given_cards, seen_by
from tests.engines.situations import GAMES
from tests.engines.symbolic.views import (
    BLOCK,
    asked_views,
    condition,
    masks,
    random_game,
    seeds,
    some_show,
)
from tests.random_games import random_play

Row = tuple[Fraction, ...]

SHOWING = (
    Game.myst(m=1, n=2, p=3, q=3),
    Game.general([f"x{k}" for k in range(7)], {0: 1, 1: 3, 2: 1, 3: 2}, q=3),
    Game.clue(3, {"who": ["ann", "bob", "cid"], "how": ["axe", "bow", "cup", "dirk"]}),
)
"""Games in which a responder often has several cards to choose from."""


@pytest.mark.parametrize("block", seeds(3, 40))
def test_counts_and_weights_are_those_of_listed_deals(block: int) -> None:
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        rng = Random(seed)
        game = random_game(rng)
        deal = masks(game, rng)
        conditions: list[Condition] = []
        shows: list[Show] = []
        grid = ViewGrid(game)
        for _ in range(rng.randint(1, 8)):
            conditions += [condition(game, rng, deal) for _ in range(rng.randint(1, 3))]
            if rng.random() < 0.5 and (shown := some_show(game, rng, deal)):
                shows += [shown[0]] * rng.randint(1, 2)
                conditions.append(shown[1])
            deals = list(Deals(game, conditions))
            if not deals:
                break
            grid.update(conditions)
            assert count(grid) == len(deals)
            assert tally(grid) == DealCounts(len(deals), listed(game, deals))
            check_weights(tally(grid, shows), game, deals, shows)


def listed(game: Game, deals: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(sum(deal[k] >> x & 1 for deal in deals) for x in range(game.c))
        for k in game.holders
    )


def check_weights(
    found: DealCounts, game: Game, deals: list[tuple[int, ...]], shows: list[Show]
) -> None:
    weights = [
        math.prod(
            (Fraction(1, (deal[show.by] & show.cards).bit_count()) for show in shows),
            start=Fraction(1),
        )
        for deal in deals
    ]
    assert Fraction(found.total, found.scale) == sum(weights)
    for k, row in enumerate(found.odds()):
        for x, odds in enumerate(row):
            pairs = zip(deals, weights, strict=True)
            holding = sum((w for deal, w in pairs if deal[k] >> x & 1), Fraction(0))
            assert odds == holding / sum(weights)


def played(seed: int, games: tuple[Game, ...]) -> tuple[History, int | None]:
    """Return a history of a small game as a viewer saw it."""
    rng = Random(seed)
    game = rng.choice(games)
    history, deal = random_play(game, rng, rng.randint(0, 20), right_guesses=0.1)
    viewer = rng.randint(0, game.p) or None
    return seen_by(replace(history, hands=deal), viewer), viewer


def parts(history: History) -> list[tuple[PublicConstraints, ViewGrid]]:
    """Return the satisfiable constraints of a history, with their grids."""
    found = []
    for constraints in constraint_sets(history):
        grid = ViewGrid(constraints.game)
        try:
            grid.update(view(constraints, given_cards(history), None))
        except NoWorldFits:
            continue
        found.append((constraints, grid))
    return found


@pytest.mark.parametrize("seed", seeds(100, 1_000))
def test_a_tally_of_a_history_is_the_grid_of_the_model_of_worlds(seed: int) -> None:
    history, viewer = played(seed, GAMES)
    first, *others = [tally(grid) for _, grid in parts(history)]
    check_tally(sum(others, start=first), history, viewer)


@pytest.mark.parametrize("seed", seeds(20, 200))
def test_a_count_that_is_kept_is_that_of_a_fresh_one(seed: int) -> None:
    history, viewer = played(seed, GAMES)
    for steps in range(len(history) + 1):
        for _, grid in parts(seen_by(history.prefix(steps), viewer)):
            kept = tally(grid)
            residue = grid.residue
            fresh = tally_deals.__wrapped__(
                residue.places, residue.may, tuple(residue.clauses), (), LIMIT
            )
            assert kept == fresh
            assert count(grid) == kept.total


def test_a_view_that_nothing_has_changed_is_counted_once() -> None:
    grid = ViewGrid(Game.clue(3))
    none = Condition(2, ConditionKind.SOME, 0b11)
    tally_deals.cache_clear()
    for conditions in (
        [],
        [none],
        [none, Condition(2, ConditionKind.SOME, 0b111)],
        [none],
    ):
        grid.update(conditions)
        tally(grid)
    assert tally_deals.cache_info().misses == 2


def test_a_count_that_is_kept_does_not_lift_the_limit() -> None:
    grid = ViewGrid(Game.clue(6))
    grid.update([])
    assert tally(grid).total
    with pytest.raises(CountTooLarge):
        tally(grid, limit=1)


def check_tally(found: DealCounts, history: History, viewer: int | None) -> None:
    expected = get_engine("worlds").grid(history, viewer)
    assert found.total == expected.deals
    for row, counts in zip(found.cells, expected.counts, strict=True):
        assert dict(zip(history.game.cards, row, strict=True)) == counts


@pytest.mark.parametrize("seed", seeds(15, 50))
@pytest.mark.filterwarnings("ignore::mystpy.errors.LargeEnumerationWarning")
def test_a_tally_of_a_clue_game_is_the_grid_of_the_model_of_worlds(seed: int) -> None:
    rng = Random(seed)
    game = Game.clue(rng.choice([3, 4, 6]))
    history, deal = random_play(game, rng, rng.randint(150, 300), wrong_guesses=0.05)
    viewer = rng.randint(1, game.p)
    seen = seen_by(replace(history, hands=deal), viewer)
    first, *others = [tally(grid) for _, grid in parts(seen)]
    check_tally(sum(others, start=first), seen, viewer)


@pytest.mark.parametrize("seed", seeds(100, 1_000))
def test_odds_by_shows_are_those_of_responders_who_show_at_random(seed: int) -> None:
    """A world's weight is the probability of all shows in it, seen or not.

    So shows to others and the viewer's own must not matter, as claimed.
    """
    history, viewer = played(seed, SHOWING)
    weighted = [
        tally(grid, shows_seen(constraints, given_cards(history), viewer))
        for constraints, grid in parts(history)
    ]
    odds = sum(weighted[1:], start=weighted[0]).odds()
    assert odds == odds_of_worlds(history)


def odds_of_worlds(history: History) -> tuple[Row, ...]:
    game = history.game
    questions = {show.step: show for show in constraint_sets(history)[0].shows}
    total = Fraction(0)
    held = [[Fraction(0)] * game.c for _ in game.holders]
    for world in get_engine("worlds").worlds(history):
        weight = Fraction(1)
        for step, _ in world.shown:
            show = questions[step]
            hand = mask_of(world.hands[show.by], game)
            weight /= (hand & show.cards).bit_count()
        total += weight
        for k, hand_of in enumerate(world.hands):
            for card in hand_of:
                held[k][game.deck[card]] += weight
    return tuple(tuple(number / total for number in row) for row in held)


@pytest.mark.parametrize("p", range(2, 7))
def test_all_deals_of_clue_are_counted(p: int) -> None:
    game = Game.clue(p)
    grid = ViewGrid(game)
    grid.update([])
    assert count(grid) == tally(grid).total == game.deal_count()
    for holder, row in enumerate(tally(grid).odds()):
        assert sum(row) == game.sizes[holder]


def test_six_players_have_44_trillion_deals() -> None:
    grid = ViewGrid(Game.clue(6))
    grid.update([])
    assert count(grid) == 44_460_928_512_000


@pytest.mark.parametrize("seed", seeds(10, 100))
def test_counts_of_larger_games_are_those_of_dealing_hand_by_hand(seed: int) -> None:
    rng = Random(seed)
    game = rng.choice([Game.clue(3), Game.clue(4), Game.clue(6), Game.myst(2, 4, 3, 2)])
    *_, conditions = asked_views(game, rng, 25, viewer=1, size=3, yes=0.4)
    deals = Deals(game, conditions)
    grid = ViewGrid(game)
    grid.update(conditions)
    found = tally(grid)
    assert found.total == deals.count() == count(grid)
    assert [list(row) for row in found.cells] == deals.cells()


def test_a_wrong_guess_of_the_pile_takes_its_deals_away() -> None:
    game = Game.clue(3)
    grid = ViewGrid(game)
    guess = mask_of(["plum", "rope", "hall"], game)
    grid.update([Condition(0, ConditionKind.NOT_EXACTLY, guess)])
    assert count(grid) == game.deal_count() // 324 * 323
    plum = tally(grid).odds()[0][game.deck["plum"]]
    assert plum == Fraction(53, 323)


def told_early(game: Game) -> Iterable[Condition]:
    *_, conditions = asked_views(game, Random(1), 25, viewer=1, size=3, yes=0.9)
    return conditions


def test_a_count_that_is_too_large_is_refused_with_an_estimate() -> None:
    grid = ViewGrid(Game.myst(10, 5, 10, 3))
    grid.update(told_early(grid.game))
    with pytest.raises(CountTooLarge, match="limit") as refused:
        tally(grid)
    assert refused.value.estimate > refused.value.limit == 2_000_000
    assert refused.value.hint


def test_the_limit_can_be_raised() -> None:
    grid = ViewGrid(Game.clue(6))
    grid.update(told_early(grid.game))
    with pytest.raises(CountTooLarge):
        tally(grid, limit=100)
    assert tally(grid, limit=10_000_000).total == count(grid)


def test_the_models_differ_where_a_card_was_seen() -> None:
    """A player who shows one of two cards at random is likelier to hold only it."""
    game = Game.general(["sun", "moon", "star"], {0: 1, 1: 0, 2: 2}, q=2)
    conditions = "asks(1,{sun,moon}) yes(2) shows(2,1,sun) noguess(1) endturn(1)"
    history = History.make(game, {1: []}, conditions)
    assert any(isinstance(action, Shows) for action in history.actions)
    ((constraints, grid),) = parts(history)
    shows = shows_seen(constraints, given_cards(history), 1)
    assert tally(grid).odds()[0] == (0, Fraction(1, 2), Fraction(1, 2))  # type: ignore[comparison-overlap]
    assert tally(grid, shows).odds()[0] == (0, Fraction(2, 3), Fraction(1, 3))  # type: ignore[comparison-overlap]
