"""Clingo by text answers like its library; its own program is the backend here."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mystpy.engines import backend
from mystpy.engines.asp.engine import AspEngine
from mystpy.engines.asp.kept import forget
from mystpy.engines.asp.program import symbol
from mystpy.engines.base import Engine
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.questions.query import load_query
from tests.programs import ran

QUERIES = Path(__file__).parents[2] / "queries"
SLOW = pytest.mark.slow
HANDS = {1: ["s1"], 2: ["s2"]}


def clingo(program: str, models: int, *options: str) -> str:
    words = [sys.executable, "-m", "clingo", "--outf=2", *options, str(models)]
    return ran(words, input=program).stdout


def lend(run: backend.Run | None) -> None:
    """Set the backend, and discard everything that was computed by the other."""
    forget()
    symbol.cache_clear()
    backend.use_backend(run)


@pytest.fixture
def text_engine() -> Iterator[Engine]:
    """Return the engine asp with the backend."""
    lend(clingo)
    yield AspEngine()
    lend(None)


def by_library(ask: object, history: History) -> object:
    lend(None)
    return ask(AspEngine(), history)  # type: ignore[operator]


def history(done: str) -> History:
    return History.make(Game.myst(m=1, n=1, p=3, q=2), HANDS, done)


@pytest.mark.parametrize(
    "ask",
    [
        lambda engine, said: engine.judge(said),
        pytest.param(lambda engine, said: engine.state(said), marks=SLOW),
        lambda engine, said: engine.cells(said, 1),
        pytest.param(lambda engine, said: engine.possible(said), marks=SLOW),
        pytest.param(lambda engine, said: engine.grid(said, 1), marks=SLOW),
    ],
)
def test_each_question_has_the_library_s_answer(
    ask: object, text_engine: Engine
) -> None:
    said = history("asks(1,{s1,s3}) no(2)")
    found = ask(text_engine, said)  # type: ignore[operator]
    assert found == by_library(ask, said)


def test_what_is_not_possible_is_refused_with_its_conjuncts(
    text_engine: Engine,
) -> None:
    said = history("asks(1,{s2,s3}) no(2)")
    found = text_engine.judge(said)
    assert found.axiom == "2.16"
    assert found == by_library(lambda engine, h: engine.judge(h), said)


@pytest.mark.parametrize("text", ["K(1,~h(0,s1))", "K(1,K(2,h(1,s1)))", "h(3,s3)"])
def test_a_formula_has_the_library_s_value(text: str, text_engine: Engine) -> None:
    said = history("asks(1,{s1,s3}) no(2)")
    phi = parse_formula(text, said.game)
    found = text_engine.value(said, phi)
    assert found == by_library(lambda engine, h: engine.value(h, phi), said)


def test_a_program_that_is_none_is_refused(text_engine: Engine) -> None:
    broken = backend.control(["0"])
    broken.add("base", [], "a :- ")
    with pytest.raises(RuntimeError):
        broken.solve()


@pytest.mark.slow
def test_all_case_files_have_the_answers_that_they_expect(text_engine: Engine) -> None:
    for path in sorted(QUERIES.glob("*.toml")):
        query = load_query(path)
        judged = text_engine.judge(query.history)
        if query.legal is not None:
            assert judged.verdict == query.legal.verdict, path.name
        for asked in query.asks:
            if asked.expect is not None and not asked.announced:
                value = text_engine.value(query.history, asked.formula).value
                assert value == asked.expect, (path.name, asked.formula_text)
