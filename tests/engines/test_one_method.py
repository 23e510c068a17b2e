"""The engines sat and bdd: one method answers all of knowledge, or refuses by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import event, given, note
from hypothesis import strategies as st

from mystpy import Game, History, get_engine
from mystpy.engines.base import Engine
from mystpy.errors import MystError, NoWorldFits, QueryError, Undecided
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import ask, know
from tests.engines.situations import ALL_GAMES, formulas, histories
from tests.engines.test_agreement import share, value_of
from tests.programs import needs

METHODS = {"sat": {"sat", "sat-bounds"}, "bdd": {"bdd"}}
GAME = Game.myst(m=1, n=1, p=3, q=2)
HISTORY = History.make(GAME, {1: ["s3"]}, "asks(1,{s1,s2}) yes(2) shows(2,1,_)")


def answer(name: str, question: Callable[[Engine], object]) -> object:
    """Return the answer of an engine; None if no world is consistent."""
    try:
        return question(get_engine(name))
    except NoWorldFits:
        return None


def assert_answers_or_refuses(name: str, question: Callable[[Engine], object]) -> None:
    """Require the answer of the engine worlds, unless the engine refuses."""
    try:
        found = answer(name, question)
    except (QueryError, Undecided) as error:
        event("refused")
        note(f"{name}: {error}")
        return
    assert found == answer("worlds", question)


@pytest.mark.parametrize("name", METHODS)
@share(60)
@given(data=st.data())
def test_it_says_what_the_worlds_say(name: str, data: st.DataObject) -> None:
    history = data.draw(histories(ALL_GAMES))
    for _ in range(3):
        phi = data.draw(formulas(history.game))
        note(str(phi))
        assert_answers_or_refuses(name, partial(value_of, history, phi))


@pytest.mark.parametrize("name", METHODS)
@share(20)
@given(history=histories(ALL_GAMES))
def test_its_grids_are_those_of_the_worlds(name: str, history: History) -> None:
    questions: list[Callable[[Engine], object]] = [
        lambda engine: engine.cells(history),
        lambda engine: engine.nested_cells(history, (1, 2)),
        lambda engine: engine.common_cells(history, (1, 2)),
    ]
    for question in questions:
        assert_answers_or_refuses(name, question)


@pytest.mark.parametrize("name", METHODS)
def test_it_answers_by_its_own_method_however_few_the_worlds(name: str) -> None:
    for text in ("K(1,~h(3,s3))", "K(1,K(2,~h(1,s1)))", "C([1,2],h(2,s1)|h(2,s2))"):
        phi = parse_formula(text, GAME)
        found = get_engine(name).value(HISTORY, phi)
        assert found.method in METHODS[name], text
        assert found.value == get_engine("worlds").value(HISTORY, phi).value
    assert know(HISTORY, 3, get_engine(name), count=False).cells


def test_sat_refuses_announcements_and_names_who_follows_them() -> None:
    said = [parse_formula("~K(1,h(2,s2))", GAME)]
    asked = parse_formula("K(1,h(2,s1))", GAME)
    with pytest.raises(QueryError, match="sat does not follow") as caught:
        ask(HISTORY, asked, get_engine("sat"), said)
    assert "--engine bdd" in str(caught.value.hint)
    found = ask(HISTORY, asked, get_engine("bdd"), said)
    assert (str(found.value), found.method) == ("true", "bdd")
    inside = parse_formula("[h(2,s2)!]C([1,2],h(2,s2))", GAME)
    with pytest.raises(QueryError, match="sat does not follow"):
        get_engine("sat").value(HISTORY, inside)
    assert get_engine("bdd").value(HISTORY, inside).method == "bdd"


def test_bdd_refuses_to_count() -> None:
    with pytest.raises(QueryError, match="bdd does not count deals") as caught:
        know(History.make(GAME, {3: ["s4"]}, ""), 3, get_engine("bdd"))
    assert "--no-count" in str(caught.value.hint)


@pytest.mark.parametrize("name", METHODS)
def test_the_past_is_refused(name: str) -> None:
    phi = parse_formula("once askphase", GAME)
    with pytest.raises(MystError) as caught:
        get_engine(name).value(HISTORY, phi)
    assert caught.value.hint


@needs("swipl")
@pytest.mark.parametrize("name", ["asp", "prolog"])
def test_a_program_that_answers_is_the_method(name: str) -> None:
    for text in ("h(2,s1)", "K(1,~h(3,s3))", "K(2,~K(3,h(2,s1)))", "C([1,2],true)"):
        phi = parse_formula(text, GAME)
        assert get_engine(name).value(HISTORY, phi).method == name


def test_asp_says_where_another_method_answers() -> None:
    game = Game.clue(3)
    phi = parse_formula("K(1,~K(2,h(0,plum)))", game)
    assert get_engine("asp").value(History.make(game, {}, ""), phi).method == "sat"
