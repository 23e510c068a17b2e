"""The table of a game against Play, and what players have seen of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from mystpy.engines.base import Verdict
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.errors import IllegalActionError, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import ResultTold
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import Deal, GameOutcome, GameState, is_set
from mystpy.play.information_state import InformationState
from mystpy.play.player import any_of
from mystpy.situations.event import Event
from mystpy.views import seen_by
from tests.engines.situations import ALL_GAMES
from tests.random_games import patterns
from tests.sampling import cases


def right(table: GameState) -> Event | None:
    """Return the right guess, where somebody may guess."""
    keys = [legal.key for legal in table.legal_actions() if legal.key[0] == "guess"]
    return Event(keys[0], table.hands[0]) if keys else None


def played(game: Game, rng: Random, most: int = 40) -> Iterator[GameState]:
    """Yield a game state of one deal, after each of some random actions."""
    table = GameState(game, random_deal(game, rng))
    yield table
    while len(table.done) < most and (legal_actions := table.legal_actions()):
        guess = right(table) if rng.random() < 0.05 else None
        event = guess or any_of(rng.choice(legal_actions), game, rng)
        table.do(event)
        yield table


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ALL_GAMES, ids=repr)
def test_the_table_offers_what_the_engine_finds_possible(game: Game, seed: int) -> None:
    for table in played(game, Random(seed)):
        history = table.history()
        found = [each.action for each in WorldsEngine().possible(history)]
        # The others' view of a result is not a possible action.
        done = [one for one in found if not isinstance(one, ResultTold)]
        assert list(patterns(table)) == done
        assert table.over == WorldsEngine().state(history).game_over


@pytest.mark.parametrize("game", ALL_GAMES, ids=repr)
def test_what_was_done_can_be_undone(game: Game) -> None:
    *_, table = played(game, Random(7))
    legal_actions = []
    done = list(table.done)
    while table.done:
        legal_actions.append(table.legal_actions())
        table.undo()
    for event in done:
        table.do(event)
        table.undo()
        table.do(event)
    assert table.done == done
    assert table.legal_actions() == legal_actions[0]


@pytest.mark.parametrize("seed", cases(range(3), 0))
@pytest.mark.parametrize("game", ALL_GAMES, ids=repr)
def test_seen_is_what_the_view_of_the_history_is(game: Game, seed: int) -> None:
    kept: dict[int, InformationState] = {}
    for table in played(game, Random(seed)):
        for i in range(1, game.p + 1):
            seen = InformationState.at(table, i)
            assert seen.history() == seen_by(table.history(), i)
            if table.done:
                assert kept[i].then(table.done[-1], won=table.won) == seen
            kept[i] = seen


def test_situations_that_a_player_cannot_tell_apart_have_one_key() -> None:
    game = Game.myst(1, 1, 3, 2)
    deals: list[Deal] = [
        tuple(map(frozenset, (["s1"], ["s2"], [x], [y])))
        for x, y in (("s3", "s4"), ("s4", "s3"))
    ]
    tables = [GameState(game, deal) for deal in deals]
    for table, card in zip(tables, (1 << 2, 1 << 3), strict=True):
        table.do(Event(("asks", 1), 0b1100))
        table.do(Event(("yes", 2)))
        table.do(Event(("shows", 2, 1), card))
    assert len({InformationState.at(table, 3) for table in tables}) == 2, (
        "the hands differ"
    )
    assert len({InformationState.at(table, 1) for table in tables}) == 2, (
        "player 1 saw the card"
    )
    others = {InformationState.at(table, 3)._replace(hand=0) for table in tables}
    assert len(others) == 1, "player 3 did not see it"


def test_an_action_that_is_not_possible_is_refused_with_its_axiom() -> None:
    game = Game.myst(1, 1, 3, 2)
    table = GameState(game, tuple(frozenset([x]) for x in game.cards))
    table.do(Event(("asks", 1), 0b0110))
    for event, axiom in [(Event(("no", 2)), "2.16"), (Event(("yes", 3)), "2.17")]:
        with pytest.raises(IllegalActionError) as caught:
            table.do(event)
        assert caught.value.axiom == axiom
    assert len(table.done) == 1, "nothing was done"
    table.do(Event(("yes", 2)))
    with pytest.raises(IllegalActionError):
        table.do(Event(("shows", 2, 1), 0b0001))


def test_what_is_no_action_and_no_deal_is_refused() -> None:
    game = Game.myst(1, 1, 3, 2)
    with pytest.raises(QueryError):
        GameState(game, tuple(frozenset(["s1"]) for _ in range(4)))
    table = GameState(game, tuple(frozenset([x]) for x in game.cards))
    with pytest.raises(QueryError, match="question"):
        table.do(Event(("asks", 1), 0b0111))
    assert not is_set(game, 1 << 4 | 1, 2)


def test_the_outcome_names_who_guessed_the_pile() -> None:
    game = Game.myst(1, 1, 2, 1)
    table = GameState(game, tuple(frozenset([x]) for x in game.cards))
    assert table.outcome is None
    for event in (
        Event(("asks", 1), 0b001),
        Event(("no", 2)),
        Event(("guess", 1), 0b100),
    ):
        table.do(event)
    assert table.outcome is None, "player 2 plays on"
    table.undo()
    table.do(Event(("guess", 1), 0b001))
    assert table.outcome == GameOutcome(1, table.state.still_in)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_random_games_are_legal_in_the_axioms(seed: int) -> None:
    rng = Random(seed)
    *_, table = played(rng.choice(ALL_GAMES), rng)
    judged = WorldsEngine().judge(table.history())
    assert judged.verdict is Verdict.LEGAL
