"""The clauses about a hand: sound, and as strong as the public answers."""

from __future__ import annotations

from random import Random

import pytest

from mystpy.cli.source import file_read
from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.play.information_state import InformationState
from mystpy.players.hand_clauses import hand_clauses
from mystpy.questions.query import load_query
from mystpy.solve.minimum_hitting_set import minimum_hitting_sets
from tests.play.test_game_state import played

WORLDS = get_engine("worlds")
GAMES = (Game.myst(1, 2, 3, 2), Game.myst(2, 1, 3, 2), Game.myst(1, 2, 2, 2))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_clauses_hold_and_full_hands_exclude_cards(game: Game, seed: int) -> None:
    """In all worlds that the player considers possible, listed by an engine."""
    for table in list(played(game, Random(seed), 30))[-3:]:
        history = InformationState.at(table, 1).history()
        if table.over:
            continue
        hands = [world.hands[2] for world in WORLDS.worlds(history)]
        found = hand_clauses(history, 1, 2)
        for hand in hands:
            assert all(hand & clause for clause in found.clauses)
            assert not hand & found.lacked
        sets = minimum_hitting_sets(found.clauses, game.cards)
        assert sets.number <= found.size
        if sets.number == found.size:
            assert set(hands) <= set(sets.listed)


def example(name: str) -> History:
    return load_query(*file_read(f"example:{name}")).history


def test_the_examples_of_the_thesis() -> None:
    found = hand_clauses(example("fifteen-cards"), 3, 2)
    assert set(found.clauses) == {frozenset({"s1", "s2"}), frozenset({"s3", "s4"})}
    assert found.lacked == {"s14", "s15"}
    assert found.size == 2
    found = hand_clauses(example("five-clauses-three-cards"), 3, 2)
    assert len(found.clauses) == 5


def test_a_card_that_was_seen_is_a_clause_by_itself() -> None:
    text = "asks(1,{s1,s2}) yes(2) shows(2,1,s2) noguess(1) endturn(1)"
    history = History.make(Game.myst(2, 1, 3, 2), {1: ["s1"]}, text)
    assert hand_clauses(history, 1, 2).clauses == (frozenset({"s2"}),)
    assert "s2" in hand_clauses(history, 1, 3).lacked


def test_the_own_hand_is_no_question() -> None:
    with pytest.raises(QueryError, match="knows this hand"):
        hand_clauses(example("fifteen-cards"), 3, 3)
