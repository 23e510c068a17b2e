"""A visit to the page: what a person does there, waiting for what is to be seen."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

PATIENCE = 300_000
"""Milliseconds after which a test that waits for something ends: it hangs."""

FAULT = "fault in mystpy:"
"""How a line of the console begins that tells of an exception in the worker."""

HAND = ("scarlett", "green", "knife", "pipe", "kitchen", "billiard")

DESKTOP, PHONE = (1280, 900), (390, 780)


class Visit:
    """One browser window, and what went wrong in it."""

    def __init__(self, browser: Browser, home: str) -> None:
        self.browser = browser
        self.home = home
        self.faults: list[str] = []
        self.contexts: list[BrowserContext] = []
        self.page = self.window()

    def __enter__(self) -> Visit:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        for context in self.contexts:
            context.close()
        if kind is None:
            assert not self.faults

    def window(self, size: tuple[int, int] = DESKTOP, **options: Any) -> Page:
        """A window of this size, in a browser that knows nothing yet."""
        viewport: Any = {"width": size[0], "height": size[1]}
        context = self.browser.new_context(viewport=viewport, **options)
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        self.page = self.tab()
        return self.page

    def tab(self) -> Page:
        """One more tab of the window."""
        page = self.contexts[-1].new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self._asked(request.url))
        page.on("console", lambda message: self._heard(message.text))
        return page

    def two_tabs(self, line: str) -> tuple[Page, Page]:
        """A tab whose game went on by a line in another one, which is seen then."""
        first = self.go()
        self.begin()
        self.page = second = self.tab()
        self.go()
        self.grid()
        self.say(line)
        first.wait_for_selector("main .error")
        return first, second

    def _heard(self, line: str) -> None:
        """End what waits for an answer that cannot come after a fault in mystpy."""
        if line.startswith(FAULT):
            self.faults.append(line)
            for context in self.contexts:
                context.close()

    def shown(self) -> str:
        """The errors that the page shows, and whether it is ready."""
        script = "() => [...document.querySelectorAll('#status, .error')].map("
        script += "(one) => one.innerText)"
        pages = [page for context in self.contexts for page in context.pages]
        output = [str(line) for page in pages for line in evaluated(page, script)]
        return "\n".join([*self.faults, *output])

    def _asked(self, url: str) -> None:
        if not url.startswith((self.home, "blob:", "data:")):
            self.faults.append(f"another host was asked: {url}")

    def go(self, fragment: str = "#/table") -> Page:
        """Open the page, at a room: the table, if no other is named."""
        self.page.goto(self.home + fragment)
        return self.page

    def begin(self) -> None:
        """Begin a game of Clue as ann."""
        self.page.wait_for_selector("#hand input")
        for card in HAND:
            self.page.check(f"#hand input[value={card}]")
        self.page.click("#begin")
        self.grid()

    def grid(self) -> None:
        """Wait until the grid is there and not being computed."""
        self.page.wait_for_selector("#grid:not([aria-busy]) td")

    def type(self, line: str) -> None:
        """Type a line and enter it, in the field that a phone hides at first."""
        self.page.wait_for_selector("#line", state="attached")
        self.page.evaluate(
            "document.querySelector('#line').closest('details')"
            "?.toggleAttribute('open', true)"
        )
        self.page.fill("#line", line)
        self.page.click("#send")

    def pick(self, *cards: str) -> None:
        """Tap cards in the grid for a turn."""
        for card in cards:
            self.page.click(f"[data-card={card}]")

    def answer(self, player: int, verb: str = "shows") -> None:
        """Tap who answered the suggestion; 0 with `passes` is nobody."""
        self.page.click(f"[data-player='{player}'][data-verb={verb}]")

    def wait_lines(self, number: int) -> None:
        """Wait until there is this number of lines, and for the grid after them."""
        self.page.wait_for_function(
            "n => document.querySelectorAll('#lines li:not(.none)').length === n",
            arg=number,
        )
        self.grid()

    def take_out(self, line: int) -> None:
        """Tap a line, and take it out."""
        self.page.click(f"[data-line='{line}']")
        self.page.click("[data-tool=remove]")

    def say(self, line: str) -> str:
        """Enter a line at the table; return the answer."""
        lines = self.page.locator("#lines li:not(.none)").count()
        self.type(line)
        self.page.wait_for_function(
            "n => document.querySelectorAll('#lines li:not(.none)').length > n"
            " || document.querySelector('main .error')",
            arg=lines,
        )
        self.grid()
        return self.page.inner_text("#said")

    def cell(self, holder: int, card: str) -> str | None:
        """Return the value of a cell of the grid."""
        place = self.page.locator(f"[data-cell='{holder},{card}']")
        return place.get_attribute("data-value")

    def error(self) -> str:
        """The message that tells what is wrong, once there is one."""
        self.page.wait_for_selector("main .error")
        return self.page.inner_text("main .error")

    def ask(self, name: str, *arguments: object) -> Any:
        """The answer of the page's own engine."""
        return self.page.evaluate(
            "([name, args]) => import('./js/engine.js')"
            ".then((module) => module.engine().ask(name, args))",
            [name, list(arguments)],
        )


def evaluated(page: Page, script: str) -> list[str]:
    """Return the lines that a script gives; if the page is closed, a line about it."""
    try:
        return list(page.evaluate(script))
    except Error as error:
        return [error.message]
