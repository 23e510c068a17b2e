"""Ranges of games, and conditions on their constants."""

from __future__ import annotations

import pytest

from mystpy.conjectures.ranges import games_in
from mystpy.errors import QueryError


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
