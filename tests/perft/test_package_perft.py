"""Counts of packages: by two engines, by the games they restate, by searches."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.declarations import read_package
from mystpy.packages.history_runs.offered_actions import offered_steps
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.prolog_runs import history_counts
from mystpy.packages.prolog_runs.history_counts import (
    HistoryCounts,
    PackagePerft,
    clingo_runs,
    swi_prolog_runs,
)
from mystpy.perft.counts import Perft
from tests.sampling import cases_by_day

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Return a function that calls `mystpy perft` in this process."""
    return lambda *words: CliRunner().invoke(cli, ["perft", *words])


def counted(name: str, depth: int, **constants: int) -> list[HistoryCounts]:
    package = read_package(name, constants)
    return list(PackagePerft(package, clingo_runs(package)).levels(depth))


RESTATED: list[Any] = [
    ("myst", {"m": 1, "n": 1, "p": 2, "q": 1}, Game.myst(1, 1, 2, 1), 6),
    ("myst", {"m": 1, "n": 1, "p": 3, "q": 2}, Game.myst(1, 1, 3, 2), 4),
    ("myst", {"m": 2, "n": 1, "p": 3, "q": 2}, Game.myst(2, 1, 3, 2), 3),
    (
        "generalized",
        {"m": 1, "n": 1, "p": 3, "q": 2},
        Game.from_dict({"rules": "generalized", "m": 1, "n": 1, "p": 3, "q": 2}),
        3,
    ),
]


@pytest.mark.parametrize(("name", "constants", "game", "depth"), RESTATED)
def test_a_package_has_the_counts_of_the_game_that_it_restates(
    name: str, constants: dict[str, int], game: Game, depth: int
) -> None:
    """The transition system of the game knows nothing of the package.

    States are others: the last question is a fluent of the game alone.
    """
    found = counted(name, depth, **constants)
    expected = list(Perft(game).levels(depth))
    assert [one[:4] for one in found] == [one[:4] for one in expected]
    assert found[depth].histories > found[1].histories > 1


BY_SEARCH = [("muddy-children", 3), ("whats-my-number", 1), ("guess-who", 2)]


@pytest.mark.parametrize(("name", "depth"), BY_SEARCH)
def test_public_histories_are_those_that_are_offered_one_by_one(
    name: str, depth: int
) -> None:
    """Preconditions about knowledge are decided by other means there."""
    package = read_package(name)
    level: list[tuple[ActionStep, ...]] = [()]
    numbers = []
    for _ in range(depth + 1):
        numbers.append(len(level))
        level = [
            (*steps, step)
            for steps in level
            for step in dict.fromkeys(
                each.public
                for each in offered_steps(
                    package,
                    PackageSituation(package, steps).possible_actions(every=True),
                )
            )
        ]
    assert [one.public for one in counted(name, depth)] == numbers


def test_muddy_children_are_counted_by_hand() -> None:
    """The father speaks if a child is muddy; then each child that knows may say so."""
    first, father = counted("muddy-children", 1)
    assert (first.histories, first.runs) == (1, 8)
    assert (father.histories, father.runs) == (1, 7)


PACKAGES = [
    ("myst", 3, {"m": 1, "n": 1, "p": 2, "q": 1}),
    ("muddy-children", 3, {}),
    ("guess-who", 3, {}),
    ("whats-my-number", 2, {}),
    ("black-vienna", 2, {"gang": 1, "hand": 1, "asked": 2}),
    ("knowledge-games", 1, {}),
]


@pytest.mark.parametrize("case", cases_by_day(PACKAGES, 3), ids=lambda case: case[0])
def test_prolog_counts_the_same(case: tuple[str, int, dict[str, int]]) -> None:
    name, depth, constants = case
    package = read_package(name, constants)
    found = PackagePerft(package, swi_prolog_runs(package)).levels(depth)
    assert list(found) == counted(name, depth, **constants)


def test_the_command_prints_a_table_and_says_whether_prolog_agrees(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("--theory", "muddy-children", "--depth", "2", "--check")
    done = run(*words)
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Muddy children, children = 3"
    assert lines[1].split() == ["depth", "histories", "runs", "public", "states"]
    assert lines[4].split() == ["2", "4", "7", "4", "1"]
    assert lines[5] == "SWI-Prolog, from theory.pl: the same counts"
    found = json.loads(run(*words, "--format", "json").stdout)
    assert found["checked"] is True
    assert found["levels"][2]["runs"] == 7

    def other(package: Any, *, trust: bool) -> Any:
        return lambda length: clingo_runs(package)(length)[:-1]  # type: ignore[index]

    monkeypatch.setattr(history_counts, "swi_prolog_runs", other)
    wrong = run(*words)
    assert wrong.exit_code == 4
    assert "other counts: one of the two is wrong" in wrong.stdout


def test_too_much_is_refused_with_what_to_do(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_counts, "MAX_RUNS_COUNTED", 5_000)
    done = run("--theory", "clue")
    assert done.exit_code == 2
    assert "depth 0 has more than 5,000 runs" in done.stderr
    assert "take smaller constants with --game" in done.stderr
    done = run("--theory", "russian-cards")
    assert "one_of has 157,565,625 instances" in done.stderr
    assert "take smaller constants with --game" in done.stderr
    done = run("--theory", "muddy-children", "--game", "child=2")
    assert done.exit_code == 2
    with pytest.raises(QueryError, match="depth 3 has more than 5,000 runs"):
        counted("myst", 3, n=2, p=2, q=2, m=3)
