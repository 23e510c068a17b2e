"""Camouflage of section 4.1: questions without information, and their results."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from mystpy.game.game import Game
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.play.player import play_on
from mystpy.players.naive import Camouflage, Naive
from mystpy.situations.event import Event

FULL = Game.myst(1, 2, 2, 4)
"""q = m + n + 1."""


@pytest.mark.parametrize("shown", [0, 1])
def test_a_question_of_most_cards_does_not_depend_on_the_hand(shown: int) -> None:
    """Claim 4.2: a random stream makes the same question, whatever the hand is."""
    events = (
        Event(("asks", 1), 0b01111),
        Event(("yes", 2)),
        Event(("shows", 2, 1), 0b00001),
        Event(("noguess", 1)),
        Event(("endturn", 1)),
    )
    hands = [sum(1 << k for k in hand) for hand in combinations(range(5), 2)]
    hands = [hand for hand in hands if hand & 1 or not shown]
    assert len(hands) > 2
    asked = [
        {
            Camouflage(FULL, 2).question(
                InformationState(FULL, 2, hand, events * shown), Random(i)
            )
            for hand in hands
        }
        for i in range(20)
    ]
    assert all(len(questions) == 1 for questions in asked)
    assert len(set.union(*asked)) == (1 if shown else 5), (
        "all that is left, or any four"
    )


def test_naive_questions_depend_on_the_hand() -> None:
    game = Game.myst(2, 3, 2, 3)
    first, second = (
        Naive(game, 1).question(InformationState(game, 1, hand), Random(1))
        for hand in (7, 56)
    )
    assert first != second


@pytest.mark.parametrize("sizes", [(1, 2, 2, 4), (2, 3, 2, 6), (1, 2, 3, 4)])
def test_the_pile_is_known_after_n_questions_for_each_opponent(
    sizes: tuple[int, int, int, int],
) -> None:
    """Section 4.1: n(p - 1) questions suffice, and the player who asks first wins."""
    game = Game.myst(*sizes)
    for seed in range(15):
        table = GameState(game, random_deal(game, Random(seed)))
        players = [Camouflage(game, i) for i in range(1, game.p + 1)]
        play_on(table, players, [Random(seed + i) for i in range(game.p)])
        assert table.won
        winner = table.done[-1].key[1]
        asked = [event.key[1] for event in table.done if event.key[0] == "asks"]
        assert asked.count(winner) <= sizes[1] * (sizes[2] - 1)
        if game.p == 2:
            assert winner == 1
            assert asked.count(1) == sizes[1]


def test_who_asks_second_guesses_in_time() -> None:
    """Theorem 4.1: then one of m + 1 games is won, and otherwise none."""
    wins = 0
    for seed in range(200):
        table = GameState(FULL, random_deal(FULL, Random(seed)))
        players = [Camouflage(FULL, i, early=True) for i in (1, 2)]
        play_on(table, players, [Random(f"{seed} {i}") for i in (1, 2)])
        wins += table.won and table.done[-1].key[1] == 2
    assert 80 < wins < 120


def test_each_question_is_useful_and_without_cards_that_were_shown() -> None:
    game = Game.myst(2, 3, 3, 2)
    for seed in range(10):
        table = GameState(game, random_deal(game, Random(seed)))
        players = [Camouflage(game, i) for i in (1, 2, 3)]
        play_on(table, players, [Random(seed + i) for i in range(3)])
        seen = [0, 0, 0, 0]
        for event in table.done:
            if event.key[0] == "asks":
                i = event.key[1]
                assert event.cards & ~table.hands[i]
                assert not event.cards & seen[i]
            elif event.key[0] == "shows":
                seen[event.key[1]] |= event.cards
                seen[event.key[-1]] |= event.cards
