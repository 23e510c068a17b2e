"""``mystpy solve`` gone on with: after Ctrl-C and kill -9, one game and many."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from mystpy.game.game import Game
from mystpy.processes.workers import ProcessEnded
from mystpy.solve.commands.many_games import Item, spread_again
from tests.processes.tasks import dies
from tests.programs import alive, begun, children_of, comes_true
from tests.sampling import cases

Run = Callable[..., Result]

GAMES = ("solve", "--games", '{m = "2..3", n = 1, p = 2, q = 1}', "--useful")
ENDLESS = ("solve", "--game", 'rules="myst",m=9,n=2,p=2,q=1', "--useful")
"""A game whose solution takes too long for anybody."""
FIVE = ("solve", "--game", 'rules="myst",m=3,n=1,p=2,q=1', "--useful")
MANY = ("solve", "--games", '{m = "7..9", n = 2, p = 2, q = 1}', "--useful")


def lines(path: Path) -> list[bytes]:
    """The whole lines of a file that may be cut off."""
    text = path.read_bytes() if path.exists() else b""
    return text[: text.rfind(b"\n") + 1].splitlines()


def stopped(
    path: Path, words: tuple[str, ...], number: int, by: int
) -> tuple[int, str]:
    """Start a program, and send it a signal when its file has this number of lines.

    Return its exit status and its messages.
    """
    call = [sys.executable, "-m", "mystpy", *words, "--resume", str(path)]
    with begun(call, env=os.environ | {"PYTHONWARNINGS": "ignore"}) as program:
        assert comes_true(lambda: len(lines(path)) >= number)
        helpers = children_of(program.pid)
        program.send_signal(by)
        said, _ = program.communicate()
    assert comes_true(lambda: not any(map(alive, helpers)))
    return program.returncode, said


def looked(path: Path) -> int:
    """How far ahead it was looked at most."""
    found: list[int] = [json.loads(line)["looked"] for line in lines(path)[1:]]
    return max(found)


@pytest.mark.skipif("not hasattr(__import__('signal'), 'SIGKILL')")
@pytest.mark.parametrize(
    ("name", "status"),
    # files/test_crashes.py also resumes runs that were killed.
    [("SIGINT", 130), pytest.param("SIGKILL", -9, marks=pytest.mark.slow)],
)
def test_what_is_stopped_goes_on_to_the_same_bytes(
    run: Run, tmp_path: Path, name: str, status: int
) -> None:
    path, whole = tmp_path / "stopped.jsonl", tmp_path / "whole.jsonl"
    ended, said = stopped(path, ENDLESS, 3, signal.Signals[name])
    assert ended == status
    bounds = "player 1 wins with a probability from "  # of the first turn at least
    assert said.startswith(bounds * (name == "SIGINT"))
    turns = str(looked(path) + 1)
    for file in (path, whole):
        words = ("--resume", str(file), "--turns", turns, "--certificate")
        done = run(*ENDLESS, *words, str(file.with_suffix(".json")))
        assert done.exit_code == 5
    assert path.read_bytes() == whole.read_bytes()
    one, other = (file.with_suffix(".json") for file in (path, whole))
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.slow  # a quick one is of one game
@pytest.mark.skipif("not hasattr(__import__('signal'), 'SIGKILL')")
def test_many_games_that_are_killed_go_on_to_the_same_lines(
    run: Run, tmp_path: Path
) -> None:
    path, whole = tmp_path / "killed.jsonl", tmp_path / "whole.jsonl"
    words = (*MANY, "--jobs", "2")
    assert stopped(path, words, 4, signal.SIGKILL)[0] == -signal.SIGKILL
    turns = ("--turns", str(looked(path) + 1))
    one, other = (run(*words, "--resume", str(f), *turns) for f in (path, whole))
    assert sorted(one.stdout.splitlines()) == sorted(other.stdout.splitlines())
    assert len(one.stdout.splitlines()) == 3
    assert sorted(lines(path)) == sorted(lines(whole))


@pytest.mark.skipif("not hasattr(__import__('signal'), 'SIGKILL')")
def test_a_process_that_is_killed_loses_no_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [Game.myst(m, 1, 2, 1) for m in (1, 2, 3)]
    items: dict[int, Item] = {k: (game, None) for k, game in enumerate(games)}
    stages = {games[1]: {"looked": 4}}
    found = dict(spread_again(partial(dies, tmp_path, 2), items, 2, lambda: stages))
    assert {k: output["game"] for k, (output, _) in found.items()} == {0: 1, 1: 2, 2: 3}
    assert found[1][0]["kept"] == {"looked": 4}
    assert capsys.readouterr().err.count("its game begins again\n") == 2


@pytest.mark.skipif("not hasattr(__import__('signal'), 'SIGKILL')")
def test_a_game_whose_process_is_always_killed_is_given_up(tmp_path: Path) -> None:
    items: dict[int, Item] = {k: (Game.myst(2, 1, 2, 1), None) for k in range(2)}
    with pytest.raises(ProcessEnded, match="was ended before its work was done"):
        list(spread_again(partial(dies, tmp_path, 99), items, 2, dict))


@pytest.mark.skipif("not hasattr(__import__('signal'), 'SIGXFSZ')")
@pytest.mark.parametrize("jobs", cases(["1", "2"], "1"))
def test_what_cannot_be_kept_ends_the_run_in_whichever_process(
    run: Run, shell: Callable[..., Any], tmp_path: Path, jobs: str
) -> None:
    """A short write is noticed, and what was written before counts."""
    path = tmp_path / "games.jsonl"
    words = (*GAMES, "--jobs", jobs, "--resume", str(path))
    done = shell(f"ulimit -f 2; {shlex.join(('mystpy', *words))}")
    assert done.returncode == 2
    assert f"{path} cannot be written: file too large" in done.stderr
    assert "ulimit -f" in done.stderr
    there = path.read_bytes()
    rows = there[: there.rfind(b"\n") + 1]
    again = run(*words)
    assert again.exit_code == 0
    assert path.read_bytes().startswith(rows)
    assert "MYST(3,1,2,1): 3/5" in again.stdout


def test_many_games_go_on_from_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    resume = ("--jobs", "1", "--resume", str(path))
    first = run(*GAMES, *resume, "--turns", "2")
    assert first.exit_code == 5
    assert "MYST(2,1,2,1): 2/3\n" in first.stdout
    kept = path.read_bytes()
    assert kept.count(b"\n") == 5  # a head, and two turns of two games
    path.write_bytes(kept[:-9])  # killed while it wrote
    done = run(*GAMES, *resume)
    assert done.exit_code == 0
    assert "was cut off" in done.stderr
    assert sorted(done.stdout.splitlines()) == [
        "MYST(2,1,2,1): 2/3",
        "MYST(3,1,2,1): 3/5",
    ]
    whole = path.read_bytes()
    assert whole.startswith(kept)
    assert whole.count(b"\n") == 6
    again = run(*GAMES, *resume)
    assert again.stdout == done.stdout
    assert path.read_bytes() == whole


def test_a_file_is_for_the_same_games_and_more(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    resume = ("--jobs", "1", "--resume", str(path))
    assert run(*GAMES, *resume).exit_code == 0
    for words, said in (
        ((*GAMES, "--bluff", "one"), "has results of another run"),
        ((*GAMES, "--regret", "9"), "has results of another run"),
        ((*GAMES[:2], "{m=2,n=1,p=2,q=1}", "--useful"), "of another game: {'rules'"),
    ):
        done = run(*words, *resume)
        assert done.exit_code == 2, words
        assert said in done.stderr
        assert "name of a new file" in done.stderr or "name a new file" in done.stderr
    more = run(*GAMES[:2], '{m="1..3",n=1,p=2,q=1}', "--useful", *resume)
    assert sorted(more.stdout.splitlines())[::2] == [
        "MYST(1,1,2,1): 1",
        "MYST(3,1,2,1): 3/5",
    ]


def test_a_game_that_is_too_large_does_not_stop_the_others(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = '[{"m":1,"n":1,"p":2,"q":1},{"m":60,"n":20,"p":2,"q":3}]'
    done = run("solve", "--games", games, "--jobs", "1", "--turns", "1")
    assert done.exit_code == 5
    one, other = done.stdout.splitlines()
    assert one == "MYST(1,1,2,1): 1"
    assert other.startswith("MYST(60,20,2,3): 0 to 1 (the chances of so large a game")
    monkeypatch.setattr("mystpy.solve.commands.turns.in_use", lambda: 0)
    monkeypatch.setattr("mystpy.solve.commands.turns.memory", lambda: 130_000)
    done = run(*GAMES, "--jobs", "1", "--format", "json")
    output = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["value"] for one in output] == ["2/3", None]
    assert "which need about" in output[1]["stopped"]


def test_values_are_drawn(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "values.svg"
    done = run(*GAMES, "--jobs", "1", "--turns", "2", "--plot", str(path))
    assert done.exit_code == 5
    drawn = path.read_text("utf-8")
    assert "<title>MYST(2,1,2,1), both may bluff: 2/3</title>" in drawn
    assert "<title>MYST(3,1,2,1), both may bluff: 0.5000 to 0.6000</title>" in drawn
    assert "A bar goes from bound to bound" in drawn


def test_bounds_may_be_near_enough(run: Run) -> None:
    for more in ((), ("--regret", "10000")):
        done = run(*FIVE, "--gap", "0.2", *more)
        assert done.exit_code == 5
        assert "in games broken off after 2 turns" in done.stdout
        assert "apart, as near as --gap 0.2 wants" in done.stdout
    few = run(*FIVE, "--gap", "1/1000", "--regret", "5", "--turns", "3")
    assert few.exit_code == 5
    assert "apart, not as near as --gap 0.001 wants" in few.stdout


def test_a_cluster_that_is_not_there_is_told(run: Run) -> None:
    pytest.importorskip("distributed")
    done = run(*GAMES, "--cluster", "nowhere")
    assert done.exit_code == 3
    assert "there is no cluster at nowhere" in done.stderr
