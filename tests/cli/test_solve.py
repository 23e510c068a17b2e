"""`mystpy solve`: values, bounds, strategies, certificates, and what is refused."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import Result

from mystpy.cli.running.limit import time_up
from mystpy.errors import EngineFailed
from mystpy.files.rows import key_of, seal_row
from mystpy.game.game import Game
from mystpy.questions.commands.legality import legal_command as legal
from mystpy.solve.commands.solve import command as solve
from mystpy.solve.extensive import program
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.subgame import Subgame
from mystpy.solve.extensive.value_bounds import ValueBounds, improving_bounds
from mystpy.solve.strategy_value import LazyTreeBuilder

Run = Callable[..., Result]

SMALL = 'rules="myst",m=2,n=1,p=2,q=1'
THREE = 'rules="myst",m=1,n=1,p=3,q=1'
LARGE = 'rules="myst",m=9,n=2,p=2,q=1'


def test_a_value_with_strategies(run: Run) -> None:
    done = run("solve", "--game", SMALL, "--strategies")
    assert done.exit_code == 0
    assert done.stdout.startswith("player 1 wins with probability 2/3 (0.666667)\n")
    assert "player 1:\n  1: " in done.stdout
    assert "player 2:\n  2: " in done.stdout


def test_simple_strategies_are_told_in_words(run: Run) -> None:
    done = run("solve", "--game", SMALL, "--useful", "--words")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert "player 1, the only optimal plan:" in lines
    assert "  turn 1, after (1) a no to a new card:" in lines
    assert "      not: ask for a new card of yours (a bluff): costs 1/3" in lines
    wanted = ("solve", "--game", SMALL, "--useful", "--spans", "--format", "json")
    (output,) = [json.loads(line) for line in run(*wanted).stdout.splitlines()]
    first = output["strategies"][0]["rules"][0]["actions"]
    assert [(act["chance"], act.get("least")) for act in first] == [
        ("1", "1"),
        ("0", None),
    ]


def test_an_object_has_the_keys_that_others_rely_on(run: Run) -> None:
    done = run("solve", "--game", SMALL, "--format", "json")
    output = json.loads(done.stdout)
    assert output["value"] == output["lower"] == output["upper"] == "2/3"
    assert {"game", "bluff", "method", "sequences", "seconds"} <= set(output)


def test_bounds_are_told_as_such(run: Run) -> None:
    done = run("solve", "--game", LARGE, "--turns", "2", "--format", "json")
    output = json.loads(done.stdout)
    assert done.exit_code == 5
    assert output["value"] is None
    assert output["lower"] != output["upper"]
    assert (
        "broken off after 2 turns"
        in run("solve", "--game", LARGE, "--turns", "2").stdout
    )


def test_a_certificate_is_written_and_checked(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    assert run("solve", "--game", SMALL, "--certificate", str(path)).exit_code == 0
    done = run("solve", "--check", str(path))
    assert done.exit_code == 0
    assert "2/3" in done.stdout
    output = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(output | {"upper": "1/3"}), "utf-8")
    done = run("solve", "--check", str(path))
    assert done.exit_code == 1
    assert "not what the certificate claims" in done.stdout


def test_what_cannot_be_counted_or_written_is_said(run: Run, tmp_path: Path) -> None:
    large = 'rules="myst",m=60,n=20,p=2,q=3'
    done = run("solve", "--game", large, "--turns", "1")
    assert done.exit_code == 2
    assert "too small to count" in done.stderr
    (tmp_path / "file").touch()
    nowhere = str(tmp_path / "file" / "c.json")
    done = run("solve", "--game", SMALL, "--certificate", nowhere)
    assert done.exit_code == 2
    assert "there is no folder" in done.stderr
    assert not done.stdout


def test_a_long_check_ends_in_time(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a small certificate nobody can tell beforehand how far its plays go."""

    def endless(_: object, watch: Callable[[], None]) -> None:
        while True:
            watch()

    name = "mystpy.solve.strategy_value.proven_bounds"
    monkeypatch.setattr(name, endless)
    text = run("solve", "--game", SMALL, "--certificate", "-").stdout
    done = run("solve", "--check", "-", "--seconds", "0.01", stdin=text)
    assert done.exit_code == 3
    assert "the time is up" in done.stderr


def test_a_check_that_needs_too_much_memory_is_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mystpy.solve.commands.check.in_use", lambda: 2**31)
    monkeypatch.setattr("mystpy.solve.commands.check.memory", lambda: 2**31)
    monkeypatch.setattr("mystpy.solve.commands.check._EVERY", 1)
    text = run("solve", "--game", SMALL, "--certificate", "-").stdout
    done = run("solve", "--check", "-", stdin=text)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "needs more than 1.0 GB of memory" in done.stderr
    assert "--force" in done.stderr
    assert run("solve", "--check", "-", "--force", stdin=text).exit_code == 0


def test_a_profile_that_is_too_large_to_check_is_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ("solve", "--game", THREE, "--turns", "1", "--certificate", "-")
    text = run(*made).stdout
    monkeypatch.setattr("mystpy.solve.commands.check.MAX_POSITIONS", 10)
    done = run("solve", "--check", "-", stdin=text)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "more than 10 positions" in done.stderr
    assert run("solve", "--check", "-", "--force", stdin=text).exit_code == 0
    game = {"rules": "myst", "m": 2000, "n": 1000, "p": 3, "q": 5}
    output = json.loads(text) | {"game": game, "hands": [1000] * 3}
    done = run("solve", "--check", "-", "--force", stdin=json.dumps(output))
    assert done.exit_code == 2
    assert "more than 100,000 deals or questions" in done.stderr


@pytest.mark.parametrize("turns", [[9, 9], [11, 11], [99, 99]])
def test_turns_that_no_strategy_comes_to_cost_nothing(
    run: Run, turns: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 10 turns it took 1.4 GB once; now the turns that are reached are grown."""
    grown: list[int] = []
    prepare = LazyTreeBuilder.require

    def counted(self: LazyTreeBuilder, found: Subgame) -> None:
        grown.append(1)
        prepare(self, found)

    monkeypatch.setattr(LazyTreeBuilder, "require", counted)
    useful = run(*SOLVE, "--certificate", "-").stdout
    output = json.loads(useful)
    assert run("solve", "--check", "-", stdin=useful).exit_code == 0
    before = len(grown)
    output["turns"] = turns
    done = run("solve", "--check", "-", stdin=json.dumps(output))
    assert done.exit_code in (0, 2)
    assert len(grown) - before <= 10 * before


def test_a_certificate_goes_through_a_pipe(run: Run) -> None:
    written = run("solve", "--game", SMALL, "--certificate", "-")
    assert json.loads(written.stdout)["upper"] == "2/3"
    assert run("solve", "--check", "-", stdin=written.stdout).exit_code == 0


def test_of_three_players_a_profile_is_told(run: Run) -> None:
    done = run("solve", "--game", THREE, "--useful")
    assert done.exit_code == 0
    assert "player 2 wins with probability 1/3 (0.333333)\n" in done.stdout
    done = run("solve", "--game", THREE, "--turns", "1", "--format", "json")
    output = json.loads(done.stdout)
    assert done.exit_code == 5
    assert output["broken"] == output["regret"] == "1/3"


def test_what_a_profile_needs_is_told_before_and_refused_if_too_much(run: Run) -> None:
    game = 'rules="myst",m=2,n=2,p=3,q=2'
    done = run("solve", "--game", game, "--turns", "6")
    assert (done.exit_code, done.stdout) == (2, "")
    *output, refused, hint = done.stderr.splitlines()
    ahead = re.compile(r"mystpy: 6 turns: perhaps [\d,]{10,} positions and .* GB")
    assert any(
        map(ahead.match, output)
    )  # a slow machine tells before that it takes long
    assert "by that the tree has more than 2,000,000 positions" in refused
    assert hint == "hint: give fewer --turns, or --force it"


def test_a_profile_has_a_certificate(run: Run) -> None:
    made = ("solve", "--game", THREE, "--turns", "1", "--certificate", "-")
    written = run(*made)
    assert written.exit_code == 5
    check = ("solve", "--check", "-")
    done = run(*check, stdin=written.stdout)
    assert done.exit_code == 0
    assert "nobody gains more than 0.333333 alone" in done.stdout
    wrong = written.stdout.replace('"broken": "1/3"', '"broken": "1/4"')
    done = run(*check, stdin=wrong)
    assert done.exit_code == 1
    assert done.stdout.endswith("that is not what the certificate claims\n")


def test_a_tree_is_written_for_others(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.efg"
    wanted = ("solve", "--game", SMALL, "--useful", "--efg", str(path))
    assert run(*wanted).exit_code == 0
    lines = path.read_text("utf-8").splitlines()
    assert lines[0].startswith('EFG 2 R "')
    assert sum(line.startswith("t ") for line in lines) == 19


CLUES = '{"rules":"clue","p":2,"sorts":{"a":["x","y"],"b":["u","v"]}}'
BOARD = 'rules="clue",p=2,board=true,sorts={a=["x","y"],b=["u","v"]}'
FIVE = 'rules="myst",m=3,n=1,p=2,q=1'
SOLVE = ("solve", "--game", FIVE, "--useful")


def test_a_run_goes_on_from_its_last_stage_to_the_same_bytes(
    run: Run, tmp_path: Path
) -> None:
    whole, parted = tmp_path / "whole.json", tmp_path / "parted.json"
    stage = ("--resume", str(tmp_path / "stage.json"))
    assert run(*SOLVE, "--certificate", str(whole)).exit_code == 0
    for turns in ("1", "2"):
        assert run(*SOLVE, *stage, "--turns", turns).exit_code == 5
    kept = Path(stage[1]).read_bytes()
    Path(stage[1]).write_bytes(kept[:-99])  # killed while it wrote
    done = run(*SOLVE, *stage, "--certificate", str(parted))
    assert done.exit_code == 0
    assert "the last line of" in done.stderr
    assert parted.read_bytes() == whole.read_bytes()
    assert Path(stage[1]).read_bytes().startswith(kept)
    again = run(*SOLVE, *stage, "--certificate", str(parted))
    assert again.stdout == done.stdout
    assert parted.read_bytes() == whole.read_bytes()


def test_the_stage_of_another_run_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "stage.json"
    assert run(*SOLVE, "--resume", str(path), "--turns", "1").exit_code == 5
    for words in (("--bluff", "one"), ("--regret", "9")):
        done = run(*SOLVE, "--resume", str(path), *words)
        assert done.exit_code == 2
        assert "results of another run" in done.stderr
    done = run("solve", "--game", SMALL, "--useful", "--resume", str(path))
    assert done.exit_code == 2
    assert "stage.json:2 is of another game" in done.stderr
    head, first = path.read_text("utf-8").splitlines()
    output = json.loads(first)
    del output["hash"]

    def forged(change: dict[str, Any]) -> str:
        """A file with a changed row whose hash is right."""
        row = seal_row(output | change, key_of(f"{head}\n".encode()))
        return f"{head}\n{row.decode()}"

    acts = {"asks -:1/0 1:1/0": "1", "asks 1:1/0 -:1/0": "0"}
    twice = output["strategies"] | {"2": {"2: -:3/1 1:2/0": acts}}
    for text, said in (
        ("mine", "stage.json:1: this is not the line of a run's results"),
        (forged({"turns": [1, 0]}), "turns are two numbers"),
        (forged({"strategies": {}}), "cannot be continued"),
        (forged({"strategies": twice}), "in two spellings"),
    ):
        path.write_text(text, "utf-8")
        done = run(*SOLVE, "--resume", str(path))
        assert done.exit_code == 2, text
        assert said in done.stderr
        assert path.read_text("utf-8") == text


@pytest.mark.parametrize("change", ['{"looked":0}', '{"looked":2}', "[1]", "mine"])
def test_a_damaged_stage_is_told_and_solved_again(
    run: Run, tmp_path: Path, change: str
) -> None:
    path = tmp_path / "stage.json"
    once = run(*SOLVE, "--resume", str(path))
    whole = path.read_text("utf-8")
    head, first, *rest = whole.splitlines(keepends=True)
    path.write_text("".join((head, f"{change}\n")), "utf-8")
    done = run(*SOLVE, "--resume", str(path))
    assert (done.exit_code, done.stdout) == (0, once.stdout)
    assert "stage.json:2 does not count: it has no hash" in done.stderr
    assert path.read_text("utf-8") == "".join((head, f"{change}\n", first, *rest))


def test_what_needs_too_much_memory_is_not_begun(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mystpy.solve.commands.turns.in_use", lambda: 0)
    monkeypatch.setattr("mystpy.solve.commands.turns.memory", lambda: 10)
    done = run(*SOLVE)
    assert done.exit_code == 2
    assert "in 1 turn it can end in" in done.stderr
    monkeypatch.setattr("mystpy.solve.commands.turns.memory", lambda: 130_000)
    done = run(*SOLVE)
    assert done.exit_code == 5
    assert "player 1 wins with a probability from" in done.stdout
    assert "need about" in done.stderr
    assert run(*SOLVE, "--force").exit_code == 0
    monkeypatch.setattr("mystpy.solve.commands.turns.memory", lambda: 10**12)
    monkeypatch.setattr("mystpy.solve.commands.turns.in_use", lambda: 10**12 + 1)
    done = run(*SOLVE)  # as the tree is grown
    assert done.exit_code == 2
    assert "turn 1 needs more memory than there is (931.3 GB)" in done.stderr
    assert run(*SOLVE, "--force").exit_code == 0


FAULTS = [
    (MemoryError(), "turn 2 needs more memory than there is"),
    (EngineFailed("it was not solved"), "it was not solved"),
]


@pytest.mark.parametrize(("fault", "said"), FAULTS)
def test_what_fails_tells_the_last_bounds(
    run: Run, fault: Exception, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A solver that finds no optimum, and a system that gives no more memory."""
    solver, calls = program.optimum, [0]

    def fails(*asked: Any) -> Any:
        calls[0] += 1
        if calls[0] == 3:  # after one turn, which both players look at
            raise fault
        return solver(*asked)

    monkeypatch.setattr("mystpy.solve.extensive.value_bounds.optimum", fails)
    done = run(*SOLVE)
    assert (done.exit_code, said in done.stderr) == (5, True)
    assert "in games broken off after 1 turn" in done.stdout
    calls[0] = 0
    done = run("solve", "--games", FIVE, "--useful", "--jobs", "1")
    assert (done.exit_code, said in done.stdout) == (5, True)
    assert done.stdout.startswith("MYST(3,1,2,1): 1/2 to 1 (")
    calls[0] = 2
    done = run(*SOLVE)
    assert done.exit_code != 0
    assert said.replace("turn 2", "turn 1") in done.stderr
    assert not done.stdout


def test_what_ends_too_soon_tells_its_last_bounds(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where Ctrl-C is an exception; elsewhere see what is stopped, and goes on."""
    path = tmp_path / "c.json"

    def ended(*_: object) -> Iterator[ValueBounds]:
        yield next(improving_bounds(Game.myst(3, 1, 2, 1), GameVariant()))
        raise KeyboardInterrupt

    monkeypatch.setattr("mystpy.solve.commands.solve.bounds_of", ended)
    done = run(*SOLVE, "--certificate", str(path))
    assert done.exit_code == 130
    assert "player 1 wins with a probability from" in done.stdout
    assert run("solve", "--check", str(path)).exit_code == 0


def test_where_nobody_watches_it_is_told_too_if_it_takes_long(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mystpy.solve.commands.turns.PATIENCE", 0)
    said = run(*SOLVE).stderr
    assert "mystpy: 2 turns: 0.5000 to 0.6000, 19 sequences\n" in said


def test_another_engine_is_offered_where_there_are_some() -> None:
    hints = [
        time_up(2, ctx).hint
        for ctx in (None, click.Context(solve), click.Context(legal))
    ]
    more = "give more --seconds"
    assert hints == [more, more, f"{more}, or another --engine"]


def test_any_number_of_turns_may_be_looked_at(run: Run) -> None:
    done = run(*SOLVE, "--turns", "9" * 40)
    assert (done.exit_code, "3/5" in done.stdout) == (0, True)


@pytest.mark.skipif("not __import__('os').path.exists('/dev/full')")
def test_a_full_disk_is_told_with_the_file(run: Run) -> None:
    for option in ("--certificate", "--efg"):
        done = run(*SOLVE, option, "/dev/full")
        assert done.exit_code == 2
        assert "/dev/full cannot be written: no space left" in done.stderr
        assert "3/5" in done.stdout


def test_many_games_are_solved(run: Run) -> None:
    wanted = ("solve", "--games", '{m = "1..2", n = 1, p = 2, q = "1..9"}', "--useful")
    done = run(*wanted, "--jobs", "1")
    assert done.exit_code == 0
    assert sorted(done.stdout.splitlines()) == [
        "MYST(1,1,2,1): 1",
        "MYST(1,1,2,2): 1",
        "MYST(1,1,2,3): 1",
        "MYST(2,1,2,1): 2/3",
        "MYST(2,1,2,2): 1",
        "MYST(2,1,2,3): 1",
        "MYST(2,1,2,4): 1",
    ]
    found = run(*wanted, "--jobs", "2", "--format", "json").stdout.splitlines()
    values = [json.loads(line)["value"] for line in found]
    assert sorted(values) == ["1"] * 6 + ["2/3"]
    done = run("solve", "--games", '{m = 1, n = 1, p = "2..3", q = 1}')
    assert done.stdout == "MYST(1,1,2,1): 1\n"
    lists = '{"rules":"generalized","m":1,"n":1,"p":2},{"m":1,"n":1,"p":2,"q":1}'
    assert run("solve", "--games", f"[{lists}]").stdout == "MYST(1,1,2,1): 1\n"
    assert "without 1 game of the range: only games of two players" in done.stderr
    assert "values only" in run(*wanted, "--words").stderr


def test_what_is_wrong_is_said(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text("[", "utf-8")
    for words, said in (
        ((), "which game?"),
        (("--game", THREE, "--bluff", "one"), "--bluff is for two players"),
        (("--game", THREE.replace("q=1", "q=4")), "q > m + n + 1"),
        (("--game", 'rules="myst",m=1,n=2,p=2,q=5'), "larger than m + n + 1"),
        (("--check", str(path)), "cannot be read"),
        (("--check", str(tmp_path / "none")), "there is no file"),
        (("--games", "{m = 1, n = 1, p = 3, q = 1}"), "only games of two players"),
        (("--games", "{m = 1, n = 1, p = 3, q = 1}"), "--game GAME seeks a profile"),
        (
            ("--game", SMALL, "--jobs", "2"),
            "--jobs, --cluster and --plot are for --games",
        ),
        (("--check", str(path), "--game", SMALL), "leave out --game"),
        (
            ("--check", str(path), "--turns", "2"),
            "takes only --verified, --seconds, --force and --format",
        ),
        (("--game", SMALL, "--games", "{m=1}"), "--game or --games, not both"),
        (("--game", SMALL, "--certificate", str(tmp_path)), "it is a folder"),
        (
            ("--game", SMALL, "--resume", str(tmp_path / "x" / "y")),
            "there is no folder",
        ),
        (("--games", "{m = 1, n = 1, p = 2, q = 4}"), ">= max(3, q) cards"),
        (("--game", SMALL, "--resume", "-"), "--resume needs a file"),
        (("--game", SMALL, "--resume", os.devnull), "it is no file"),
        (
            ("--game", SMALL, "--certificate", "c", "--efg", f".{os.sep}c"),
            "--certificate and --efg both go to",
        ),
        (
            ("--game", SMALL, "--certificate", "-", "--efg", "-"),
            "--certificate and --efg both go to standard output",
        ),
        (("--game", BOARD), "only games with a question in each turn are solved"),
        *(
            (("--game", SMALL, "--seconds", time), "is not in the range 0<x<=1000000")
            for time in ("0", "nan", "inf")
        ),
        *(
            (("--game", SMALL, "--gap", gap), f"at least 0 and less than 1, not {gap}")
            for gap in ("1e999999999", "1", "-0.1")
        ),
        (("--game", SMALL, "--plot", "x.svg"), "--plot are for --games"),
        (("--games", CLUES, "--plot", "x.svg"), "draws games of MYST"),
    ):
        done = run("solve", *words)
        assert done.exit_code == 2, words
        assert said in done.stderr


def test_knowledge_announced_and_regrets_minimized(run: Run) -> None:
    words = ("solve", "--game", SMALL, "--unlocated", "--format", "json")
    output = json.loads(run(*words, "--announced").stdout)
    assert (output["questions"], output["announced"]) == ("unlocated", True)
    assert output["value"] is not None
    near = json.loads(run(*words, "--regret", "20", "--turns", "3").stdout)
    low, high = Fraction(near["lower"]), Fraction(near["upper"])
    assert 0 < low <= Fraction(2, 3) <= high < 1


def test_a_player_asks_or_guesses(run: Run, tmp_path: Path) -> None:
    game = ("--game", 'rules="myst",m=2,n=1,p=2,q=1')
    path = tmp_path / "either.json"
    done = run("solve", *game, "--either", "--certificate", str(path))
    assert done.stdout.startswith("player 1 wins with probability 5/9")
    assert run("solve", "--check", str(path)).exit_code == 0
    claimed = json.loads(path.read_text(encoding="utf-8")) | {"lower": "4/7"}
    path.write_text(json.dumps(claimed), encoding="utf-8")
    assert run("solve", "--check", str(path)).exit_code == 1
    assert run("solve", "--check", str(path), "--verified").exit_code == 2
    games = '{m = "1..2", n = 1, p = 2, q = 1}'
    many = ("--games", games, "--jobs", "1", "--format", "json")
    rows = run("solve", *many, "--either").stdout.splitlines()
    assert {json.loads(row)["value"] for row in rows} == {"1/2", "5/9"}
    assert all(json.loads(row)["either"] for row in rows)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("p=2,q=1", "--words"), "--either cannot be combined with --words"),
        (("p=2,q=1", "--efg", "-"), "--either cannot be combined with --words"),
        (("p=3,q=1",), "--either is for two players"),
    ],
)
def test_what_is_not_told_of_games_in_which_players_ask_or_guess(
    run: Run, words: tuple[str, ...], message: str
) -> None:
    done = run(
        "solve", "--game", f'rules="myst",m=1,n=1,{words[0]}', "--either", *words[1:]
    )
    assert done.exit_code == 2
    assert message in done.stderr
