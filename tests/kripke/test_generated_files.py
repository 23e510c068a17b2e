"""Files made at random end in an answer or a message, never in status 70."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from tests.kripke.generated_files import (
    AGENTS,
    ATOMS,
    formula,
    large_model_file,
    model_file,
    puzzle_file,
)
from tests.sampling import cases

RUN = 20


def runs(most: int) -> list[object]:
    """Starts of runs of seeds; all but the first are for the scheduled run."""
    return cases(range(0, most, RUN), 0)


def answered(*words: str) -> int:
    """The status of a command, which is that of an answer or of a refusal."""
    done = CliRunner().invoke(cli, list(words))
    assert done.exit_code in range(6), f"{words}\n{done.output}"
    assert "Traceback" not in done.output, words
    return done.exit_code


def answers(
    start: int, folder: Path, made: Callable[[int], str], *commands: str
) -> bool:
    """Return whether some of a run of files are answered; none may end in a fault."""
    statuses = list[int]()
    for seed in range(start, start + RUN):
        rng = Random(seed)
        path = folder / f"{seed}.toml"
        path.write_text(made(seed), encoding="utf-8")
        for command in commands:
            word, *options = command.split()
            asks = made is model_file and word in ("check", "why")
            asked = [formula(rng, ATOMS, AGENTS[:1], 3) for _ in range(2 * asks)]
            statuses.append(answered(word, str(path), *options, "--", *asked))
    return not {0, 1, 5}.isdisjoint(statuses)


@pytest.mark.parametrize("start", runs(1_000))
def test_models(start: int, tmp_path: Path) -> None:
    commands = (
        "check",
        "check --where --format json",
        "update",
        "update --format json",
    )
    more = ("why", "why --format json", "model", "model --format toml")
    assert answers(start, tmp_path, model_file, *commands, *more)


@pytest.mark.parametrize("start", runs(300))
def test_large_models(start: int, tmp_path: Path) -> None:
    assert answers(start, tmp_path, large_model_file, "check", "check --where")


@pytest.mark.parametrize("start", runs(1_000))
def test_puzzles(start: int, tmp_path: Path) -> None:
    commands = ("puzzle", "puzzle --format json", "puzzle --engine cube")
    assert answers(start, tmp_path, puzzle_file, *commands, "puzzle --engine crowd")


def test_the_checks_of_a_file_are_made_as_they_are_said(tmp_path: Path) -> None:
    path = tmp_path / "model.toml"
    path.write_text(model_file(3), encoding="utf-8")
    assert answered("check", str(path), "true", "K(a,") == 2
