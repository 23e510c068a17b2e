"""Cases of notes that leave something open, with numbers counted card by card."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mystpy.engines import get_engine
from mystpy.engines.base import Value
from mystpy.errors import GameError, IllegalActionError, ParseError, QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.notebook.commands import text as shown
from mystpy.notebook.file import NotebookFile
from mystpy.notebook.ledger import Correction
from mystpy.notebook.notebook import Notebook
from mystpy.notebook.start import GameStart
from mystpy.questions.advice import advice
from mystpy.questions.knowledge import ask, know
from mystpy.questions.query import load_query
from mystpy.questions.situation import Situation
from mystpy.questions.why import why

TWELVE = {
    "suspect": ["scarlett", "plum", "green", "white"],
    "weapon": ["rope", "knife", "pipe", "wrench"],
    "room": ["hall", "study", "kitchen", "lounge"],
}
NINE = {
    "suspect": ["plum", "green", "white"],
    "weapon": ["rope", "knife", "pipe"],
    "room": ["hall", "study", "kitchen"],
}
FOUR = Game.clue(
    players=["ann", "bob", "cid", "dan"],
    sorts=TWELVE,
    sizes=[3, 3, 2, 2, 2],
    board=True,
)
THREE = Game.clue(players=["ann", "bob", "cid"], sorts=NINE)
HAND = ["scarlett", "rope", "hall"]
ENGINES = ("auto", "sat", "worlds")
SHOWN = "ann: plum knife study -> bob -, cid shows knife"
OVERLOOKED = "bob: green knife kitchen -> cid -, dan -, ann -"


def after(*lines: str, game: Game = FOUR) -> History:
    hand = HAND if game is FOUR else ["green", "pipe"]
    return History.make(game, {"ann": hand}, "\n".join(lines))


def deals(history: History, engine: str = "auto") -> int | None:
    return know(history, "ann", get_engine(engine)).deals


def value(history: History, formula: str, engine: str = "auto") -> Value:
    phi = parse_formula(formula, history.game)
    return ask(history, phi, get_engine(engine)).value


@pytest.fixture
def notebook(tmp_path: Path) -> Iterator[Notebook]:
    with NotebookFile(tmp_path / "game.notes", create=True) as file:
        yield Notebook.begin(file, GameStart.of(after()))


def correct(notebook: Notebook, line: str) -> None:
    correction = Correction.read(line)
    assert correction is not None
    notebook.correct(correction)


def again(notebook: Notebook) -> Notebook:
    """Return the notebook as its file tells it."""
    notebook.file.close()
    with NotebookFile(notebook.file.path) as file:
        return Notebook.resume(file)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("bob: plum knife study -> cid or dan shows", 2088),
        ("bob: plum knife study -> cid shows or dan shows", 2088),
        ("bob: plum knife study -> cid shows", 1404),
        ("bob: plum knife study -> dan shows", 684),
        ("bob: plum knife ? -> cid shows", 2034),
    ],
)
def test_half_heard_turns(engine: str, line: str, number: int) -> None:
    assert deals(after("ann: -", line), engine) == number


@pytest.mark.parametrize("answers", ["bob - ...", "bob passes …", "bob -, ann - ..."])
def test_nobody_knows_who_else_was_asked(answers: str) -> None:
    board = Game.clue(players=["ann", "bob", "cid"], sorts=NINE, board=True)
    lines = f"ann: -\nbob: -\ncid: plum rope hall -> {answers}"
    history = History.make(board, {"ann": ["green", "pipe"]}, lines)
    assert deals(history) == 23
    assert value(history, "K(ann,~h(bob,plum))", "worlds") is Value.TRUE


def test_the_others_know_what_happened_and_the_writer_does_not() -> None:
    board = Game.clue(players=["ann", "bob", "cid"], sorts=NINE, board=True)
    hand = {"ann": ["green", "pipe"]}
    line = "bob: white knife ? -> cid shows"
    history = History.make(board, hand, f"ann: -\n{line}")
    some = "h(cid,white) | h(cid,knife) | h(cid,study)"
    for engine in (*ENGINES, "prolog"):
        assert value(history, f"K(ann,{some})", engine) is Value.FALSE
        assert value(history, f"K(bob,{some})", engine) is Value.UNDETERMINED
        assert value(history, f"K(ann,K(bob,{some}) | ~K(bob,{some}))", engine) is (
            Value.TRUE
        )
        whole = "h(cid,white)|h(cid,knife)|h(cid,study)|h(cid,hall)|h(cid,kitchen)"
        assert value(history, f"K(ann,{whole})", engine) is Value.TRUE
        assert value(history, f"K(bob,K(ann,{whole}))", engine) is Value.TRUE
        assert value(history, f"K(bob,K(ann,{some}))", engine) is Value.FALSE


def test_one_answer_in_doubt_keeps_the_others(notebook: Notebook) -> None:
    notebook.record(SHOWN)
    with pytest.raises(IllegalActionError):
        notebook.record(OVERLOOKED)
    entries, found = notebook.conflicts()
    assert [conflict.answers for conflict in found] == [((1, 3), (2, 3))]
    said = list(shown.conflicts(entries, found, notebook.history))
    assert f"  line 1, {SHOWN}: the answer of cid" in said
    assert f"  line 2, {OVERLOOKED}: the answer of cid" in said
    correct(notebook, "doubtful 2 cid")
    assert notebook.deals() == 150
    found_again = again(notebook)
    assert found_again.deals() == 150
    assert next(reversed(list(shown.events(found_again)))).endswith("(doubtful: cid)")


def test_the_answer_before_may_be_the_wrong_one(notebook: Notebook) -> None:
    notebook.record(SHOWN)
    with pytest.raises(IllegalActionError):
        notebook.record(OVERLOOKED)
    correct(notebook, "doubtful 1 cid")
    assert notebook.deals() == 144
    assert len(notebook.entries) == 2
    assert again(notebook).deals() == 144


def test_a_doubt_of_an_answer_is_taken_back(notebook: Notebook) -> None:
    notebook.record(SHOWN)
    correct(notebook, "doubtful 1 cid")
    assert notebook.deals() == 1026
    correct(notebook, "doubtful 1 bob")
    assert notebook.deals() == 2430
    correct(notebook, "trusted 1 bob")
    assert notebook.deals() == 1026
    correct(notebook, "trusted 1 cid")
    assert notebook.deals() == 276
    assert again(notebook).deals() == 276


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("doubtful 1 dan", "dan answered nothing in line 1"),
        ("trusted 1 bob", "line 1 is not doubtful"),
        ("doubtful 1 zoe", "there is no player zoe"),
        ("insert 1", "insert needs what the line is to say"),
        ("insert 7 ann: -", "there is no line 7"),
    ],
)
def test_what_cannot_be_corrected_is_refused(
    notebook: Notebook, line: str, words: str
) -> None:
    notebook.record(SHOWN)
    with pytest.raises(QueryError) as caught:
        correct(notebook, line)
    assert words in str(caught.value)
    assert notebook.deals() == 276


def test_forgotten_turns_are_inserted(notebook: Notebook) -> None:
    notebook.record("ann: -")
    notebook.record("bob: plum knife study -> cid or dan shows")
    passed = "bob: - / cid: - / dan: -"
    correct(notebook, f"insert 2 {passed} / ann: green pipe lounge -> nobody")
    notes = [entry.note for entry in notebook.entries]
    assert notes[1:4] == passed.split(" / ")
    assert len(notes) == 6
    assert notebook.deals() == 90
    assert again(notebook).deals() == 90


def test_what_is_inserted_and_does_not_fit_changes_nothing(notebook: Notebook) -> None:
    notebook.record("ann: -")
    notebook.record("bob: -")
    with pytest.raises(QueryError) as caught:
        correct(notebook, "insert 2 bob: -")
    assert "line 3, bob: -, no longer fits" in str(caught.value)
    assert len(notebook.entries) == 2


def sizes_not_known() -> Game:
    players = ["ann", "bob", "cid"]
    return Game.clue(
        players=players, sorts=TWELVE, sizes=[3, 3, "2..3", "3..4"], board=True
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_sizes_that_are_not_known(engine: str) -> None:
    game = sizes_not_known()
    lines = "ann: plum knife study -> bob - ...\nbob: -\ncid: -\n"
    lines += "ann: green pipe kitchen -> bob - ..."
    history = History.make(game, {"ann": HAND}, lines)
    assert deals(history, engine) == 44
    for sizes, number in (((3, 3, 3, 3), 8), ((3, 3, 2, 4), 36)):
        known = Game.clue(
            players=list(game.players), sorts=TWELVE, sizes=list(sizes), board=True
        )
        assert deals(History.make(known, {"ann": HAND}, lines), engine) == number


def test_a_game_with_ranges_is_written_and_read_again() -> None:
    game = sizes_not_known()
    assert game.possible_sizes == ((3, 3, 2, 4), (3, 3, 3, 3))
    written = game.to_dict()
    assert written["sizes"] == {"0": 3, "1": 3, "2": "2..3", "3": "3..4"}
    assert Game.from_dict(written) == game


@pytest.mark.parametrize(
    "sizes", [[3, 3, "1..2", "3"], [3, 3, "4..2", 4], [3, 3, "x", 4]]
)
def test_ranges_that_cannot_be_are_refused(sizes: list[int | str]) -> None:
    with pytest.raises(GameError):
        Game.clue(players=["ann", "bob", "cid"], sorts=TWELVE, sizes=sizes)


QUERY = """
history = '''
ann: -
bob: plum knife study -> cid or dan shows
'''
[game]
rules = "clue"
board = true
players = ["ann", "bob", "cid", "dan"]
sizes = [3, 3, 2, 2, 2]
[game.sorts]
suspect = ["scarlett", "plum", "green", "white"]
weapon = ["rope", "knife", "pipe", "wrench"]
room = ["hall", "study", "kitchen", "lounge"]
[hands]
ann = ["scarlett", "rope", "hall"]
bob = ["pipe", "..."]
[[know]]
player = "ann"
deals = 2088
"""


def test_a_query_file_has_half_heard_lines_and_parts_of_hands() -> None:
    query = load_query(QUERY)
    assert query.history.parts[2] == {"pipe"}
    assert deals(query.history) == query.know[0].deals == 2088
    assert value(query.history, "h(bob,pipe)") is Value.TRUE
    assert value(query.history, "K(ann,h(bob,pipe))") is Value.FALSE
    assert value(query.history, "K(bob,h(bob,pipe))") is Value.TRUE


def test_advice_and_reasons_follow_what_is_open() -> None:
    board = Game.clue(players=["ann", "bob", "cid"], sorts=NINE, board=True)
    lines = "ann: -\nbob: white knife ? -> cid shows\ncid: white knife study -> nobody"
    history = History.make(board, {"ann": ["green", "pipe"]}, lines)
    assert advice(history, 1, get_engine())[0].gain > 0
    cards = ("hall", "kitchen", "study", "white", "knife")
    some = " | ".join(f"h(cid,{card})" for card in cards)
    phi = parse_formula(f"K(ann,{some})", board)
    found = why(history, phi, get_engine())
    assert found.value is Value.TRUE
    assert 3 in {reason.step for reason in found.because}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("bob: plum ? -> cid shows", "a question has 3 cards"),
        ("bob: plum knife study -> cid or dan", "passes or shows"),
        ("bob: plum knife ? -> cid -", "the answers that are missing"),
        ("bob: plum knife study -> cid shows, dan shows ...", "one player shows"),
        ("bob: plum knife study -> bob - ...", "who asks does not answer"),
    ],
)
def test_half_heard_lines_that_say_too_little_are_refused(
    line: str, words: str
) -> None:
    with pytest.raises(ParseError) as caught:
        after("ann: -", line)
    assert words in str(caught.value)


def test_a_card_that_the_writer_saw_is_asked_for(notebook: Notebook) -> None:
    with pytest.raises(QueryError, match="has seen the card"):
        notebook.record("ann: plum knife study -> bob or cid shows")


def test_a_situation_goes_on_after_a_half_heard_turn() -> None:
    line = "ann: plum rope ? -> bob -, cid shows rope"
    begun = Situation.of(History.make(THREE, {"ann": ["green", "pipe"]}, line))
    assert begun.count("ann") == 12
    assert begun.holds("K(ann,h(cid,rope))") is True
    ended = begun.do("noguess(1)", "endturn(1)")
    assert ended.state().turn == {2}
    assert {str(found.action) for found in ended.possible()} == {"asks(2,{})"}
    assert ended.announce("~h(bob,white)").holds("K(cid,~h(bob,white))") is True
    with pytest.raises(IllegalActionError):
        ended.do("noguess(2)")


def test_deals_whose_pile_lacks_a_suspect_are_not_counted() -> None:
    board = Game.clue(players=["ann", "bob", "cid"], sorts=NINE, board=True)
    lines = (
        "ann: plum knife kitchen -> cid shows kitchen",
        "bob: ? ? hall -> cid -, ann -",
        "cid: white pipe study -> ann or bob shows white",
    )
    history = History.make(board, {"cid": ["kitchen", "pipe"]}, "\n".join(lines))
    assert know(history, "cid", get_engine()).deals == 17
