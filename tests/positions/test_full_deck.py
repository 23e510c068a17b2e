"""Positions with all 21 cards: the same from a seed, and right by other means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from _pytest.mark import ParameterSet
from click.testing import CliRunner

from mystpy.axioms import queries_dir
from mystpy.cli import cli
from mystpy.positions.answers.verification import second_answer, second_engine
from mystpy.positions.deal_table import DealTable
from mystpy.positions.draft import LEVELS
from mystpy.positions.drawing import deck_of, draw_game
from mystpy.positions.full_deck.fitting_deals import FittingDeals
from mystpy.positions.full_deck.full_questions import make_full
from mystpy.positions.record import PositionQuestion, read_questions
from tests.positions.brute_force import Reader
from tests.sampling import cases_by_day, part_by_day, seeds_by_day

SET = queries_dir() / "positions" / "full.jsonl"
QUESTIONS = read_questions(SET)


def of(question: PositionQuestion) -> str:
    return question.id


def test_the_set_has_positions_of_the_full_deck_for_three_to_six_players() -> None:
    assert len(QUESTIONS) == 120
    assert {one.game.c for one in QUESTIONS} == {21}
    assert {one.game.p for one in QUESTIONS} == {3, 4, 5, 6}
    assert Counter(one.kind for one in QUESTIONS) == dict.fromkeys(
        ("cell", "holders", "count", "question"), 30
    )
    assert {one.level for one in QUESTIONS} == set(range(1, LEVELS + 1))
    words = Counter(one.answer for one in QUESTIONS if one.kind == "cell")
    assert words.keys() == {"yes", "no", "open"}
    for one in QUESTIONS:
        assert one.kind != "count" or one.answer == one.needs["deals"]


def test_the_set_is_what_its_seed_makes() -> None:
    assert [one.line() for one in make_full(4, 1)] == [
        one.line() for one in QUESTIONS[:4]
    ]


@pytest.mark.slow
def test_the_whole_set_is_what_its_seed_makes() -> None:
    made = "".join(f"{one.line()}\n" for one in make_full(len(QUESTIONS), 1))
    assert made == SET.read_text("utf-8")


FEW_DEALS = 500
"""clingo lists the deals of a position: those with more are slow cases."""


def by_engines(questions: Sequence[PositionQuestion]) -> Iterator[ParameterSet]:
    """Each question with each engine; lists of many deals are slow."""
    for question in questions:
        is_short = question.needs["deals"] <= FEW_DEALS
        marks = () if is_short else (pytest.mark.slow,)
        yield pytest.param(question, "sat", id=f"{of(question)}-sat")
        yield pytest.param(question, "asp", id=f"{of(question)}-asp", marks=marks)


@pytest.mark.parametrize(
    ("question", "engine"), list(by_engines(part_by_day(QUESTIONS, 15)))
)
def test_an_engine_finds_the_same_answer(
    question: PositionQuestion, engine: str
) -> None:
    assert second_answer(question, second_engine(engine)) == question.answer


THREE = [one for one in QUESTIONS if one.game.p == 3]


@pytest.mark.parametrize("question", cases_by_day(THREE, 1), ids=of)
def test_the_sentences_alone_give_the_same_answer(question: PositionQuestion) -> None:
    """All deals of the cards that the reader does not hold are looked at."""
    found = Reader(question).answer(question.kind, question.ask)
    assert found == question.answer


DECKS = (deck_of(3, (4, 4)), deck_of(4, (4, 4)))


@pytest.mark.parametrize("seed", seeds_by_day(12, 3))
def test_fitting_deals_are_those_of_the_list_of_all_deals(seed: int) -> None:
    rng = Random(seed)
    for game in DECKS:
        reader = rng.randint(1, game.p)
        history = draw_game(game, rng.randint(0, 9), rng).seen_by(reader)
        table = DealTable(history)
        fitting = {
            tuple(deal) for k, deal in enumerate(table.deals) if table.fitting >> k & 1
        }
        found = FittingDeals(history, reader).first(len(fitting))
        assert found is not None
        assert len(found) == len(fitting)
        assert set(found) == fitting
        assert FittingDeals(history, reader).first(len(fitting) - 1) is None


def test_the_command_names_the_set_and_scores_answers(tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    lines = (f'{{"id":"{one.id}","answer":"yes"}}\n' for one in QUESTIONS)
    answers.write_text("".join(lines), "utf-8")
    done = CliRunner().invoke(cli, ["positions", "score", "full", str(answers)])
    right = sum(one.answer == "yes" for one in QUESTIONS)
    assert f"{right} of 120" in done.stdout.splitlines()[0]
    wrong = CliRunner().invoke(cli, ["positions", "make", "ful"])
    assert wrong.exit_code == 2
    assert "did you mean full" in wrong.stderr
