"""Which cases each run tries, and where it keeps diagrams and proofs.

Of random examples the profile `ci` tries those of the date, `nightly` more. A test that
wants more or fewer multiplies what the profile says, so that `pytest
--hypothesis-profile nightly` reaches all of them: see tests/sampling.py.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from _pytest.assertion import rewrite
from hypothesis import HealthCheck, seed, settings

from tests.sampling import VARIABLE, day_number, is_left_out, is_nightly, sample_date

settings.register_profile(
    "ci",
    max_examples=6,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile(
    "nightly", settings.get_profile("ci"), max_examples=1_000, derandomize=False
)
settings.load_profile("ci")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the date of the sample and a new folder for diagrams and proofs.

    So each is computed once in a run, and nothing that an earlier run has left counts.
    The workers of xdist, and programs that tests start, inherit both variables.
    """
    os.environ["MYSTPY_PROGRESS"] = "0"  # no outcome depends on the time it takes
    if not hasattr(config, "workerinput"):
        try:
            day = sample_date()
        except ValueError as error:
            raise pytest.UsageError(f"{VARIABLE} is not a date: {error}") from None
        folder = TemporaryDirectory(prefix="mystpy-tests-", ignore_cleanup_errors=True)
        patch = pytest.MonkeyPatch()
        patch.setenv("XDG_CACHE_HOME", folder.name)
        patch.setenv(VARIABLE, day.isoformat())
        config.add_cleanup(folder.cleanup)
        config.add_cleanup(patch.undo)
    elif not sys.dont_write_bytecode:
        number = int(config.workerinput["workerid"].removeprefix("gw"))
        _rewrite_share(config, number, config.workerinput["workercount"])


def pytest_report_header(config: pytest.Config) -> str:
    """Name the sample of the run."""
    if is_nightly():
        return "sample: all cases"
    return f"sample: {VARIABLE}={sample_date()} repeats it"


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Name the sample at the end of a run with -q, which prints no header."""
    if not terminalreporter.showheader:
        terminalreporter.write_line(pytest_report_header(config))


def _rewrite_share(config: pytest.Config, number: int, workers: int) -> None:
    """Rewrite the assertions of one file in `workers`, for all workers of the run.

    They collect in the same order, and on a new checkout each would rewrite all files.
    This relies on functions of pytest that are not public. A file that is not written
    here is rewritten when it is imported, which also reports what is wrong with it.
    """
    for path in _named_files(config)[number::workers]:
        with suppress(Exception):
            _rewrite(path, config)


def _named_files(config: pytest.Config) -> list[Path]:
    """Return the files of tests that the arguments name, or that their folders have."""
    found: set[Path] = set()
    for argument in config.args:
        path = config.invocation_params.dir / str(argument).partition("::")[0]
        found.update(path.rglob("test_*.py") if path.is_dir() else [path])
    return sorted(found)


def _rewrite(path: Path, config: pytest.Config) -> None:
    """Rewrite the assertions of a file unless that has been done."""
    state = config.stash[rewrite.assertstate_key]
    pyc = rewrite.get_cache_dir(path) / (path.stem + rewrite.PYC_TAIL)
    if rewrite.try_makedirs(pyc.parent) and not rewrite._read_pyc(path, pyc):
        source, code = rewrite._rewrite_test(path, config)
        rewrite._write_pyc(state, code, source, pyc)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected, since what is loaded stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Leave what was loaded and collected out of garbage collections.

    There are millions of objects, which stay until the end: to look at them again and
    again took a tenth of the time of all tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Leave what is left out of the further garbage collections at the end.

    Pytest has just made one, which reports exceptions that nobody could raise.
    """
    gc.freeze()


LEFT_OUT = "not slow"
"""If the expression after -m begins with this, it chooses no slow test."""


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    """Do not generate the slow cases of a test in a run that leaves them out.

    They are half of all cases. The tests are the same without this hook, which relies
    on an attribute of pytest that is not public: pytest would deselect the cases.
    """
    yield
    cases = getattr(metafunc, "_calls", None)
    if cases and _leaves_slow_cases_out(metafunc.config):
        kept = [case for case in cases if not _is_slow(case, metafunc.definition)]
        metafunc._calls = kept or cases[:1]


def _leaves_slow_cases_out(config: pytest.Config) -> bool:
    """Return whether no slow case can be chosen, and no case is named."""
    expression = config.option.markexpr
    named = any("[" in str(argument).partition("::")[2] for argument in config.args)
    return expression.startswith(LEFT_OUT) and " or " not in expression and not named


def _is_slow(case: Any, test: pytest.Item) -> bool:
    """Return whether the case of a test is slow, or left out as one that is alike."""
    if test.get_closest_marker("slow") or any(m.name == "slow" for m in case.marks):
        return True
    alike = [mark for mark in case.marks if mark.name == "alike"]
    mark = alike[-1] if alike else test.get_closest_marker("alike")
    return mark is not None and is_left_out(f"{test.nodeid}[{case.id}]", mark.args[0])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave most of the cases that are `alike` to the slow tests: one in n is kept.

    Their names and the date decide. The date also seeds the examples of hypothesis.
    """
    for item in items:
        mark = item.get_closest_marker("alike")
        if mark and is_left_out(item.nodeid, mark.args[0]):
            item.add_marker(pytest.mark.slow)
        function: Any = getattr(item, "function", None)
        if getattr(function, "is_hypothesis_test", False) and not is_nightly():
            seed(day_number())(getattr(function, "__func__", function))
