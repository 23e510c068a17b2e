"""Long lists on a terminal: in a pager if they do not fit, unless that is forbidden."""

from __future__ import annotations

import click
import pytest

from mystpy.cli import terminal

LINES = [f"line {number}" for number in range(100)]


@pytest.fixture(autouse=True)
def paged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the texts that a pager would show, on a terminal of 24 lines."""
    shown: list[str] = []
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("MYSTPY_PAGER", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(click, "echo_via_pager", shown.append)
    return shown


def test_a_list_that_does_not_fit_is_paged(paged: list[str]) -> None:
    terminal.show_list(LINES)
    assert paged == ["".join(f"{line}\n" for line in LINES)]


def test_a_short_list_is_printed(
    paged: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    terminal.show_list(LINES[:5])
    assert not paged
    assert capsys.readouterr().out.splitlines() == LINES[:5]


@pytest.mark.parametrize(("name", "value"), [("MYSTPY_PAGER", ""), ("TERM", "dumb")])
def test_the_environment_turns_the_pager_off(
    paged: list[str], monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    terminal.show_list(LINES)
    assert not paged


@pytest.mark.parametrize(("wanted", "lines"), [(False, 100), (True, 3)])
def test_the_option_decides(paged: list[str], wanted: bool, lines: int) -> None:
    with click.Context(click.Command("mystpy")) as context:
        context.meta[terminal.WITH_PAGER] = wanted
        terminal.show_list(LINES[:lines])
    assert bool(paged) == wanted


def test_a_pipe_is_not_paged(paged: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: False, raising=False)
    terminal.show_list(LINES)
    assert not paged
