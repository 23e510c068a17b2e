"""Inputs changed at random end in an answer or a message, never in a traceback."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

import pytest

from tests.sampling import by_day
from tools.fuzz import fault_of, keep, kept
from tools.fuzz_inputs import KINDS, SMALL, Input, inputs, mutated

ROOT = Path(__file__).parents[2]
KEPT = [given for _, given in kept(ROOT / "tests/house/fuzzed.jsonl")]
FEW = 4
"""How many inputs of each kind, by day half; `make nightly` tries them for an hour."""


@pytest.fixture(autouse=True)
def _in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_a_campaign_is_made_by_its_seed() -> None:
    first, again, other = (
        list(islice(inputs(random.Random(seed)), 50)) for seed in (7, 7, 8)
    )
    assert first == again != other
    assert len({kind for kind, _ in first}) > 10
    assert mutated("K(3, h(2,s1))", random.Random(1)) != "K(3, h(2,s1))"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", KINDS)
def test_an_input_of_each_kind_is_answered_or_refused(kind: str) -> None:
    few = islice(inputs(random.Random(11), (kind,)), by_day(FEW, 4))
    faults = {given: fault for _, given in few if (fault := fault_of(given))}
    assert not faults


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("number", range(len(KEPT)))
def test_an_input_that_once_failed_is_answered_or_refused(number: int) -> None:
    assert fault_of(KEPT[number]) is None


def test_there_are_inputs_that_once_failed() -> None:
    assert len(KEPT) > 10
    assert {"why", "theorem", "grade", "serve", "join"} <= {
        one.words[0] for one in KEPT
    }


def test_answers_that_differ_are_noticed() -> None:
    words = ("ask", "--game", SMALL, "--format", "json", "--")
    for one, other, differ in (
        ("M(1,h(1,s1))", "~K(1,~h(1,s1))", False),
        ("In(1)", "~In(1)", True),
        ("In(1)", "In(9)", True),
    ):
        fault = fault_of(Input((*words, one, other), alike=True))
        assert (fault or "").startswith("the answers differ") is differ
        assert fault_of(Input((*words, one, other))) is None


def test_what_a_contest_server_says_reaches_the_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The player refuses a word that the contest has not: here that is a fault."""
    words = ("join", "random", "ann", "PORT", "--protocol", "speed-clue")
    monkeypatch.setattr("tools.fuzz.ANSWERS", [0])
    assert fault_of(Input(words, "reset 3 0 Wh Wr Ca St Di Li\ndone\n")) is None
    fault = fault_of(Input(words, "reset 3 0 Wh Wr Ca St Di Li\nflourish 1\n"))
    assert fault is not None
    assert "flourish" in fault


def test_seeds_and_inputs_that_fail_are_kept(tmp_path: Path) -> None:
    given = Input(("ask", "-"), "\ud800\0", (("a/b", "x\ny"),))
    for seed in (7, 8):
        keep(tmp_path / "kept", seed, [(given, "status 70")])
    inputs_kept = [one for _, one in kept(tmp_path / "kept" / "failed.jsonl")]
    assert inputs_kept == [given, given]
    rows = (tmp_path / "kept" / "seeds.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(row)["seed"] for row in rows] == [7, 8]


def test_a_fault_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as changed:
        changed.setattr("mystpy.theses.commands.axiom.register", broken)
        fault = fault_of(Input(("axiom", "2.16")))
    assert fault is not None
    assert fault.startswith("status 70")
    assert "ZeroDivisionError" in fault
    assert fault_of(Input(("axiom", "2.99"))) is None
