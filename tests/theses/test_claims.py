"""The claims of *Knowledge games*: their verdicts, and counterexamples that replay."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.history.actions import Action, Asks, No, NoGuess
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.model_state import ModelState, stages
from mystpy.solve.best_response import BestResponse
from mystpy.solve.bounds import game_of
from mystpy.solve.strategies import GameStrategy, sight
from mystpy.theses.bench import settle, statement
from mystpy.theses.knowledge_games import five_cards
from mystpy.theses.statement import identifiers


def found(name: str, *, full: bool = False) -> Result:
    return settle(statement(name), Budget(scope="full" if full else "sample"))[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", [x for x in identifiers() if x.startswith("games-")])
def test_the_counterexample_is_the_same_in_the_whole_range(name: str) -> None:
    sample, whole = found(name), found(name, full=True)
    assert sample.verdict is whole.verdict
    assert sample.counterexample == whole.counterexample


def replayed(outcome: Result) -> list[ModelState]:
    """The states of a counterexample, read as a model file."""
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
    outcome = found("games-proposition-3")
    before, after = replayed(outcome)
    assert str(after.step) == "show(1,2,{a,b},a)"
    assert before.model.linked().count == 1
    assert after.model.linked().count == 2


def test_the_counterexample_to_what_is_said_of_trivial_actions_replays() -> None:
    ((_, trivial),) = found("games-example-9").readings
    *_, before, after = replayed(trivial)
    assert after.refused is None
    assert after.kinds != before.kinds


def test_the_counterexample_to_example_5_replays() -> None:
    outcome = found("games-example-5")
    assert outcome.counterexample is not None
    *_, after = replayed(outcome)
    assert after.value("K(2, h(1,r) & h(3,b))") == "false"


@pytest.mark.parametrize(("share", "most"), [("1", "8/9"), ("1/2", "5/6")])
def test_another_mixture_of_player_2_lets_player_1_win_more(
    share: str, most: str
) -> None:
    plan = GameStrategy(
        (five_cards.elsewhere(Fraction(share)),), (five_cards.announcing,)
    )
    left, _ = five_cards.sure(five_cards.TWO, 2, plan)
    assert 1 - left == Fraction(most)


def test_player_1_who_always_names_one_own_card_can_be_counted_on() -> None:
    plan = GameStrategy((five_cards.split,), (five_cards.announcing,))
    game = game_of(five_cards.TWO)
    reply = BestResponse(game, 1, plan, five_cards.fair, alike=True)
    assert reply.value() == Fraction(2, 3)


def test_who_passes_tells_that_the_card_on_the_table_is_not_known() -> None:
    game, own = game_of(five_cards.TWO), frozenset(("s1", "s2"))
    done: tuple[Action, ...] = (Asks(1, own), No(2))
    hand = frozenset(("s3", "s4"))
    assert five_cards.known(sight(game, 2, hand, done)) is None
    passed = sight(game, 2, hand, (*done, NoGuess(1)))
    assert five_cards.known(passed) == frozenset(["s5"])
    assert five_cards.unlocated(passed) == set()
    first = sight(game, 1, own, (*done, NoGuess(1)))
    assert five_cards.unlocated(first) == {"s3", "s4", "s5"}


def test_two_steps_link_all_deals_up_to_five_cards() -> None:
    """Three are needed first with two cards for each of three players."""
    readings = dict(found("games-footnote-2", full=True).readings)
    case = readings["two steps are enough"].counterexample
    assert case is not None
    assert case["deal"] == {"hands": "ab|cd|ef"}
