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
