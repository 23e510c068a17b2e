"""Checks that look at one case after the other: how their cases are judged."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Verdict
from mystpy.theses.case_analysis import sought, weigh_cases

SAMPLE = Budget(scope="sample")


def test_the_first_case_that_fails_ends_the_search() -> None:
    found = sought(SAMPLE, [None, {"values": {"x": 1}}, None], {})
    assert (found.verdict, found.instances) == (Verdict.FALSE, 2)
    assert found.counterexample == {"values": {"x": 1}}
    assert sought(SAMPLE, [None, None], {}).verdict is Verdict.HOLDS
    assert sought(SAMPLE, [None], {}, proves=True).verdict is Verdict.PROVED


def test_what_was_looked_at_nowhere_is_open() -> None:
    assert sought(SAMPLE, [], {}).verdict is Verdict.OPEN
    assert weigh_cases(SAMPLE, [(0, None)], {}, proves=True).verdict is Verdict.OPEN


def test_cases_count_for_what_they_weigh() -> None:
    found = weigh_cases(SAMPLE, [(7, None), (5, {"values": {}}), (1, None)], {})
    assert (found.instances, found.method) == (12, "game tree")
