"""Other people's cells and files cannot contact other hosts, or act in the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page

from tests.page.visit import Visit

pytestmark = pytest.mark.slow

SITE = Path(__file__).parents[2] / "site"
CHAPTER = "#/course/01-possible-worlds"


class Elsewhere(BaseHTTPRequestHandler):
    """Another host: it lets anybody ask, and remembers what was asked."""

    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        self.wfile.write(b"self.reached = true")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def elsewhere() -> Iterator[tuple[str, list[str]]]:
    """The address of another host, and what it is asked."""
    asked: list[str] = []
    handler = type("Here", (Elsewhere,), {"asked": asked})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()


def run(visit: Visit, source: str, n: int = 1) -> str:
    """Run a cell; return its output as text."""
    page = visit.page
    page.fill(f"#cell-{n}", source)
    page.click(f"[data-run='{n}']")
    page.wait_for_selector(f"[data-run='{n}']:enabled")
    page.wait_for_selector(
        f"#out-{n}[data-state=run]:not([aria-busy])", state="attached"
    )
    return page.inner_text(f"#out-{n}")


REACHING = {
    "fetch": "import js\njs.fetch('{url}/fetch')",
    "XMLHttpRequest": (
        "import js\nasked = js.XMLHttpRequest.new()\n"
        "asked.open('GET', '{url}/xhr')\nasked.send()"
    ),
    "pyodide.http": "from pyodide.http import open_url\nopen_url('{url}/open')",
    "pyfetch": (
        "import asyncio\nfrom pyodide.http import pyfetch\n"
        "asyncio.ensure_future(pyfetch('{url}/pyfetch'))"
    ),
    "EventSource": "import js\njs.EventSource.new('{url}/events')",
    "WebSocket": "import js\njs.WebSocket.new('{url}/socket'.replace('http', 'ws'))",
    "import": "from pyodide.code import run_js\nrun_js(\"import('{url}/module.js')\")",
    "worker": "import js\njs.Worker.new('js/worker.js')",
}


@pytest.mark.parametrize("kept", [False, True])
def test_a_cell_reaches_no_other_host(
    visit: Visit, elsewhere: tuple[str, list[str]], kept: bool
) -> None:
    """Neither on the first visit, nor once the service worker sends the page."""
    url, asked = elsewhere
    page = visit.go(CHAPTER)
    if kept:
        page.wait_for_selector("html[data-offline=ready]")
        page.reload()
    page.wait_for_selector("#cell-1")
    said = {
        way: run(visit, source.replace("{url}", url))
        for way, source in REACHING.items()
    }
    assert "unsafe-eval" in said["import"] or "Error" in said["import"], said
    assert "Worker" in said["worker"]
    assert "AttributeError" in said["worker"]
    run(visit, "sum(range(10))")  # what was begun has had its time
    assert not asked
    visit.faults.clear()  # the console says what was blocked


HOSTILE = """class Hostile:
    def _repr_html_(self):
        return {html!r}
Hostile()"""
ACTS = "top.acted = true; document.documentElement.dataset.acted = 'yes'"
HTML = [
    f"<script>{ACTS}</script><b>seen</b>",
    f'<img src="x" onerror="{ACTS}"><b>seen</b>',
    f'<svg onload="{ACTS}"><script>{ACTS}</script><text>seen</text></svg>',
    f'<svg><foreignObject><img src=x onerror="{ACTS}"></foreignObject></svg>seen',
    f'<svg><a href="javascript:{ACTS}"><text>seen</text></a></svg>seen',
    f'<a href="javascript:{ACTS}">seen</a>',
    f'<a href="java&#10;script:{ACTS}">seen</a>',
    f'<iframe srcdoc="<script>{ACTS}</script>"></iframe>seen',
    '<img src="URL/image.png">seen',
    '<table background="URL/old.png"><tr><td>seen</td></tr></table>',
    '<p style="background-image: url(URL/style.png)">seen</p>',
    "<style>@import 'URL/style.css'; body { display: none }</style>seen",
    '<link rel="stylesheet" href="URL/link.css">seen',
    '<meta http-equiv="refresh" content="0; url=URL/meta">seen',
    '<form action="URL/form"><button>press</button></form>seen',
    '<p style="position: fixed; inset: 0; z-index: 99">seen</p>',
    '<svg><image href="URL/svg.png"/><use href="URL/u.svg#a"/><text>seen</text></svg>',
    '<svg><rect fill="url(URL/paint.svg#a)"/><text>seen</text></svg>',
    f'<math><mtext><table><mglyph><style><img src=x onerror="{ACTS}">',
    '<p id="course-told" class="bar">seen</p>',
    f'<details open ontoggle="{ACTS}"><summary>seen</summary></details>',
]


def nodes(page: Page, html: str, ours: bool = False) -> str:
    """Return the sanitized HTML, as the browser spells it."""
    script = """async ([html, ours]) => {
      const { safe } = await import('./js/safe.js');
      const place = document.createElement('div');
      place.append(safe(html, { ours }));
      document.body.append(place);
      return place.innerHTML;
    }"""
    return str(page.evaluate(script, [html, ours]))


@pytest.mark.parametrize("html", HTML)
def test_html_of_others_does_nothing(
    visit: Visit, elsewhere: tuple[str, list[str]], html: str
) -> None:
    url, asked = elsewhere
    page = visit.go("#/start")
    page.wait_for_selector("#example")
    found = nodes(page, html.replace("URL", url))
    page.wait_for_timeout(50)
    for word in ("<script", "<style", "<iframe", "<form", " on", "javascript:", url):
        assert word not in found, found
    assert "position" not in found
    assert "course-told" not in found
    assert page.evaluate("globalThis.acted === undefined")
    assert page.locator("html[data-acted]").count() == 0
    assert not asked


def test_html_that_does_no_harm_is_shown_as_it_is(visit: Visit) -> None:
    page = visit.go("#/start")
    page.wait_for_selector("#example")
    for html in (
        '<table><tbody><tr><th scope="row">a</th></tr></tbody></table>',
        '<p style="font-weight: bold;">b</p>',
        '<svg viewBox="0 0 9 9"><path d="M0 0L9 9" stroke="red"></path></svg>',
        '<a href="#/theory/2.16">(2.16)</a>',
        "<pre>x &lt; y &amp; z</pre>",
    ):
        assert nodes(page, html) == html
    ours = (
        '<div class="scroll" tabindex="0"><a href="https://example.org/a">x</a></div>'
    )
    assert "noopener" in nodes(page, ours, ours=True)
    assert nodes(page, ours) == "<div><a>x</a></div>"


def test_a_value_that_acts_is_shown_and_does_not_act(visit: Visit) -> None:
    page = visit.go(CHAPTER)
    page.wait_for_selector("#cell-1")
    for html in HTML[:4]:
        assert "seen" in run(visit, HOSTILE.format(html=html))
    assert page.locator("html[data-acted]").count() == 0
    assert page.evaluate("globalThis.acted === undefined")
    assert page.locator("#out-1 :is(script, img, foreignObject)").count() == 0


def test_a_script_that_got_into_the_page_would_be_blocked(visit: Visit) -> None:
    """The second wall: what the list of elements lets through by mistake."""
    page = visit.go("#/start")
    page.wait_for_selector("#example")
    page.evaluate(
        "acts => { document.body.insertAdjacentHTML('beforeend', `<img src=x onerror='"
        "document.documentElement.dataset.acted = 1'>`);"
        " const s = document.createElement('script'); s.textContent = acts;"
        " document.body.append(s); }",
        ACTS,
    )
    page.wait_for_timeout(100)
    assert page.locator("html[data-acted]").count() == 0


def test_one_policy_is_in_the_page_and_in_its_service_worker(site: Path) -> None:
    text = (site / "index.html").read_text("utf-8")
    policy = text.partition('Policy" content="')[2].partition('"')[0]
    assert "script-src 'self' 'wasm-unsafe-eval'" in policy
    assert json.dumps(policy) in (site / "sw.js").read_text("utf-8")
    assert "unsafe-inline" not in policy.replace("style-src 'self' 'unsafe-inline'", "")


def test_a_site_made_from_a_branch_keeps_names_with_a_line(site: Path) -> None:
    assert (site / ".nojekyll").is_file()
    assert list(site.rglob("_*")), "there are such names"
