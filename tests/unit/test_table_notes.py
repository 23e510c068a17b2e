"""Table notes: a game written down line by line becomes the actions of section 2.4."""

from __future__ import annotations

import pytest

from mystpy.errors import ParseError
from mystpy.game import Game
from mystpy.history import History
from mystpy.table_notes import is_table, read_table

GAME = Game.clue(3, players=["ann", "bob", "cid"])


def told(text: str) -> str:
    """Return the actions of notes, one behind the other."""
    return History.make(GAME, None, text).text().replace("\n", " ")


def test_a_line_is_a_turn_and_the_next_line_ends_it() -> None:
    assert told(
        "ann: plum rope hall -> bob passes, cid shows\nbob: plum rope hall"
    ) == (
        "asks(1,{plum,rope,hall}) no(2) yes(3) shows(3,1,_) noguess(1) endturn(1) "
        "asks(2,{plum,rope,hall})"
    )


@pytest.mark.parametrize(
    "line",
    [
        "ann: plum rope hall -> bob passes, cid shows rope",
        "ann: plum, rope, hall | bob -, cid + rope",
        "1 suggests plum with the rope in the hall -> cid shows rope",
        "ann asks hall rope plum; bob no; cid yes rope  # a comment",
    ],
)
def test_people_write_the_same_turn_in_several_ways(line: str) -> None:
    assert told(line) == "asks(1,{plum,rope,hall}) no(2) yes(3) shows(3,1,rope)"


def test_nobody_shows() -> None:
    assert told("bob: plum rope hall -> nobody") == (
        "asks(2,{plum,rope,hall}) no(3) no(1)"
    )


def test_an_accusation_takes_the_place_of_no_guess() -> None:
    notes = "ann: plum rope hall -> nobody\nann accuses plum rope hall wrong"
    assert told(notes).endswith("no(3) guess(1,{plum,rope,hall}) endturn(1)")


def test_who_is_passed_over_ends_the_turn() -> None:
    notes = "ann: plum rope hall -> nobody\nann accuses plum rope hall\n"
    notes += "bob: plum rope hall -> nobody\ncid: plum rope hall -> nobody\n"
    notes += "bob: plum knife hall"
    assert "endturn(3) endturn(1) asks(2" in told(notes)


def test_each_action_has_the_line_that_told_it() -> None:
    notes = "# a game\n\nann: plum rope hall -> bob shows\nbob: plum rope hall"
    lines = [line for _, line in read_table(notes, GAME)]
    assert lines == [3, 3, 3, 4, 4, 4]


@pytest.mark.parametrize(
    ("notes", "line", "column", "words"),
    [
        ("ann: plum rope hal", 1, 16, "did you mean hall"),
        ("ann: plum rope hall\nbbo: plum rope hall", 2, 1, "did you mean bob"),
        ("ann: plum rope", 1, 6, "a question has 3 cards"),
        ("ann: plum rope hall -> cid shows, bob passes", 1, 35, "answers go round"),
        ("ann: plum rope hall -> bob shwos", 1, 28, "did you mean shows"),
        ("ann: plum rope hall\nwhat was that", 2, 1, "write for example"),
        ("ann accuses plum rope hall right", 1, 28, "leave out 'right'"),
    ],
)
def test_what_is_wrong_is_placed_and_mended(
    notes: str, line: int, column: int, words: str
) -> None:
    with pytest.raises(ParseError) as caught:
        read_table(notes, GAME)
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert words in f"{error} {error.hint}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ann: plum rope hall", True),
        ("# a comment\n1 suggests plum rope hall", True),
        ("asks(1,{plum,rope,hall})", False),
        ("do(asks(1,{plum,rope,hall}),init0)", False),
        ("", False),
    ],
)
def test_notes_are_told_from_actions(text: str, expected: bool) -> None:
    assert is_table(text) is expected


def test_notes_do_not_follow_other_actions() -> None:
    with pytest.raises(ParseError, match="stand alone"):
        History.make(GAME).then("asks(1,{plum,rope,hall})", "ann: plum rope hall")
