"""Histories: hands and actions of a game, read, checked, printed and continued."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import MystError, ParseError, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import (
    Action,
    Asks,
    EndTurn,
    Guess,
    No,
    NoGuess,
    Shows,
    Yes,
)
from mystpy.history.history import History, Written
from tests.growth import growth

MYST = Game.myst(m=1, n=1, p=5, q=2)
CLUE = Game.clue(players=["ann", "bob", "cleo"])
EXAMPLE = "asks(1,{s1,s2}) yes(2) shows(2,1,_) noguess(1) endturn(1)"


def actions_of(game: Game) -> st.SearchStrategy[Action]:
    players = st.integers(1, game.p)
    cards = st.sampled_from(game.cards)
    return st.one_of(
        st.builds(Asks, players, st.sampled_from(list(game.questions()))),
        st.builds(No, players),
        st.builds(Yes, players),
        st.builds(Shows, players, players, st.none() | cards),
        st.builds(Guess, players, st.sampled_from(list(game.guesses()))),
        st.builds(NoGuess, players),
        st.builds(EndTurn, players),
    )


@st.composite
def histories(draw: st.DrawFn) -> History:
    game = draw(st.sampled_from([MYST, CLUE, Game.myst(3, 4, 3, 2)]))
    actions = draw(st.lists(actions_of(game), max_size=8))
    dealt = list(draw(st.permutations(game.cards)))
    hands = {}
    for holder in range(1, game.p + 1):
        hand = [dealt.pop() for _ in range(game.sizes[holder])]
        if draw(st.booleans()):
            hands[holder] = hand
    return History.make(game, hands, actions)


def hinted(error: MystError, hint: str) -> bool:
    """True if the error's hint is, or at least says, this; no hint is ""."""
    return hint in error.hint if error.hint else not hint


def fault(history: Any, game: Game = MYST) -> MystError:
    with pytest.raises(MystError) as caught:
        History.make(game, {}, history)
    return caught.value


@given(histories())
def test_every_printed_form_is_read_back(history: History) -> None:
    hands = {k: hand for k, hand in enumerate(history.hands) if hand is not None}
    forms: list[Written] = [
        history.text(),
        history.term(),
        history.term(list_form=True),
        [str(action) for action in history.actions],
        [history.term()],
        list(history.actions),
    ]
    for form in forms:
        again = History.make(history.game, hands, form)
        assert again == history
        assert hash(again) == hash(history)


@given(histories(), st.data())
def test_a_history_is_its_prefix_and_the_rest(
    history: History, data: st.DataObject
) -> None:
    k = data.draw(st.integers(0, len(history)))
    start = history.prefix(k)
    assert start.actions == history.actions[:k]
    assert start.then(*history.actions[k:]) == history
    assert start.then(*map(str, history.actions[k:])) == history
    assert start.then(list(history.actions[k:])) == history


def test_the_forms_of_the_interface() -> None:
    history = History.make(MYST, {5: ["s6"]}, EXAMPLE)
    assert history.text() == EXAMPLE
    assert str(history) == EXAMPLE
    assert history.prefix(2).term() == "do(yes(2),do(asks(1,set(s1,s2)),init0))"
    assert history.prefix(0).term() == "init0"
    listed = history.prefix(3).term(list_form=True)
    assert listed == "do([asks(1,set(s1,s2)),yes(2),shows(2,1,unseen)],init0)"
    latex = history.prefix(3).latex()
    assert latex == r"do([asks(1, \{s_1, s_2\}), yes(2), shows(2, 1, \_)], Init_0)"
    assert history.prefix(0).latex() == "Init_0"
    assert history.then("asks(2,{s1,s3})").text().count("\n") == 1


def test_cards_are_printed_in_deck_order() -> None:
    history = History.make(CLUE, {}, "asks(ann,{hall,plum,rope})")
    assert history.text() == "asks(1,{plum,rope,hall})"
    assert history.actions == (Asks(1, frozenset({"plum", "rope", "hall"})),)


def test_a_card_not_seen_may_be_written_in_two_ways() -> None:
    seen = History.make(MYST, {}, "shows(2,1,_) shows(2,1,unseen) shows(2,1,s1)")
    shown = [action.card for action in seen.actions if isinstance(action, Shows)]
    assert shown == [None, None, "s1"]


def test_hands_are_given_by_number_or_name_and_in_several_spellings() -> None:
    hands: Any = {"0": ["s1"], 2: {"s2"}, "5": "{s6}"}
    history = History.make(MYST, hands, "")
    given_hands = [hand and set(hand) for hand in history.hands]
    assert given_hands == [{"s1"}, None, {"s2"}, None, None, {"s6"}]
    ann = ["scarlett", "knife", "kitchen", "study", "rope", "pipe"]
    assert History.make(CLUE, {"ann": ann}, "").hands[1] == frozenset(ann)
    capitals = {"ann": [card.capitalize() for card in ann]}
    assert History.make(CLUE, capitals).hands[1] == frozenset(ann)
    assert History.make(MYST).hands == (None,) * 6
    with pytest.raises(QueryError, match="s2 is given to"):
        History.make(MYST, {1: ["s2"], 2: ["S2"]})


@pytest.mark.parametrize(
    ("hands", "message", "hint"),
    [
        ({5: ["s6", "s1"]}, "hand of player 5 has 1 card, this one has 2", "whole"),
        ({5: ["s6", "s6"]}, "hand of player 5 names s6 twice", "whole"),
        ({5: []}, "has 1 card, this one has 0", "whole"),
        ({0: ["s1", "s2"]}, "the pile has 1 card, this one has 2", "whole"),
        ({9: ["s1"]}, "no player 9", "1..5"),
        ({5: ["s9"]}, "no card s9", "s1..s6"),
        ({5: [7]}, "7 in the hand of player 5 is not a card", ""),
        ({4: ["s6"], 5: ["s6"]}, "s6 is given to player 4 and player 5", "(2.9)"),
        ({5: ["s6"], "5": ["s6"]}, "hand of player 5 is given twice", ""),
        ({5: 3}, "must be a list of cards, not 3", "s1"),
        ({5: "{s6"}, "must be a list of cards", "s1"),
        (["s6"], "hands must say who holds which cards", "5"),
    ],
)
def test_hands_that_cannot_be_are_refused_with_a_remedy(
    hands: Any, message: str, hint: str
) -> None:
    with pytest.raises(QueryError) as caught:
        History.make(MYST, hands, "")
    assert message in str(caught.value)
    assert hinted(caught.value, hint)


def test_the_pile_of_clue_has_one_card_of_each_sort() -> None:
    pile = {0: ["plum", "rope", "hall"]}
    assert History.make(CLUE, pile).hands[0] == frozenset(pile[0])
    with pytest.raises(QueryError, match="one card of each sort"):
        History.make(CLUE, {0: ["plum", "white", "hall"]})


@pytest.mark.parametrize(
    ("text", "column", "message", "hint"),
    [
        ("no(1) asks(1,{s1,s9})", 18, "no card s9", "the cards are s1..s6"),
        ("asks(7,{s1,s2})", 6, "no player 7", "the players are 1..5"),
        ("asks(1,{s1,s1})", 12, "a question names s1 twice", "{s1,s2}"),
        ("asks(1,{s1})", 9, "has 2 cards, this one has 1", "for example {s1,s2}"),
        ("guess(1,{s1,s2})", 10, "has 1 card, this one has 2", "for example {s1}"),
        ("guess(1,{})", 10, "has 1 card, this one has 0", "for example {s1}"),
        ("shows(2,0,s1)", 9, "the pile is not a player", "1..5"),
        ("shows(2,1,s10)", 11, "no card s10", "s1..s6"),
        ("no(1) noo(2)", 7, "no action 'noo'", "did you mean no?"),
    ],
)
def test_an_action_that_is_none_is_refused_at_its_place(
    text: str, column: int, message: str, hint: str
) -> None:
    error = fault(text)
    assert isinstance(error, ParseError)
    assert error.column == column
    assert message in str(error)
    assert hinted(error, hint)


def test_a_misspelt_name_leads_to_the_nearest_one() -> None:
    assert fault("asks(1,{plumm,rope,hall})", CLUE).hint == "did you mean plum?"
    assert fault("no(anna)", CLUE).hint == "did you mean ann?"
    assert "sort" in str(fault("asks(1,{plum,white,hall})", CLUE))


def test_a_wrong_piece_of_a_list_is_refused() -> None:
    assert "3 is not an action" in str(fault(["no(1)", 3]))
    assert "None is not an action" in str(fault(None))
    assert "no player 9" in str(fault([No(9)]))
    assert "has 2 cards" in str(fault([Asks(1, frozenset({"s1"}))]))


def test_a_situation_term_is_a_whole_history() -> None:
    history = History.make(MYST, {}, ["do(no(2),init0)", "yes(3)"])
    assert history.actions == (No(2), Yes(3))
    assert "has to be the whole history" in str(fault(["yes(3)", "do(no(2),init0)"]))
    with pytest.raises(ParseError, match="has to be the whole history"):
        history.then("init0")


def test_places_name_the_lines_of_a_text() -> None:
    history = History.make(MYST, {}, "no(1) # first\nno(2)\n\nyes(3)")
    assert history.places == ("line 1", "line 2", "line 4")
    assert history.prefix(2).places == ("line 1", "line 2")
    assert History.make(MYST, {}, ["no(1)"]).places is None
    assert history == History.make(MYST, {}, "no(1) no(2) yes(3)")


def test_a_history_without_actions_is_a_history() -> None:
    history = History.make(MYST)
    assert history
    assert len(history) == 0


def test_a_prefix_longer_than_the_history_is_refused() -> None:
    history = History.make(MYST, {}, EXAMPLE)
    for k in (-1, 6):
        with pytest.raises(QueryError, match="no prefix"):
            history.prefix(k)


def test_values_given_directly_are_checked_too() -> None:
    asks, nothing = Asks(1, frozenset({"s1", "s2"})), (None,) * 6
    assert History(MYST, nothing, (asks,)).actions == (asks,)
    with pytest.raises(QueryError, match="no card s9"):
        History(MYST, nothing, (Shows(1, 2, "s9"),))
    with pytest.raises(QueryError, match="2 hands for 5 players"):
        History(MYST, (None, None))
    s1 = frozenset({"s1"})
    with pytest.raises(QueryError, match="given to player 1 and player 2"):
        History(MYST, (None, s1, s1, None, None, None))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.just("no(1)"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["0", "5", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(JSON, JSON)
def test_any_object_makes_a_history_or_an_error(hands: Any, history: Any) -> None:
    try:
        made = History.make(MYST, hands, history)
    except MystError:
        return
    assert History.make(MYST, {}, made.text()).actions == made.actions


@pytest.mark.parametrize("form", ["text", "nested", "listed"])
def test_reading_takes_steps_in_proportion_to_the_actions(form: str) -> None:
    def text(turns: int) -> str:
        history = History.make(MYST, {5: ["s6"]}, (EXAMPLE + "\n") * turns)
        return {
            "text": history.text(),
            "nested": history.term(),
            "listed": history.term(list_form=True),
        }[form]

    def read(text: str) -> History:
        return History.make(MYST, {5: ["s6"]}, text)

    short, long = text(200), text(4_000)
    again = read(long)
    assert again.text() == "\n".join([EXAMPLE] * 4_000)
    assert len(again) == 20_000
    assert growth(read, short, long) < 25
