"""Inputs changed at random end in an answer or a message, never in a traceback."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from tools.fuzz import Input, fault_of, inputs, mutated

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_a_campaign_is_made_by_its_seed() -> None:
    first, again, other = (
        list(islice(inputs(random.Random(seed)), 50)) for seed in (7, 7, 8)
    )
    assert first == again != other
    assert len({given.words[0] for given in first}) > 5
    assert mutated("K(3, h(2,s1))", random.Random(1)) != "K(3, h(2,s1))"


@pytest.mark.filterwarnings("ignore")
def test_nothing_falls_through() -> None:
    faults = {
        given: fault
        for given in islice(inputs(random.Random(11)), 120)
        if (fault := fault_of(given))
    }
    assert not faults


def test_what_falls_through_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as changed:
        changed.setattr("mystpy.cli.axiom.register", broken)
        fault = fault_of(Input(("axiom", "2.16")))
    assert fault is not None
    assert fault.startswith("status 70")
    assert "ZeroDivisionError" in fault
    assert fault_of(Input(("axiom", "2.99"))) is None
