"""How many histories are legal, by their number of actions; and which, in tiny games.

The counts are after perft, the test of chess programs: whatever is wrong with the
rules shows up in some number. Play walks through the diagram; the axiom files are
asked directly, in both languages, whether each action of section 2.4 is possible in
each situation.
"""

from __future__ import annotations

import shutil
from itertools import permutations
from math import comb
from random import Random

import pytest

from mystpy.game.game import Game
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import Deal
from tests.random_games import count_histories
from tests.sampling import cases_by_day
from tests.situations.trees import grown_by_clingo, grown_by_play, grown_by_prolog

SMALLEST = Game.myst(1, 1, 2, 1)
THREE = Game.myst(1, 1, 3, 2)
WIDE_PILE = Game.myst(2, 1, 2, 1)
TWO_EACH = Game.myst(1, 2, 2, 2)
SORTS = Game.clue(2, {"who": ["ann", "bob"], "how": ["axe", "bow"]})
UNEVEN = Game.general(["sun", "moon", "star", "sky"], {0: 1, 1: 2, 2: 1}, q=1)

GAMES = (SMALLEST, THREE, WIDE_PILE, TWO_EACH, SORTS, UNEVEN)

COUNTS = [
    (SMALLEST, [1, 3, 3, 9, 10, 21, 27, 63, 71, 76, 109, 203, 307]),
    (THREE, [1, 6, 6, 6, 22, 26, 104, 144]),
    (WIDE_PILE, [1, 4, 4, 22, 25, 78, 96]),
    (SORTS, [1, 4, 4, 12, 18, 40, 64, 128, 204]),
    (UNEVEN, [1, 4, 4, 16, 17, 52, 64, 160, 210]),
]

DEEP_ENOUGH = {SMALLEST: 9, THREE: 7, WIDE_PILE: 6, TWO_EACH: 5, SORTS: 7, UNEVEN: 6}
"""Depths that reach a second turn, and in the smallest game the end."""

needs_prolog = pytest.mark.skipif(
    shutil.which("swipl") is None, reason="SWI-Prolog is not installed"
)


def a_deal(game: Game) -> Deal:
    return random_deal(game, Random(7))


def name_of(game: Game) -> str:
    return f"{game.rules}{game.sizes}"


@pytest.mark.parametrize(("game", "counts"), COUNTS, ids=lambda x: "")
def test_the_number_of_legal_histories(game: Game, counts: list[int]) -> None:
    assert count_histories(game, a_deal(game), len(counts) - 1) == counts


@pytest.mark.parametrize(
    "game",
    [
        SMALLEST,
        THREE,
        WIDE_PILE,
        TWO_EACH,
        Game.myst(2, 3, 4, 3),
        Game.myst(1, 4, 2, 2),
    ],
    ids=name_of,
)
def test_the_first_three_depths_by_arithmetic(game: Game) -> None:
    """One turn begins: player 1 asks; player 2 answers; what may follow is counted.

    Player 2 says yes to the questions with a card of theirs, and shows one: n choices
    of the card, each in C(c-1,q-1) questions. After a no player 3 answers; if there
    is none, player 1 may guess C(c,m) piles, or none.
    """
    m, n, c, q = game.sizes[0], game.sizes[1], game.c, game.q
    asked = comb(c, q)
    shown = n * comb(c - 1, q - 1)
    denied = comb(c - n, q)
    after_no = comb(c, m) + 1 if game.p == 2 else 1
    expected = [1, asked, asked, shown + denied * after_no]
    assert count_histories(game, a_deal(game), 3) == expected


@pytest.mark.parametrize("game", [SMALLEST, THREE], ids=name_of)
def test_the_number_is_the_same_for_every_deal(game: Game) -> None:
    """The cards of MYST are alike: renaming them changes no number."""
    deals = [tuple(map(frozenset, zip(dealt))) for dealt in permutations(game.cards)]
    counts = {tuple(count_histories(game, deal, 7)) for deal in deals}
    assert len(deals) > 5
    assert len(counts) == 1


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_counting_agrees_with_playing(game: Game) -> None:
    deal, depth = a_deal(game), DEEP_ENOUGH[game]
    tree = grown_by_play(game, deal, depth)
    assert count_histories(game, deal, depth) == [len(level) for level in tree]


@pytest.mark.parametrize("game", cases_by_day(GAMES, len(GAMES) // 2), ids=name_of)
def test_play_allows_just_what_the_asp_files_say(game: Game) -> None:
    deal, depth = a_deal(game), DEEP_ENOUGH[game]
    assert grown_by_play(game, deal, depth) == grown_by_clingo(game, deal, depth)


@needs_prolog
@pytest.mark.parametrize("game", cases_by_day(GAMES, len(GAMES) // 2), ids=name_of)
def test_play_allows_just_what_the_prolog_files_say(game: Game) -> None:
    deal, depth = a_deal(game), DEEP_ENOUGH[game]
    assert grown_by_play(game, deal, depth) == grown_by_prolog(game, deal, depth)


@pytest.mark.slow
@needs_prolog
@pytest.mark.parametrize("game", [SMALLEST, SORTS], ids=name_of)
@pytest.mark.alike(2)
@pytest.mark.parametrize("seed", range(4))
def test_longer_games_in_more_deals(game: Game, seed: int) -> None:
    deal = random_deal(game, Random(seed))
    tree = grown_by_play(game, deal, 11)
    assert len(tree[11]) > 50
    assert tree == grown_by_clingo(game, deal, 11)
    assert tree == grown_by_prolog(game, deal, 11)
