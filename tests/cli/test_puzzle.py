"""`mystpy puzzle`: solves, lists, and says what is wrong."""

from __future__ import annotations

import json
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from tests.programs import HANGING, alive, begun, children_of, comes_true

Run = Callable[..., Result]

ROOT = Path(__file__).parents[2]


def test_without_a_name_the_puzzles_are_listed(run: Run) -> None:
    done = run("puzzle")
    assert done.exit_code == 0
    names = [line.split()[0].rstrip(":") for line in done.stdout.splitlines()]
    assert {"muddy-children", "sum-and-product", "my-number"} <= set(names)
    objects = [
        json.loads(line)
        for line in run("puzzle", "--format", "json").stdout.splitlines()
    ]
    assert [found["puzzle"] for found in objects] == names


def test_a_puzzle_is_solved_with_steps_and_reasons(run: Run) -> None:
    done = run("puzzle", "cheryls-birthday")
    assert done.exit_code == 0
    assert "10 worlds before, 5 after" in done.stdout
    assert "gone: 2 where albert does not know day" in done.stdout
    assert "In which month is it? July\nOn which day? 16\n" in done.stdout


def test_the_muddy_children_come_with_matrices(run: Run) -> None:
    done = run("puzzle", "muddy-children")
    assert done.stdout.count("R2      (0,0,0)") == 3
    assert "(0,1,1)    .       .       .       T       .       .       .       ." in (
        done.stdout
    )
    assert "R1" not in run("puzzle", "muddy-children", "--n", "5").stdout
    assert "R1" in run("puzzle", "muddy-children", "--n", "4", "--matrices").stdout


def test_the_answer_as_json(run: Run) -> None:
    done = run("puzzle", "muddy-children", "--n", "5", "--k", "3", "--format=json")
    found = json.loads(done.stdout)
    assert found["sizes"] == {"n": 5, "k": 3}
    assert [step["after"] for step in found["steps"]] == [31, 26, 16]
    assert [answer["right"] for answer in found["answers"]] == [True] * 3
    assert "matrices" not in found


def test_an_answer_that_is_not_expected_is_status_one(run: Run, tmp_path: Path) -> None:
    text = (ROOT / "queries/puzzles/cheryls-birthday.toml").read_text("utf-8")
    path = tmp_path / "wrong.toml"
    path.write_text(text.replace("expect = [16]", "expect = [17]"), encoding="utf-8")
    done = run("puzzle", str(path))
    assert done.exit_code == 1
    assert "On which day? 16\n  expected: 17" in done.stdout


@pytest.mark.parametrize(
    ("hands", "status", "first"),
    [("012 034 056 135 246", 0, "safe"), ("012,034,056", 1, "not safe")],
)
def test_an_announcement_of_cards_is_judged(
    run: Run, hands: str, status: int, first: str
) -> None:
    done = run("puzzle", "russian-cards", "--say", hands)
    assert (done.exit_code, done.stdout.splitlines()[0]) == (status, first)
    words = ("puzzle", "russian-cards", "--say", hands, "--format", "json")
    assert json.loads(run(*words).stdout)["safe"] is (status == 0)


def test_all_safe_announcements_are_found(run: Run) -> None:
    done = run("puzzle", "russian-cards", "--find")
    assert len(done.stdout.splitlines()) == 102
    done = run("puzzle", "russian-cards", "--find", "--hands", "4,2,1", "--format=json")
    found = json.loads(done.stdout)
    assert (found["number"], found["hand"]) == (6, "0123")


@pytest.mark.parametrize("rule", ["least", "most", "parts", "removed"])
def test_each_rule_alone_has_its_claims(run: Run, rule: str) -> None:
    done = run("puzzle", "my-number", "--rule", rule, "--games", "6", "--jobs", "1")
    assert done.exit_code == 0
    assert f"stalls (rule: {rule})" in done.stdout


def test_games_are_played_and_claims_judged(run: Run) -> None:
    words = ("puzzle", "my-number", "--games", "12", "--jobs", "1")
    done = run(*words)
    assert done.exit_code == 0
    assert len([x for x in done.stdout.splitlines() if "until steady  " in x]) == 3
    assert "third of the games" in done.stdout
    found = json.loads(run(*words, "--format", "json").stdout)
    assert len(found["conditions"]) == 9
    assert [sum(c["winners"]) for c in found["conditions"]] == [12] * 9
    page = run(*words, "--report").stdout
    assert page.startswith("# What is my number?\n")
    assert page.count("| none | worlds |") == page.count("| none | numbers |") == 9


def test_what_is_crossed_off_can_be_chosen(run: Run) -> None:
    words = ("puzzle", "my-number", "--games", "12", "--jobs", "1", "--format", "json")
    found = json.loads(run(*words, "--crossing", "numbers").stdout)
    crossed = [row["crosses_off"] for row in found["conditions"]]
    assert crossed == ["numbers"] * 3 + [None] * 6
    assert any("[numbers crossed off]" in c["claim"] for c in found["claims"])
    both = run("puzzle", "my-number", "--report", "--crossing", "numbers")
    assert "both readings" in both.stderr


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (("muddy-childen",), "no puzzle 'muddy-childen'", "muddy-children?"),
        (("muddy-children", "--n", "0"), "n is 0", None),
        (("muddy-children", "--n", "2", "--k", "3"), "1 to 2", None),
        (("cheryls-birthday", "--n", "3"), "no size 'n'", "no sizes"),
        (("my-number", "--n", "3"), "--n cannot be combined with my-number", "--help"),
        (("cheryls-birthday", "--find"), "--find cannot be combined with", "--help"),
        (("my-number", "--games", "0"), "1 to 7560 games, not 0", None),
        (("my-number", "--report", "--format", "json"), "Markdown", None),
        (("russian-cards", "--hands", "3,3,1"), "either --say HANDS or --find", None),
        (("russian-cards", "--say", "01"), "no hand of 3", None),
        (("russian-cards", "--find", "--hands", "5,5,2"), "more than", "fewer"),
        (("my-number", "--matrices"), "is for one game", "--boards"),
        (("my-number", "--boards", "26 39 57 8"), "not three boards", "six different"),
        (("my-number", "--boards", "26 39 63"), "not three boards", "six different"),
        (
            ("my-number", "--boards", "26 39 58", "--deck", "3,19"),
            "not questions",
            "1 to 18",
        ),
        (
            ("my-number", "--boards", "26 39 58", "--deck", "3", "--seed", "1"),
            "leave out one",
            None,
        ),
        (("my-number", "--boards", "26 39 58", "--games", "3"), "with --boards", None),
        (("my-number", "--seat", "1", "--games", "3"), "with --seat", None),
        (("my-number", "--seat", "1", "--format", "json"), "in text", None),
        (("no/such/file.toml",), "there is no file", None),
        (("muddy-children", "--n", "12", "--matrices"), "up to 16 worlds", None),
    ],
)
def test_an_error_says_what_is_wrong(
    run: Run, words: tuple[str, ...], message: str, hint: str | None
) -> None:
    done = run("puzzle", *words)
    assert done.exit_code == 2, done.output
    assert message in done.stderr
    if hint is not None:
        assert hint in done.stderr.partition("hint:")[2]


GAME = ("puzzle", "my-number", "--boards", "79 14 38", "--deck", "5,12,18")


def test_one_game_is_followed_step_by_step_with_its_relations(run: Run) -> None:
    done = run(*GAME, "--matrices")
    assert done.exit_code == 0, done.stderr
    assert "Matrices of 28 of 7,560 worlds" in done.stdout
    assert "87 worlds before, 6 after" in done.stdout
    assert done.stdout.rstrip().endswith("Who knows her own numbers in the end? 3")
    *_, of_three = done.stdout.split("\nR3 ")
    assert of_three.partition("\n\n")[0] == (
        "            9 17 23\n(69,14,38)  9 T  .  .\n(79,14,38) 17 .  T  .\n"
        "(79,24,38) 23 .  .  T"
    )
    found = json.loads(run(*GAME, "--matrices", "--format", "json").stdout)
    assert len(found["matrix_worlds"]) == 28
    assert [len(stage["1"]) for stage in found["matrices"]] == [28] * 6


def test_the_example_is_the_file_of_a_game(run: Run) -> None:
    written = run(*GAME, "--file").stdout
    path = ROOT / "queries" / "puzzles" / "whats-my-number.toml"
    assert written == path.read_text("utf-8")
    assert run("puzzle", str(path)).exit_code == 0


def test_a_deck_that_is_not_given_is_that_of_the_report(run: Run) -> None:
    words = ("puzzle", "my-number", "--boards", "79 14 38", "--file")
    assert run(*words).stdout == run(*words, "--seed", "2013").stdout
    assert run(*words).stdout != run(*words, "--seed", "1").stdout


SEAT = ("puzzle", "my-number", "--seat", "1", "--seed")


def boards_said(said: str) -> list[str]:
    """Return the boards that a line of the game lists."""
    (line,) = [x for x in said.splitlines() if re.fullmatch(r"\d\d(, \d\d)*", x)]
    return line.split(", ")


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_person_plays_until_somebody_knows(run: Run, seed: str) -> None:
    done = run(*SEAT, seed, stdin="\n" * 60)
    assert done.exit_code == 0, done.stderr
    *_, said = [x for x in done.stdout.splitlines() if x.startswith("Your board was")]
    assert re.search("know|nobody wins", done.stdout)
    own = "".join(re.findall(r"\d", said))
    at_first = boards_said(run(*SEAT, seed, stdin="boards\n" + "\n" * 60).stdout)
    assert own in at_first
    right = run(*SEAT, seed, stdin=f"{own}\n")
    assert "You know your numbers and win." in right.stdout
    wrong = next(board for board in at_first if board != own)
    assert "you are out" in run(*SEAT, seed, stdin=f"{wrong}\n").stdout


def test_a_game_that_is_left_is_an_error(run: Run) -> None:
    done = run(*SEAT, "1", stdin="what\nquit\n")
    assert done.exit_code == 2
    assert "left the game" in done.stderr
    assert "Write your two numbers" in done.stderr


def test_games_can_be_stopped() -> None:
    """Ctrl-C ends the program, and no process of it goes on."""
    program = [sys.executable, "-m", "mystpy", "puzzle", "my-number", "--jobs", "2"]
    started = begun(program, cwd=ROOT)
    # A process that keeps the books of the others comes first.
    comes_true(lambda: started.poll() is not None or len(children_of(started.pid)) > 2)
    children = children_of(started.pid)
    started.send_signal(signal.SIGINT)
    _, said = started.communicate(timeout=HANGING)
    assert started.returncode == 130
    assert "interrupted" in said
    assert comes_true(lambda: not any(map(alive, children)))
