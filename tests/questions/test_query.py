"""Query files: what is read, and what is refused at which place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import GameError, MystError, ParseError, QueryError
from mystpy.game.game import Game
from mystpy.language.read import parse_formula
from mystpy.questions.query import (
    KnowExpectation,
    LegalExpectation,
    Query,
    load_query,
)

QUERY = '''\
title = "Player 5 learns something"
source = "thesis, section 3.1"
history = """
asks(1,{s1,s2}) yes(2) shows(2,1,_)  # not seen
noguess(1) endturn(1)
"""

[game]
rules = "myst"
m = 1
n = 1
p = 5
q = 2

[hands]
5 = ["s6"]

[[ask]]
formula = "K(5, ~h(2,s1) | ~h(2,s2))"
expect = "true"

[[ask]]
formula = "h(0,s3)"

[legal]
verdict = "illegal"
step = 3
axiom = "2.16"
failed = ["Q and S_2 are disjoint: player 2 holds s3"]

[[know]]
player = 5
deals = 12
yes = ["h(5,s6)"]
no = ["h(0,s6)", "h(1,s6)"]

[poss]
actions = ["asks(2,{})"]
'''
BARE = 'game = {rules = "clue", players = ["ann", "bob", "cleo"]}\n'


def hinted(error: MystError, hint: str) -> bool:
    """True if the error's hint is, or at least says, this; no hint is ""."""
    return hint in error.hint if error.hint else not hint


def fault(text: str, name: str = "five.toml") -> MystError:
    with pytest.raises(MystError) as caught:
        load_query(text, name)
    return caught.value


def changed(old: str, new: str) -> MystError:
    assert QUERY.count(old) >= 1
    return fault(QUERY.replace(old, new, 1))


def test_a_query_file_is_read_whole() -> None:
    query = load_query(QUERY)
    game = Game.myst(m=1, n=1, p=5, q=2)
    assert query.title == "Player 5 learns something"
    assert query.source == "thesis, section 3.1"
    assert query.history.game == game
    assert query.history.hands[5] == frozenset({"s6"})
    assert len(query.history) == 5
    assert [ask.expect for ask in query.asks] == ["true", None]
    assert query.asks[0].formula == parse_formula(query.asks[0].formula_text, game)
    failed = ("Q and S_2 are disjoint: player 2 holds s3",)
    assert query.legal == LegalExpectation("illegal", 3, "2.16", failed)
    cells = ((0, "s6"), (1, "s6"))
    assert query.know == (KnowExpectation(5, 12, ((5, "s6"),), cells),)
    assert query.poss == ("asks(2,{})",)


def test_only_the_game_is_needed() -> None:
    query = load_query(BARE, "bare")
    assert query.title == "bare"
    assert (query.asks, query.legal, query.know, query.poss) == ((), None, (), None)
    assert len(query.history) == 0


def test_a_history_may_be_a_list_or_a_term() -> None:
    listed = 'history = ["asks(ann,{hall,plum,rope})", "no(2)"]\n' + BARE
    term = 'history = "do(no(bob),do(asks(1,set(plum,rope,hall)),init0))"\n' + BARE
    assert load_query(listed).history == load_query(term).history


def test_names_may_stand_for_players_everywhere() -> None:
    text = BARE + '[[know]]\nplayer = "bob"\nyes = ["h(cleo, plum)"]\n'
    assert load_query(text).know[0] == KnowExpectation(2, None, ((3, "plum"),))


def test_truth_values_may_be_expected() -> None:
    text = BARE + '[[ask]]\nformula = "true"\nexpect = true\n'
    assert load_query(text).asks[0].expect == "true"


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "five.toml"
    path.write_text("\ufeff" + QUERY, encoding="utf-8")
    assert load_query(path) == load_query(str(path)) == load_query(QUERY)


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "five.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(QueryError, match="no file") as caught:
        load_query(tmp_path / "fife.toml")
    assert caught.value.hint == f"did you mean {tmp_path / 'five.toml'}?"
    with pytest.raises(QueryError, match="is a folder"):
        load_query(tmp_path)
    with pytest.raises(QueryError, match="not text in UTF-8"):
        load_query(tmp_path / "five.toml")


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "part"),
    [
        ("shows(2", "shws(2", 4, 24, "no action 'shws'"),
        ("{s1,s2}", "{s1,s9}", 4, 12, "no card s9"),
        ("K(5", "K(6", 19, 14, "no player 6"),
        ('"h(0,s3)"', '"h(0 s3)"', 23, 16, "unexpected 's3'"),
        ("m = 1", "m = = 1", 10, 5, "this is not TOML"),
    ],
)
def test_an_error_is_told_at_its_place_in_the_file(
    old: str, new: str, line: int, column: int, part: str
) -> None:
    error = changed(old, new)
    assert isinstance(error, ParseError)
    assert (error.line, error.column) == (line, column)
    assert str(error).startswith(f"five.toml:{line}:{column}: ")
    assert part in str(error)
    assert error.excerpt().splitlines()[0] in QUERY.replace(old, new)


def test_an_error_in_a_text_that_stands_twice_quotes_the_text() -> None:
    text = BARE + '[[ask]]\nformula = "tru"\n[[ask]]\nformula = "tru"\n'
    error = fault(text)
    assert "in 'tru'" in str(error)
    assert error.hint == "did you mean true?"


@pytest.mark.parametrize(
    ("old", "new", "part", "hint"),
    [
        ("title", "titel", "no key 'titel'", "did you mean title?"),
        ("[hands]", "[hand]", "no key 'hand'", "did you mean hands?"),
        ("expect =", "expects =", "[[ask]] has no key 'expects'", "expect?"),
        ("verdict =", "verdit =", "[legal] has no key 'verdit'", "verdict?"),
        ("deals =", "deal =", "[[know]] has no key 'deal'", "deals?"),
        ("actions =", "action =", "[poss] has no key 'action'", "actions?"),
        ('"true"', '"ture"', "expect cannot be 'ture'", "did you mean true?"),
        ('"illegal"', '"ilegal"', "verdict cannot be 'ilegal'", "illegal?"),
        ("step = 3", "step = -3", "step must be a whole number", ""),
        ('"2.16"', "2.16", "axiom must be a text", ""),
        ("h(5,s6)", "h(5 s6)", "no cell of the grid", "h(2,s1)"),
        ("player = 5\n", "", "a [[know]] has no player", ""),
        ('formula = "h(0,s3)"', "", "an [[ask]] has no formula", ""),
        ("[legal]", "[[legal]]", "[legal] must be a table", "verdict"),
        ('["s6"]', '["s7"]', "no card s7", "the cards are s1..s6"),
        ('["s6"]', '["s6","s1"]', "has 1 card, this one has 2", "whole"),
        ("[game]", "[games]", "no key 'games'", "did you mean game?"),
        ("p = 5", "p = 1", "(2.1) asks for p >= 2", "from 2"),
        ('"myst"', '"mist"', "no rules 'mist'", "did you mean myst?"),
    ],
)
def test_an_error_names_the_file_and_the_remedy(
    old: str, new: str, part: str, hint: str
) -> None:
    error = changed(old, new)
    assert isinstance(error, QueryError | GameError)
    assert re.match(r"five\.toml(:\d+)?: ", str(error))
    assert part in str(error)
    assert hinted(error, hint)


def test_a_wrong_word_is_told_with_its_line_if_it_stands_on_one_only() -> None:
    assert str(changed("title", "titel")).startswith("five.toml:1: ")
    assert str(changed('["s6"]', '["s7"]')).startswith("five.toml:16: ")
    assert str(changed("player = 5", "player = 9")).startswith("five.toml:32: ")
    assert str(changed("h(0,s6)", "h(5,s66)")).startswith("five.toml:35: ")


def test_asks_have_to_be_a_list_of_tables() -> None:
    error = fault(BARE + '[ask]\nformula = "true"\n')
    assert error.hint == "write [[ask]]"


def test_a_file_without_a_game_is_refused() -> None:
    assert "there is no [game]" in str(fault('title = "x"'))


def test_toml_nested_without_end_is_refused() -> None:
    assert isinstance(fault("x = " + "[" * 100_000), MystError)


@given(st.integers(0, len(QUERY) - 1), st.sampled_from('"[]{}=\n,x5(~ \x00é'))
def test_a_damaged_file_is_read_or_refused(place: int, mark: str) -> None:
    text = QUERY[:place] + mark + QUERY[place + 1 :]
    outcome: Query | MystError
    try:
        outcome = load_query(text)
    except MystError as error:
        outcome = error
    assert isinstance(outcome, Query) or str(outcome)


def test_an_example_is_found_by_its_name() -> None:
    query = load_query("example:fifteen-cards")
    assert query.history.game.c == 15
    assert query.theory is None


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("example:fiften-cards", "did you mean fifteen-cards?"),
        ("fifteen-cards", "did you mean example:fifteen-cards?"),
        ("fifteen-cards.toml", "did you mean example:fifteen-cards?"),
        (Path("fiften-cards.toml"), "did you mean example:fifteen-cards?"),
        ("example:no such thing at all", "mystpy examples lists them"),
    ],
)
def test_the_nearest_example_is_named(
    written: str | Path, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(QueryError) as refused:
        load_query(written)
    assert refused.value.hint == hint


def test_a_file_nearby_is_named_before_an_example(tmp_path: Path) -> None:
    (tmp_path / "fifteen-cars.toml").write_text("", "utf-8")
    with pytest.raises(QueryError) as refused:
        load_query(tmp_path / "fifteen-cards.toml")
    assert refused.value.hint == f"did you mean {tmp_path / 'fifteen-cars.toml'}?"
