"""How the program ends once a command has answered."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.programs import ran

FULL = Path("/dev/full")
STARTED = """
import atexit, threading
from mystpy.__main__ import main
atexit.register(print, "registered")
{}
main()
"""
THREAD = """
done = threading.Event()
def work():
    threading.main_thread().join()
    print("thread")
threading.Thread(target=work, daemon={}).start()
"""


def ended(extra: str, *words: str) -> tuple[int, list[str]]:
    script = STARTED.format(extra)
    result = ran([sys.executable, "-c", script, *words])
    return result.returncode, result.stdout.splitlines()[1:]


def test_a_thread_that_works_is_waited_for() -> None:
    status, lines = ended(THREAD.format(False), "--version")
    assert status == 0
    assert sorted(lines) == ["registered", "thread"]


def test_nothing_but_what_is_registered_happens_after_a_command() -> None:
    assert ended(THREAD.format(True), "--version") == (0, ["registered"])


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["ask", "queries/fifteen-cards.toml", "K(3, h(2,s5))"], 1),
        (["ask", "queries/fifteen-cards.toml", "h(2,s1)"], 5),
        (["aks"], 2),
    ],
)
def test_the_status_and_the_whole_output_arrive(words: list[str], status: int) -> None:
    result = ran([sys.executable, "-m", "mystpy", *words])
    assert result.returncode == status
    assert (result.stdout + result.stderr).endswith("\n")


def test_a_profiler_reports_what_it_has_seen() -> None:
    words = ["-m", "cProfile", "-m", "mystpy", "--version"]
    result = ran([sys.executable, *words])
    assert "function calls" in result.stdout


@pytest.mark.skipif(not FULL.exists(), reason="there is no full device")
def test_output_that_cannot_be_written_is_an_error() -> None:
    with FULL.open("w") as full:
        words = [sys.executable, "-m", "mystpy", "ask", "--help"]
        result = ran(words, stdout=full, stderr=None, capture_output=False)
    assert result.returncode != 0
