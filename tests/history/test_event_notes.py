"""Table notes of looks, of cards laid open, and of witnesses of a show."""

from __future__ import annotations

import pytest

from mystpy.errors import ParseError
from mystpy.game.game import Game
from mystpy.history.actions import AsideAction, Lays, Looks, Sees
from mystpy.history.history import History

SORTS = {
    "suspect": ["plum", "green", "white"],
    "weapon": ["rope", "knife", "pipe"],
    "room": ["hall", "study", "kitchen"],
}
GAME = Game.clue(players=["ann", "bob", "cid"], sorts=SORTS, board=True)
ASKED = "asks(1,{white,rope,study}) yes(2) shows(2,1,rope)"


def actions(text: str, game: Game = GAME) -> str:
    return History.make(game, None, text).text().replace("\n", " ")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("ann looks at bob: rope", "looks(1,2,rope)"),
        ("Ann looked at bob's rope", "looks(1,2,rope)"),
        ("ann looks at bob", "looks(1,2,_)"),
        ("ann looks at bob: ?", "looks(1,2,_)"),
        ("a looks at b: ro", "looks(1,2,rope)"),
        ("ann looks at the pile: rope", "looks(1,0,rope)"),
        ("bob lays open plum hall", "lays(2,{plum,hall})"),
        ("bob lays open plum, rope and hall", "lays(2,{plum,rope,hall})"),
        ("bob shows all rope", "lays(2,{rope})"),
        ("bob shows everybody the rope", "lays(2,{rope})"),
        ("bob drops rope", "lays(2,{rope})"),
        ("the pile drops rope", "lays(0,{rope})"),
        ("ann: white rope study -> bob shows rope, cid saw it", f"{ASKED} sees(3)"),
        ("ann: white rope study -> bob shows rope and cid saw it", f"{ASKED} sees(3)"),
        ("ann: white rope study -> bob shows rope\ncid saw it too", f"{ASKED} sees(3)"),
    ],
)
def test_a_line_becomes_an_action(line: str, found: str) -> None:
    assert actions(line) == found


def test_two_may_have_seen_a_card() -> None:
    game = Game.clue(players=["ann", "bob", "cid", "dan", "eve"], sorts=SORTS)
    line = "ann: white rope study -> bob shows rope, cid saw it and dan saw it"
    assert actions(line, game) == f"{ASKED} sees(3) sees(4)"


def test_an_event_neither_begins_nor_ends_a_turn() -> None:
    lines = [
        "ann: plum rope hall -> bob passes, cid shows",
        "bob looks at cid",
        "bob: plum rope hall -> cid shows",
        "ann drops knife",
        "cid: -",
    ]
    found = History.make(GAME, None, "\n".join(lines)).actions
    plain = History.make(GAME, None, "\n".join(lines[::2])).actions
    assert tuple(a for a in found if not isinstance(a, AsideAction)) == plain


def test_the_game_gets_its_events_from_the_lines() -> None:
    assert not GAME.events
    history = History.make(GAME, None, "ann looks at bob")
    assert history.game == GAME.with_events()
    assert history.game.rule_set == "board_events"
    assert History(GAME, (None,) * 4, (Sees(3),)).game.events
    assert Game.from_dict(history.game.to_dict()) == history.game
    assert history.prefix(0).then("asks(1,{plum,rope,hall})").game.events


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("bob lays open", "at least one card is laid open"),
        ("bob lays open plum plum", "a card is laid open twice"),
        ("ann looks at bob: rope hall", "a look is at one card"),
        ("ann looks at the table: rope", "no cards are left over on the table"),
        ("ann looks at dan: rope", "there is no player dan"),
        ("ann: white rope study -> nobody, cid saw it", "nobody shows a card"),
        ("ann: -\ncid saw it", "no card was shown just before"),
        ("cid saw it all", "a word too many"),
    ],
)
def test_what_is_no_event_is_refused(line: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        History.make(GAME, None, line)


@pytest.mark.parametrize(
    "game",
    [Game.clue(3, SORTS, speed=True), Game.generalized_clue(1, 2, 3)],
    ids=["speed", "generalized"],
)
def test_rules_without_events_refuse_them(game: Game) -> None:
    for line in ("1 looks at 2", "1 drops " + game.cards[0], "looks(1,2,_)"):
        with pytest.raises(ParseError, match="no events besides questions"):
            History.make(game, None, line)


def test_a_look_at_the_table_is_at_what_is_left_over() -> None:
    game = Game.clue(2, SORTS, left_over=2)
    assert actions("1 looks at the table: rope", game) == "looks(1,3,rope)"


def test_actions_are_read_as_they_are_written() -> None:
    done = (Looks(1, 0, None), Lays(2, frozenset({"plum"})), Sees(3))
    history = History(GAME, (None,) * 4, done)
    assert History.make(GAME, None, history.text()).actions == done
    assert History.make(GAME, None, history.term(list_form=True)).actions == done
    assert actions("looks(ann,pile,rope)") == "looks(1,0,rope)"
