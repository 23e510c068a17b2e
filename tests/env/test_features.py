"""Observations as arrays: what they have, and that nothing of the deal is in them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mystpy.bits import members
from mystpy.env.episode import Numbering
from mystpy.env.features import Array, Features
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.situations.event import Event
from tests.env.alike import GAMES, unlike
from tests.play.test_game_state import played

GAME = Game.myst(1, 1, 3, 2)


def observed(features: Features, table: GameState, player: int) -> Array:
    whole, parts = features.blank(np.int8)
    features.write(table, player, parts)
    return whole


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_who_sees_the_same_observes_the_same(game: Game) -> None:
    features = Features(Numbering(game), 50, grid=True)
    met = 0
    for table, other, player in unlike(game, Random(1), 12):
        assert np.array_equal(
            observed(features, table, player), observed(features, other, player)
        )
        met += 1
    assert met


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_who_sees_different_things_observes_different_things(game: Game) -> None:
    features = Features(Numbering(game), 50, grid=False)
    seen: dict[bytes, InformationState] = {}
    for seed in range(4):
        for table in played(game, Random(seed), 30):
            for player in range(1, game.p + 1):
                mine = InformationState.at(table, player)._replace(won=False)
                whole = observed(features, table, player)
                assert seen.setdefault(whole.tobytes(), mine) == mine


def table_after_a_show() -> GameState:
    """Return a table at which player 2 has shown s3 to player 1."""
    table = GameState(GAME, tuple(frozenset([x]) for x in GAME.cards))
    table.do(Event(("asks", 1), 0b0101))
    table.do(Event(("yes", 2)))
    table.do(Event(("shows", 2, 1), 0b0100))
    return table


def test_the_parts_say_what_was_seen_from_the_own_seat() -> None:
    features = Features(Numbering(GAME), 4, grid=True)
    _, parts = features.blank(np.int8)
    features.write(table_after_a_show(), 3, parts)
    assert parts["seat"].tolist() == [0, 0, 1]
    assert parts["hand"].tolist() == [0, 0, 0, 1]
    assert parts["still_in"].tolist() == [1, 1, 1]
    asked, yes, showed, rest = parts["events"]
    kinds = len(features.kinds)
    assert [asked[:kinds].argmax(), yes[:kinds].argmax()] == [0, 2]
    assert asked[kinds:].tolist() == [0, 1, 0, 0, 0, 0, 1, 0, 1, 0]
    assert showed[kinds:].tolist() == [0, 0, 1, 0, 1, 0, 0, 0, 0, 0], "no card"
    assert not rest.any()
    _, theirs = features.blank(np.int8)
    features.write(table_after_a_show(), 1, theirs)
    assert theirs["events"][2, kinds:].tolist() == [0, 1, 0, 1, 0, 0, 0, 0, 1, 0]


def test_only_the_last_events_are_there_if_there_is_no_room_for_more() -> None:
    features = Features(Numbering(GAME), 1, grid=False)
    _, parts = features.blank(np.int8)
    features.write(table_after_a_show(), 1, parts)
    assert parts["events"][0, features.kinds["shows"]] == 1
    assert observed(
        Features(Numbering(GAME), 0, grid=False), table_after_a_show(), 1
    ).any()
    with pytest.raises(QueryError, match="recalled"):
        Features(Numbering(GAME), -1, grid=False)


@pytest.mark.parametrize("game", GAMES[:4], ids=repr)
def test_the_grid_is_that_of_the_belief(game: Game) -> None:
    features = Features(Numbering(game), 0, grid=True)
    for table in played(game, Random(2), 15):
        for player in range(1, game.p + 1):
            _, parts = features.blank(np.int8)
            features.write(table, player, parts)
            belief = BeliefState.of(InformationState.at(table, player))
            others = [(player - 1 + k) % game.p + 1 for k in range(game.p)]
            for row, holder in zip(parts["grid"], [0, *others], strict=True):
                may, sure = members(belief.may[holder]), members(belief.sure[holder])
                assert [*np.flatnonzero(row[:, 0])] == [*may]
                assert [*np.flatnonzero(row[:, 1])] == [*sure]
