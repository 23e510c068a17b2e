"""``mystpy tournament``: many games, their file, and their results."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from mystpy.theories import origin_keys
from tests.cli.conftest import ROOT
from tests.programs import begun, comes_true

Run = Callable[..., Result]
Shell = Callable[..., "subprocess.CompletedProcess[str]"]

EXAMPLE = "example:exact-knowledge"


def test_players_are_told_by_their_share(run: Run) -> None:
    done = run("tournament", EXAMPLE, "--games", "60", "--jobs", "1")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "60 games, 20 deals, seed 1"
    assert [line.split()[0] for line in lines[3:5]] == ["exact", "others"]
    assert "exact before others by" in done.stdout
    assert "with a deal for each" in done.stdout


def test_the_last_line_has_the_keys_of_the_interface(run: Run) -> None:
    done = run("tournament", EXAMPLE, "--games", "7", "--format", "json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row.get("number") for row in rows] == [None, *range(9), None]
    last = rows[-1]
    assert (last["games"], last["seed"]) == (9, 1)
    keys = ["games", "wins", "share", "low", "high", "wrong", "seats"]
    assert list(last["players"]["exact"])[: len(keys)] == keys
    assert len(last["players"]["exact"]["seats"]) == 3


def test_games_are_written_and_gone_on_with(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    words = ("tournament", EXAMPLE, "--out", str(path), "--jobs", "1")
    first = run(*words, "--games", "30", "--format", "json")
    whole = path.read_bytes()
    last = json.loads(whole.splitlines()[-1])
    printed = json.loads(first.stdout)
    assert printed.pop("mystpy") == origin_keys()["mystpy"]  # the first line has both
    assert printed | {"hash": last["hash"]} == last
    path.write_bytes(whole[:1234])
    done = run(*words, "--games", "30", "--resume")
    assert path.read_bytes() == whole
    assert "games.jsonl was cut off and does not count" in done.stderr
    more = run(*words, "--games", "33", "--resume")
    assert more.stdout.startswith("33 games")
    assert path.read_bytes().splitlines()[:31] == whole.splitlines()[:31]


@pytest.mark.skipif("not hasattr(__import__('signal'), 'SIGKILL')")
def test_what_is_killed_goes_on_to_the_same_file(run: Run, tmp_path: Path) -> None:
    killed, whole = tmp_path / "killed.jsonl", tmp_path / "whole.jsonl"
    play = ("tournament", EXAMPLE, "--games", "90", "--jobs", "2", "--out")
    words = [sys.executable, "-m", "mystpy", *play, str(killed)]
    with begun(words, cwd=ROOT) as program:
        assert comes_true(
            lambda: killed.exists() and killed.read_bytes().count(b"\n") > 9
        )
        program.kill()
    lines = killed.read_bytes().splitlines()
    assert len(lines) > 9
    assert run(*play, str(killed), "--resume").exit_code == 0
    assert run(*play, str(whole)).exit_code == 0
    assert killed.read_bytes() == whole.read_bytes()
    assert whole.read_bytes().splitlines()[:9] == lines[:9]


def test_it_stops_at_a_width(run: Run) -> None:
    done = run("tournament", EXAMPLE, "--until", "0.5", "--format", "json")
    last = json.loads(done.stdout.splitlines()[-1])
    assert last["watched"]
    assert last["games"] < 300
    assert all(row["high"] - row["low"] <= 0.5 for row in last["players"].values())
    output = run("tournament", EXAMPLE, "--until", "0.5").stdout
    assert "although the games were stopped because of them" in output


def test_games_are_written_as_parquet(run: Run, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path, table = tmp_path / "games.jsonl", tmp_path / "games.parquet"
    words = ("--games", "9", "--out", str(path), "--parquet", str(table))
    assert run("tournament", EXAMPLE, *words).exit_code == 0
    rows = parquet.read_table(table).to_pylist()
    lines = [json.loads(line) for line in path.read_text().splitlines()[1:-1]]
    assert len(rows) == 9
    for row, line in zip(rows, lines, strict=True):
        del line["hash"]
        assert {key: row[key] for key in line} == line
        assert row["fault_seat"] is None


def test_parquet_names_the_extra_that_is_missing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    path = tmp_path / "games.jsonl"
    done = run("tournament", EXAMPLE, "--out", str(path), "--parquet", "x.parquet")
    assert done.exit_code == 3
    assert "pip install 'mystpy[parquet]'" in done.stderr
    assert not path.exists()


TOML = """
game = {rules = "myst", m = 1, n = 1, p = 3, q = 2}
[[player]]
kind = "random"
copies = 3
"""


@pytest.mark.parametrize(
    ("old", "new", "message", "hint"),
    [
        ('"random"', '"randon"', "no kind of player 'randon'", "did you mean random?"),
        ('"random"', '"persom"', "no kind of player 'persom'", "did you mean person?"),
        ("copies = 3", "copies = 2", "2 players for the 3 seats", "copies = 2"),
        (
            "copies = 3",
            'copies = 2\n[[player]]\nkind = "random"',
            "two players are",
            "",
        ),
        ("p = 3", "p = 0", "p = 0", ""),
        ('"myst", m = 1, n = 1, p = 3, q = 2', '"clue", p = 99', "", ""),
        ("[[player]]", "[player", "this is not TOML", ""),
    ],
)
def test_wrong_files_are_told(
    run: Run, tmp_path: Path, old: str, new: str, message: str, hint: str
) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(TOML.replace(old, new))
    done = run("tournament", str(path))
    assert done.exit_code == 2
    assert message in done.stderr
    assert "wrong.toml" in done.stderr
    assert hint in done.stderr


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (("no-such.toml",), "there is no file no-such.toml", ""),
        ((EXAMPLE, "--resume"), "--resume needs --out", "--out FILE"),
        ((EXAMPLE, "--parquet", "x"), "--parquet needs --out", "--out FILE"),
        ((EXAMPLE, "--out", "README.md"), "README.md exists already", "--resume"),
        (
            (EXAMPLE, "--out", "README.md", "--resume"),
            "README.md:1: this is not the line of a tournament's results",
            "new file",
        ),
        ((EXAMPLE, "--out", "no/such/x.jsonl"), "cannot be written", ""),
        (("example:full-deal",), "this is a query file", "mystpy ask"),
        ((EXAMPLE, "--until", "2"), "not in the range", "--help"),
    ],
)
def test_wrong_words_are_told(
    run: Run, words: tuple[str, ...], message: str, hint: str
) -> None:
    before = Path(__file__).parents[2] / "README.md"
    text = before.read_bytes()
    done = run("tournament", *words)
    assert done.exit_code == 2
    assert message in done.stderr
    assert hint in done.stderr
    assert before.read_bytes() == text


def test_a_cluster_that_is_not_there_is_told(run: Run) -> None:
    pytest.importorskip("distributed")
    done = run("tournament", EXAMPLE, "--cluster", "nowhere")
    assert done.exit_code == 3
    assert "there is no cluster at nowhere" in done.stderr
    assert "dask scheduler" in done.stderr


def test_when_the_time_is_up_the_games_are_kept(
    run: Run, shell: Shell, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    play = ("tournament", EXAMPLE, "--jobs", "1", "--out", str(path))
    done = shell(f"mystpy {shlex.join(play)} --games 100000000 --seconds 0.4")
    assert done.returncode == 3
    assert "the time is up" in done.stderr
    kept = path.read_bytes().splitlines() if path.exists() else []
    resumed = ("--resume",) if kept else ()
    done_again = run(*play, "--games", str(max(3, len(kept))), *resumed)
    assert done_again.exit_code == 0
    assert path.read_bytes().splitlines()[: len(kept) - 1] == kept[:-1]


def test_options_say_what_a_file_says(run: Run) -> None:
    small = '{"rules":"myst","m":1,"n":2,"p":3,"q":2}'
    players = ("--player", "exact", "--player", 'kind="random", name="others"')
    words = ("--games", "30", "--format", "json")
    here = run("tournament", "--game", small, *players, *words)
    file = run("tournament", EXAMPLE, *words)
    assert here.exit_code == 0
    assert here.stdout == file.stdout


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("randon", "no kind of player 'randon'"),
        ('kind="random", skill=3', "has no option 'skill'"),
        ('name="a"', "[[player]] has no 'kind'"),
        ('kind="random", copies=5', "there are 5 players for the 3 seats"),
        ("kind=", "--player:1:"),
    ],
)
def test_wrong_players_are_told(run: Run, player: str, message: str) -> None:
    done = run("tournament", "--player", player, "--games", "3")
    assert done.exit_code == 2
    assert message in done.stderr


def test_shares_are_drawn(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "shares.svg"
    done = run("tournament", EXAMPLE, "--games", "9", "--plot", str(path))
    assert done.exit_code == 0
    assert "<title>exact: " in path.read_text(encoding="utf-8")
    words = ("--games", "9", "--plot", str(tmp_path / "no" / "shares.svg"))
    done = run("tournament", EXAMPLE, *words)
    assert done.exit_code == 2
    assert "cannot be written" in done.stderr


def test_a_game_that_is_solved_part_of_the_way_is_reported(run: Run) -> None:
    """In the text and the JSON of `play` and of `tournament`."""
    game = ("--game", '{"rules":"myst","m":3,"n":4,"p":2,"q":3}')
    players = ("--player", "equilibrium", "--player", "exact")
    for words in (("play",), ("tournament", "--games", "2", "--jobs", "1")):
        text = run(*words, *game, *players).stdout
        assert "plays no equilibrium: MYST(3,4,2,3) was solved only part" in text
        rows = run(*words, *game, *players, "--format", "json").stdout.splitlines()
        (found,) = json.loads(rows[-1])["solutions"]
        assert found["solved"] is False
        assert found["lower"] != found["upper"]
