"""The facade: a situation extends by possible actions only, and answers questions."""

from __future__ import annotations

from fractions import Fraction

import pytest

import mystpy
from mystpy import Game, IllegalActionError, NoWorldFits, Situation
from mystpy.history.actions import Asks, Guess
from mystpy.questions.knowledge import ask

ENGINES = pytest.mark.parametrize("engine", ["asp", "prolog"])


@pytest.fixture
def game() -> Game:
    return Game.myst(m=1, n=1, p=5, q=2)


@ENGINES
def test_the_example_of_the_interface_is_answered(game: Game, engine: str) -> None:
    s = Situation.init(game, hands={5: ["s6"]}, engine=engine)
    s = s.do("asks(1,{s1,s2})", "yes(2)", "shows(2,1,_)")
    assert s.legal().verdict == mystpy.Verdict.POSSIBLE
    assert not s.legal()
    assert {str(found.action) for found in s.possible()} == {
        "guess(1,{})",
        "noguess(1)",
    }
    assert s.holds("K(5, ~h(0,s1))") is False
    assert s.holds("K(5, h(2,s1) | h(2,s2))") is True
    assert s.holds("h(2,s1)") is None
    assert s.count(5) == 48
    assert s.knows(5, odds=True).odds is not None
    assert s.knows(5).odds is None


@ENGINES
def test_an_action_that_is_not_possible_is_refused(game: Game, engine: str) -> None:
    s = Situation.init(game, hands={2: ["s1"]}, engine=engine).do("asks(1,{s1,s2})")
    with pytest.raises(IllegalActionError) as caught:
        s.do("yes(2)", "no(2)")
    assert (caught.value.step, caught.value.action) == (2, "no(2)")
    assert caught.value.axiom == "2.16"
    assert caught.value.failed[-1] == "Q and S_2 are disjoint: player 2 holds s1"
    assert s.do("yes(2)").state().phases == {"showphase"}


def test_no_door_is_unchecked(game: Game) -> None:
    history = mystpy.History.make(game, {}, "no(2)")
    with pytest.raises(IllegalActionError):
        Situation.of(history)


def test_why_not_says_what_fails_and_changes_nothing(game: Game) -> None:
    s = Situation.init(game)
    reason = s.why_not("no(2)")
    assert reason.axiom == "2.16"
    assert reason.failed[0] == "ansphase: it is the askphase"
    assert s.why_not("asks(1,{s1,s2})")
    assert str(s) == "init0"


def test_a_situation_is_a_value(game: Game) -> None:
    one = Situation.init(game).do("asks(1,{s1,s2})")
    other = Situation.init(game).do("asks(1,[s2,s1])")
    assert one == other
    assert len({one, other}) == 1
    assert str(one) == "do(asks(1,set(s1,s2)),init0)"


def test_odds_are_exact(game: Game) -> None:
    s = Situation.init(game, hands={5: ["s6"]})
    odds = s.knows(5, odds=True).odds
    assert odds is not None
    assert odds[0]["s1"] == Fraction(1, 5)
    assert sum(row["s1"] for row in odds) == 1


@ENGINES
def test_no_world_fits_names_the_step_and_the_clash(game: Game, engine: str) -> None:
    text = "asks(1,{s1,s2}) no(2) no(3) no(4) no(5)"
    history = mystpy.History.make(game, {1: ["s3"], 0: ["s4"]}, text)
    with pytest.raises(NoWorldFits) as caught:
        ask(history, mystpy.parse_formula("true"), mystpy.get_engine(engine))
    assert caught.value.step == 3
    assert any("no(2)" in seen for seen in caught.value.clash)


def is_in(what: object, moves: mystpy.Moves) -> bool:
    return what in moves


def test_whether_an_action_is_possible_is_asked_by_in(game: Game) -> None:
    s = Situation.init(game)
    assert is_in("asks(1,{s1,s2})", s.possible())
    assert not is_in(Asks(1, frozenset({"s1"})), s.possible())
    assert not is_in("asks(2,{s1,s2})", s.possible())
    s = s.do("asks(1,{s1,s2})", "yes(2)")
    moves = s.possible()
    assert is_in("shows(2,1,s1)", moves)
    assert is_in("shows(2,1,_)", moves)
    assert not is_in("shows(2,1,s3)", moves)
    assert not is_in("shows(3,1,_)", moves)
    assert not is_in("shows(2,1,s1) noguess(1)", moves)
    assert is_in(moves[0], moves)
    assert is_in(moves[0].action, moves)
    assert not is_in(None, moves)
    guess = s.do("shows(2,1,s1)").possible()
    assert is_in("guess(1,{s4})", guess)
    assert not is_in(Guess(1, frozenset({"s1", "s4"})), guess)
    with pytest.raises(mystpy.ParseError):
        assert is_in("shws(2,1,s1)", moves)


def test_deals_are_not_counted_where_their_number_depends(game: Game) -> None:
    s = Situation.init(game)
    assert s.knows(1).cells[1]["s1"] == "!"
    with pytest.raises(mystpy.QueryError, match="the cards that player 1 holds"):
        s.count(1)
    assert isinstance(s.knows(1), mystpy.Knowledge)
    assert isinstance(s.why("h(1,s1) | true"), mystpy.Why)


def test_a_refusal_names_what_is_possible_instead(game: Game) -> None:
    s = Situation.init(game, hands={2: ["s1"]})
    with pytest.raises(IllegalActionError) as caught:
        s.do("no(2)")
    assert caught.value.hint == "possible there: asks(1,Q)"
    with pytest.raises(IllegalActionError) as caught:
        s.do("asks(1,{s1,s2})", "no(2)")
    assert caught.value.hint == "possible there: yes(2)"


def test_a_refusal_says_that_the_game_is_over(game: Game) -> None:
    s = Situation.init(game, hands={0: ["s3"]})
    s = s.do("asks(1,{s1,s2})", "yes(2)", "shows(2,1,_)", "guess(1,{s3})")
    with pytest.raises(IllegalActionError) as caught:
        s.do("endturn(1)")
    assert (caught.value.hint or "").startswith("the game is over by (2.28)")


def test_a_query_is_no_history() -> None:
    query = mystpy.load_query("example:fifteen-cards")
    with pytest.raises(
        mystpy.QueryError, match="needs a History, not a Query"
    ) as caught:
        Situation.of(query)  # type: ignore[arg-type]
    assert caught.value.hint == "write Situation.of(query.history)"
