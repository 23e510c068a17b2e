"""Lists of runs: what is the same in all of them is not read from each."""

from __future__ import annotations

import numpy as np
import pytest

from mystpy.kripke.partition import Partition
from mystpy.packages import kept_histories
from mystpy.packages.declarations import read_package
from mystpy.packages.history_runs import solver_calls
from mystpy.packages.history_runs.knowledge_search import RunsOfHistory
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.package_questions.group_knowledge import known_of

ASKED = (
    (
        "whats-my-number",
        {"players": 3, "hand": 1, "cards": 5},
        "unknown(1) sees_sum(2,6)",
        ("K(1, ~has(1,1))", "C(players, has(1,1) | ~has(1,1))", "K(2, K(3, has(1,1)))"),
    ),
    (
        "myst",
        {"m": 1, "n": 1, "p": 3, "q": 2},
        "asks(1,{s1,s2}) yes(2) shows(2,1,_) noguess(1)",
        ("C({1,2}, h(2,s1) | h(2,s2))", "K(3, ~K(1, h(2,s1)))", "turn(1)"),
    ),
)


def answers(name: str, constants: dict[str, int], text: str, asked: object) -> object:
    """Ask about a history that no question was asked about before."""
    kept_histories._kept.cache_clear()
    here = PackageSituation.make(read_package(name, constants), text)
    group = here.words.agents[:2]
    values = [here.answer(f, "asp-listed").value for f in asked]  # type: ignore[attr-defined]
    return here.legality(), values, known_of(here, group)


@pytest.mark.parametrize(("name", "constants", "text", "asked"), ASKED)
def test_answers_are_the_same_where_constants_are_left_out(
    name: str,
    constants: dict[str, int],
    text: str,
    asked: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = answers(name, constants, text, asked)
    monkeypatch.setattr(solver_calls, "MAX_RUNS_READ_WHOLE", 0)
    assert answers(name, constants, text, asked) == found
    kept_histories._kept.cache_clear()


@pytest.mark.parametrize("few", [0, 3, 5_000])
def test_more_runs_than_asked_for_are_not_listed(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver_calls, "MAX_RUNS_READ_WHOLE", few)
    package = read_package("myst", {"m": 1, "n": 1, "p": 3, "q": 2})
    for most, number in ((23, None), (24, 24), (2, None)):
        rows = RunsOfHistory(package, ()).solver.run_list(most)
        assert (None if rows is None else len(rows.rows)) == number


@pytest.mark.parametrize("columns", [0, 1, 31, 33, 70])
def test_rows_that_are_equal_are_in_one_class(columns: int) -> None:
    random = np.random.default_rng(columns)
    rows = random.random((200, columns)) < 0.03
    found = Partition.of_rows(rows)
    assert found == Partition.of_keys(map(bytes, rows))
    assert found.count == len(set(map(bytes, rows)))
