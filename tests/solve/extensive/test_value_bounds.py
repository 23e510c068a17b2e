"""Values of games of two players: in fractions, by bounds, and by other methods."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest

from mystpy.errors import MystError
from mystpy.game.game import Game
from mystpy.solve.bounds import bounds
from mystpy.solve.extensive.action_space import QUESTIONS, GameVariant
from mystpy.solve.extensive.certificate import BLUFFERS
from mystpy.solve.extensive.regret import minimize_regret
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import (
    ValueBounds,
    improving_bounds,
    judge_plan,
    rational,
    sides,
)
from mystpy.solve.recurrence import HALF, Recurrence
from tools.sorts import pair
from tools.values import closest

USEFUL, SLOW = GameVariant(questions="useful"), pytest.mark.slow
SIZES = [(1, 1, 1), (2, 1, 1), (3, 1, 1), (1, 2, 1), (2, 2, 1), (1, 1, 2), (2, 1, 2)]
SIZES += [(4, 1, 2), (1, 2, 2), (2, 2, 2)]


def solved(size: tuple[int, int, int], variant: GameVariant = USEFUL) -> ValueBounds:
    m, n, q = size
    *_, last = improving_bounds(Game.myst(m, n, 2, q), variant)
    assert last.value is not None
    return last


@pytest.mark.parametrize("size", SIZES)
def test_a_value_lies_within_what_plans_and_replies_show(
    size: tuple[int, int, int],
) -> None:
    found = bounds(size)
    value = solved(size).value
    assert value is not None
    assert found.lower <= value <= found.upper


MODES = [
    GameVariant(who, q, a)
    for who, q, a in product(BLUFFERS.values(), QUESTIONS, (False, True))
]


@pytest.mark.parametrize(
    ("size", "variant"),
    [
        *(((2, 1, 1), mode) for mode in MODES[::7]),
        *(pytest.param((2, 1, 1), mode, marks=pytest.mark.slow) for mode in MODES),
        *((size, USEFUL) for size in [(3, 1, 1), (2, 2, 1), (2, 1, 2)]),
    ],
)
def test_bounds_close_in_as_more_turns_are_looked_at(
    size: tuple[int, int, int], variant: GameVariant
) -> None:
    """One more turn does not decrease the lower bound or increase the upper bound."""
    m, n, q = size
    growth = TreeBuilder(Game.myst(m, n, 2, q), variant)
    lost, won = (
        [sides(growth.form(turns), share) for turns in (1, 2, 3, 4)] for share in (0, 1)
    )
    assert all(low.value == high.value for low, high in (*lost, *won))
    lows, highs = ([low.value for low, _ in found] for found in (lost, won))
    assert all(a <= b for a, b in pairwise(lows))
    assert all(a >= b for a, b in pairwise(highs))
    assert lows[-1] <= highs[-1]
    if not variant.announced:
        assert lows[-1] == highs[-1] == solved(size, variant).value


@pytest.mark.parametrize(
    "size",
    [
        *((3, 1, 1), (2, 2, 1), (2, 1, 2)),
        *(pytest.param(s, marks=SLOW) for s in ((4, 1, 1), (2, 2, 2), (1, 3, 1))),
    ],
)
@pytest.mark.parametrize("share", [0, 1])
def test_what_is_idle_changes_nothing(size: tuple[int, int, int], share: int) -> None:
    """This applies to uninformative questions, and to waiting with a known pile."""
    m, n, q = size
    game, worths = Game.myst(m, n, 2, q), set[Fraction]()
    for turns in (1, 2, 3):
        worths.clear()
        for asked in QUESTIONS:
            form = TreeBuilder(game, GameVariant(questions=asked)).form(turns)
            low, high = sides(form, share)
            assert low.value == high.value
            worths.add(low.value)
        assert len(worths) == 1


@pytest.mark.parametrize("share", [0, 1])
def test_questions_that_tell_nothing_change_nothing_where_knowledge_is_announced(
    share: int,
) -> None:
    game = Game.myst(2, 2, 2, 1)
    for turns in (2, 3):
        worths = set[Fraction]()
        for asked in QUESTIONS:
            form = TreeBuilder(game, GameVariant(questions=asked, announced=True)).form(
                turns
            )
            low, high = sides(form, share)
            assert low.value == high.value
            worths.add(low.value)
        assert len(worths) == 1


def test_fractions_are_read_off_as_many_digits_as_they_need() -> None:
    form = TreeBuilder(Game.myst(3, 1, 2, 1), USEFUL).form(3)
    number = form.firsts[0].tolist().index(1)
    first, end = form.firsts[0][number : number + 2].tolist()
    chances = [Fraction(0)] * (end - first)
    chances[:2] = (
        Fraction(10**30, 3 * 10**30 + 7),
        Fraction(2 * 10**30 + 7, 3 * 10**30 + 7),
    )
    plan = form.plan(1, {number: chances})
    for digits, found in ((256, None), (768, plan)):
        weights = [(w << digits) // plan.whole for w in plan.weights]
        assert rational(form, 1, weights, digits) == found


@pytest.mark.parametrize(
    "size",
    [(3, 1, 1), (2, 2, 1), pytest.param((3, 2, 2), marks=pytest.mark.slow)],
)
def test_who_may_do_more_does_not_do_worse(size: tuple[int, int, int]) -> None:
    values = {
        name: solved(size, USEFUL._replace(bluffers=who)).value
        for name, who in BLUFFERS.items()
    }
    assert all(value is not None for value in values.values())
    found = {name: value or HALF for name, value in values.items()}
    assert found["one"] >= found["both"] >= found["other"]
    assert found["one"] >= found["nobody"] >= found["other"]


@pytest.mark.parametrize("size", [(3, 1, 1), (2, 2, 1), (2, 2, 2)])
def test_regrets_lead_to_the_value(size: tuple[int, int, int]) -> None:
    """The bounds are valid, and converge to it."""
    m, n, q = size
    last = solved(size)
    growth = TreeBuilder(Game.myst(m, n, 2, q), USEFUL)
    form, share = growth.form(last.turns), 1 - last.turns % 2
    gaps = []
    for rounds in (1, 300):
        found = minimize_regret(form, share, rounds)
        low, high = (judge_plan(form, player, share, found) for player in (1, 2))
        assert low.value <= last.lower.value <= high.value
        gaps.append(high.value - low.value)
    assert gaps[1] < Fraction(1, 1000) < gaps[0]


@pytest.mark.parametrize(
    "size",
    [(3, 1, 2), *(pytest.param(s, marks=SLOW) for s in ((3, 1, 1), (2, 2, 1)))],
)
def test_who_may_guess_wins_earlier_than_who_must_know(
    size: tuple[int, int, int],
) -> None:
    """If knowledge is announced, a wrong guess is no risk, and no chance either."""
    document = solved(size, USEFUL._replace(announced=True))
    assert document.turns > solved(size).turns
    assert (
        document.value
        == solved(size, GameVariant(announced=True, questions="unlocated")).value
    )


def test_bluffs_are_worth_something() -> None:
    """Neither plays as the other would expect if nobody bluffed."""
    free = solved((3, 1, 1))
    bound = solved((3, 1, 1), USEFUL._replace(bluffers=frozenset()))
    assert free.value is not None
    assert bound.value is not None
    assert free.value > bound.value


@pytest.mark.parametrize(
    "size", [(1, 1, 1), (2, 1, 1), (3, 1, 1), (4, 1, 1), (1, 2, 1), (2, 2, 1)]
)
def test_where_nobody_bluffs_the_value_is_that_of_the_recurrence(
    size: tuple[int, int, int],
) -> None:
    m, n, _ = size
    nobody = USEFUL._replace(bluffers=frozenset())
    assert solved(size, nobody).value == Recurrence(m + n)(m, n, n)


@pytest.mark.parametrize("bluff", BLUFFERS)
def test_the_order_and_the_names_of_sorts_change_nothing(bluff: str) -> None:
    sorts = {"who": ["a", "b", "c"], "where": ["x", "y"]}
    turned = {"raum": ["v", "u"], "wer": ["r", "q", "p"]}
    variant = GameVariant(BLUFFERS[bluff], "useful")
    *_, one = improving_bounds(Game.clue(2, sorts), variant)
    *_, other = improving_bounds(Game.clue(2, turned), variant)
    assert one.value == other.value is not None
    assert one.sequences == other.sequences


def test_the_cards_of_clue_come_in_sorts() -> None:
    game = Game.clue(2, {"who": ["a", "b"], "where": ["x", "y"]})
    *_, last = improving_bounds(game, USEFUL)
    assert last.value == 1  # one question, and both cards are known
    assert closest(pair((2, 2))[0], USEFUL, 1_000).value == last.value


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Game.myst(1, 1, 3, 1), "only games of two players"),
        (Game.myst(1, 2, 2, 5), "larger than m"),
        (Game.clue(2, left_over=2), "cards left over"),
        (Game.generalized_clue(1, 1, 2), "generalized Clue"),
    ],
)
def test_games_that_are_not_for_one_prize_are_refused(game: Game, message: str) -> None:
    with pytest.raises(MystError, match=message):
        next(improving_bounds(game, USEFUL))
