"""clue-tom: minimal pairs, balanced, right by other engines, and not given away."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from mystpy.engines import get_engine
from mystpy.history.history import History
from mystpy.history.turns import split_turns
from mystpy.positions.answers.verification import second_answer, second_engine
from mystpy.positions.heuristics import HEURISTICS, baselines, card_of
from mystpy.positions.mind_formulas import ORDERS, mind_formulas
from mystpy.positions.mind_pairs import make_pairs
from mystpy.positions.record import PositionQuestion
from mystpy.questions.legality import legal
from tests.sampling import by_day, seeds_by_day

QUESTIONS = list(make_pairs(160, 7))
FRESH = list(make_pairs(40, seeds_by_day(1, 1_000)[0]))


def pairs() -> dict[str, list[PositionQuestion]]:
    found = defaultdict(list)
    for one in QUESTIONS:
        found[one.ask["pair"]].append(one)
    return found


def details(one: History, two: History) -> int:
    """How many holders, or turns, differ."""
    hands = sum(x != y for x, y in zip(one.hands[1:], two.hands[1:], strict=True))
    turns = zip(split_turns(one.actions), split_turns(two.actions), strict=True)
    return (hands > 0) + sum(x != y for x, y in turns)


def test_each_pair_asks_the_same_of_two_stories_that_differ_in_one_detail() -> None:
    for yes, no in pairs().values():
        assert {yes.answer, no.answer} == {"yes", "no"}
        assert yes.text == no.text
        assert yes.ask == no.ask
        assert yes.level == no.level
        assert details(yes.history, no.history) == 1


def test_each_order_has_as_many_yes_as_no() -> None:
    counts = Counter((one.ask["order"], one.answer) for one in QUESTIONS)
    assert counts == {(order, x): 20 for order in ORDERS for x in ("yes", "no")}


def test_a_story_can_happen() -> None:
    for one in QUESTIONS[:: 1 + by_day(8) // 8]:
        assert legal(one.history, get_engine("worlds")).verdict == "legal"


@pytest.mark.parametrize("engine", ["asp", "sat"])
def test_an_engine_finds_the_same_answers(engine: str) -> None:
    judge = second_engine(engine)
    wrong = [x.id for x in FRESH if second_answer(x, judge) != x.answer]
    assert not wrong


def test_prolog_finds_the_same_answers() -> None:
    judge = second_engine("prolog")
    wrong = [x.id for x in FRESH[:12] if second_answer(x, judge) != x.answer]
    assert not wrong


def test_the_surface_does_not_tell_the_answer() -> None:
    shares = {name: share.value for name, share in baselines(QUESTIONS).items()}
    assert shares["majority"] == 0.5
    assert shares["words of the question"] == 0.5
    assert all(abs(shares[name] - 0.5) < 0.05 for name in HEURISTICS)
    assert shares["words of story and question"] < 0.65


def test_a_baseline_notices_what_the_surface_tells() -> None:
    """If a story with the card in its last turn always has the answer yes."""
    guess = HEURISTICS["last turn"]
    leaking = [
        one._replace(answer="yes" if guess(one.history, card_of(one)) else "no")
        for one in QUESTIONS
    ]
    assert baselines(leaking)["last turn"].value == 1


def test_the_same_seed_makes_the_same_questions() -> None:
    assert [x.line() for x in make_pairs(9, 7)] == [x.line() for x in QUESTIONS[:9]]
    assert [x.line() for x in make_pairs(8, 8)] != [x.line() for x in QUESTIONS[:8]]


@pytest.mark.parametrize("order", ORDERS)
def test_the_words_of_a_question_are_those_of_its_formula(order: str) -> None:
    game = QUESTIONS[0].game
    for asked in mind_formulas(game, order):
        formula = str(asked.formula)
        negative = "does not hold" in asked.text or "is not in the pile" in asked.text
        possible = "can it be" in asked.text
        assert ("~h" in formula) is (negative or possible)
        knowers = formula.count("K(") + formula.count("Kw(")
        assert knowers == {"0": 0, "1": 1, "2": 2, "common": 0}[order]
        assert ("common knowledge" in asked.text) is (order == "common")


def test_nobody_is_asked_what_follows_from_the_own_hand() -> None:
    assert not [
        asked
        for asked in mind_formulas(QUESTIONS[0].game, "1")
        if "K(1,h(1," in str(asked.formula)
    ]


def test_a_reader_of_the_facts_alone_is_measured() -> None:
    """For order 0 the facts are the answer; as a higher order all are then right."""
    facts = [one for one in QUESTIONS if one.ask["order"] == "0"]
    assert "true in the story" not in baselines(facts)
    deep = [one._replace(ask={**one.ask, "order": "1"}) for one in facts]
    assert baselines(deep)["true in the story"].value == 1
