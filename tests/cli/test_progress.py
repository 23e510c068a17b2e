"""How far long work is, where standard error is no terminal."""

from __future__ import annotations

import threading

import pytest

from mystpy.cli.running import limit, progress
from mystpy.cli.running.progress import Progress


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "FIRST_LINE", 0.0)
    monkeypatch.setattr(progress, "now", iter(range(100)).__next__)


@pytest.mark.usefixtures("at_once")
def test_a_line_says_how_far_work_is(capsys: pytest.CaptureFixture[str]) -> None:
    bar = Progress("games")
    for done in range(9):
        bar(done, 8)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "mystpy: games: 1 s so far, 0 of 8"
    assert lines[-1] == "mystpy: games: 8 s so far, 7 of 8"
    assert len(lines) == 4  # each after twice as long


def test_short_work_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    bar = Progress("games")
    bar(1, 8)
    with bar.told():
        bar(0, 0)
    assert capsys.readouterr().err == ""


def test_work_that_tells_nothing_is_told_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "FIRST_LINE", 0.0)
    bar, told = Progress("a proof"), threading.Event()
    tell = Progress.tell

    def tell_once(self: Progress) -> None:
        tell(self)
        told.set()

    monkeypatch.setattr(Progress, "tell", tell_once)
    with bar.told():
        assert told.wait(60)
    assert "mystpy: a proof: " in capsys.readouterr().err


def test_without_a_terminal_a_line_says_how_long_the_work_has_taken(
    capsys: pytest.CaptureFixture[str],
) -> None:
    waited: list[float] = []

    class Ended(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout or 0.0)
            return len(waited) > 3

    latest = limit.LatestProgress()
    limit.say_elapsed(Ended(), latest)
    assert waited == [5, 5, 10, 20]
    first, *_ = capsys.readouterr().err.splitlines()
    assert first == "mystpy: this takes long: 5 s so far"
    latest("deals", 1_000, 4_000)
    waited.clear()
    limit.say_elapsed(Ended(), latest)
    lines = capsys.readouterr().err.splitlines()
    assert lines[-1] == "mystpy: deals, 1,000 of 4,000: 20 s so far"
