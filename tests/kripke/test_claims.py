"""The claims of *Knowledge games*: their verdicts, and counterexamples that replay."""

from __future__ import annotations

import json

import pytest

from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.stage import ModelStage, stages
from mystpy.theses.knowledge_games.claim import Claim, Outcome
from mystpy.theses.knowledge_games.statements import CLAIMS

FALSE = {
    "games-definition-6",
    "games-initial-states",
    "games-example-5",
    "games-footnote-4",
    "games-definition-11",
    "games-trivial",
    "games-proposition-3",
    "games-example-11",
}
"""The claims that are not true as they are printed."""

GOOD_READINGS = {
    "games-definition-6": "V is given on D_#d, and different worlds have different V",
    "games-example-5": "with rwb for rbw",
    "games-footnote-4": "if the answers do not overlap",
    "games-definition-11": "if the respondent holds a card",
    "games-example-11": "with rwb for rbw",
    "games-proposition-3": "for first actions, if all players hold cards",
}

every = pytest.mark.parametrize("claim", CLAIMS.values(), ids=lambda claim: claim.id)


@every
def test_the_verdict_on_each_claim(claim: Claim) -> None:
    outcome = claim.check(False)
    assert outcome.holds == (claim.id not in FALSE)
    assert outcome.instances > 0
    assert outcome.holds == (outcome.counterexample is None)
    if claim.id in GOOD_READINGS:
        readings = dict(outcome.readings)
        assert readings[GOOD_READINGS[claim.id]].holds


@pytest.mark.slow
@every
def test_the_verdict_is_the_same_in_the_whole_range(claim: Claim) -> None:
    sample, whole = claim.check(False), claim.check(True)
    assert sample.holds == whole.holds
    assert sample.counterexample == whole.counterexample


@every
def test_a_claim_says_where_it_stands_and_what_it_says(claim: Claim) -> None:
    assert claim.id.startswith("games-")
    assert claim.says.endswith(".")
    assert claim.place
    assert claim.formal


def test_all_claims_that_are_asked_for_are_there() -> None:
    wanted = """proposition-1 footnote-2 fact-1 definition-6 footnote-4 definition-11
    example-1 example-5 example-9 example-11 proposition-2 proposition-3 value-hexa"""
    assert {f"games-{name}" for name in wanted.split()} <= set(CLAIMS)


def replayed(outcome: Outcome) -> list[ModelStage]:
    """The stages of a counterexample, read as a model file."""
    case = outcome.counterexample
    assert case is not None
    deal, steps = case["deal"], case.get("step", [])
    assert isinstance(deal, dict)
    assert isinstance(steps, list)
    lines = ["[deal]", f"hands = {json.dumps(deal['hands'], ensure_ascii=False)}"]
    for step in steps:
        lines += ["[[step]]", f"do = {json.dumps(step['do'])}"]
    return list(stages(load_model("\n".join(lines) + "\n")))


def test_the_counterexample_to_proposition_3_replays() -> None:
    outcome = CLAIMS["games-proposition-3"].check(False)
    before, after = replayed(outcome)
    assert str(after.step) == "show(1,2,{a,b},a)"
    assert before.model.linked().count == 1
    assert after.model.linked().count == 2


def test_the_counterexample_to_what_is_said_of_trivial_actions_replays() -> None:
    *_, before, after = replayed(CLAIMS["games-trivial"].check(False))
    assert after.refused is None
    assert after.kinds != before.kinds


def test_the_counterexample_to_example_5_replays() -> None:
    outcome = CLAIMS["games-example-5"].check(False)
    assert outcome.counterexample is not None
    *_, after = replayed(outcome)
    assert after.value("K(2, h(1,r) & h(3,b))") == "false"


def test_two_steps_link_all_deals_up_to_five_cards() -> None:
    """Three are needed first with two cards for each of three players."""
    readings = dict(CLAIMS["games-footnote-2"].check(True).readings)
    found = readings["two steps are enough"].counterexample
    assert found is not None
    assert found["deal"] == {"hands": "ab|cd|ef"}
