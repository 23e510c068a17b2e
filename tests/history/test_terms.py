"""Actions and card sets: scanning, printing, and errors with their places."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import MystError, ParseError
from mystpy.game.names import RESERVED, card_latex, name_fault, show_set, sort_cards
from mystpy.history.actions import (
    Action,
    Asks,
    EndTurn,
    Guess,
    No,
    NoGuess,
    Shows,
    Yes,
    action_latex,
    action_term,
    show_action,
)
from mystpy.history.scan import (
    RawAction,
    argument_span,
    is_term,
    scan_history,
    split_set,
)
from tests.growth import growth

PLAYERS = st.integers(1, 12)
CARDS = st.one_of(
    st.integers(1, 120).map("s{}".format),
    st.from_regex(r"[a-z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
        lambda word: word not in RESERVED
    ),
)
SETS = st.frozensets(CARDS, max_size=5)
ACTIONS = st.one_of(
    st.builds(Asks, PLAYERS, SETS),
    st.builds(No, PLAYERS),
    st.builds(Yes, PLAYERS),
    st.builds(Shows, PLAYERS, PLAYERS, st.none() | CARDS),
    st.builds(Guess, PLAYERS, SETS),
    st.builds(NoGuess, PLAYERS),
    st.builds(EndTurn, PLAYERS),
)


def raw(action: Action) -> RawAction:
    """The action as scanning gives it: words, and sets in the order printed."""
    match action:
        case Asks(player, cards) | Guess(player, cards):
            name = type(action).__name__.lower()
            return RawAction(name, (str(player), tuple(sort_cards(cards))))
        case Shows(player, to, card):
            return RawAction("shows", (str(player), str(to), card or "_"))
    return RawAction(type(action).__name__.lower(), (str(action.player),))


def names(text: str) -> list[str]:
    return [action.name for action, _ in scan_history(text)]


def hinted(error: MystError, hint: str) -> bool:
    """True if the error's hint is, or at least says, this; no hint is ""."""
    return hint in error.hint if error.hint else not hint


def fault(text: str) -> ParseError:
    with pytest.raises(ParseError) as caught:
        scan_history(text)
    return caught.value


@given(st.lists(ACTIONS, max_size=8), st.sampled_from([" ", ", ", ",", "\n", " # x\n"]))
def test_a_printed_history_is_read_back(actions: list[Action], gap: str) -> None:
    text = gap.join(map(str, actions))
    assert [found for found, _ in scan_history(text)] == [raw(a) for a in actions]


@given(st.lists(ACTIONS, max_size=8))
def test_a_printed_situation_term_is_read_back(actions: list[Action]) -> None:
    terms = [action_term(action) for action in actions]
    nested = "".join(f"do({t}," for t in reversed(terms)) + "init0" + ")" * len(terms)
    listed = f"do([{','.join(terms)}],init0)"
    shown = [raw(a) for a in actions]
    hidden = [
        RawAction(a.name, tuple("unseen" if x == "_" else x for x in a.args))
        for a in shown
    ]
    assert [found for found, _ in scan_history(nested)] == hidden
    assert [found for found, _ in scan_history(listed)] == hidden


def test_positions_point_at_the_actions() -> None:
    text = "  asks(1,{s1}) # asks\n, no(2)"
    assert [position for _, position in scan_history(text)] == [2, 24]


def test_do_with_lists_and_single_actions_may_be_mixed() -> None:
    text = "do(endturn(1), do([no(2), no(3)], do(asks(1,[s1]), init0)))"
    assert names(text) == ["asks", "no", "no", "endturn"]
    assert names(" init0 ") == []
    assert names("do([],init0)") == []


def test_all_three_spellings_of_a_set_are_read() -> None:
    spellings = ["{s1,s4}", "[s1, s4]", "set(s1,s4)", "set ( s1 , s4 )"]
    read = {scan_history(f"asks(1,{cards})")[0][0] for cards in spellings}
    assert read == {RawAction("asks", ("1", ("s1", "s4")))}


def test_white_space_and_comments_may_stand_inside_an_action() -> None:
    text = "shows ( 3 , # the third\n 1 , _ ) # no(2)\nyes(2)"
    assert names(text) == ["shows", "yes"]


@pytest.mark.parametrize(
    ("text", "column", "part", "hint"),
    [
        ("shws(3,1,_)", 1, "no action 'shws'", "did you mean shows?"),
        ("Asks(1,{s1})", 1, "no action 'Asks'", "did you mean asks?"),
        ("jump(1)", 1, "no action 'jump'", "the actions are asks"),
        ("no(2", 5, "ends too early; expected )", ""),
        ("no 2", 4, "unexpected '2'; expected (", ""),
        ("no(2,3)", 5, "unexpected ','; expected )", ""),
        ("no(-2)", 4, "unexpected '-'; expected a player", ""),
        ("asks(1,s1,s2)", 8, "expected a set of cards", ""),
        ("asks(1,{s1;s2})", 11, "expected , or }", ""),
        ("asks(1,{s1])", 11, "expected , or }", ""),
        ("asks(1,{s1,})", 12, "expected a card", ""),
        ("shows(3,1)", 10, "unexpected ')'; expected ,", ""),
        ("shows(3,1,?)", 11, "expected a card, or _", ""),
        ("no(2),,no(3)", 7, "unexpected ','; expected an action", ""),
        ("no(2) do(no(2),init0)", 7, "has to be the whole history", ""),
        ("do(no(2),init0", 15, "1 bracket is not closed", ""),
        ("do(no(2),do(no(1),init0", 24, "2 brackets are not closed", ""),
        ("do(no(2),init0))", 16, "expected the end of the situation term", ""),
        ("do(no(2),init0) no(1)", 17, "expected the end of the situation", ""),
        ("do(no(2),Init0)", 10, "expected init0 or do(A,S)", "did you mean init0?"),
        ("do(no(2))", 9, "unexpected ')'; expected ,", ""),
        ("do([no(2) x],init0)", 11, "no action 'x'", "the actions are"),
        ("do([no(2) ;],init0)", 11, "expected an action or ]", ""),
        ("do(,init0)", 4, "expected an action", ""),
    ],
)
def test_an_error_names_place_and_remedy(
    text: str, column: int, part: str, hint: str
) -> None:
    error = fault(text)
    assert (error.line, error.column) == (1, column)
    assert part in str(error)
    assert str(error).startswith(f"1:{column}: ")
    assert error.excerpt().splitlines()[1].index("^") == column - 1
    assert hinted(error, hint)


def test_an_error_on_a_later_line_shows_that_line() -> None:
    error = fault("asks(1,{s1})\nno(2)\n  yess(3)")
    assert (error.line, error.column) == (3, 3)
    assert error.excerpt() == "  yess(3)\n  ^"


def test_an_excerpt_of_a_long_line_is_short() -> None:
    error = fault("no(2) " * 1000 + "nono(1) " + "no(2) " * 1000)
    shown, caret = error.excerpt().splitlines()
    assert len(shown) < 90
    assert shown[caret.index("^") :].startswith("nono(1)")


@given(st.text(alphabet="asknodyeshw(){}[],_ 123\n#init0", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    position = 0
    try:
        scan_history(text)
    except ParseError as error:
        position = error.position
    assert 0 <= position <= len(text)


@given(ACTIONS, st.integers(0, 30), st.sampled_from("(){}[],;.-! xX9"))
def test_a_damaged_action_is_refused_at_a_place_within_it(
    action: Action, place: int, mark: str
) -> None:
    text = str(action)
    damaged = text[:place] + mark + text[place + 1 :]
    found = None
    try:
        scan_history(damaged)
    except ParseError as error:
        found = error
    if found:
        assert found.position <= len(damaged)
        assert found.expected or found.hint or "alone" in str(found)


@pytest.mark.parametrize("term", [False, True])
def test_scanning_takes_steps_in_proportion_to_the_actions(term: bool) -> None:
    turn = ["asks(1,{s1,s4})", "no(2)", "yes(3)", "shows(3,1,_)", "endturn(1)"]

    def text(turns: int) -> str:
        actions = turn * turns
        if not term:
            return "\n".join(actions)
        opened = "".join(f"do({action}," for action in reversed(actions))
        return f"{opened}init0{')' * len(actions)}"

    short, long = text(200), text(4_000)
    found = scan_history(long)
    assert [action.name for action, _ in found[-2:]] == ["shows", "endturn"]
    assert len(found) == 20_000
    assert growth(scan_history, short, long) < 25


def test_deep_terms_that_are_wrong_are_refused_without_recursion() -> None:
    error = fault("do(no(1)," * 100_000 + "init0")
    assert "100000 brackets are not closed" in str(error)


def test_sets_are_printed_in_natural_or_deck_order() -> None:
    assert show_set({"s10", "s2", "s1"}) == "{s1,s2,s10}"
    assert show_set({"plum", "hall"}, {"plum": 0, "hall": 1}) == "{plum,hall}"
    assert show_set(()) == "{}"


def test_an_action_has_one_text_for_each_reader() -> None:
    asks = Asks(1, frozenset({"s4", "s1"}))
    shows = Shows(3, 1, None)
    assert (str(asks), str(shows)) == ("asks(1,{s1,s4})", "shows(3,1,_)")
    assert action_term(asks) == "asks(1,set(s1,s4))"
    assert action_term(shows) == "shows(3,1,unseen)"
    assert action_latex(asks) == r"asks(1, \{s_1, s_4\})"
    assert action_latex(shows) == r"shows(3, 1, \_)"
    assert action_latex(NoGuess(2)) == "noguess(2)"
    assert show_action(asks, {"s4": 0, "s1": 1}) == "asks(1,{s4,s1})"


def test_cards_in_latex() -> None:
    assert [card_latex(x) for x in ("s3", "s12", "plum", "miss_s")] == [
        "s_3",
        "s_{12}",
        r"\text{plum}",
        r"\text{miss\_s}",
    ]


@pytest.mark.parametrize("name", ["s1", "scarlett", "a", "c", "aB_9"])
def test_a_good_name_has_no_fault(name: str) -> None:
    assert name_fault(name) is None


@pytest.mark.parametrize(
    "name", ["", "S1", "1s", "s 1", "s'", 's"', "s\n", "_x", "é", "do", "unseen"]
)
def test_a_bad_name_has_a_fault(name: str) -> None:
    assert repr(name) in (name_fault(name) or "")


def test_a_set_alone_is_split() -> None:
    assert split_set("{s1, s2}") == split_set("s1,s2") == ("s1", "s2")
    assert split_set("[]") == split_set("") == ()
    assert split_set("{s1]") is None


def test_arguments_are_found_in_the_text() -> None:
    text = "no(1) asks( 12 , {s1,s2})"
    spans = [argument_span(text, 6, index) for index in (0, 1)]
    assert [text[start:end] for start, end in spans] == ["12", "s1,s2"]


def test_a_term_is_told_from_a_sequence() -> None:
    assert is_term(" # first\n do(no(1),init0)")
    assert not is_term("no(1) do(no(1),init0)")


def test_errors_survive_a_process_border() -> None:
    error = fault("shws(1)")
    copy = pickle.loads(pickle.dumps(error))
    assert isinstance(copy, ParseError)
    assert str(copy) == str(error)
    assert (copy.hint, copy.position) == (error.hint, error.position)
