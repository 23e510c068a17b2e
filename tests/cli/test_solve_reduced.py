"""`mystpy solve` leaves idle questions out where they change no value, and says so."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from tests.programs import ran
from tests.solve.damages import checker

Run = Callable[..., Result]

FIVE = 'rules="myst",m=5,n=1,p=2,q=1'
SMALL = 'rules="myst",m=2,n=1,p=2,q=1'
SAID = "strategies and certificates are for the game without idle questions;"
KINDS = {
    "--whole": ("--game", SMALL, "--whole"),
    "--unlocated": ("--game", SMALL, "--unlocated"),
    "--useful": ("--game", SMALL, "--useful"),
    "bluffs by one": ("--game", SMALL, "--bluff", "one"),
    "announced": ("--game", SMALL, "--announced"),
    "sorts": ("--game", 'rules="clue",p=2,sorts={a=["a1","a2"],b=["b1","b2"]}'),
}


def test_a_game_that_had_no_end_is_solved(run: Run, tmp_path: Path) -> None:
    """It took 744 MB after seven seconds, and went on."""
    path = tmp_path / "c.json"
    done = run("solve", "--game", FIVE, "--certificate", str(path))
    assert done.exit_code == 0
    value, shown, *rest = done.stdout.splitlines()
    assert value == "player 1 wins with probability 534/949 (0.562698)"
    assert shown == "strategies of both players show it, decided within 9 turns"
    assert rest[0] == SAID
    assert "the whole game has the same value is proved in docs/values.md" in rest[1]
    assert "proofs/Duel.v" in rest[1]
    assert rest[2:] == ["--whole solves it itself"]
    # The certificate claims no more than what is checked of it.
    assert json.loads(path.read_text("utf-8"))["questions"] == "useful"
    done = run("solve", "--check", str(path))
    assert (done.exit_code, done.stdout.splitlines()[0]) == (0, value)
    assert "that is of the game with useful questions only" in done.stdout
    assert checker()([str(path)]) == 0


def test_an_object_says_what_was_left_out(run: Run) -> None:
    told = json.loads(run("solve", "--game", SMALL, "--format", "json").stdout)
    assert (told["value"], told["questions"]) == ("2/3", "useful")
    assert told["reduction"]["of"] == "any"
    assert "proofs/Duel.v" in told["reduction"]["ground"]
    games = "{m = 2, n = 1, p = 2, q = 1}"
    done = run("solve", "--games", games, "--jobs", "1", "--format", "json")
    assert json.loads(done.stdout)["reduction"] == told["reduction"]


def test_many_games_say_it_once(run: Run) -> None:
    games = '{m = "1..2", n = 1, p = 2, q = 1}'
    done = run("solve", "--games", games, "--jobs", "1")
    assert sorted(done.stdout.splitlines()) == [
        "MYST(1,1,2,1): 1",
        "MYST(2,1,2,1): 2/3",
    ]
    assert done.stderr.count(SAID) == 1


def test_a_certificate_alone_comes_with_a_word_about_it(run: Run) -> None:
    done = run("solve", "--game", SMALL, "--certificate", "-")
    assert json.loads(done.stdout)["questions"] == "useful"
    assert SAID in done.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_left_out_unasked_elsewhere(run: Run, kind: str) -> None:
    done = run("solve", *KINDS[kind], "--turns", "2", "--format", "json")
    assert done.exit_code in (0, 5)
    told = json.loads(done.stdout)
    assert "reduction" not in told
    restricted = kind.removeprefix("--") if kind in ("--useful", "--unlocated") else ""
    assert told["questions"] == (restricted or "any")
    done = run("solve", *KINDS[kind], "--turns", "2")
    assert SAID not in done.stdout + done.stderr


def test_a_tree_is_that_of_the_game_that_was_named(run: Run) -> None:
    words = ("solve", "--game", SMALL, "--turns", "2", "--efg", "-")
    assert run(*words).stdout == run(*words, "--whole").stdout
    assert run(*words).stdout != run(*words, "--useful").stdout


def test_all_questions_and_some_of_them_do_not_go_together(run: Run) -> None:
    for option in ("--useful", "--unlocated"):
        done = run("solve", "--game", SMALL, "--whole", option)
        assert done.exit_code == 2
        assert "--whole asks all questions" in done.stderr


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("--whole",), "by --useful, which changes no value here"),
        (("--bluff", "one"), "by --useful, which may change the value here"),
    ],
)
def test_a_game_without_a_last_turn_stops_early_with_a_hint(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], hint: str
) -> None:
    """The limit is for all that a turn may need, before it is begun."""
    monkeypatch.setattr("mystpy.cli.solving.turns.ENDLESS", 2**19)
    done = run("solve", "--game", FIVE, *words)
    assert done.exit_code == 5
    assert "player 1 wins with a probability from" in done.stdout
    assert "that may be used" in done.stderr
    assert hint in done.stderr
    assert "or --force it" in done.stderr
    done = run("solve", "--game", FIVE)
    assert done.exit_code == 0  # there is a last turn
    forced = run("solve", "--game", FIVE, *words, "--force", "--turns", "6")
    assert "that may be used" not in forced.stderr


PROGRAM = f"""
import resource, sys
from mystpy.cli import main
sys.argv = ["mystpy", "solve", "--game", '{FIVE}', "--whole"]
try:
    main()
finally:
    unit = 1 if sys.platform == "darwin" else 1024
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit, file=sys.stderr)
"""


def test_the_hint_comes_before_much_memory_is_used() -> None:
    """Without a limit it were 744 MB after seven seconds, and more and more."""
    done = ran([sys.executable, "-c", PROGRAM])
    assert done.returncode == 5, done.stderr
    *_, hint, used = done.stderr.splitlines()
    assert hint.startswith("hint: look at a smaller tree, by --useful")
    assert int(used) < 500 * 2**20
