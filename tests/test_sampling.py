"""Which tests a run chooses: leaving slow cases out early makes no difference."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import settings

from mystpy.engines.transition_system.cache import cache_dir
from tests.programs import ran
from tests.sampling import (
    VARIABLE,
    by_day,
    cases,
    cases_by_day,
    is_left_out,
    is_nightly,
    part_by_day,
    sample_date,
    seeds_by_day,
)

ROOT = Path(__file__).parents[1]
FILES = ("tests/engines/test_counts.py", "tests/solve/test_larger_questions.py")
"""Files with cases that are alike, slow cases and slow tests."""

ALL_GENERATED = "not slow and (alike or not alike)"
"""This expression chooses what `not slow` does; all cases are generated for it."""


SEVERAL_RUNS = """
import json, sys
import pytest
for line in sys.stdin:
    print("--- run", flush=True)
    pytest.main(["--collect-only", "-q", "-p", "no:xdist", *json.loads(line)])
"""


def collected(*runs: tuple[str, ...]) -> list[tuple[set[str], str]]:
    """Return for each run the names of the tests that are chosen, and the last line.

    One process makes all runs, so that it loads the files once.
    """
    given = "".join(f"{json.dumps(words)}\n" for words in runs)
    done = ran([sys.executable, "-c", SEVERAL_RUNS], cwd=ROOT, input=given)
    found = []
    for said in done.stdout.split("--- run\n")[1:]:
        lines = said.splitlines()
        found.append(({line for line in lines if "::" in line}, lines[-1]))
    return found


def test_leaving_slow_cases_out_early_changes_no_choice() -> None:
    chosen = ("not slow", ALL_GENERATED, "slow or not slow")
    (early, report), (late, told_late), (every, _) = collected(
        *(("-m", expression, *FILES) for expression in chosen)
    )
    assert early == late
    assert len(early) > 20
    assert early < every
    assert f"/{len(every)} tests" in told_late
    assert f"/{len(every)} tests" not in report


def test_a_slow_case_that_is_named_is_found_and_deselected() -> None:
    slow = "tests/test_sampling.py::test_a_case_has_its_name[second]"
    ((_, report),) = collected(("-m", "not slow", slow))
    assert "1 deselected" in report


@pytest.mark.parametrize("name", cases(("first", "second"), "first"))
def test_a_case_has_its_name(name: str, request: pytest.FixtureRequest) -> None:
    assert request.node.name.endswith(f"[{name}]")


def test_a_part_is_tried_by_day_and_all_of_it_otherwise() -> None:
    every = range(10)
    assert by_day(30) == (30 if is_nightly() else 6)
    assert by_day(2, 5) >= 1
    parts = [part_by_day(every, 3, first) for first in range(3)]
    assert {number for part in parts for number in part} == set(every)
    assert sum(map(len, parts)) == (30 if is_nightly() else 10)
    assert len(part_by_day("a", 3)) == 1
    assert not part_by_day("", 3)
    assert is_nightly() is not settings().derandomize


ON_ANOTHER_DAY: list[Callable[[], Iterable[object]]] = [
    lambda: part_by_day(range(12), 6),
    lambda: seeds_by_day(12, 6),
    lambda: [one for one in cases_by_day(range(12), 2) if isinstance(one, int)],
    lambda: [name for name in map(str, range(12)) if not is_left_out(name, 6)],
]


@pytest.mark.parametrize("sample", ON_ANOTHER_DAY)
def test_each_case_is_in_the_sample_of_one_of_six_days(
    sample: Callable[[], Iterable[object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.sampling.is_nightly", lambda: False)
    found = []
    for day in range(10, 16):
        monkeypatch.setenv(VARIABLE, f"2026-11-{day}")
        found += (those := [*sample()])
        assert those == [*sample()]
    assert sorted(map(int, map(str, found))) == [*range(12)]


def test_the_sample_of_a_day_is_named_and_repeated(
    conftest: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = []
    for day in ("2026-11-28", "2026-11-29", "2026-11-28"):
        monkeypatch.setenv(VARIABLE, day)
        ((chosen, _),) = collected(("-m", "not slow", FILES[0]))
        runs.append(chosen)
    assert runs[0] == runs[2]
    assert runs[0] != runs[1]
    assert f"{VARIABLE}=2026-11-28" in conftest.pytest_report_header(config()) or (
        is_nightly()
    )


def test_a_day_that_is_no_date_is_refused(
    conftest: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "yesterday")
    with pytest.raises(pytest.UsageError, match=f"{VARIABLE} is not a date"):
        conftest.pytest_configure(config())


def test_cases_that_are_not_named_are_slow() -> None:
    first, second, third = cases("abc", "b")
    assert second == "b"
    for value, one in (("a", first), ("c", third)):
        assert one == pytest.param(value, marks=pytest.mark.slow)


@pytest.fixture
def conftest(pytestconfig: pytest.Config) -> Any:
    """The module tests/conftest.py as pytest has loaded it."""
    return pytestconfig.pluginmanager.get_plugin(str(ROOT / "tests" / "conftest.py"))


def config(*args: str) -> SimpleNamespace:
    """Return what pytest knows of a run of the repository with these arguments."""
    where, option = SimpleNamespace(dir=ROOT), SimpleNamespace(markexpr="not slow")
    return SimpleNamespace(args=args, option=option, invocation_params=where)


def test_only_a_case_is_named_in_brackets_and_no_folder(conftest: Any) -> None:
    leaves_out = conftest._leaves_slow_cases_out
    assert leaves_out(config("tests"))
    assert leaves_out(config("/copies/mystpy[1]/tests/test_bits.py::test_one"))
    assert not leaves_out(config("tests/test_bits.py::test_one[a]"))


def test_workers_rewrite_the_files_that_are_named(conftest: Any) -> None:
    found = conftest._named_files(config("tests/coq", "tests/test_bits.py::test_one"))
    coq = (ROOT / "tests" / "coq").rglob("test_*.py")
    assert found == [*sorted(coq), ROOT / "tests" / "test_bits.py"]
    assert set(found) < set(conftest._named_files(config("tests")))


def test_what_mystpy_keeps_is_kept_in_a_folder_of_this_run() -> None:
    folder = cache_dir()
    assert folder is not None
    assert folder.parent.name.startswith("mystpy-tests-")


def test_the_sample_is_that_of_the_last_commit_where_git_tells_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr("tests.sampling._date_of_commit", lambda: "2026-11-28")
    assert sample_date() == date(2026, 11, 28)
    monkeypatch.setattr("tests.sampling._date_of_commit", lambda: "")
    assert sample_date() >= date(2026, 11, 28)
