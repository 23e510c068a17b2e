"""How many bytes a first visit loads, and how many they are if the server packs them.

    python benchmarks/page_weight.py [SITE]

Counted is what the server sends: before the landing view is there, before the first
card can be ticked, before a first answer can be given, and until the page is kept for
use without a network. Packed is each file by gzip alone, as servers do.
"""

from __future__ import annotations

import gzip
import shutil
import sys
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT)]

from playwright.sync_api import TimeoutError, sync_playwright  # noqa: E402

from tests.page.conftest import QUIET, Quiet  # noqa: E402

SENT: list[Path] = []


class Counting(Quiet):
    """Serves files, and writes down which."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        SENT.append(Path(source.name))
        super().copyfile(source, outputfile)


def report(stage: str) -> None:
    """Print what was sent up to here."""
    sent = list(SENT)
    whole = sum(path.stat().st_size for path in sent)
    packed = sum(len(gzip.compress(path.read_bytes(), 6)) for path in sent)
    twice = len(sent) - len(set(sent))
    print(
        f"{stage:34} {whole / 1e3:9,.0f} kB, packed {packed / 1e3:8,.0f} kB,"
        f" {len(sent)} files, {twice} of them again"
    )


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
        for stage, room, usable in (
            ("the landing view is there", "", "#example button"),
            ("the first card can be ticked", "#/table", "#hand input"),
        ):
            SENT.clear()
            page = browser.new_page()
            page.route("**/worker.js", lambda route: route.abort())
            page.goto(home + room)
            try:
                page.wait_for_selector(usable, timeout=20_000)
                report(stage)
            except TimeoutError:
                print(f"{stage}: not without Python")
            page.close()
        SENT.clear()
        page = browser.new_page()
        page.set_default_timeout(300_000)
        page.goto(f"{home}#/table")
        page.wait_for_selector("#status[data-stage=ready]")
        report("a first answer can be given")
        page.wait_for_selector("html[data-offline=ready]")
        report("kept for use without a network")
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
