"""Sheets turn by turn: sound, weaker than knowledge, and what each misses."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from mystpy.cli.source import file_read
from mystpy.engines import get_engine
from mystpy.engines.base import Cell
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Guess
from mystpy.history.history import History
from mystpy.play.information_state import InformationState
from mystpy.players.note_sheets import (
    HeldCards,
    NoteSheets,
    information_state,
    sheets_by_turn,
)
from mystpy.questions.knowledge import know
from mystpy.questions.query import load_query
from mystpy.views import OBSERVER
from tests.engines.situations import GAMES
from tests.play.test_game_state import played

WORLDS = get_engine("worlds")


def fifteen() -> History:
    return load_query(*file_read("example:fifteen-cards")).history


def test_the_example_of_the_thesis_is_missed_by_all_sheets() -> None:
    """Section 3.2: nine cards that player 2 cannot hold are known by (3.2) alone."""
    *before, last = sheets_by_turn(fifteen(), 3)
    deck = (1 << 15) - 1
    assert [each.step for each in (*before, last)] == [4, 9, 14, 19]
    assert all(not any(each.missed(deck).values()) for each in before)
    assert last.missed(deck) == {"counting": 9, "trial": 9, "array": 9}
    assert last.exact.may[2] == 0b1111
    clues = {(x.holder, x.cards, x.least) for x in last.clues}
    assert clues == {(2, 0b0011, 1), (2, 0b1100, 1)}


def cells(held: HeldCards, game: Game) -> dict[tuple[int, str], Cell]:
    return {
        (k, card): Cell.YES
        if sure >> x & 1
        else (Cell.OPEN if may >> x & 1 else Cell.NO)
        for k, (sure, may) in enumerate(zip(held.sure, held.may, strict=True))
        for card, x in game.deck.items()
    }


def check(sheets: NoteSheets, history: History, player: int) -> None:
    """Hold the sheets to what an engine finds that the player knows."""
    game, prefix = history.game, history.prefix(sheets.step + 1)
    exact = cells(sheets.exact, game)
    rows = know(prefix, player, WORLDS, count=False).cells
    assert exact == {(k, x): row[x] for k, row in enumerate(rows) for x in row}
    for held in sheets.kinds.values():
        noted = cells(held, game)
        assert all(cell in (Cell.OPEN, exact[at]) for at, cell in noted.items())
    trial = cells(sheets.trial, game)
    for at, cell in cells(sheets.counting, game).items():
        assert cell in (Cell.OPEN, trial[at])


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_each_sheet_is_part_of_what_is_known(game: Game, seed: int) -> None:
    counts: Counter[str] = Counter()
    for table in played(game, Random(seed), 8):
        player = 1 + seed % game.p
        history = InformationState.at(table, player).history()
        if history.actions and isinstance(history.actions[-1], Guess):
            continue
        for sheets in list(sheets_by_turn(history, player))[-2:]:
            check(sheets, history, player)
            counts["looked at"] += 1
    assert counts["looked at"]


def test_an_assumption_is_kept_until_it_is_refuted() -> None:
    """Player 2 leaves out only own cards, and player 3 one that is player 1's."""
    game = Game.myst(1, 2, 3, 5)
    text = (
        "asks(1,{s1,s2,s3,s4,s5}) yes(2) shows(2,1,_) noguess(1) endturn(1)"
        " asks(2,{s1,s2,s5,s6,s7}) yes(3) shows(3,2,_) noguess(2) endturn(2)"
        " asks(3,{s1,s3,s4,s6,s7}) yes(1) shows(1,3,s1) noguess(3) endturn(3)"
    )
    history = History.make(game, {1: ["s1", "s2"]}, text)
    first, second, third = sheets_by_turn(history, 1)
    assert first.probable is None
    assert not first.probable_clues
    assert [x.cards for x in second.probable_clues] == [0b0001100]
    assert second.probable is not None
    assert second.probable.sure[2] == 0b0001100
    assert second.exact.sure[2] == 0
    assert len(third.probable_clues) == 2
    assert third.probable is None


def test_two_players_make_no_assumption() -> None:
    text = "asks(1,{s1,s2}) yes(2) shows(2,1,s2) noguess(1) endturn(1)"
    history = History.make(Game.myst(1, 1, 2, 2), {1: ["s1"]}, text)
    (sheets,) = sheets_by_turn(history, 1)
    assert not sheets.probable_clues
    assert sheets.exact.sure == (0b100, 0b001, 0b010)


def test_an_observer_has_sheets_without_a_hand() -> None:
    *_, last = sheets_by_turn(fifteen(), OBSERVER)
    assert last.exact.sure == (0, 0, 0, 0)
    assert last.exact.may[2] == 0b1111


def test_what_is_not_given_is_asked_for() -> None:
    with pytest.raises(QueryError, match="hand of player 1 is not given"):
        information_state(fifteen(), 1)
    text = "asks(1,{s1}) yes(2) shows(2,1,s1) guess(1,{s3})"
    history = History.make(Game.myst(1, 1, 2, 1), {1: ["s2"]}, text)
    with pytest.raises(QueryError, match="whether the last guess is right"):
        information_state(history, 1)
