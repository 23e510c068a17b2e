"""Table notes: a game written down line by line becomes the actions of section 2.4."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import ParseError
from mystpy.game.game import Game
from mystpy.game.names import RESERVED
from mystpy.history.history import History
from mystpy.history.scan import NOTE, is_table
from mystpy.history.table.notes import read_table

GAME = Game.clue(3, players=["ann", "bob", "cid"])


def notes_to_actions(text: str, game: Game = GAME) -> str:
    """Return the actions of notes, one behind the other."""
    return History.make(game, None, text).text().replace("\n", " ")


def refused(text: str, game: Game = GAME) -> ParseError:
    """Return the error that reading the notes ends with."""
    with pytest.raises(ParseError) as caught:
        read_table(text, game)
    return caught.value


def test_a_line_is_a_turn_and_the_next_line_ends_it() -> None:
    assert notes_to_actions(
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
    assert (
        notes_to_actions(line)
        == "asks(1,{plum,rope,hall}) no(2) yes(3) shows(3,1,rope)"
    )


@pytest.mark.parametrize(
    "answers",
    [
        *("nobody", "Nobody", "nobody shows", "NOBODY ANSWERS.", "noone"),
        *("no one", "No one shows", "no-one", "no-one shows", "all", "all pass"),
        *("everybody", "Everybody passes", "everyone passed", "nobody\r\n"),
    ],
)
def test_nobody_shows(answers: str) -> None:
    assert notes_to_actions(f"bob: plum rope hall -> {answers}") == (
        "asks(2,{plum,rope,hall}) no(3) no(1)"
    )


@pytest.mark.parametrize(
    ("answers", "word", "expected"),
    [
        ("everybody shows", "shows", ("passes", "the end of the line")),
        ("all pass, cid shows rope", "cid", ("the end of the line",)),
        ("all no", "no", ("passes", "the end of the line")),
        ("nobody but cid", "but", ("shows", "the end of the line")),
        ("nobody passes", "passes", ("shows", "the end of the line")),
        ("nobody shows bob shows rope", "bob", ("the end of the line",)),
        ("Nobody cid shows", "cid", ("shows", "the end of the line")),
        ("no one, cid shows", "cid", ("shows", "the end of the line")),
        ("no-one shows rope", "rope", ("the end of the line",)),
    ],
)
def test_nothing_else_is_told_where_all_answer_alike(
    answers: str, word: str, expected: tuple[str, ...]
) -> None:
    notes = f"ann: plum rope hall -> {answers}"
    error = refused(notes)
    assert (error.position, error.expected) == (notes.index(word, 23), expected)
    assert "2 passes, 3 shows" in (error.hint or "")


def test_nobody_behind_other_answers_is_refused() -> None:
    error = refused("ann: plum rope hall -> bob passes, nobody shows")
    assert error.column == 36
    assert error.hint == "'nobody' stands alone behind ->"


@pytest.mark.parametrize("behind", ["-> cid shows", "; all pass", "| wrong, bob shows"])
def test_nothing_is_dropped_behind_an_accusation(behind: str) -> None:
    assert "nobody answers" in refused(f"ann accuses plum rope hall {behind}").message


def test_a_verdict_may_stand_behind_a_semicolon() -> None:
    notes = "ann: plum rope hall -> nobody\nann accuses plum rope hall; wrong"
    assert notes_to_actions(notes).endswith("guess(1,{plum,rope,hall}) endturn(1)")


WORDS = Game.clue(
    players=["nobody", "all", "passes", "then"],
    sorts={
        "w": ["a", "b", "something", "card", "nothing"],
        "r": ["the", "with", "to", "wrong", "u"],
    },
)
"""A game in which many names are words of the notes."""


@pytest.mark.parametrize(
    ("notes", "expected"),
    [
        ("1: a u -> 2 shows", "asks(1,{a,u}) yes(2) shows(2,1,_)"),
        ("1: the b", "asks(1,{b,the})"),
        ("1: b and with", "asks(1,{b,with})"),
        ("1 suggests the something", "asks(1,{something,the})"),
        ("1 suggests card in the", "asks(1,{card,the})"),
        ("1: card u -> 2 shows card", "asks(1,{card,u}) yes(2) shows(2,1,card)"),
        ("1: a to -> 2 shows to", "asks(1,{a,to}) yes(2) shows(2,1,to)"),
        ("1: a u -> 2 shows a", "asks(1,{a,u}) yes(2) shows(2,1,a)"),
        (
            "1: nothing u -> 2 yes nothing",
            "asks(1,{nothing,u}) yes(2) shows(2,1,nothing)",
        ),
        ("1: a u -> 2 nothing", "asks(1,{a,u}) no(2)"),
        ("1 accuses wrong a", "guess(1,{a,wrong})"),
        ("1 accuses wrong a; wrong", "guess(1,{a,wrong}) endturn(1)"),
        ("nobody: a u -> all passes", "asks(1,{a,u}) no(2)"),
        ("all: a u -> nobody shows u", "asks(2,{a,u}) no(3) no(4) yes(1) shows(1,2,u)"),
        ("1: a u -> all passes, passes passes", "asks(1,{a,u}) no(2) no(3)"),
        (
            "1: a u -> 3 passes then shows",
            "asks(1,{a,u}) no(2) no(3) yes(4) shows(4,1,_)",
        ),
        ("1: a u -> everybody passes", "asks(1,{a,u}) no(2) no(3) no(4)"),
        ("1: The b", "asks(1,{b,the})"),
        ("1: a u -> 2 shows A", "asks(1,{a,u}) yes(2) shows(2,1,a)"),
        ("1: a u -> no one shows", "asks(1,{a,u}) no(2) no(3) no(4)"),
    ],
)
def test_names_come_before_the_words_of_the_notes(notes: str, expected: str) -> None:
    assert notes_to_actions(notes, WORDS) == expected


@pytest.mark.parametrize(
    ("notes", "column", "words"),
    [
        ("1: b u -> nobody", 17, "write nobody passes, or nobody shows"),
        ("1: b u -> Nobody", 17, "write Nobody passes, or Nobody shows"),
        ("1: b u -> all", 14, "write all passes, or all shows"),
        ("1: a b u", 4, "this one has a and b as w"),
    ],
)
def test_a_name_is_not_taken_for_a_word(notes: str, column: int, words: str) -> None:
    error = refused(notes, WORDS)
    assert error.column == column
    assert words in f"{error} {error.hint}"


def test_what_can_be_read_in_two_ways_is_refused() -> None:
    game = Game.clue(3, sorts={"w": ["card", "b", "c"], "r": ["t", "u"]})
    error = refused("1: card u -> 2 shows a card", game)
    assert error.column == 22
    assert error.hint == "write  shows card  or  shows ?"


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\v", "\f", "\x1c"])
def test_only_a_newline_ends_a_line(mark: str) -> None:
    notes = (
        f"# one{mark}two\r\nann: plum rope hall -> bob + # three{mark}four\r\n\n"
        "bob: plum rope x"
    )
    assert is_table(notes)
    assert refused(notes).line == 4
    kept = notes.replace(" x", " hall")
    assert [line for _, line in read_table(kept, GAME)] == [2, 2, 2, 4, 4, 4]


@pytest.mark.parametrize(
    ("shows", "card"),
    [
        ("shows", "_"),
        ("shows a card", "_"),
        ("Shows something to ann", "_"),
        ("shows ? to 1", "_"),
        ("shows to ann", "_"),
        ("shows the rope", "rope"),
        ("shows rope to ann", "rope"),
        ("+ rope", "rope"),
    ],
)
def test_what_is_shown_is_told_in_several_ways(shows: str, card: str) -> None:
    expected = f"asks(1,{{plum,rope,hall}}) no(2) yes(3) shows(3,1,{card})"
    for link in (", ", " and ", " -> "):
        assert (
            notes_to_actions(f"ann: plum rope hall -> bob passes{link}cid {shows}")
            == expected
        )


@pytest.mark.parametrize(
    "cards", ["{plum,rope,hall}", "{ plum rope hall }", "plum, the rope and hall"]
)
def test_cards_may_stand_in_braces(cards: str) -> None:
    assert notes_to_actions(f"ann suggests: {cards} → bob +").startswith(
        "asks(1,{plum,rope,hall}) yes"
    )
    assert notes_to_actions(
        f"ann: plum rope hall -> all pass\nann accuses {cards} wrong"
    ).endswith("endturn(1)")


def test_an_accusation_takes_the_place_of_no_guess() -> None:
    notes = "ann: plum rope hall -> nobody\nann accuses plum rope hall wrong"
    assert notes_to_actions(notes).endswith(
        "no(3) guess(1,{plum,rope,hall}) endturn(1)"
    )


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Prof. Plum, Rope, Dining Room", "Dining Room"),
        ("Prof. Plum Rope Dining Room", "the Dining Room, bob"),
        ("professor plum, the rope and the dining-room", "dining-room"),
        ("{Professor Plum, Rope, Dining Room}", "dining"),
    ],
)
def test_cards_may_be_written_as_they_are_printed(said: str, shown: str) -> None:
    shown, _, behind = shown.partition(", ")
    notes = f"ann: {said} -> cid shows {shown}"
    assert not behind or notes_to_actions(notes)
    assert notes_to_actions(notes) == (
        "asks(1,{plum,rope,dining}) no(2) yes(3) shows(3,1,dining)"
    )
    assert "guess(1,{plum,rope,dining})" in notes_to_actions(f"ann accuses {said}")


@pytest.mark.parametrize(
    "line",
    [
        "ann: Prof. Plum Ropee Hall",
        "ann: Plum, Rope, Hall xyzzy kitchn",
        "ann: plum rope hall shows",
        "ann: plum rope hall cid",
        "ann: plum rope hall bib",
        "ann: Mrs Nobody, Rope, Hall",
        "ann: Plum, Rope, Dining Hall",
    ],
)
def test_a_misspelt_card_a_player_and_an_answer_are_never_left_out(line: str) -> None:
    assert str(refused(line))


def test_who_is_passed_over_ends_the_turn() -> None:
    notes = "ann: plum rope hall -> nobody\nann accuses plum rope hall\n"
    notes += "bob: plum rope hall -> nobody\ncid: plum rope hall -> nobody\n"
    notes += "bob: plum knife hall"
    assert "endturn(3) endturn(1) asks(2" in notes_to_actions(notes)


def test_each_action_has_the_line_that_told_it() -> None:
    notes = "# a game\n\nann: plum rope hall -> bob shows\nbob: plum rope hall"
    lines = [line for _, line in read_table(notes, GAME)]
    assert lines == [3, 3, 3, 4, 4, 4]


@pytest.mark.parametrize(
    ("notes", "line", "column", "words"),
    [
        ("ann: plum rope hlal", 1, 16, "did you mean hall"),
        ("ann: plum rope hall\nbbo: plum rope hall", 2, 1, "did you mean bob"),
        ("ann: plum rope", 1, 6, "one room; this one has no room"),
        ("ann: plum rope hall -> cid shows, bob passes", 1, 35, "answers go round"),
        ("ann: plum rope hall -> bob shwos", 1, 28, "did you mean shows"),
        ("ann: plum rope hall\nwhat was that", 2, 1, "write for example"),
        ("ann accuses plum rope hall right", 1, 28, "leave out 'right'"),
        ("ann: plum rope dinning-room", 1, 16, "there is no card dinning"),
        ("ann: plum-rope-hall", 1, 6, "did you mean plum rope hall?"),
        ("ann: plum rope dining bib", 1, 23, "leave out bib"),
        ("ann: plum rope hall bob shows", 1, 21, "write -> before the answers"),
        ("ann: plum rope hall nobody", 1, 21, "write -> before the answers"),
        ("ann: {plum rope hall", 1, 17, "expected }"),
        ("ann: plum rope hall -> bob shows rope to cid", 1, 42, "expected ann"),
        ("ann: plum rope hall -> bob shows rope to", 1, 41, "expected ann"),
        ("ann: plum rope hall -> bob shows the", 1, 37, "a card is missing"),
        ("ann: plum rope hall -> bob shows nothing", 1, 34, "shows nothing passes"),
        ("ann: plum rope hall -> bob shows rope hall", 1, 39, "no player hall"),
        ("ann: plum rope hall -> bob passes and", 1, 35, "no player and"),
    ],
)
def test_what_is_wrong_is_placed_and_mended(
    notes: str, line: int, column: int, words: str
) -> None:
    error = refused(notes)
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


@given(st.lists(st.sampled_from(["ann", "asks", " ", "(", "'", "-", ":", '"', "1"])))
def test_what_is_soon_seen_to_be_an_action_is_no_note(words: list[str]) -> None:
    line = "".join(words)
    found = NOTE.match(line)
    assert is_table(line) is (found is not None and found[1] not in RESERVED)


def test_notes_do_not_follow_other_actions() -> None:
    with pytest.raises(ParseError, match="be the whole history"):
        History.make(GAME).then("asks(1,{plum,rope,hall})", "ann: plum rope hall")


BOARD = Game.clue(players=["ann", "bob", "cid"], board=True)
SAID = "ann: plum rope hall -> bob passes, cid shows\n"
"""A game in which turns may pass, and its first turn."""


@pytest.mark.parametrize(
    "line", ["bob: -", "bob passes", "bob: passed", "2: pass", "b: -"]
)
def test_a_turn_may_pass_without_a_suggestion(line: str) -> None:
    expected = (
        "noguess(1) endturn(1) noask(2) noguess(2) endturn(2) asks(3,{plum,rope,hall})"
    )
    assert notes_to_actions(f"{SAID}{line}\ncid: plum rope hall", BOARD).endswith(
        expected
    )


def test_who_does_not_ask_may_accuse() -> None:
    notes = f"{SAID}bob accuses plum rope hall: wrong\ncid: -"
    expected = "noask(2) guess(2,{plum,rope,hall}) endturn(2) noask(3)"
    assert notes_to_actions(notes, BOARD).endswith(expected)
    assert "noask" not in notes_to_actions(
        SAID + "ann accuses plum rope hall: wrong", BOARD
    )


def test_no_turn_passes_where_there_is_no_board() -> None:
    error = refused(f"{SAID}bob: -")
    assert (error.line, error.column) == (2, 1)
    assert "board = true" in (error.hint or "")


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        ("cid: plum rope hall -> all", 2, "it is bob's turn, not cid's"),
        ("ann: plum rope hall -> all", 2, "it is bob's turn, not ann's"),
        ("cid: -", 2, "if bob passed without a suggestion, write  bob: -"),
        (
            "bob: plum rope hall -> cid passes\ncid: -",
            3,
            "ann has not answered bob's suggestion yet",
        ),
        ("bob: plum rope hall\ncid: -", 3, "-> cid passes  or  -> cid shows"),
        (
            "bob accuses plum rope hall: wrong\ncid: -\nann: -\nbob: -",
            5,
            "bob has accused already",
        ),
    ],
)
def test_out_of_turn_it_is_said_whose_turn_it_is(
    lines: str, line: int, words: str
) -> None:
    error = refused(SAID + lines, BOARD)
    assert (error.line, error.column) == (line, 1)
    assert words in f"{error} {error.hint}"


@pytest.mark.parametrize(
    "line",
    [
        "a: pl ro ha -> b -, c + r",
        "ANN: Plum ROPE h -> Bob p, Cid s ha",
        '"Ann": "plum" rop hal -> b passes, c shows ro',
        "1: pl rop ha; 3 + h",
    ],
)
def test_names_may_be_cut_short(line: str) -> None:
    shown = notes_to_actions(line)
    assert shown.startswith("asks(1,{plum,rope,hall}) no(2) yes(3) shows(3,1,")
    assert shown.endswith(("rope)", "hall)"))


def test_what_is_cut_too_short_is_refused_with_what_it_may_be() -> None:
    assert "p may be plum or peacock or pipe" in str(refused("ann: p p ha"))
    assert refused("ann: pl ro b").column == 12
    both = Game.clue(players=["bob", "bea"], sorts={"w": ["x", "y"], "r": ["u", "v"]})
    assert "b may be bob or bea" in str(refused("b: x u", both))


def test_of_a_weapon_and_a_room_the_one_that_is_missing_is_meant() -> None:
    assert notes_to_actions("ann: plum k ha") == "asks(1,{plum,knife,hall})"
    assert notes_to_actions("ann: plum rope k") == "asks(1,{plum,rope,kitchen})"


def test_a_card_shown_is_one_of_those_asked_for() -> None:
    assert notes_to_actions("ann: plum rope li -> bob + l").endswith(
        "shows(2,1,library)"
    )


NAMED = Game.from_dict(
    {
        "rules": "clue",
        "players": ["Ann", "Jose", "Mrs White"],
        "sorts": {"who": ["Miss Scarlett", "Dr. Orange"], "how": ["none", "Fleau"]},
        "sizes": {"Ann": 1, "José": 1, "Mrs White": 0},
    }
)
"""A game with names as people write them, and a card called none."""


def test_names_may_have_capitals_accents_and_spaces() -> None:
    assert NAMED.players == ("ann", "jose", "mrs_white")
    assert NAMED.cards == ("miss_scarlett", "dr_orange", "none", "fleau")
    for line in (
        'José: "Miss Scarlett" fléau -> "Mrs White" passes, Ann shows fleau',
        "jose: scarlett fl -> white -, a + f",
    ):
        assert notes_to_actions(line, NAMED) == (
            "asks(2,{miss_scarlett,fleau}) no(3) yes(1) shows(1,2,fleau)"
        )


def test_a_title_does_not_stand_for_another_card() -> None:
    words = f"{refused('jose: Miss Peacock, fleau', NAMED)}"
    assert "there is no card Peacock" in words


def test_a_card_may_be_called_none() -> None:
    expected = "asks(1,{miss_scarlett,none}) no(2) yes(3) shows(3,1,none)"
    assert (
        notes_to_actions("ann: sca none -> jose none, white shows none", NAMED)
        == expected
    )
    assert notes_to_actions("ann: sca none -> nobody", NAMED).endswith("no(2) no(3)")


def test_in_generalized_clue_who_answers_was_asked_and_who_guesses_lays_open() -> None:
    game = Game.generalized_clue(1, 2, 3)
    notes = "1: s1 s2 -> 2 shows\n2: s3 -> 3 -\n3 guesses s7 wrong -> s6 s4\n1: s5"
    assert notes_to_actions(f"{notes} -> 2 +", game) == (
        "asks(1,2,{s1,s2}) yes(2) shows(2,1,_) endturn(1) asks(2,3,{s3}) no(3) "
        "endturn(2) guess(3,{s7}) wrong(3) opens(3,{s4,s6}) endturn(3) "
        "asks(1,2,{s5}) yes(2) shows(2,1,_)"
    )
    assert "one player is asked" in str(refused("1: s1 -> 2 -, 3 +", game))
    assert "one player is asked" in str(refused("1: s1", game))
    assert "the hand of player 1 has 2 cards" in str(refused("1 guesses s1", game))
    assert "it is player 2's turn" in str(refused("1: s1 -> 2 -\n3: s1 -> 2 -", game))
