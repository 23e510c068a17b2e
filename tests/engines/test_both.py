"""Two engines at once: where they agree there is one answer, else an error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

from mystpy import EnginesDisagree, Game, History, QueryError, get_engine
from mystpy.engines import ENGINE_NAMES
from mystpy.engines.base import Answer, Engine, Judgement, Value, Verdict
from mystpy.engines.both import BothEngine
from mystpy.engines.world_count import world_bound
from mystpy.language.atoms import Truth
from mystpy.language.read import parse_formula
from mystpy.thresholds import MAX_WORLDS_COMPARED
from mystpy.views import Sight
from tests.programs import needs

HISTORY = History.make(Game.myst(m=1, n=1, p=3, q=1), {1: ["s1"]}, "asks(1,{s2}) no(2)")


class Liar:
    """An engine that answers as another does, but for one question."""

    name = "liar"

    def __init__(self, honest: Engine, question: str, answer: object) -> None:
        self.honest = honest
        self.question = question
        self.answer = answer

    def __getattr__(self, name: str) -> Any:
        if name != self.question:
            return getattr(self.honest, name)
        return lambda *_, **__: self.answer


def engines_with(question: str, answer: object) -> BothEngine:
    honest = get_engine("asp")
    return BothEngine(honest, cast(Engine, Liar(honest, question, answer)))


def answers(engine: Engine) -> Iterator[tuple[str, object]]:
    yield "judge", engine.judge(HISTORY)
    yield "state", engine.state(HISTORY)
    yield "possible", engine.possible(HISTORY)
    yield "worlds", tuple(engine.worlds(HISTORY))
    yield "value", engine.value(HISTORY, Truth())
    yield "cells", engine.cells(HISTORY)
    yield "grid", engine.grid(HISTORY, 1)


def test_where_engines_agree_the_answer_is_the_first_ones() -> None:
    honest = get_engine("asp")
    both = BothEngine(honest, honest)
    for (name, alone), (_, together) in zip(
        answers(honest), answers(both), strict=True
    ):
        if name == "value":
            assert cast(Answer, together).value == cast(Answer, alone).value
        else:
            assert together == alone


LIES: dict[str, Callable[[Engine], object]] = {
    "judge": lambda _: Judgement(Verdict.LEGAL),
    "state": lambda asp: asp.state(HISTORY)._replace(turn=frozenset({3})),
    "possible": lambda asp: asp.possible(HISTORY)[:1],
    "worlds": lambda asp: tuple(asp.worlds(HISTORY))[1:],
    "value": lambda _: Answer(Value.FALSE, "lie"),
    "cells": lambda asp: asp.cells(HISTORY)[1:],
    "grid": lambda asp: asp.grid(HISTORY, 1)._replace(deals=7),
}


@pytest.mark.parametrize("question", LIES)
def test_where_they_differ_both_answers_are_told(question: str) -> None:
    both = engines_with(question, LIES[question](get_engine("asp")))
    with pytest.raises(EnginesDisagree, match=r"asp answers .*, liar answers "):
        for _ in answers(both):
            pass


def test_both_is_asp_and_prolog() -> None:
    both = get_engine("both")
    assert isinstance(both, BothEngine)
    assert (both.first.name, both.second.name) == ("asp", "prolog")
    assert get_engine("both") is both


def test_an_unknown_engine_names_the_nearest() -> None:
    with pytest.raises(QueryError) as caught:
        get_engine("prolgo")
    assert caught.value.hint == "did you mean prolog?"


@pytest.mark.parametrize("name", ENGINE_NAMES)
def test_every_engine_keeps_the_protocol(name: str) -> None:
    assert isinstance(get_engine(name), Engine)
    assert get_engine(name).name == name


OF_ONE_VIEW = {"K(1,h(2,s2))": Value.TRUE, "K(3,~K(3,h(2,s2)))": Value.TRUE}
"""Each K is of a player whose view is given: asp replaces it by its value there."""


def shown() -> History:
    """Return a new history, so that nothing is kept with it."""
    return History.make(
        Game.myst(m=1, n=1, p=3, q=2),
        {1: ["s3"], 3: ["s4"]},
        "asks(1,{s1,s2}) yes(2) shows(2,1,s2)",
    )


@needs("swipl")
@pytest.mark.parametrize("text", OF_ONE_VIEW)
def test_both_programs_say_what_players_see(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    phi = parse_formula(text, shown().game)
    assert get_engine("asp").value(shown(), phi) == Answer(
        OF_ONE_VIEW[text], "asp", in_views=True
    )
    monkeypatch.setattr(Sight, "sees", lambda *_: False)  # Python is wrong about it
    found = get_engine("both").value(shown(), phi)
    assert found == Answer(OF_ONE_VIEW[text], "asp and prolog")


MANY = Game.myst(m=1, n=1, p=6, q=2)


@needs("swipl")
@pytest.mark.parametrize(
    ("text", "method"),
    [
        ("K(1,h(2,s2))", "asp and prolog, in views that Python computed"),
        ("h(2,s2)", "asp and prolog"),
    ],
)
def test_in_many_worlds_the_method_says_what_was_asked(text: str, method: str) -> None:
    history = History.make(MANY, {1: ["s3"]}, "asks(1,{s1,s2}) yes(2) shows(2,1,s2)")
    assert world_bound(history) > MAX_WORLDS_COMPARED
    found = get_engine("both").value(history, parse_formula(text, MANY))
    assert found == Answer(Value.TRUE, method)


def test_programs_that_were_asked_of_other_worlds_are_told_apart() -> None:
    one = Answer(Value.TRUE, "asp", in_views=True)
    found = engines_with("cells", ()).joined(one, Answer(Value.TRUE, "prolog"))
    expected = "asp in views that Python computed and prolog in all worlds"
    assert found == Answer(Value.TRUE, expected)
