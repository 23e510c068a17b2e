"""Counted cards beside named ones: node by node, by values, and by their numbers."""

from __future__ import annotations

from itertools import product

import pytest

from mystpy.game.game import Game
from mystpy.solve.equilibria.listed_form import ListedForm
from mystpy.solve.extensive.action_space import QUESTIONS, GameVariant
from mystpy.solve.extensive.certificate import BLUFFERS
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import sides
from tests.solve.extensive.labelled import LabelledGame, Projection, projected
from tests.solve.extensive.programmes import value
from tools.reduction import NamedCards

MODES = [
    GameVariant(BLUFFERS[who], asked, announced)
    for who, asked, announced in product(BLUFFERS, QUESTIONS, (False, True))
]
CLUE = Game.clue(2, {"who": ["a", "b"], "where": ["x", "y"]})
ROOMS = Game.clue(2, {"who": ["a", "b", "c"], "where": ["x", "y"]})
SIZES = [(1, 1, 1), (1, 1, 2), (2, 1, 1), (1, 1, 3), (2, 1, 2), (2, 1, 3), (2, 1, 4)]
MORE = [(1, 2, 1), (1, 2, 2), (3, 1, 1), (1, 2, 3), (3, 1, 2), (2, 2, 1), (4, 1, 1)]
SMALL = [*(Game.myst(m, n, 2, q) for m, n, q in SIZES), CLUE, ROOMS]
LARGER = [Game.myst(m, n, 2, q) for m, n, q in MORE]
TINY = [SMALL[k] for k in (0, 2, 1, 7, 3)]
QUICK = [(TINY[k % len(TINY)], mode, 2) for k, mode in enumerate(MODES)]
MOST = 22_000
"""Games with more sequences of named cards are not grown."""


def check_that_they_agree(game: Game, variant: GameVariant, turns: int) -> None:
    """Hold a game of named cards to that of counted ones."""
    whole = LabelledGame.grown(game, variant, turns)
    form = TreeBuilder(game, variant).form(turns)
    vain = sum(map(len, whole.vain))
    if not variant.either:
        named_counts = NamedCards(game, variant).sequences(turns)
        assert sum(named_counts) + vain == sum(whole.counts)
    for share in (0, 1):
        named, counted = whole.listed(share), ListedForm.of(form, share)
        one, two = (Projection.of(whole, player, counted) for player in (1, 2))
        assert projected(named.payoffs, one, two) == counted.payoffs
        low, high = sides(form, share)
        assert low.value == high.value
        for side, onto in ((low, one), (high, two)):
            plan = onto.lifted(side.plan.fractions())
            assert named.value(side.player, plan) == low.value
        assert value(named) == pytest.approx(float(low.value), abs=1e-9)


@pytest.mark.parametrize(("game", "variant", "turns"), QUICK)
@pytest.mark.alike(4)
def test_cards_that_are_counted_lose_nothing(
    game: Game, variant: GameVariant, turns: int
) -> None:
    """Each information set has its image, and optimal plans remain so with names."""
    check_that_they_agree(game, variant, turns)


EITHER = [mode._replace(either=True) for mode in MODES]
"""The same, with a guess in place of a question."""


@pytest.mark.parametrize(
    ("game", "variant", "turns"),
    [(TINY[k % len(TINY)], mode, 3) for k, mode in enumerate(EITHER)],
)
@pytest.mark.alike(4)
def test_cards_are_counted_where_a_player_asks_or_guesses(
    game: Game, variant: GameVariant, turns: int
) -> None:
    check_that_they_agree(game, variant, turns)


def modes(game: Game) -> list[GameVariant]:
    """The modes that differ: without a hand as large as a question nobody bluffs."""
    bluffs = game.q <= max(game.sizes[1:])
    return [mode for mode in MODES if bluffs or mode.bluffers == BLUFFERS["both"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "variant"),
    [(game, mode) for game in (*SMALL, *LARGER) for mode in modes(game)],
)
def test_cards_that_are_counted_lose_nothing_in_larger_games(
    game: Game, variant: GameVariant
) -> None:
    named = NamedCards(game, variant)
    for turns in range(1, game.c + 1):
        if turns > 1 and sum(named.sequences(turns)) > MOST:
            return
        check_that_they_agree(game, variant, turns)


def test_another_game_is_told_from_it() -> None:
    """With the bluffs of one more player there are other actions, and other ends."""
    game = Game.myst(2, 1, 2, 1)
    whole = LabelledGame.grown(game, GameVariant(), 2)
    for other in (GameVariant(BLUFFERS["one"]), GameVariant(questions="useful")):
        counted = ListedForm.of(TreeBuilder(game, other).form(2), 1)
        with pytest.raises((AssertionError, KeyError)):
            Projection.of(whole, 2, counted)


SEVEN = [Game.myst(7 - 2 * n, n, 2, q) for n in (1, 2, 3) for q in range(1, 7 - n + 2)]


@pytest.mark.parametrize(
    ("variant", "turns"),
    [
        (GameVariant(questions="useful"), 2),
        *(pytest.param(mode, 3, marks=pytest.mark.slow) for mode in MODES),
    ],
)
def test_at_seven_cards_a_twentieth_of_the_sequences_is_left(
    variant: GameVariant, turns: int
) -> None:
    for game in SEVEN:
        if variant in modes(game):
            named = NamedCards(game, variant, prompt=False)
            growth = TreeBuilder(game, variant)
            for t in range(1, turns + 1):
                counted = sum(growth.form(t).counts)
                assert sum(named.sequences(t)) >= 20 * counted
