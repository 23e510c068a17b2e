"""Exercises about packages: drawn by a seed, marked by the axioms, with witnesses."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli
from mystpy.errors import MystError, QueryError
from mystpy.exercises.exercise import PACKAGE_KINDS, load_exercise
from mystpy.exercises.marking import mark
from mystpy.exercises.package_tasks.drawing import TRIES_OF_RUNS, DrawnExercise
from mystpy.packages.declarations import read_package
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from tests.packages.three_cards import hostile, write_three_cards

Run = Callable[..., Result]

VIENNA = {"gang": 1, "hand": 1, "asked": 2}
CARDS = """
exercise = "{kind}"
title = "A look"
chapter = "Looks"
points = 2
text = "Ann looks."
theory = "three-cards"
actions = ["looks(ann,bob,red)"]
given = ["holds(cid,white)"]
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def called(*words: str, stdin: str | None = None) -> Result:
        return CliRunner(env={"COLUMNS": "80"}).invoke(cli, words, input=stdin)

    return called


def packages(tmp_path: Path) -> dict[str, Package]:
    return {
        "black-vienna": read_package("black-vienna", VIENNA),
        "muddy-children": read_package("muddy-children", {"children": 2}),
        str(write_three_cards(tmp_path)): read_package(str(tmp_path / "three-cards")),
    }


def right_answers(text: str, name: str) -> list[str]:
    """Return which of some answers are right; errors are none."""
    exercise = load_exercise(text, name)
    agents = ["1", "2", "3", "ann", "bob", "cid"]
    pairs = [f"{a} {b}" for a in agents for b in agents if a < b]
    every = [*agents, *pairs, "1 2 3", "ann bob cid", "nobody", "true", "false"]
    found = []
    for answer in [*every, *map(str, range(4, 13))]:
        try:
            if mark(exercise, answer).right:
                found.append(answer)
        except MystError:
            continue
    return found


@pytest.mark.parametrize("kind", ["value", "agents", "runs"])
def test_what_is_drawn_has_one_right_answer(tmp_path: Path, kind: str) -> None:
    for theory, package in packages(tmp_path).items():
        drawn = DrawnExercise(package, theory, 5, kind)
        text = drawn.text()
        assert len(right_answers(text, drawn.name)) == 1, text
        again = DrawnExercise(package, theory, 5, kind)
        assert again.text() == text, "a seed draws the same exercise"


def test_a_plan_is_drawn_and_compared_with_the_shortest(tmp_path: Path) -> None:
    folder = write_three_cards(tmp_path)
    text = CARDS.format(kind="plan").replace('["looks(ann,bob,red)"]', "[]")
    goal = 'goal = "K(bob, holds(cid,white))"\ndepth = 2\n'
    exercise = load_exercise(text + goal, str(tmp_path / "plan.toml"))
    found = mark(exercise, "bob looks at white of cid")
    assert (found.right, found.points) == (True, 2)
    assert found.note == "it takes 1 action, and no shorter plan would do"
    longer = mark(exercise, "ann looks at something of bob; looks(bob,cid,white)")
    assert longer.note == "it takes 2 actions; 1 would do: looks(bob,cid,white)"
    missed = mark(exercise, "looks(ann,bob,red)")
    assert missed.witness is not None
    assert missed.witness.words == (
        "after your actions K(bob, holds(cid,white)) is not true"
    )
    wrong = mark(exercise, "looks(ann,ann,red)")
    assert wrong.witness is not None
    assert "looks(ann,ann,red) at step 0 is not possible by (T2)" in wrong.witness.words
    with pytest.raises(MystError, match="there is no player peeks"):
        mark(exercise, "peeks(ann)")
    drawn = DrawnExercise(read_package(str(folder)), str(folder), 3, "plan").text()
    assert 'goal = "Kw(' in drawn


def test_a_wrong_answer_gets_reasons_in_words(tmp_path: Path) -> None:
    write_three_cards(tmp_path)
    name = str(tmp_path / "a.toml")

    def marked(kind: str, rest: str, answer: str) -> str:
        found = mark(load_exercise(CARDS.format(kind=kind) + rest, name), answer)
        assert not found.right
        assert found.witness is not None
        assert found.witness.state is not None, "it can be drawn"
        return found.witness.words

    formula = 'formula = "K(ann, holds(bob,red))"\n'
    assert marked("value", formula, "false") == (
        "it is true: holds(bob,red) follows from what ann has seen: step 0: "
        "looks(ann,bob,red) (ann looks at red of bob)"
    )
    formula = 'formula = "K({agent}, holds(ann,blue))"\n'
    words = marked("agents", formula, "ann and cid")
    known = "K(bob,holds(ann,blue)) is true: holds(ann,blue) follows"
    doubt = "K(cid,holds(ann,blue)) is false: for all that cid has seen, it may be that"
    assert words.startswith((known, doubt))
    assert marked("runs", 'agent = "cid"\n', "1") == "1 is too few"


@pytest.mark.parametrize(
    ("rest", "answer", "said"),
    [
        ('formula = "K(ann, holds(bob,red))"', "maybe", "'maybe' is no value"),
        ('formula = "K(ann, holds(bob,red))"', "tru", "'tru' is no value"),
        ('formula = "K(ann, hold(bob,red))"', "true", "there is no fluent"),
        ("", "true", "has no 'formula'"),
        ('formula = "true"\ngoal = "true"', "true", "has no key 'goal'"),
    ],
)
def test_what_is_wrong_is_told(
    tmp_path: Path, rest: str, answer: str, said: str
) -> None:
    write_three_cards(tmp_path)
    text = f"{CARDS.format(kind='value')}{rest}\n"
    with pytest.raises(MystError) as raised:
        mark(load_exercise(text, str(tmp_path / "a.toml")), answer)
    assert said in str(raised.value)


def test_kinds_and_packages_belong_together(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="kind number is not about a package"):
        load_exercise(CARDS.format(kind="number"), "a.toml")
    text = CARDS.format(kind="runs").replace('theory = "three-cards"\n', "")
    with pytest.raises(QueryError, match="the exercise names no theory"):
        mark(load_exercise(f'{text}agent = "ann"\n', "a.toml"), "1")


def test_the_command_draws_marks_and_writes(run: Run, tmp_path: Path) -> None:
    words = ("exercise", "--theory", "muddy-children", "--game", "children=2")
    shown = run(*words, "--kind", "runs", "--hint")
    assert shown.exit_code == 0
    assert "hint: Count the starts" in shown.stdout
    rows = run(*words, "--number", "4", "--format", "json").stdout.splitlines()
    kinds = {json.loads(row)["kind"] for row in rows}
    assert len(rows) == 4
    assert kinds <= set(PACKAGE_KINDS)
    wrong = run(*words, "--kind", "runs", "-o", "w.svg", "77")
    assert (wrong.exit_code, wrong.stdout) == (
        1,
        "wrong: 0 of 1\n77 is too many\n--hint shows a hint\n",
    )
    assert (tmp_path / "w.svg").read_text("utf-8").startswith("<svg")
    done = run(*words, "--number", "2", "--write", "class")
    files = [Path(line) for line in done.stdout.splitlines()]
    assert len(files) == 2
    for file in files:
        assert run("exercise", str(file)).exit_code == 0
    again = run(*words, "--number", "2", "--write", "class")
    assert (again.exit_code, "exists already" in again.stderr) == (2, True)


def test_a_package_with_nothing_to_ask_about_is_told(tmp_path: Path) -> None:
    folder = write_three_cards(tmp_path)
    file = folder / "theory.toml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("rigid = true", "rigid = false"), "utf-8")
    with pytest.raises(QueryError, match="no fluent that never changes to ask about"):
        DrawnExercise(read_package(str(folder)), str(folder), 1)


@pytest.mark.parametrize("kind", PACKAGE_KINDS)
def test_hostile_words_are_harmless(tmp_path: Path, kind: str) -> None:
    package = read_package(str(hostile(tmp_path)))
    drawn = DrawnExercise(package, str(package.folder), 2, kind)
    text = drawn.text()
    exercise = load_exercise(text, drawn.name)
    assert exercise.text.replace("\n", "").isprintable()
    assert "\x1b" not in text


def test_of_a_game_with_too_many_runs_few_situations_are_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = []

    def too_many(situation: object, agent: str) -> None:
        counted.append(agent)

    place = "mystpy.exercises.package_tasks.drawing.remaining_runs"
    monkeypatch.setattr(place, too_many)
    package = read_package("muddy-children", {"children": 2})
    with pytest.raises(QueryError, match="no exercise of the kind runs"):
        DrawnExercise(package, "muddy-children", 1, "runs").text()
    assert len(counted) == TRIES_OF_RUNS


def test_the_goal_of_a_plan_is_not_reached_at_the_start() -> None:
    package = read_package("black-vienna", VIENNA)
    for seed in range(3):
        text = DrawnExercise(package, "black-vienna", seed, "plan").text()
        table = tomllib.loads(text)
        start = PackageSituation.make(package, "", table["given"])
        assert start.value(table["goal"]) == "false"
