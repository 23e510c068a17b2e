"""The next exercise, and sentences read as formulas and formulas said in words."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import QueryError
from mystpy.exercises.exercise import Exercise
from mystpy.exercises.guidance.formula_words import formula_words
from mystpy.exercises.guidance.next_exercise import next_exercise
from mystpy.exercises.guidance.plain_sentences import SentenceWords, read_sentence
from mystpy.exercises.guidance.student_record import (
    Attempt,
    StudentRecord,
    read_record,
)
from mystpy.exercises.misconceptions.catalogue import catalogue
from mystpy.game.game import Game
from mystpy.language.read import parse_formula
from tests.exercises.shelf import NAMES, ROOT, exercise
from tests.exercises.test_misconceptions import random_formula

Run = Callable[..., Result]

EXERCISES = [exercise(name) for name in NAMES]
KNOWN = {each.name: each for each in EXERCISES}


def record(*rows: tuple[str, bool] | tuple[str, bool, str]) -> StudentRecord:
    return StudentRecord(tuple(Attempt(*row) for row in rows))


def chosen(*rows: tuple[str, bool] | tuple[str, bool, str]) -> tuple[str, str]:
    found = next_exercise(record(*rows), EXERCISES)
    assert found is not None
    return found.exercise.name, found.reason


# --- The next exercise --------------------------------------------------------


def test_what_is_practised_is_in_the_catalogue_and_is_what_exercises_are_for() -> None:
    practised = {name for each in EXERCISES for name in each.practises}
    assert practised <= set(catalogue())
    assert len(practised) > 35
    assert sum(bool(each.practises) for each in EXERCISES) > 50


def test_a_new_student_begins_with_an_easy_one_of_the_first_chapter() -> None:
    name, reason = chosen()
    assert KNOWN[name].chapter.startswith("1 ")
    assert KNOWN[name].points == 1
    assert reason == "It is the first one: begin here."


def test_a_misconception_is_practised_before_anything_else() -> None:
    name, reason = chosen(("hexa-own-card", False, "true-for-known"))
    assert name != "hexa-own-card"
    assert "true-for-known" in KNOWN[name].practises
    assert catalogue()["true-for-known"].title in reason
    assert "once" in reason


def test_a_misconception_is_overcome_by_an_exercise_that_practises_it() -> None:
    shown = ("nested-is-not-common", False, "everybody-for-common")
    name, _ = chosen(shown)
    assert "everybody-for-common" in KNOWN[name].practises
    for solved in (name, "nested-is-not-common"):
        after = record(shown, (solved, True))
        assert after.open_misconceptions(KNOWN) == []
    before = record((name, True), shown)
    assert before.open_misconceptions(KNOWN) == ["everybody-for-common"]


def test_the_last_misconception_comes_first() -> None:
    both = record(
        ("hexa-own-card", False, "true-for-known"),
        ("two-noes", False, "answers-forgotten"),
        ("seven-cards", False, "no-longer-there"),
    )
    assert both.open_misconceptions(KNOWN) == ["answers-forgotten", "true-for-known"]
    assert both.times("true-for-known") == 1


def test_the_exercise_itself_is_tried_again_if_no_other_practises_it() -> None:
    rows = [(name, True) for name in NAMES if name != "knowing-whether"]
    name, reason = chosen(*rows, ("knowing-whether", False, "knowing-that-for-whether"))
    assert name == "knowing-whether"
    assert reason.endswith("Try it once more.")


def test_a_student_goes_on_in_the_chapter_and_then_to_the_next_one() -> None:
    name, reason = chosen(("hexa-own-card", True))
    assert KNOWN[name].chapter == KNOWN["hexa-own-card"].chapter
    assert "next one of chapter 1" in reason
    first = [(x.name, True) for x in EXERCISES if x.chapter.startswith("1 ")]
    name, reason = chosen(*first)
    assert KNOWN[name].chapter.startswith("2 ")
    assert "this begins the next" in reason


def test_whoever_follows_the_choice_solves_all_exercises_once() -> None:
    """Deterministic, whatever was shown on the way, and it ends."""
    for seed in range(3):
        rng, attempts = random.Random(seed), list[Attempt]()
        for _ in range(4 * len(NAMES)):
            found = next_exercise(StudentRecord(tuple(attempts)), EXERCISES)
            again = next_exercise(StudentRecord(tuple(attempts)), EXERCISES[::-1])
            assert found == again
            if found is None:
                break
            task: Exercise = found.exercise
            wrong = rng.random() < 0.25 and bool(task.practises)
            shown = rng.choice(task.practises) if wrong else ""
            attempts.append(Attempt(task.name, not wrong, shown))
        assert found is None
        assert StudentRecord(tuple(attempts)).solved == set(NAMES)


def test_a_record_is_read_as_it_is_written() -> None:
    made = record(("a", True), ("b", False, "converse"))
    assert read_record(made.as_json()) == made


@pytest.mark.parametrize(
    "text",
    [
        *("", "[", "[]", '{"version": 2, "attempts": []}', '{"attempts": []}'),
        *('{"version": 1, "attempts": [3]}', '{"version": 1, "attempts": {}}'),
        '{"version": 1, "attempts": [{"exercise": "a", "right": "yes"}]}',
        '{"version": 1, "attempts": [{"exercise": 3, "right": true}]}',
        '{"version":1,"attempts":[{"exercise":"a","right":true,"misconception":3}]}',
    ],
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(QueryError, match="no record of a student"):
        read_record(text)


def test_the_command_tells_the_next_one_of_a_folder_or_a_record(
    run: Run, tmp_path: Path
) -> None:
    folder = ROOT / "queries" / "exercises" / "class" / "bob"
    of_folder = run("exercise", "--next", str(folder), "--format", "json")
    row = json.loads(of_folder.stdout)
    assert row["misconception"]["id"] in catalogue()
    assert "true-for-known" in KNOWN[row["exercise"]].practises
    file = tmp_path / "record.json"
    file.write_text(record(("hexa-own-card", True)).as_json(), "utf-8")
    done = run("exercise", "--next", str(file))
    assert (done.exit_code, "next one of chapter 1" in done.stdout) == (0, True)
    file.write_text(record(*((name, True) for name in NAMES)).as_json(), "utf-8")
    done = run("exercise", "--next", str(file))
    assert (done.exit_code, done.stdout) == (1, "all exercises are solved\n")
    assert run("exercise", "--next", str(tmp_path / "none")).exit_code == 2
    assert run("exercise", "nowhere", "--next", str(file)).exit_code == 2


# --- Sentences ----------------------------------------------------------------

GAME = Game.from_dict({"rules": "myst", "m": 1, "n": 1, "p": 3, "q": 1})
OF_GAME = SentenceWords((1, 2, 3), tuple(GAME.cards))
HEXA = SentenceWords.of_model(
    ("1", "2", "3"), [f"h({i},{x})" for i in (1, 2, 3) for x in "rwb"]
)
MUDDY = SentenceWords.of_model(("1", "2", "3"), [f"muddy({i})" for i in (1, 2, 3)])
ANN = SentenceWords.of_model(("ann", "bob"), ("p", "q"))


@pytest.mark.parametrize(
    ("words", "sentence", "formula"),
    [
        (HEXA, "1 does not have red", "~h(1,r)"),
        (HEXA, "Player 1 has red.", "h(1,r)"),
        (HEXA, "player 1 doesn\u2019t hold the red card", "~h(1,r)"),
        (HEXA, "player 1 knows that player 2 has red", "K(1,h(2,r))"),
        (HEXA, "2 knows whether 1 holds red", "Kw(2,h(1,r))"),
        (HEXA, "3 does not know that 1 has red", "~K(3,h(1,r))"),
        (HEXA, "1 knows that 3 has red or white", "K(1,h(3,r) | h(3,w))"),
        (HEXA, "1 holds it possible that 2 has blue", "M(1,h(2,b))"),
        (
            HEXA,
            "player 2 knows player 1's card",
            "K(2,h(1,r)) | K(2,h(1,w)) | K(2,h(1,b))",
        ),
        (OF_GAME, "s1 is in the pile", "h(0,s1)"),
        (OF_GAME, "1 knows that s1 is not in the pile", "K(1,~h(0,s1))"),
        (OF_GAME, "nobody has s1", "~h(1,s1) & ~h(2,s1) & ~h(3,s1)"),
        (OF_GAME, "player 1 has neither s1 nor s2", "~h(1,s1) & ~h(1,s2)"),
        (OF_GAME, "1 and 2 know that 2 has s1", "E([1,2],h(2,s1))"),
        (OF_GAME, "it is common knowledge that 1 has s1", "C([1,2,3],h(1,s1))"),
        (OF_GAME, "if 1 has s1, then 2 has s2", "h(1,s1) -> h(2,s2)"),
        (OF_GAME, "it is not so that 1 has s1", "~h(1,s1)"),
        (MUDDY, "child 1 is muddy", "muddy(1)"),
        (
            MUDDY,
            "nobody knows whether it is muddy",
            "~Kw(1,muddy(1)) & ~Kw(2,muddy(2)) & ~Kw(3,muddy(3))",
        ),
        (
            MUDDY,
            "child 1 knows that child 2 knows that child 3 is muddy",
            "K(1,K(2,muddy(3)))",
        ),
        (ANN, "Ann knows p", None),
        (ANN, "ann knows that p", "K(ann,p)"),
        (ANN, "p is not true", "~p"),
        (HEXA, "1 has green", None),
        (HEXA, "4 has red", None),
        (HEXA, "it was a dark night", None),
        (OF_GAME, "x" * 500, None),
        (OF_GAME, "1 has s1 and " * 40, None),
    ],
)
def test_a_sentence_is_read_as_a_formula(
    words: SentenceWords, sentence: str, formula: str | None
) -> None:
    found = read_sentence(sentence, words)
    assert (None if found is None else str(found)) == formula


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    found = read_sentence(text, OF_GAME)
    assert found is None or str(found)


@given(
    st.lists(
        st.sampled_from(
            "1 2 player knows know that whether not it is if then and or has s1 pile "
            "nobody everybody common knowledge ( ) , does the in".split()
        ),
        max_size=40,
    ).map(" ".join)
)
def test_what_is_read_of_such_words_is_a_formula_of_the_game(text: str) -> None:
    found = read_sentence(text, OF_GAME)
    if found is not None:
        assert parse_formula(str(found), GAME) == found


def test_words_of_simple_formulas_are_read_back() -> None:
    """A sentence that formula_words makes of knowledge and cards means the same."""
    for text in (
        *("h(1,s1)", "~h(2,s3)", "h(0,s1)", "~h(0,s4)", "K(1,h(2,s1))"),
        *("~K(1,K(2,~h(3,s1)))", "Kw(2,h(1,s1))", "M(3,h(0,s2))"),
        *("C([1,2],h(1,s1))", "h(1,s1) -> K(2,h(1,s1))", "E([1,2],h(0,s1))"),
    ):
        formula = parse_formula(text, GAME)
        assert read_sentence(formula_words(formula), OF_GAME) == formula, text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("K(1,h(2,s1))", "player 1 knows that player 2 holds s1"),
        ("~K(1,h(0,s1))", "player 1 does not know that s1 is in the pile"),
        (
            "K(1,h(2,s1) | h(2,s2))",
            "player 1 knows that (player 2 holds s1 or player 2 holds s2)",
        ),
        ("h(1,s1) & Turn(2)", "player 1 holds s1 and it is the turn of player 2"),
        (
            "E^2([1,2],h(1,s1))",
            "player 1 and player 2 both know that player 1 and player 2 both know"
            " that player 1 holds s1",
        ),
        (
            "forall x in cards: ~K(1,h(0,x))",
            "for each card x: player 1 does not know that x is in the pile",
        ),
        ("~GameOver", "the game is not over"),
        ("~true", "it is not so"),
        ("Question({s2,s1})", None),
    ],
)
def test_a_formula_is_said_in_words(text: str, words: str | None) -> None:
    found = formula_words(parse_formula(text, GAME if words else None))
    assert found == (words or "the last question was for s1 and s2")


def test_every_formula_has_words() -> None:
    rng = random.Random(7)
    for _ in range(60):
        text = random_formula(rng, GAME, 4)
        words = formula_words(parse_formula(text, GAME))
        assert words
        assert "(" not in words or words.count("(") == words.count(")")
