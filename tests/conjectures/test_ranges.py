"""Ranges of games, and conditions on their constants."""

from __future__ import annotations

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.file import read_conjecture
from mystpy.conjectures.ranges import first_games, games_in
from mystpy.conjectures.settle import settle
from mystpy.conjectures.verdict import Verdict
from mystpy.errors import QueryError
from mystpy.files.table import TomlFile
from mystpy.game.game import Game


def sizes(where: object) -> list[tuple[int, ...]]:
    given = {"p": 2, "c": "..5", "where": where}
    return [(*game.sizes[:2], game.q) for game in games_in(given)]


def test_a_condition_leaves_the_games_that_fulfil_it() -> None:
    assert sizes("q = m+n+1") == [(1, 1, 3), (2, 1, 4), (1, 2, 4), (3, 1, 5)]
    assert sizes("1 < q <= n & m != 2") == [(1, 2, 2)]
    assert sizes("q = 2*m + n - 1") == [(1, 1, 2), (2, 1, 4), (1, 2, 3)]


@pytest.mark.parametrize(
    "where", ["q", "q = x", "q ==", "1/2 < q", "f(q) = 1", "q = 1.5", "q in m", ""]
)
def test_what_is_no_condition_is_refused(where: str) -> None:
    with pytest.raises(QueryError, match="no condition") as raised:
        sizes(where)
    assert raised.value.hint is not None
    assert "q = m+n+1" in raised.value.hint


def test_a_condition_is_a_text_and_leaves_some_game() -> None:
    with pytest.raises(QueryError, match="in a text"):
        sizes(3)
    with pytest.raises(QueryError, match="no game"):
        sizes("q > c")


def test_ranges_of_clue_are_numbers_of_sorts_players_and_cards() -> None:
    games = games_in({"rules": "clue", "sorts": "2..", "p": "2..3", "c": "..5"})
    found = [(game.p, *(len(cards) for _, cards in game.sorts)) for game in games]
    assert found == [(2, 2, 2), (2, 2, 3), (3, 2, 3)]
    assert games[0].cards == ("s1", "s2", "s3", "s4")


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"rules": "clue", "c": "..5", "m": 1}, "no key 'm'"),
        ({"rules": "clue", "c": "3..", "p": 2}, "no end"),
        ({"rules": "myst", "c": "..5", "sorts": 2}, "no key 'sorts'"),
        ({"rules": "general", "c": "..5"}, "myst and clue"),
        ({"rules": "clue", "c": "..3", "sorts": "2.."}, "no game"),
    ],
)
def test_what_is_no_range_of_these_rules_is_refused(
    given: dict[str, object], wrong: str
) -> None:
    with pytest.raises(QueryError, match=wrong):
        games_in(given)


def test_a_game_of_myst_is_written_by_its_constants() -> None:
    plain = (Game.myst(1, 2, 3, 4),)
    assert games_in("MYST(1,2,3,4)") == games_in(" MYST( 1, 2 ,3,4) ") == plain
    assert games_in({"m": 1, "n": 2, "p": 3, "q": 4}) == plain
    with pytest.raises(QueryError):
        games_in("MYST(1,2,3)")


def test_of_ranges_without_end_the_first_games_are_taken() -> None:
    games, without = first_games({"p": "2..3"})
    assert without == {"m", "n", "q", "c"}
    assert games == games_in({"p": "2..3", "c": "..6"})
    games, without = first_games({"p": "4..", "m": 5})
    assert without == {"n", "p", "q", "c"}
    assert {(game.p, game.sizes[0]) for game in games} == {(4, 5)}
    games, without = first_games({})
    assert "p" in without
    assert first_games({"p": 2, "c": "..5"}) == (
        games_in({"p": 2, "c": "..5"}),
        frozenset(),
    )
    assert first_games({"m": 1, "n": 1, "p": 3, "q": 2})[1] == set()


def verdict(form: str, text: str, games: object, **said: object) -> Verdict:
    row: dict[str, object] = {form: text, "games": games, **said}
    conjecture = read_conjecture(row, TomlFile("", "test"))
    return settle(conjecture, Budget(processes=1, scope="sample")).verdict


def test_games_without_end_are_settled_by_what_is_proved_for_all_sizes() -> None:
    constraints = "forall i in players, x in cards: K(i,h(0,x)) -> ~h(1,x)"
    assert verdict("always", constraints, {}) is Verdict.PROVED
    assert verdict("always", "K(1,h(0,s1))", {}) is Verdict.FALSE
    known = "exists x in cards: K(1,h(1,x))"
    assert verdict("always", known, {"p": 2, "c": "..5"}) is Verdict.PROVED
    assert verdict("always", known, {"p": 2}) is Verdict.HOLDS
    for_two = "forall i in players: K(i,h(i,s1)) -> E(players, h(i,s1) -> ~h(0,s1))"
    assert verdict("always", for_two, {"p": 2}) is Verdict.PROVED
    some, one = "exists i in players: K(i,h(0,s1))", {"p": 2, "m": 1}
    assert verdict("sometimes", some, one) is Verdict.HOLDS
    assert verdict("sometimes", some, one, of="some game") is Verdict.PROVED
    constraints = "forall x in cards: ~K(1,h(0,x)) | ~K(2,h(1,x))"
    assert verdict("initially", constraints, {}) is Verdict.PROVED


def test_of_some_game_is_said_only_of_what_holds_sometimes() -> None:
    with pytest.raises(QueryError, match="sometimes"):
        verdict("always", "askphase", {"p": 2, "c": 3}, of="some game")
    with pytest.raises(QueryError, match="no game"):
        verdict("sometimes", "askphase", {"p": 2, "c": 3}, of="no game")
