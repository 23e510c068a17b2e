"""A situation answers the same questions after announcements as before."""

from __future__ import annotations

from collections.abc import Container
from random import Random

import pytest

from mystpy.errors import NoWorldFits, QueryError
from mystpy.game.game import Game
from mystpy.language.atoms import H
from mystpy.language.nodes import Formula, Knows, Not, Or
from mystpy.questions.situation import Situation

SORTS = {
    "suspect": ["plum", "green", "white"],
    "weapon": ["rope", "knife", "pipe"],
    "room": ["hall", "study", "kitchen"],
}
GAME = Game.clue(players=["ann", "bob", "cid"], sorts=SORTS)
START = Situation.init(GAME, {"cid": ["green", "pipe"]})
ENGINES = pytest.mark.parametrize("engine", ["asp", "prolog", "worlds", "auto"])


@ENGINES
def test_what_is_announced_counts_in_every_answer(engine: str) -> None:
    start = Situation.init(GAME, {"cid": ["green", "pipe"]}, engine=engine)
    found = start.announce("h(bob,rope)")
    assert (start.count("cid"), found.count("cid")) == (72, 18)
    known = found.knows("cid", odds=True)
    assert known.cells[0]["knife"] == "yes"
    assert known.odds is not None
    assert known.odds[0]["hall"] * 3 == 1
    assert found.holds("K(ann,h(bob,rope))")
    assert found.announce("~h(0,plum)").count("cid") == 9
    assert found.why("K(cid,h(0,knife))").value == "true"
    assert found.why("h(0,rope)").value == "true"  # of its negation
    assert found.why("K(ann,h(0,knife))").witness
    assert found.state() == start.state()
    assert found.legal() == start.legal()
    assert found.game == GAME


def test_a_look_and_an_announcement_leave_the_same_deals_to_who_looked() -> None:
    looked, said = START.look("cid", "bob", "rope"), START.announce("h(bob,rope)")
    assert looked.knows("cid").counts == said.knows("cid").counts
    assert looked.holds("K(ann,h(bob,rope))") is False
    assert said.holds("K(ann,h(bob,rope))")


def test_an_announcement_of_ignorance_is_counted() -> None:
    game = Game.myst(1, 1, 2, 1)
    start = Situation.init(game, {1: ["s1"]})
    assert start.announce("~K(1,h(0,s2)) & ~K(2,h(0,s2))").count(1) == 2
    with pytest.raises(NoWorldFits):
        start.announce("K(1,h(0,s2))")


def test_what_may_be_done_next_is_what_some_world_that_is_left_allows() -> None:
    asked = START.do("asks(ann,{white,rope,study})")
    moves: Container[object] = asked.possible()
    assert "no(bob)" in moves
    found = asked.announce("h(bob,rope)")
    assert [str(x.action) for x in found.possible()] == ["yes(2)"]
    assert found.possible()[0].verdict == "legal"
    assert found.why_not("yes(bob)").verdict == "legal"
    with pytest.raises(QueryError, match="in no world that is left"):
        found.why_not("no(bob)")


@pytest.mark.parametrize("method", ["do", "look", "lay", "witness"])
def test_no_action_follows_an_announcement(method: str) -> None:
    with pytest.raises(QueryError, match="no action can follow") as caught:
        getattr(START.announce("h(bob,rope)"), method)("bob")
    assert "announce" in (caught.value.hint or "")


def test_of_many_worlds_what_is_known_is_said_and_not_counted() -> None:
    game = Game.clue(players=["ann", "bob", "cid"])
    hand = ["scarlett", "plum", "knife", "wrench", "hall", "lounge"]
    found = Situation.init(game, {"cid": hand}).announce("h(bob,rope)")
    assert found.knows("cid").cells[2]["rope"] == "yes"
    assert found.knows("cid").deals is None
    with pytest.raises(QueryError, match="too many"):
        found.count("cid")


def random_formula(random: Random, game: Game) -> Formula:
    fact = H(random.choice(list(game.holders)), random.choice(game.cards))
    other = H(random.choice(list(game.holders)), random.choice(game.cards))
    known = Knows(random.randint(1, game.p), other)
    return random.choice((Or((fact, other)), Or((fact, Not(known))), Not(known)))


@pytest.mark.parametrize("seed", range(8))
def test_cells_are_what_is_known_by_the_engines(seed: int) -> None:
    """The listed worlds say of each cell what the formula K says after it."""
    random, game = Random(seed), Game.myst(1, 1, 3, 2).with_events()
    start = Situation.init(game, {1: ["s1"]}, engine=("asp", "auto")[seed % 2])
    start = start.do("looks(1,2,s2) asks(1,{s2,s3})")
    said = random_formula(random, game)
    try:
        found = start.announce(said)
    except NoWorldFits:
        pytest.skip("it is false everywhere")
    cells = found.knows(1).cells
    for holder in game.holders:
        for card in game.cards:
            yes = found.holds(Knows(1, H(holder, card)))
            no = found.holds(Knows(1, Not(H(holder, card))))
            words = {(True, False): "yes", (False, True): "no"}
            assert cells[holder][card] == words.get((bool(yes), bool(no)), "?")
