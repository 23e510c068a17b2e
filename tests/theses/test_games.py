"""The claims of the knowledge-games paper: how their cases are judged."""

from __future__ import annotations

from mystpy.conjectures.verdict import Verdict
from mystpy.theses.knowledge_games.claim import sought


def test_the_first_case_that_fails_ends_the_search() -> None:
    found = sought([None, {"values": {"x": 1}}, None])
    assert (found.verdict, found.instances) == (Verdict.FALSE, 2)
    assert found.counterexample == {"values": {"x": 1}}
    assert sought([None, None]).verdict is Verdict.HOLDS


def test_what_was_looked_at_nowhere_is_open() -> None:
    assert sought([]).verdict is Verdict.OPEN
