"""The page as it is built, served from this machine, and a browser to use it with."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.page.visit import Visit
from tests.programs import ran

ROOT = Path(__file__).parents[2]
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update"),
    "--disable-sync",
)
"""The options that keep Chromium from other hosts; as root, without a sandbox."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    extensions_map: dict[str, str] = {  # noqa: RUF012, as the class above has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:
        pass

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, unless the browser has gone meanwhile."""
        with suppress(BrokenPipeError, ConnectionResetError):
            super().copyfile(source, outputfile)


@pytest.fixture(scope="session")
def site() -> Path:
    """The page, built if it is not up to date."""
    folder = ROOT / "site"
    words = (sys.executable, str(ROOT / "tools" / "page.py"), str(folder))
    done = ran(words)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="session")
def server(site: Path) -> Iterator[ThreadingHTTPServer]:
    """Give a server of the page on a free port."""
    handler = partial(Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    assert program, "Chromium is not installed: make setup installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, server: ThreadingHTTPServer) -> Iterator[Visit]:
    """A visit with an empty memory; nothing may have gone wrong at its end."""
    with Visit(chromium, f"http://127.0.0.1:{server.server_port}/") as visit:
        yield visit


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    """Add to the report of a test that failed what the page shows."""
    outcome = yield
    report, visit = outcome.get_result(), getattr(item, "funcargs", {}).get("visit")
    if report.when == "call" and report.failed and isinstance(visit, Visit):
        report.sections.append(("output of the page", visit.shown()))
