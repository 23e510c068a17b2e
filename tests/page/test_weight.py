"""How much is loaded before something can be done, and that nothing is loaded twice."""

from __future__ import annotations

import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.page.conftest import Quiet
from tests.page.visit import Visit

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "page"
LIGHT = 300_000
"""Bytes that come at most before the first card can be ticked."""
PYTHON_OF_THE_PAGE = 16
"""Modules of page/, at least."""
LABELLED = {"Situation", "Fluents", "Partition", "Knowledge"}
"""The proof files that the room Axioms shows."""


class Counting(Quiet):
    """Serves files, and counts how often and how much of each."""

    times: Counter[str]
    sizes: Counter[str]

    def send_head(self) -> Any:
        self.times[self.path.partition("?")[0]] += 1
        return super().send_head()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        path = Path(source.name)
        self.sizes[path.name] += path.stat().st_size
        super().copyfile(source, outputfile)


@pytest.fixture
def counted(
    chromium: Browser, site: Path
) -> Iterator[tuple[Visit, Counter[str], Counter[str]]]:
    """A first visit, with what it has loaded: how often, and how many bytes."""
    times: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    own = type("Own", (Counting,), {"times": times, "sizes": sizes})
    handler = partial(own, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with Visit(chromium, f"http://127.0.0.1:{server.server_port}/") as visit:
            yield visit, times, sizes
        server.shutdown()


@pytest.mark.parametrize(
    ("room", "usable"), [("", "#example button"), ("#/table", "#hand input")]
)
def test_little_is_loaded_before_something_can_be_done(
    counted: tuple[Visit, Counter[str], Counter[str]], room: str, usable: str
) -> None:
    visit, _, sizes = counted
    page = visit.page
    page.route("**/worker.js", lambda route: None)  # it waits for ever
    visit.go(room)
    page.wait_for_selector(usable)
    assert sum(sizes.values()) < LIGHT, sizes.most_common(10)
    page.unroute_all(behavior="ignoreErrors")


@pytest.mark.parametrize(
    ("room", "usable"), [("", "#example button"), ("#/table", "#hand input")]
)
def test_python_is_asked_for_after_the_view_is_there(
    counted: tuple[Visit, Counter[str], Counter[str]], room: str, usable: str
) -> None:
    """No part of the engine is loaded together with the files of the view."""
    visit, times, _ = counted
    page = visit.page
    there: list[bool] = []

    def asked(route: Any) -> None:
        there.append(bool(page.query_selector(usable)))
        route.continue_()

    page.route("**/worker.js", asked)
    visit.go(room)
    page.wait_for_selector("#status[data-stage=python]")
    assert there == [True]
    engine = ("/vendor/pyodide/", "/vendor/swipl-wasm/", "/vendor/highs/")
    order = list(times)
    first = min(k for k, path in enumerate(order) if path.startswith(engine))
    assert order.index("/js/worker.js") < first
    page.unroute_all(behavior="ignoreErrors")


def test_nothing_more_is_fetched_if_the_engine_cannot_be_loaded(
    counted: tuple[Visit, Counter[str], Counter[str]],
) -> None:
    """The service worker, which would fetch the whole page, is not asked for."""
    visit, times, _ = counted
    page = visit.page
    page.route("**/worker.js", lambda route: route.abort())
    visit.go()
    page.wait_for_selector("#status[data-stage=failed]")
    page.wait_for_timeout(300)
    assert times["/sw.js"] == 0
    assert page.get_attribute("html", "data-offline") is None
    visit.faults.clear()


def test_nothing_is_loaded_twice(
    counted: tuple[Visit, Counter[str], Counter[str]],
) -> None:
    visit, times, _ = counted
    page = visit.go("#/start")
    page.wait_for_selector("html[data-offline=ready]")
    assert {path: n for path, n in times.items() if n > 1 and path != "/sw.js"} == {}
    before = times.copy()
    page.reload()
    page.wait_for_selector("#status[data-stage=ready]")
    again = set(times - before)
    assert again <= {"/sw.js"}, "but for a look whether there is a newer service worker"


def test_prolog_is_loaded_after_the_rest_and_a_refused_line_waits_for_it(
    counted: tuple[Visit, Counter[str], Counter[str]],
) -> None:
    """The form, the first grid and questions to it do not need it."""
    visit, _, _ = counted
    page = visit.page
    held: list[Any] = []
    page.route("**/swipl-web.mjs", lambda route: held.append(route))
    visit.go()
    visit.begin()
    assert visit.cell(1, "green") == "yes"
    visit.type("ann: green rope hall -> bob shows, cid passes")
    page.wait_for_selector("main [role=status]:has-text('…')")
    assert page.get_attribute("html", "data-offline") is None
    for route in held:
        route.continue_()
    assert "bob" in visit.error().lower()
    page.wait_for_selector("html[data-offline=ready]")


def test_the_service_worker_begins_when_all_is_ready(
    counted: tuple[Visit, Counter[str], Counter[str]],
) -> None:
    """Files that only the service worker loads are not requested before the engine."""
    visit, times, _ = counted
    page = visit.page
    page.route("**/data/sizes.json", lambda route: None)  # the engine waits for ever
    visit.go("#/start")
    page.wait_for_selector("#status[data-stage=python]")
    page.wait_for_timeout(300)
    before = times["/sw.js"]
    page.unroute_all(behavior="ignoreErrors")
    page.reload()
    page.wait_for_selector("html[data-offline=ready]")
    assert (before, times["/sw.js"]) == (0, 1)


def test_progress_is_told_in_bytes_and_reaches_its_end(
    counted: tuple[Visit, Counter[str], Counter[str]], site: Path
) -> None:
    visit, _, _ = counted
    page = visit.page
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { globalThis.told = [];"
        " new MutationObserver(() => told.push(document.querySelector('#status')"
        ".textContent)).observe(document.querySelector('#status'),"
        " { childList: true, characterData: true, subtree: true }); })"
    )
    visit.go("#/start")
    page.wait_for_selector("#status[data-stage=ready]")
    told = [str(line) for line in page.evaluate("told")]
    found = [re.search(r"([\d.]+) of ([\d.]+) MB", line) for line in told]
    parts = [(float(x[1]), float(x[2])) for x in found if x]
    assert len(parts) >= 3, told
    assert parts == sorted(parts)
    total = json.loads((site / "data" / "sizes.json").read_text("utf-8"))["start"]
    assert {whole for _, whole in parts} == {round(total / 1e6, 1)}
    assert parts[-1][0] == parts[-1][1], "all of it has come"


def test_wheels_have_what_the_page_imports_and_no_more(site: Path) -> None:
    names = set()
    for wheel in (site / "wheels").glob("*.whl"):
        with zipfile.ZipFile(wheel) as packed:
            assert packed.testzip() is None
            names |= set(packed.namelist())
    unread = {name for name in names if name.endswith((".v", "/RECORD"))}
    assert {Path(name).stem for name in unread} <= LABELLED
    source = "\n".join(path.read_text("utf-8") for path in PAGE.glob("*.py"))
    modules = set(re.findall(r"^from (mystpy[\w.]*) import", source, re.M))
    assert len(modules) >= PYTHON_OF_THE_PAGE
    for module in modules:
        path = module.replace(".", "/")
        assert {f"{path}.py", f"{path}/__init__.py"} & names, module


def test_icons_and_the_manifest_belong_together(site: Path) -> None:
    manifest = json.loads((site / "manifest.webmanifest").read_text("utf-8"))
    assert {"lang", "dir", "id", "shortcuts"} <= set(manifest)
    for icon in manifest["icons"]:
        file = site / icon["src"]
        assert file.is_file()
        if icon["type"] == "image/png":
            width = int.from_bytes(file.read_bytes()[16:20], "big")
            assert f"{width}x{width}" == icon["sizes"]
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    rooms = (PAGE / "js" / "rooms.js").read_text("utf-8")
    for shortcut in manifest["shortcuts"]:
        assert f"{shortcut['url'].rpartition('/')[2]}:" in rooms
