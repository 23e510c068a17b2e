"""`mystpy solve` with strategies that end with a last question."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.commands import turns as progress
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.value_bounds import ValueBounds, improving_bounds
from mystpy.solve.runs import forecast
from mystpy.solve.runs import run as runs
from mystpy.solve.trees import explicit_question, last_question
from tests.edits import SAME_END_OF_TURN, edited
from tests.solve.damages import checker

Run = Callable[..., Result]
SOLVE = ("solve", "--game", "MYST(3,2,2,2)")
VALUE = "127/200"
USUAL = "player 1 wins with a probability from 127/200 to 7/10"


@pytest.fixture(autouse=True)
def early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small trees count as large."""
    monkeypatch.setattr(last_question, "MAX_WAYS_BEFORE_A_LAST_QUESTION", 100)


@pytest.fixture
def too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no plan with a last question be written out."""

    def refused(*_: object) -> Any:
        raise QueryError("in 4 turns it can end in too many ways")

    monkeypatch.setattr(explicit_question, "explicit_bounds", refused)


def value_in(path: Path) -> str:
    """The lower bound of a certificate, which both checkers accept."""
    assert checker()([str(path)]) == 0
    found = json.loads(path.read_text("utf-8"))
    assert found["certificate"] == 2
    return str(found["lower"])


def test_a_value_is_told_with_the_last_question(run: Run) -> None:
    done = run(*SOLVE)
    assert done.exit_code == 0
    assert f"player 1 wins with probability {VALUE} (0.635000)" in done.stdout
    assert "decided within 3 turns and a last question\n" in done.stdout
    found = json.loads(run(*SOLVE, "--format", "json").stdout)
    assert (found["value"], found["turns"], found["last_question"]) == (VALUE, 3, [2])
    small = json.loads(
        run("solve", "--game", "MYST(2,1,2,1)", "--format", "json").stdout
    )
    assert "last_question" not in small


def test_strategies_and_certificates_are_written_out(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "c.json"
    done = run(*SOLVE, "--certificate", str(path), "--strategies")
    assert done.exit_code == 0
    assert "decided within 4 turns\n" in done.stdout
    assert "\n  4:" in done.stdout
    assert value_in(path) == VALUE
    assert VALUE in capsys.readouterr().out
    checked = run("solve", "--check", str(path))
    assert (checked.exit_code, VALUE in checked.stdout) == (0, True)


def test_simple_strategies_are_described(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(last_question, "MAX_WAYS_BEFORE_A_LAST_QUESTION", 10)
    small = "solve", "--game", "MYST(2,2,2,1)"
    assert "and a last question" in run(*small).stdout
    done = run(*small, "--words")
    assert done.exit_code == 0
    assert "a last question" not in done.stdout
    assert "player 2, one of several optimal plans:" in done.stdout


def test_a_run_goes_on_from_its_file_to_the_same_certificate(
    run: Run, tmp_path: Path
) -> None:
    texts = list[bytes]()
    for limits in ((), (1,), (2, 3), (3,)):
        path = tmp_path / f"{len(texts)}.jsonl"
        for turns in limits:
            run(*SOLVE, "--resume", str(path), "--turns", str(turns))
        out = str(path.with_suffix(".json"))
        assert run(*SOLVE, "--resume", str(path), "--certificate", out).exit_code == 0
        texts.append(Path(out).read_bytes())
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()[1:]]
        assert [(row["looked"], row.get("last_question")) for row in rows] == [
            (1, None), (2, None), (3, None), (3, [2])
        ]  # fmt: skip
    assert len({*texts}) == 1


@pytest.mark.usefixtures("too_large")
def test_usual_strategies_are_written_if_the_tree_is_too_large(
    run: Run, tmp_path: Path
) -> None:
    path, kept = tmp_path / "c.json", tmp_path / "r.jsonl"
    done = run(*SOLVE, "--certificate", str(path), "--resume", str(kept))
    assert done.exit_code == 5
    assert USUAL in done.stdout
    assert "the bounds 0.635000 to 0.635000 have strategies that end" in done.stderr
    assert "are not written out: in 4 turns" in done.stderr
    assert value_in(path) == VALUE
    written = path.read_bytes()
    assert run(*SOLVE).exit_code == 0
    path.unlink()
    again = run(*SOLVE, "--certificate", str(path), "--resume", str(kept))
    assert (again.exit_code, USUAL in again.stdout) == (5, True)
    assert path.read_bytes() == written
    path.unlink()
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    kept.write_text(lines[0] + lines[-1], "utf-8")  # the last stage alone
    again = run(*SOLVE, "--certificate", str(path), "--resume", str(kept))
    assert again.exit_code == 2
    assert f"player 1 wins with probability {VALUE}" in again.stdout
    assert "0.635000 to 0.635000" in again.stderr
    assert not path.exists()


@pytest.mark.usefixtures("too_large")
@pytest.mark.parametrize("turns", [3, 4, 5, 6])
def test_the_usual_strategies_are_those_of_the_last_turn(
    turns: int, run: Run, tmp_path: Path
) -> None:
    """The plan of the player who asks in it needs no last question."""
    path, game = tmp_path / "c.json", Game.myst(4, 1, 2, 1)
    words = "solve", "--game", "MYST(4,1,2,1)", "--turns", str(turns)
    done = run(*words, "--certificate", str(path))
    usual = improving_bounds(game, GameVariant(questions="useful"))
    *_, last = islice(usual, turns)
    assert done.exit_code == (0 if last.value else 5)
    found = json.loads(path.read_text("utf-8"))
    assert checker()([str(path)]) == 0
    assert found["lower"] == str(last.lower.value)
    assert found["upper"] == str(last.upper.value)


def iter_until_ended(found: Iterator[ValueBounds]) -> Iterator[ValueBounds]:
    """Yield the bounds up to a Ctrl-C."""
    with suppress(KeyboardInterrupt):
        yield from found


def test_a_program_that_has_to_end_writes_the_usual_strategies(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "c.json"

    def ended(game: Game, *_: object) -> Iterator[ValueBounds]:
        settings = runs.Run(GameVariant(questions="useful"))
        yield from (found for found, *_ in settings.bounds(game))
        raise KeyboardInterrupt

    monkeypatch.setattr("mystpy.solve.commands.solve.bounds_of", ended)
    done = run(*SOLVE, "--certificate", str(path))
    assert done.exit_code == 130
    assert USUAL in done.stdout
    assert "mystpy: the bounds 0.635000 to 0.635000 have strategies" in done.stderr
    assert "not written out: there was no time\nhint: with --resume" in done.stderr
    assert value_in(path) == VALUE
    path.unlink()

    def resumed(*words: Any) -> Iterator[ValueBounds]:
        *_, last = iter_until_ended(ended(*words))
        yield last
        raise KeyboardInterrupt

    monkeypatch.setattr("mystpy.solve.commands.solve.bounds_of", resumed)
    done = run(*SOLVE, "--certificate", str(path))
    assert (done.exit_code, VALUE in done.stdout) == (130, True)
    assert f"{path} is not written: there was no time" in done.stderr
    assert not path.exists()
    monkeypatch.setattr("mystpy.solve.commands.solve.bounds_of", ended)
    done = run(*SOLVE)
    assert (done.exit_code, VALUE in done.stdout) == (130, True)
    assert "a last question" in done.stdout


def test_many_games_have_a_last_question_too(run: Run, tmp_path: Path) -> None:
    games = '{m = 3, n = 2, p = 2, q = "2..3"}'
    kept = tmp_path / "r.jsonl"
    words = ("solve", "--games", games, "--jobs", "1", "--format", "json")
    for _ in range(2):
        lines = run(*words, "--resume", str(kept)).stdout.splitlines()
        found = {one["game"]["q"]: one for one in map(json.loads, lines)}
        assert found[2]["value"] == VALUE
        assert found[2]["last_question"] == [2]
        assert found[3]["value"] == "3/5"
        assert "last_question" not in found[3]


def test_the_progress_says_which_trees_have_a_last_question(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "is_watched", lambda: True)
    monkeypatch.setattr(forecast, "_LONG", 0.0)
    kept = tmp_path / "r.jsonl"
    words = "solve", "--game", "MYST(4,1,2,1)", "--resume", str(kept)
    ahead, found = list[str](), list[str]()
    for most in (4, 6):
        for line in run(*words, "--turns", str(most)).stderr.splitlines():
            told = line.removeprefix("mystpy: ").split(":")[0]
            if line.startswith("mystpy: turn "):
                ahead.append(told)
            elif " sequences" in line:
                found.append(told)
    last = " and a last question"
    usual = ["turn 1", "turn 2", "turn 3"]
    assert ahead == [*usual, *(f"turn {k}{last}" for k in (3, 4, 5, 6))]
    usual = ["1 turn", "2 turns", "3 turns"]
    assert found == [*usual, *(f"{k} turns{last}" for k in (3, 4, 4, 5, 6))]


def test_edited_axioms_go_on_from_the_last_usual_stage(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, path = tmp_path / "r.jsonl", tmp_path / "c.json"
    words = (*SOLVE, "--useful", "--resume", str(kept))
    assert "and a last question" in run(*words).stdout
    mine = edited(tmp_path / "mine", SAME_END_OF_TURN)
    monkeypatch.setenv("MYSTPY_AXIOMS", str(mine))
    done = run(*words, "--certificate", str(path))
    assert done.exit_code == 0
    assert "decided within 4 turns\n" in done.stdout
    assert "it has a last question, which its game may not end with" in done.stderr
    assert value_in(path) == VALUE
