"""Outcomes, claims and knowledge of records, held to independent ways to find them."""

from __future__ import annotations

from itertools import combinations

import pytest

from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.play.game_state import GameState
from mystpy.records.check import faults_of
from mystpy.records.format.reader import read_record
from mystpy.records.format.record import GameRecord
from mystpy.records.format.writer import record_text
from mystpy.records.knowledge import (
    claim_is_right,
    knowledge_fields,
    with_claims_judged,
    with_knowledge,
)
from mystpy.records.outcome import outcome_of
from mystpy.records.statistics import first_knowable_turns
from mystpy.records.view import view_of
from mystpy.situations.event import Event
from tests.records.games import GAMES, random_record
from tests.sampling import seeds_by_day

ENGINE = get_engine("auto")


def replayed(record: GameRecord) -> GameState:
    """The game at a table that knows the deal."""
    table = GameState(record.game, [hand or () for hand in record.history.hands])
    for action in record.history.actions:
        table.do(Event.of(action, record.game))
    return table


@pytest.mark.parametrize("index", range(len(GAMES)))
@pytest.mark.parametrize("seed", seeds_by_day(8, 4))
def test_the_outcome_is_that_of_the_table(index: int, seed: int) -> None:
    record = random_record(index, seed, steps=120)
    found, table = outcome_of(record.history, ENGINE), replayed(record)
    outcome = table.outcome
    if outcome is None:
        assert found.end == "unfinished"
        assert found.winner is None
    else:
        assert found.winner == outcome.winner
        assert found.end != "unfinished"


def deals_of(game: Game) -> list[tuple[frozenset[str], ...]]:
    """Every deal of a small game with hands of two and a pile of one."""
    found: list[tuple[frozenset[str], ...]] = []
    for pile in game.cards:
        rest = [card for card in game.cards if card != pile]
        for one in combinations(rest, 2):
            left = [card for card in rest if card not in one]
            for two in combinations(left, 2):
                three = frozenset(left) - set(two)
                hands = frozenset({pile}), frozenset(one), frozenset(two), three
                found.append(hands)
    return found


def possible_deals(view: History, player: int) -> list[tuple[frozenset[str], ...]]:
    """The deals that a player holds possible, one by one at a table."""
    found = []
    for deal in deals_of(view.game):
        if deal[player] == view.hands[player] and _fits(view, deal):
            found.append(deal)
    return found


def _fits(view: History, deal: tuple[frozenset[str], ...]) -> bool:
    """Whether the game can have gone so with these cards."""
    table = GameState(view.game, deal)
    last = len(view.actions) - 1
    for step, action in enumerate(view.actions):
        events = [Event.of(action, view.game)]
        if events[0].key[0] == "shows" and not events[0].cards:
            events = [x for x in table.events() if x.key == events[0].key]
        if not events or not table.allows(events[0]):
            return False
        table.do(events[0])
        if step < last and table.over:
            return False
    return True


@pytest.mark.parametrize("seed", seeds_by_day(6, 3))
def test_knowledge_fields_are_those_of_the_possible_deals(seed: int) -> None:
    record = random_record(3, seed, steps=40)
    turn = record.turns // 2
    for player in (1, 2, 3):
        history = record.after_turn(turn)
        fields = knowledge_fields(history, player, ENGINE)
        deals = possible_deals(view_of(record, (player,)).after_turn(turn), player)
        assert fields["deals"] == len(deals)
        yes = {
            f"h({holder},{card})"
            for holder in range(4)
            for card in record.game.cards
            if all(card in deal[holder] for deal in deals)
        }
        no = {
            f"h({holder},{card})"
            for holder in range(4)
            for card in record.game.cards
            if not any(card in deal[holder] for deal in deals)
        }
        assert set(fields["yes"]) == yes
        assert set(fields["no"]) == no
        for card in record.game.cards:
            claim = {"player": player, "formula": f"h(0,{card})"}
            right = claim_is_right(claim, history, ENGINE)
            assert right == all(card in deal[0] for deal in deals)


@pytest.mark.parametrize("seed", seeds_by_day(4, 2))
def test_what_was_computed_is_confirmed_and_a_change_is_noticed(seed: int) -> None:
    record = random_record(3, seed, steps=60)
    turns = range(record.turns + 1)
    claim = {"player": 1, "formula": f"h(0,{record.game.cards[0]})"}
    with_claim = record.with_fields(turn=[{"number": 0, "claim": [claim]}])
    known = with_knowledge(with_claim, (1, 2, 3), turns, ENGINE)
    whole = read_record(record_text(with_claims_judged(known, ENGINE)))
    assert not list(faults_of(whole, ENGINE))
    rows = [dict(row) for row in whole.rows("turn")]
    rows[-1]["know"][0]["deals"] += 1
    (fault,) = faults_of(whole.with_fields(turn=rows), ENGINE)
    assert (fault.part, fault.turn) == ("know", record.turns)


def test_knowledge_of_other_players_than_those_named_is_kept() -> None:
    record = with_knowledge(random_record(3, 1), (1, 2), [0], ENGINE)
    again = with_knowledge(record, (2,), [0], ENGINE)
    assert again == record
    more = with_knowledge(record, (3,), [0], ENGINE)
    assert [x["player"] for x in more.rows("turn")[0]["know"]] == [1, 2, 3]


@pytest.mark.parametrize("seed", seeds_by_day(4, 2))
def test_the_first_turn_in_which_the_pile_is_known(seed: int) -> None:
    record = random_record(3, seed, steps=90)
    turns = first_knowable_turns(record.history)
    for player, found in enumerate(turns, 1):
        view = view_of(record, (player,))
        last = view.history.actions[-1] if len(view.history) else None
        for turn in range(record.turns + 1):
            history = view.after_turn(turn)
            if turn == record.turns and last is not None and last.name == "guess":
                history = history.prefix(len(history) - 1)
            piles = {deal[0] for deal in possible_deals(history, player)}
            if len(piles) == 1:
                assert found == turn
                break
        else:
            assert found is None


def test_a_turn_that_is_not_there_is_refused() -> None:
    record = random_record(3, 1)
    with pytest.raises(QueryError, match=f"no turn {record.turns + 1}"):
        record.after_turn(record.turns + 1)
    assert len(record.after_turn(0)) == 0
    assert record.after_turn(record.turns) == record.history
