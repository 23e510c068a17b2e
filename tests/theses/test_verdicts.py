"""Every statement is settled again, and comes out as `verdicts.toml` expects."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from mystpy.conjectures.budget import Budget, CheckStopped
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.theses.bench import settle, settle_statement, statement, statements
from mystpy.theses.report import result_object
from tests.theses.section_premises import assert_meets_premises

TABLE = tomllib.loads(Path(__file__).with_name("verdicts.toml").read_text("utf-8"))
QUICK, LONGER, FULL = (TABLE[key] for key in ("quick", "longer", "full"))
EXPECTED: dict[str, str] = {**QUICK, **LONGER}


@cache
def sample(name: str) -> Result:
    return settle(statement(name), Budget(scope="sample", processes=1))[0]


def verdicts(result: Result) -> str:
    """The verdict with its answer, and those of the readings in their order."""
    read = (reading.verdict for _, reading in result.readings)
    written = result_object(result)
    said = ":".join(str(written[x]) for x in ("verdict", "answer") if x in written)
    return " ".join(map(str, (said, *read)))


def every(result: Result) -> Iterator[Result]:
    yield result
    for _, reading in result.readings:
        yield from every(reading)


def test_every_statement_has_its_expected_verdict() -> None:
    assert list(statements()) == sorted(EXPECTED, key=list(statements()).index)
    assert not QUICK.keys() & LONGER.keys()
    assert FULL.keys() <= EXPECTED.keys()


def assert_agrees(name: str) -> None:
    """A statement is settled as expected, and just what is false is refuted."""
    result = sample(name)
    assert verdicts(result) == EXPECTED[name]
    assert_meets_premises(name, result)
    for part in every(result):
        refuted = part.truth.wrong
        assert refuted is (part.counterexample is not None), part.statement
        assert part.instances or part.verdict is Verdict.OPEN
        assert part.statement
        for query in (part.counterexample, part.example):
            assert_replays(query)


def assert_replays(query: Mapping[str, object] | None) -> None:
    """Have engines that did not find it answer the query of a counterexample."""
    if query is None or "formula" not in query:
        return
    game = Game.from_dict(query["game"])  # type: ignore[arg-type]
    history = History.make(game, query["hands"], query["history"])  # type: ignore[arg-type]
    phi = parse_formula(str(query["formula"]), game)
    for engine in ("worlds", *(["prolog"] if game.c <= 5 else [])):
        assert str(get_engine(engine).value(history, phi).value) == query["value"]


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.alike(16)
def test_a_quick_statement_comes_out(name: str) -> None:
    assert_agrees(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", LONGER)
def test_a_longer_statement_comes_out(name: str) -> None:
    assert_agrees(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPECTED)
def test_the_whole_range_comes_out(name: str) -> None:
    result = settle(statement(name), Budget())[0]
    assert verdicts(result) == FULL.get(name, EXPECTED[name])
    assert_meets_premises(name, result)


@pytest.mark.parametrize("name", ["lemma-3.1", "theorem-3.1", "lemma-4.1"])
def test_a_budget_without_time_stops_a_check(name: str) -> None:
    with pytest.raises(CheckStopped):
        settle_statement(statement(name), Budget(seconds=0, scope="sample"))
