"""Measure the bytes that a first visit loads, plain and compressed by the server.

    python benchmarks/page_weight.py [SITE]

The bytes that the server sends are counted up to four moments. These are: the landing
view appears, the first card can be ticked, a first answer can be given, and the page is
stored for offline use. The first two stages are measured twice: without the worker that
loads Python, and with it, while the server sends 2 Mbit a second in all. The packed
size compresses each file by itself with gzip, as servers do.
"""

from __future__ import annotations

import gzip
import shutil
import sys
import time
from contextlib import suppress
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT)]

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from tests.page.conftest import QUIET, Quiet  # noqa: E402

SLOW = 250_000
"""Bytes a second of the slow line."""
PIECE = 5_000
VIEWS = (
    ("the landing view is there", "", "#example button"),
    ("the first card can be ticked", "#/table", "#hand input"),
)


class Sent:
    """A file, and how much of it was sent."""

    def __init__(self, path: Path) -> None:
        self.path, self.size = path, 0


class Line:
    """Record the transfer: the bytes of each file, and the speed."""

    def __init__(self) -> None:
        self.sent: list[Sent] = []
        self.speed: int | None = None
        self._lock = Lock()

    def wait(self, size: int) -> None:
        """Take as long as this many bytes take; one sender after the other."""
        if speed := self.speed:
            with self._lock:
                time.sleep(size / speed)

    def begin(self, speed: int | None = None) -> None:
        """Count from here on."""
        self.sent, self.speed = [], speed

    def report(self, stage: str, seconds: float | None = None) -> None:
        """Print what was sent up to here."""
        sent = list(self.sent)
        whole = sum(one.size for one in sent)
        packed = sum(
            len(gzip.compress(one.path.read_bytes()[: one.size], 6)) for one in sent
        )
        files = [one.path for one in sent if one.size == one.path.stat().st_size]
        twice = len(files) - len(set(files))
        print(
            f"{stage:50} {whole / 1e3:9,.0f} kB, packed {packed / 1e3:8,.0f} kB,"
            f" {len(sent)} files, {twice} of them again"
            + (f", after {seconds:.1f} s" if seconds is not None else "")
        )


LINE = Line()


class Counting(Quiet):
    """Serves files piece by piece, and writes down how much of which."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        sent = Sent(Path(source.name))
        LINE.sent.append(sent)
        with suppress(BrokenPipeError, ConnectionResetError):
            while piece := source.read(PIECE if LINE.speed else -1):
                LINE.wait(len(piece))
                outputfile.write(piece)
                sent.size += len(piece)


def main() -> None:
    """Make first visits: to the landing view, to the form, and to a game."""
    site = Path(sys.argv[1] if sys.argv[1:] else ROOT / "site")
    handler = partial(Counting, directory=str(site))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    home = f"http://127.0.0.1:{server.server_port}/"
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        for stage, room, usable in VIEWS:
            first_view(browser, home + room, usable, stage)
            first_view(browser, home + room, usable, f"{stage}, slow line", SLOW)
        LINE.begin()
        page = browser.new_page()
        page.set_default_timeout(300_000)
        page.goto(f"{home}#/table")
        page.wait_for_selector("#status[data-stage=ready]")
        LINE.report("a first answer can be given")
        page.wait_for_selector("html[data-offline=ready]")
        LINE.report("kept for use without a network")
        browser.close()
    server.shutdown()


def first_view(
    browser: Browser, address: str, usable: str, stage: str, speed: int | None = None
) -> None:
    """Say what came before something can be used.

    Without a speed the worker's request is never answered: the engine does not fail,
    and nothing but what the view needs is sent.
    """
    LINE.begin(speed)
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(300_000)
    if speed is None:
        page.route("**/worker.js", lambda route: None)
    begun = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(usable)
    LINE.report(stage, time.perf_counter() - begun if speed else None)
    page.unroute_all(behavior="ignoreErrors")
    context.close()


if __name__ == "__main__":
    main()
