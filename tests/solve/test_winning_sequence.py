"""Winning sequences: the answers and knowledge by lists of worlds, and the lemmas."""

from __future__ import annotations

import math
from random import Random

import pytest

from mystpy.engines import get_engine
from mystpy.engines.base import Verdict
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Asks
from mystpy.history.history import History
from mystpy.questions.legality import legal
from mystpy.solve.solo_play import questions_needed
from mystpy.solve.winning_sequence import (
    WinningStep,
    full_deal,
    winning_plan,
    winning_steps,
)

WORLDS = get_engine("worlds")

GAMES = [
    game
    for m in (1, 2, 3)
    for n in (1, 2)
    for p in (2, 3)
    for q in range(1, m + n + 2)
    if (game := Game.myst(m, n, p, q)).c <= 7 and q <= game.c
]


def dealt(game: Game, seed: int) -> tuple[frozenset[str], ...]:
    cards = list(game.cards)
    Random(seed).shuffle(cards)
    hands, first = [], 0
    for size in game.sizes:
        hands.append(frozenset(cards[first : first + size]))
        first += size
    return tuple(hands)


def deals_left(
    game: Game, deal: tuple[frozenset[str], ...], steps: list[WinningStep]
) -> list[tuple[frozenset[str], ...]]:
    """The deals with player 1's hand in which all questions are answered like this."""
    given = History.make(game, {1: sorted(deal[1])}, "")
    return [
        world.hands
        for world in WORLDS.worlds(given)
        if all(fits(game, world.hands, step) for step in steps)
    ]


def fits(game: Game, hands: tuple[frozenset[str], ...], step: WinningStep) -> bool:
    history = History(game, hands, (Asks(1, step.question), *step.answers))
    return legal(history, WORLDS).verdict is Verdict.LEGAL


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.alike(4)
def test_what_is_known_after_each_question(game: Game) -> None:
    deal = dealt(game, 1)
    plan = winning_plan(game, deal)
    assert plan is not None
    assert all(len(question) == game.q for question in plan.questions)
    steps = list(winning_steps(game, deal, plan, WORLDS))
    for number, step in enumerate(steps, 1):
        left = deals_left(game, deal, steps[:number])
        assert len(left) == step.deals
        piles = [hands[0] for hands in left]
        assert frozenset.intersection(*piles) == step.pile
        assert frozenset(game.cards) - frozenset().union(*piles) == step.excluded
    assert steps[-1].pile == deal[0]
    assert questions_needed(game) <= len(steps)


def test_each_lemma_has_its_questions_and_its_number() -> None:
    for game in GAMES:
        m, n, q = game.sizes[0], game.sizes[1], game.q
        plan = winning_plan(game, dealt(game, 2))
        assert plan is not None
        if q <= m:
            expected = ("lemma-3.1", math.ceil(m / q))
        elif q <= m + n:
            expected = ("lemma-3.2", 1)
        else:
            expected = ("lemma-3.3", n * (game.p - 1))
        assert (plan.lemma, len(plan.questions)) == expected


def test_questions_that_are_too_long_have_none() -> None:
    game = Game.myst(1, 2, 2, 5)
    assert winning_plan(game, dealt(game, 0)) is None
    assert questions_needed(game) == math.inf


def test_the_hand_that_is_not_given_has_the_rest() -> None:
    game = Game.myst(1, 1, 2, 2)
    deal = full_deal(History.make(game, {0: ["s3"], 2: ["s1"]}, ""))
    assert [set(hand) for hand in deal] == [{"s3"}, {"s2"}, {"s1"}]


@pytest.mark.parametrize(
    ("game", "hands", "done", "message"),
    [
        (Game.myst(1, 1, 3, 2), {1: ["s1"]}, "", "the deal is not given"),
        (Game.myst(1, 1, 2, 2), {1: ["s1"], 2: ["s2"]}, "asks(1,{s1,s2})", "at the de"),
        (Game.clue(3), {}, "", "about MYST"),
    ],
)
def test_what_the_lemmas_are_not_about_is_refused(
    game: Game, hands: dict[int, list[str]], done: str, message: str
) -> None:
    with pytest.raises(QueryError, match=message):
        full_deal(History.make(game, hands, done))
