"""Odds in which responders show a random card, where a turn was half heard.

Each deal is weighed by hand: one over the number of cards that its responder had.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from mystpy.engines import get_engine
from mystpy.engines.base import Odds
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.questions.knowledge import know
from tests.possible_histories.brute_force import Deal, deals

SORTS = {
    "suspect": ["plum", "green", "white"],
    "weapon": ["rope", "knife", "pipe"],
    "room": ["hall", "study", "kitchen"],
}
GAME = Game.clue(players=["ann", "bob", "cid"], sorts=SORTS, board=True)
HAND = frozenset(("green", "pipe"))
QUESTION = {"plum", "rope", "hall"}


def after(*lines: str) -> History:
    return History.make(GAME, {"ann": HAND}, "\n".join(lines))


def weight(deal: Deal, order: tuple[int, ...], card: str | None) -> Fraction:
    """Return how likely it is that the first of these who can shows this card."""
    for player in order:
        held = deal[player] & QUESTION
        if held and card is not None:
            return Fraction(card in held, len(held))
        if held:
            return Fraction(1)
    return Fraction(0)


@pytest.mark.parametrize("engine", ["auto", "sat", "worlds"])
def test_a_card_of_one_of_two_responders_weighs_deals(engine: str) -> None:
    history = after("ann: plum rope hall -> bob or cid shows rope")
    found = know(history, "ann", get_engine(engine), odds=Odds.SHOWS)
    sums: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
    total = Fraction(0)
    for deal in deals(GAME, HAND):
        of_deal = weight(deal, (2, 3), "rope")
        total += of_deal
        for holder, hand in enumerate(deal):
            for card in hand:
                sums[holder, card] += of_deal
    assert found.deals == 24
    assert found.odds is not None
    assert total == 19
    for holder in GAME.holders:
        for card in GAME.cards:
            assert found.odds[holder][card] == sums[holder, card] / total


def test_two_turns_multiply_their_weights() -> None:
    lines = (
        "ann: plum rope hall -> bob or cid shows rope",
        "bob: plum rope hall -> cid or ann shows",
        "cid: -",
        "ann: plum rope hall -> bob or cid shows plum",
    )
    found = know(after(*lines), "ann", get_engine(), odds=Odds.SHOWS)
    sums: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
    total = Fraction(0)
    for deal in deals(GAME, HAND):
        of_deal = weight(deal, (2, 3), "rope") * weight(deal, (3,), None)
        of_deal *= weight(deal, (2, 3), "plum")
        total += of_deal
        for holder, hand in enumerate(deal):
            for card in hand:
                sums[holder, card] += of_deal
    assert found.odds is not None
    assert total
    assert {
        (holder, card): found.odds[holder][card] * total
        for holder in GAME.holders
        for card in GAME.cards
    } == {(k, x): sums[k, x] for k in GAME.holders for x in GAME.cards}


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("ann: plum rope ? -> bob or cid shows rope", "bob showed rope"),
        ("ann: plum rope ? -> bob -, cid shows plum", "cid showed plum"),
    ],
)
def test_odds_that_depend_on_the_question_are_refused(line: str, who: str) -> None:
    with pytest.raises(QueryError) as caught:
        know(after(line), "ann", get_engine(), odds=Odds.SHOWS)
    assert f"how likely it was that {who} depends on what ann asked" in str(
        caught.value
    )
    assert "nothing says how likely each question is" in str(caught.value)
    assert know(after(line), "ann", get_engine(), odds=True).odds is not None


def test_what_a_player_shows_tells_that_player_nothing_of_the_question() -> None:
    line = "bob: ? pipe hall -> cid -, ann shows pipe"
    history = after("ann: -", line)
    equal = know(history, "ann", get_engine(), odds=True)
    shows = know(history, "ann", get_engine(), odds=Odds.SHOWS)
    assert equal.odds == shows.odds
