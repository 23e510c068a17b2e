"""`mystpy solve` leaves idle questions out where they change no value, and says so."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from click.testing import Result

from tests.programs import ran
from tests.solve.damages import checker

Run = Callable[..., Result]

FIVE = 'rules="myst",m=5,n=1,p=2,q=1'
SMALL = 'rules="myst",m=2,n=1,p=2,q=1'
GROUND = "docs/explanation/idle-questions.md, proofs/Duel.v, proofs/Optimal.v"
NOTE = f"""\
The strategies and the certificate are for the game without idle questions,
which has the same value ({GROUND}).
Use --whole to solve the whole game.
"""
NOTE_FOR_MANY = f"""\
Idle questions are left out, which changes no value ({GROUND}).
Use --whole to solve the whole games.
"""
UNCONFIRMED = f"""\
The game with all questions has the same value ({GROUND}),
but this check does not confirm that.
"""
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
    assert rest == NOTE.splitlines()
    # The certificate claims no more than what is checked of it.
    assert json.loads(path.read_text("utf-8"))["questions"] == "useful"
    done = run("solve", "--check", str(path))
    assert (done.exit_code, done.stdout.splitlines()[0]) == (0, value)
    assert "The certificate is for the game with useful questions only." in done.stdout
    assert done.stdout.endswith(UNCONFIRMED)
    assert checker()([str(path)]) == 0
    output = json.loads(run("solve", "--check", str(path), "--format", "json").stdout)
    assert (output["questions"], output["claimed"]) == ("useful", True)
    assert "reduction" not in output  # which the check does not confirm


def test_an_object_says_what_was_left_out(run: Run) -> None:
    output = json.loads(run("solve", "--game", SMALL, "--format", "json").stdout)
    assert (output["value"], output["questions"]) == ("2/3", "useful")
    assert output["reduction"]["of"] == "any"
    assert "proofs/Duel.v" in output["reduction"]["ground"]
    games = "{m = 2, n = 1, p = 2, q = 1}"
    done = run("solve", "--games", games, "--jobs", "1", "--format", "json")
    assert json.loads(done.stdout)["reduction"] == output["reduction"]


def test_many_games_say_it_once(run: Run) -> None:
    games = '{m = "1..2", n = 1, p = 2, q = 1}'
    done = run("solve", "--games", games, "--jobs", "1")
    assert sorted(done.stdout.splitlines()) == [
        "MYST(1,1,2,1): 1",
        "MYST(2,1,2,1): 2/3",
    ]
    assert done.stderr == NOTE_FOR_MANY


def test_the_note_is_beside_a_certificate_on_standard_output(run: Run) -> None:
    """It is no warning, so that it does not begin with the program's name."""
    done = run("solve", "--game", SMALL, "--certificate", "-")
    assert json.loads(done.stdout)["questions"] == "useful"
    assert done.stderr == NOTE


def test_a_check_claims_nothing_of_the_whole_game_where_values_may_differ(
    run: Run, tmp_path: Path
) -> None:
    path = str(tmp_path / "c.json")
    for words in (("--useful", "--bluff", "one"), ("--unlocated",)):
        run("solve", "--game", SMALL, *words, "--certificate", path)
        done = run("solve", "--check", path)
        kind = words[0].removeprefix("--")
        *_, last = done.stdout.splitlines()
        assert last == f"The certificate is for the game with {kind} questions only."
    run("solve", "--game", SMALL, "--whole", "--turns", "2", "--certificate", path)
    assert "questions" not in run("solve", "--check", path).stdout


def test_a_file_of_the_whole_game_is_gone_on_with_by_whole(
    run: Run, tmp_path: Path
) -> None:
    words = ("solve", "--game", SMALL, "--resume", str(tmp_path / "r.jsonl"))
    assert run(*words, "--whole").exit_code == 0
    done = run(*words)
    assert done.exit_code == 2
    assert "with --whole if the file is of the whole game" in done.stderr
    assert run(*words, "--whole").exit_code == 0


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_left_out_unasked_elsewhere(run: Run, kind: str) -> None:
    done = run("solve", *KINDS[kind], "--turns", "2", "--format", "json")
    assert done.exit_code in (0, 5)
    output = json.loads(done.stdout)
    assert "reduction" not in output
    restricted = kind.removeprefix("--") if kind in ("--useful", "--unlocated") else ""
    assert output["questions"] == (restricted or "any")
    done = run("solve", *KINDS[kind], "--turns", "2")
    assert "idle questions" not in done.stdout + done.stderr


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
    monkeypatch.setattr("mystpy.solve.commands.turns.in_use", lambda: 0)
    monkeypatch.setattr("mystpy.solve.commands.turns.ENDLESS", 2**19)
    done = run("solve", "--game", FIVE, *words)
    assert done.exit_code == 5
    assert "player 1 wins with a probability from" in done.stdout
    assert "that may be used" in done.stderr
    assert hint in done.stderr
    assert "or --force it" in done.stderr
    if "--whole" in words:  # without it there is a last turn
        assert run("solve", "--game", FIVE).exit_code == 0
    forced = run("solve", "--game", FIVE, *words, "--force", "--turns", "6")
    assert "that may be used" not in forced.stderr


@pytest.mark.parametrize("forced", [False, True])
def test_growing_a_tree_stops_at_the_same_limit(
    run: Run, monkeypatch: pytest.MonkeyPatch, forced: bool
) -> None:
    """Each look at the memory finds 64 MB more than the one before."""
    used = count(2**33, 2**26)
    monkeypatch.setattr("mystpy.solve.commands.turns.in_use", lambda: next(used))
    monkeypatch.setattr("mystpy.solve.commands.turns.memory", lambda: 2**36)
    words = ["--turns", "6", *(["--force"] if forced else [])]
    done = run("solve", "--game", FIVE, "--whole", *words)
    assert done.exit_code == 5
    assert ("needs more memory than the 0.5 GB that" in done.stderr) is not forced
    assert ("hint: look at a smaller tree, by --useful" in done.stderr) is not forced
    if not forced:  # there is a last turn: all memory may be used
        assert run("solve", "--game", FIVE).exit_code == 0


# The memory that the system reports counts from the start of the program. `ru_maxrss`
# begins with the memory of the parent process.
PROGRAM = f"""
import resource, sys
from pathlib import Path
from mystpy.cli import main
sys.argv = ["mystpy", "solve", "--game", '{FIVE}', "--whole"]
try:
    main()
finally:
    status = Path("/proc/self/status")
    if status.exists():
        (peak,) = [x for x in status.read_text().splitlines() if "VmHWM" in x]
        print(int(peak.split()[1]) * 1024, file=sys.stderr)
    else:
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


@pytest.mark.slow  # a quick one looks at the limit, and uses no memory
def test_the_hint_comes_before_much_memory_is_used() -> None:
    """Without a limit it took 744 MB after seven seconds, and went on."""
    done = ran([sys.executable, "-c", PROGRAM])
    assert done.returncode == 5, done.stderr
    *_, hint, used = done.stderr.splitlines()
    assert hint.startswith("hint: look at a smaller tree, by --useful")
    assert int(used) < 500 * 2**20
