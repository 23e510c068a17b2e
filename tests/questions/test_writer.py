"""Whose notes a history is: said by a key, where more than one hand is given."""

from __future__ import annotations

import pytest

from mystpy.engines import get_engine
from mystpy.errors import GameError, QueryError
from mystpy.history.history import History
from mystpy.notebook.start import GameStart
from mystpy.questions.knowledge import know
from mystpy.questions.query import QueryChanges, load_query
from mystpy.questions.written.query_text import query_text

QUERY = """
{writer}
history = '''{history}'''
[game]
rules = "clue"
board = true
players = ["ann", "bob", "cid"]
[game.sorts]
suspect = ["plum", "green", "white"]
weapon = ["rope", "knife", "pipe"]
room = ["hall", "study", "kitchen"]
[hands]
cid = ["green", "pipe"]
ann = ["hall", "white"]
"""
SHOWN = "ann: white rope study -> bob shows rope"
CID = 'writer = "cid"'


def loaded(writer: str, history: str = SHOWN) -> History:
    return load_query(QUERY.format(writer=writer, history=history)).history


def test_a_card_that_the_writer_did_not_see_is_asked_about() -> None:
    with pytest.raises(QueryError, match="did cid, whose notes these are, see"):
        loaded(CID)
    assert loaded('writer = "ann"').writer == 1
    assert loaded("writer = 1").writer == 1
    assert loaded("").writer is None


def test_actions_of_a_named_writer_are_held_to_what_the_writer_saw() -> None:
    actions = "asks(ann,{{white,rope,study}}) yes(bob) shows(bob,ann,{})"
    with pytest.raises(QueryError, match="did cid, whose notes these are, see"):
        loaded(CID, actions.format("rope"))
    assert loaded("", actions.format("rope")).actions
    assert loaded(CID, actions.format("_")).actions
    with pytest.raises(QueryError, match="ann has seen the card: say which"):
        loaded('writer = "ann"', actions.format("_"))


def test_a_named_writer_names_the_cards_of_half_heard_shows() -> None:
    line = "ann: white rope study -> bob or cid shows"
    for writer in ("ann", "cid"):
        with pytest.raises(QueryError, match=f"{writer} has seen the card"):
            loaded(f'writer = "{writer}"', line)
    assert loaded("", line).actions


def test_what_the_writer_knows_is_counted_where_several_hands_are_given() -> None:
    line, engine = "ann: -\nbob: plum ? ? -> cid shows", get_engine()
    with pytest.raises(QueryError, match="depends on open facts"):
        know(loaded("", line), "ann", engine)
    history = loaded('writer = "ann"', line)
    alone = History.make(history.game, {"ann": ["hall", "white"]}, history.actions)
    assert know(history, "ann", engine).deals == know(alone, "ann", engine).deals
    start = GameStart.of(History(history.game, history.hands), "ann")
    noted = start.history.then(history.actions)
    assert know(noted, "ann", engine).deals == know(alone, "ann", engine).deals


@pytest.mark.parametrize(
    ("writer", "words"),
    [
        ('writer = "zoe"', "there is no player zoe"),
        ("writer = 0", "the pile is not a player"),
        ('writer = ["cid"]', "there is no player"),
        ("writer = true", "no player"),
        ('writer = "bob"', "the notes of bob need the whole hand"),
        ('writr = "cid"', "a query file has no key 'writr'"),
    ],
)
def test_a_writer_who_cannot_be_is_refused(writer: str, words: str) -> None:
    with pytest.raises((QueryError, GameError), match=words):
        loaded(writer)


def test_a_hand_on_the_command_line_may_be_the_writers() -> None:
    text = QUERY.format(writer='writer = "bob"', history="ann: -")
    changes = QueryChanges(hands={"bob": "{plum,rope}"})
    assert load_query(text, None, changes).history.writer == 2


def test_a_query_that_is_written_names_the_writer_again() -> None:
    history = loaded('writer = "ann"')
    again = load_query(query_text("again", history, "legal")).history  # type: ignore[arg-type]
    assert again.writer == 1
    assert again == history
