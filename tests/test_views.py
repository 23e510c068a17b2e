"""The views of players: of a whole history, and of its given parts."""

from __future__ import annotations

from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.views import (
    OBSERVER,
    GivenCards,
    Show,
    ShownCards,
    given_cards,
    seen_by,
    shows_of,
)

GAME = Game.myst(m=1, n=2, p=3, q=2)
HISTORY = History.make(
    GAME,
    {1: ["s2", "s5"], 2: ["s3", "s4"]},
    "asks(1,{s3,s6}) yes(2) shows(2,1,s3) noguess(1) endturn(1) "
    "asks(2,{s1,s6}) yes(3) shows(3,2,s6)",
)
SHOWS = shows_of(HISTORY).shows


def test_shows_have_the_cards_that_were_asked_for() -> None:
    assert SHOWS == (Show(2, 2, 1, 0b100100), Show(7, 3, 2, 0b100001))
    assert SHOWS[0].sees(1)
    assert SHOWS[0].sees(2)
    assert not SHOWS[0].sees(3)


def test_what_is_given_are_hands_and_cards_as_masks() -> None:
    hands = ((1, 0b10010), (2, 0b1100))
    cards = ((0, 0b100), (1, 0b100000))
    assert given_cards(HISTORY) == GivenCards(hands, cards)
    assert shows_of(HISTORY) == ShownCards(SHOWS, cards, 0b100001)


def test_a_player_sees_the_same_of_a_history_and_of_what_is_given() -> None:
    for player in range(1, GAME.p + 1):
        seen = given_cards(HISTORY).seen_by((player,), SHOWS)
        assert seen == given_cards(seen_by(HISTORY, player))
    assert given_cards(HISTORY).seen_by((3,), SHOWS) == GivenCards((), ((1, 0b100000),))
    everybody = range(1, GAME.p + 1)
    together = given_cards(HISTORY).seen_by(everybody, SHOWS)
    assert set(together.shown) == set(given_cards(HISTORY).shown)


def test_an_observer_sees_what_is_public() -> None:
    assert seen_by(HISTORY, None) == seen_by(HISTORY, OBSERVER)
    assert given_cards(seen_by(HISTORY, OBSERVER)) == GivenCards((), ())
    assert shows_of(seen_by(HISTORY, None)) == ShownCards(SHOWS, (), 0b100001)
