"""Firefox as Debian has it, led by a small part of WebDriver BiDi over a WebSocket.

Playwright leads its own Firefox only, and asks this one for what it does not know.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any

from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.page.visit import PATIENCE
from tests.programs import begun, comes_true

QUIET = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.contentblocking.introCount": 20,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
}
"""The settings that keep Firefox from other hosts."""
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    """A Firefox with one window; what goes wrong in its pages is an error here."""

    def __init__(self, program: str, profile: Path, **preferences: object) -> None:
        given = QUIET | preferences
        lines = [f'user_pref("{k}", {json.dumps(v)});' for k, v in given.items()]
        (profile / "user.js").write_text("\n".join(lines), "utf-8")
        words = (program, "--headless", "--no-remote", "--profile", str(profile))
        self.said = profile / "said.txt"
        with self.said.open("w") as said:
            self.process = begun(
                (*words, "--remote-debugging-port", "0"), stdout=said, stderr=said
            )
        # A loop of its own: Playwright's may be running in this thread.
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.count = 0
        self.faults: list[str] = []
        self.socket: WebSocketClientConnection | None = None
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        self.socket = self._do(websocket_connect, f"{self._address()}/session")
        self._call("session.new", capabilities={})
        events = ["log.entryAdded", "network.beforeRequestSent"]
        self._call("session.subscribe", events=events)
        tree = self._call("browsingContext.getTree")
        self.context = tree["contexts"][0]["context"]
        self._call("browsingContext.activate", context=self.context)

    def __enter__(self) -> Firefox:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()
        if kind is None:
            assert not self.faults

    def close(self) -> None:
        """End the browser, and what listens to it."""
        if self.socket is not None:
            self.loop.call_soon_threadsafe(self.socket.close)
        self.process.terminate()
        self.process.wait()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def _address(self) -> str:
        """Where it listens, as it says itself."""
        assert comes_true(lambda: bool(LISTENING.search(self.said.read_text("utf-8"))))
        found = LISTENING.search(self.said.read_text("utf-8"))
        assert found is not None
        return found[1]

    def _do(self, function: Callable[..., Any], *given: object) -> Any:
        """The value of an awaitable that a function returns in the loop."""

        async def wait() -> Any:
            return await function(*given)

        return asyncio.run_coroutine_threadsafe(wait(), self.loop).result()

    def _call(self, method: str, **parameters: object) -> Any:
        """The result of a command; what happens meanwhile is noted."""
        self.count += 1
        command = {"id": self.count, "method": method, "params": parameters}
        assert self.socket is not None
        self._do(self.socket.write_message, json.dumps(command))
        while True:
            found = json.loads(self._do(self.socket.read_message))
            if found.get("id") == self.count:
                assert found["type"] == "success", found
                return found["result"]
            self._note(found)

    def _note(self, event: Any) -> None:
        entry = event.get("params", {})
        if event.get("method") == "log.entryAdded" and entry["type"] == "javascript":
            self.faults.append(entry["text"])
        if event.get("method") == "network.beforeRequestSent":
            url = entry["request"]["url"]
            if not url.startswith(("http://127.0.0.1:", "data:", "blob:", "about:")):
                self.faults.append(f"another host was asked: {url}")

    def go(self, url: str) -> None:
        """Open a page."""
        self._call(
            "browsingContext.navigate", context=self.context, url=url, wait="complete"
        )

    def size(self, width: int, height: int) -> None:
        """Set the size of the window."""
        self._call(
            "browsingContext.setViewport",
            context=self.context,
            viewport={"width": width, "height": height},
        )

    def value(self, expression: str) -> Any:
        """The value of an expression, which may be a promise, as JSON."""
        found = self._call(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then(JSON.stringify)",
            target={"context": self.context},
            awaitPromise=True,
        )
        assert found["type"] == "success", found
        text = found["result"].get("value")
        return None if text is None else json.loads(text)

    def wait(self, selector: str) -> None:
        """Wait until there is such an element, or fail with what the page shows."""
        script = (
            f"new Promise((done) => {{ const end = Date.now() + {PATIENCE};"
            f" const look = () => document.querySelector({json.dumps(selector)})"
            " ? done(true) : Date.now() > end ? done(false) : setTimeout(look, 50);"
            " look(); })"
        )
        assert self.value(script), f"no {selector}: {self.text('main')}"

    def click(self, selector: str) -> None:
        """Click an element."""
        self.wait(selector)
        self.value(f"document.querySelector({json.dumps(selector)}).click() ?? 0")

    def fill(self, selector: str, text: str) -> None:
        """Put a text into a field."""
        self.wait(selector)
        self.value(
            f"((field) => {{ field.value = {json.dumps(text)};"
            " field.dispatchEvent(new Event('input')); return 0; })"
            f"(document.querySelector({json.dumps(selector)}))"
        )

    def text(self, selector: str) -> str:
        """The text of an element."""
        return str(
            self.value(f"document.querySelector({json.dumps(selector)}).innerText")
        )
