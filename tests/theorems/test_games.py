"""The claims of the knowledge-games paper, as statements with verdicts."""

from __future__ import annotations

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Verdict
from mystpy.theses.bench import statements
from mystpy.theses.knowledge_games import statements as games
from mystpy.theses.knowledge_games.claim import Claim, Outcome

EXPECTED = {
    "games-proposition-1": Verdict.HOLDS,
    "games-footnote-2": Verdict.HOLDS,
    "games-fact-1": Verdict.HOLDS,
    "games-definition-6": Verdict.MISPRINTED,
    "games-footnote-4": Verdict.MISPRINTED,
    "games-definition-11": Verdict.MISPRINTED,
    "games-examples-2-4": Verdict.HOLDS,
    "games-initial-states": Verdict.FALSE,
    "games-footnote-3": Verdict.HOLDS,
    "games-example-1": Verdict.HOLDS,
    "games-example-5": Verdict.MISPRINTED,
    "games-example-6": Verdict.HOLDS,
    "games-example-7": Verdict.HOLDS,
    "games-example-8": Verdict.HOLDS,
    "games-example-9": Verdict.HOLDS,
    "games-trivial": Verdict.FALSE,
    "games-definition-13": Verdict.HOLDS,
    "games-example-11": Verdict.MISPRINTED,
    "games-proposition-2": Verdict.HOLDS,
    "games-proposition-3": Verdict.FALSE,
    "games-value-hexa": Verdict.HOLDS,
    "games-value-one": Verdict.OPEN,
    "games-value-two": Verdict.OPEN,
}


def test_every_claim_is_in_the_table() -> None:
    assert {stated.id for stated in games.STATEMENTS} == EXPECTED.keys()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "verdict"), EXPECTED.items())
def test_the_verdicts_are_the_same_for_the_whole_range(
    name: str, verdict: Verdict
) -> None:
    assert statements()[name].check(Budget()).verdict is verdict


@pytest.mark.parametrize(("name", "verdict"), EXPECTED.items())
def test_the_verdicts_come_out(name: str, verdict: Verdict) -> None:
    finding = statements()[name].check(Budget(scope="sample"))
    assert finding.verdict is verdict
    assert bool(finding.instances) is (verdict is not Verdict.OPEN)
    refuted = verdict in (Verdict.FALSE, Verdict.MISPRINTED)
    assert bool(finding.counterexample) is refuted


def claim(name: str, outcome: Outcome) -> Claim:
    return Claim(name, "nowhere", "Something.", "something", lambda _full: outcome)


def test_a_reading_that_fails_too_is_no_misprint() -> None:
    wrong = Outcome(False, 2, counterexample={"values": {"x": 1}})
    for reading, verdict in (
        (Outcome(True, 3), Verdict.MISPRINTED),
        (wrong, Verdict.FALSE),
    ):
        outcome = wrong.read_as("another", reading)
        found = games._finding(claim("games-example-5", outcome), outcome)
        assert found.verdict is verdict


def test_what_was_looked_at_nowhere_is_open() -> None:
    outcome = Outcome(True, 0)
    found = games._finding(claim("games-fact-1", outcome), outcome)
    assert found.verdict is Verdict.OPEN
