"""The page in Firefox: the landing view, a game, a cell, and life without a network."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.page.conftest import Quiet
from tests.page.firefox import Firefox
from tests.page.visit import HAND, PHONE

pytestmark = pytest.mark.slow


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    """The browser, with a profile of its own."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    assert program, "Firefox is not installed: make setup installs it"
    with Firefox(program, tmp_path, **{"intl.accept_languages": "en"}) as firefox:
        yield firefox


@pytest.fixture
def home(server: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_port}/"


def test_the_landing_view_says_why(firefox: Firefox, home: str) -> None:
    firefox.size(*PHONE)
    firefox.go(home)
    firefox.wait("#example button")
    firefox.click("[data-at='0,study']")
    assert "Study" in firefox.text("#example-why")
    wide = firefox.value("document.documentElement.scrollWidth")
    assert wide <= PHONE[0]


def test_a_game_is_begun_and_a_cell_explained(firefox: Firefox, home: str) -> None:
    firefox.go(f"{home}#/table")
    firefox.wait("#hand input")
    for card in HAND:
        firefox.click(f"#hand input[value={card}]")
    firefox.wait("#status[data-stage=ready]")
    firefox.click("#begin")
    firefox.wait("[data-cell='1,scarlett'][data-value=yes]")
    firefox.click("[data-cell='1,scarlett']")
    firefox.wait("#why pre")
    assert "Miss Scarlett" in firefox.text("#why")


def test_a_cell_runs_and_reaches_no_other_host(firefox: Firefox, home: str) -> None:
    firefox.go(f"{home}#/course/01-possible-worlds")
    firefox.wait("#cell-1")
    with ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as other:
        # It would answer whoever asks: that nothing comes is the policy's work.
        Thread(target=other.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{other.server_port}/"
        source = f"from pyodide.http import open_url\nopen_url('{url}')"
        firefox.fill("#cell-1", source)
        firefox.click("[data-run='1']")
        firefox.wait("#out-1[data-state=run] .error")
        assert "NetworkError" in firefox.text("#out-1")
        other.shutdown()
    firefox.value("document.querySelector('[data-reset=\"1\"]').click() ?? 0")
    firefox.click("[data-run='1']")
    firefox.wait("#out-1[data-state=run]:not(:has(.error))")
    firefox.faults.clear()  # the console says what was blocked


def test_it_goes_on_without_a_network(firefox: Firefox, site: Path) -> None:
    handler = partial(Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        home = f"http://127.0.0.1:{server.server_port}/"
        firefox.go(home)
        firefox.wait("html[data-offline=ready]")
        server.shutdown()
    firefox.go(f"{home}?again#/theory")
    firefox.wait("[id='f-2.16'] .katex")
    firefox.wait("#status[data-stage=ready]")
    firefox.wait("html[data-offline=ready]")
    assert "works without a network" in firefox.text("#status")
