"""`mystpy tournament` with players who connect: programs, people, and hostile ones."""

from __future__ import annotations

import json
import re
import shlex
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Run
from tests.programs import HANGING, alive, begun, children_of, comes_true, ran

PYTHON = shlex.quote(sys.executable)
MYSTPY = [sys.executable, "-m", "mystpy"]
STRANGER = [sys.executable, "tests/protocol/stranger.py"]
TOML = f"""
game = {{ rules = "myst", m = 1, n = 2, p = 3, q = 2 }}
[[player]]
name = "ann"
kind = "connect"
seconds = {HANGING}
wait = {HANGING}
[[player]]
kind = "exact"
copies = 2
"""


@contextmanager
def tournament(
    folder: Path, text: str = TOML, games: int = 6, *words: str
) -> Iterator[tuple[Popen[str], str, str]]:
    """Begin a tournament, and give it with its port and token."""
    path = folder / "table.toml"
    path.write_text(text)
    called = [*MYSTPY, "tournament", str(path), "--games", str(games), *words]
    called += ["--format", "json", "--transcripts", str(folder)]
    with begun(called, cwd=ROOT) as program:
        assert program.stderr is not None
        line = program.stderr.readline()
        found = re.search(r"connect to 127\.0\.0\.1:(\d+)#(\w+)$", line)
        assert found, line
        yield program, found[1], found[2]


def rows(program: Popen[str]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    assert program.stdout is not None
    found = [json.loads(line) for line in program.stdout]
    return found[1:-1], found[-1]


def connects(name: str, port: str, token: str, how: str = "") -> list[str]:
    return [*STRANGER, how, name, port, token]


def test_a_program_connects_and_plays_all_games(tmp_path: Path) -> None:
    with (
        tournament(tmp_path) as (program, port, token),
        begun(connects("ann", port, token), cwd=ROOT) as stranger,
    ):
        games, last = rows(program)
        assert program.wait() == 0
        assert stranger.wait() == 0
    assert len(games) == 6
    assert all("fault" not in game and game["history"] for game in games)
    assert last["players"]["ann"]["games"] == 6
    assert len(list(tmp_path.glob("game-*-ann.jsonl"))) <= 6
    for path in tmp_path.glob("game-*-ann.jsonl"):
        assert token not in path.read_text()


def test_whoever_leaves_loses_that_game_and_may_connect_again(tmp_path: Path) -> None:
    with tournament(tmp_path, games=3) as (program, port, token):
        left = ran(connects("ann", port, token, "leave"), cwd=ROOT)
        assert left.returncode == 0
        again = ran(connects("ann", port, token, "half"), cwd=ROOT)
        assert again.returncode == 0
        with begun(connects("ann", port, token), cwd=ROOT):
            games, last = rows(program)
    faults = [game.get("fault", {}).get("how") for game in games]
    assert faults.count("left") == 2
    assert last["players"]["ann"]["fault_kinds"] == {"left": 2}


def test_nobody_else_takes_the_seat(tmp_path: Path) -> None:
    """Without the token, by another name, with noise, or silently."""
    with tournament(tmp_path, games=3) as (program, port, token):
        place = "127.0.0.1", int(port)
        silent = socket.create_connection(place, timeout=HANGING)
        for hello in (
            {"type": "hello", "version": 1, "name": "ann"},
            {"type": "hello", "version": 1, "name": "eve", "token": token},
            {"type": "hello", "version": 1, "name": "ann", "token": token[::-1]},
        ):
            with socket.create_connection(place, timeout=HANGING) as line:
                line.sendall(json.dumps(hello).encode() + b"\n")
                with line.makefile() as file:
                    answers = [json.loads(text) for text in file]
            assert answers[-1]["type"] == "error"
        with begun(connects("ann", port, token), cwd=ROOT):
            games, _ = rows(program)
        silent.close()
        assert program.stderr is not None
        assert "nobody called 'eve' plays here" in program.stderr.read()
    assert all("fault" not in game for game in games)


def test_who_does_not_connect_loses(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "absent.toml"
    path.write_text(TOML.replace(f"wait = {HANGING}", "wait = 0.2"))
    done = run("tournament", str(path), "--games", "3", "--format", "json")
    assert done.exit_code == 0
    last = json.loads(done.stdout.splitlines()[-1])
    assert set(last["players"]["ann"]["fault_kinds"]) == {"absent"}


def test_a_person_joins_and_plays(tmp_path: Path) -> None:
    """With one card a hand there is nothing to choose but questions."""
    text = TOML.replace('"connect"', '"person"').replace("n = 2", "n = 1")
    with tournament(tmp_path, text, 3) as (program, port, token):
        address = f"127.0.0.1:{port}#{token}"
        words = [*MYSTPY, "join", "person", "ann", address]
        asks = "".join(f"asks({k},{{s1,s2}})\n" for k in (1, 2, 3))
        typed = "nonsense\n?\nendturn\n" + f"{asks}noguess\n" * 99
        person = ran(words, input=typed, cwd=ROOT)
        games, last = rows(program)
    assert len(games) == 3
    assert last["players"]["ann"]["games"] == 3
    assert "you are player" in person.stdout
    assert "holds" in person.stdout
    assert "has won" in person.stdout or "has lost" in person.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--jobs", "2"), "ann connects: these games are played one after another"),
        (("--transcripts", "README.md"), "README.md"),
    ],
)
def test_wrong_words_are_reported(
    run: Run, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    path = tmp_path / "table.toml"
    path.write_text(TOML)
    done = run("tournament", str(path), *words)
    assert done.exit_code == 2
    assert message in done.stderr


def test_the_first_fault_of_a_player_is_told_at_once(run: Run) -> None:
    """A wrong command or key costs all games: it is noticed after the first one."""
    broken = f"{shlex.quote(sys.executable)} -c 'raise SystemExit(3)'"
    player = f"kind = 'program', name = 'broken', command = {json.dumps(broken)}"
    words = ("--game", "MYST(1,2,3,2)", "--player", player, "--player", "random")
    done = run("tournament", *words, "--games", "6", "--jobs", "1")
    told = [line for line in done.stderr.splitlines() if "by a fault" in line]
    why = "the program ended with exit status 3"
    assert told == [f"mystpy: broken has lost game 0 by a fault: {why}"]
    assert "broken has lost 6 games by a fault (exit 6)" in done.stdout


def test_a_person_needs_an_address(run: Run) -> None:
    done = run("join", "person", "ann")
    assert done.exit_code == 2
    assert "a person joins by TCP" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="children are found in /proc")
def test_no_guest_outlives_a_tournament_that_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    command = f"{PYTHON} tests/arena/hostile.py sleeps"
    guest = f'kind = "program"\ncommand = "{command}"\nseconds = {HANGING}'
    head, _, others = TOML.partition("[[player]]")
    path.write_text(
        f"{head}[[player]]\n{guest}\n[[player]]{others.partition('[[player]]')[2]}"
    )
    words = [*MYSTPY, "tournament", str(path), "--jobs", "1"]
    with begun(words, cwd=ROOT) as program:
        found: list[int] = []

        def has_begun() -> bool:
            for guardian in children_of(program.pid):
                found[:] = [guardian, *children_of(guardian)]
            return len(found) > 1

        assert comes_true(has_begun)
        program.kill()
        program.communicate()
    assert comes_true(lambda: not any(map(alive, found)))
