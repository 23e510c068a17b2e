"""Measure the speed of the page: its first view, its start, and its answers.

    python benchmarks/page.py

Each answer is asked of the page's worker and of the same functions here, both warm, in
this process's Python. A browser's clock has steps of a tenth of a millisecond, so each
number is the mean of several answers in a row. Of these means the smallest counts,
since other programs may run meanwhile; the load of the machine is printed. Answers on
models take longer: for them the processor time is printed, in the browser that of all
its processes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "page")]

import face  # noqa: E402
import table  # noqa: E402
from playwright.sync_api import Page, sync_playwright  # noqa: E402

from tests.page.conftest import QUIET, Quiet  # noqa: E402
from tests.programs import children_of, seconds_at_work  # noqa: E402

TIMES, IN_A_ROW = 15, 20
MODELS, ROUNDS, LATE_ROUNDS = 30, 2, 4
face.ANSWERS |= table.ANSWERS
HAND = ["scarlett", "green", "knife", "pipe", "kitchen", "billiard"]
GAME = {"rules": "clue", "players": ["ann", "bob", "cid"], "board": True}
LINES = (
    "ann: plum rope hall -> bob passes, cid shows hall",
    "bob: mustard wrench study -> cid passes, ann passes",
    "cid: white knife lounge -> ann shows knife",
)
QUESTIONS: dict[str, tuple[str, list[Any]]] = {
    "what I know": ("grid", ["know", [1], False]),
    "what I know, with odds": ("grid", ["know", [1], True]),
    "what I know that bob knows": ("grid", ["know", [1, 2], False]),
    "common knowledge": ("grid", ["common", [1, 2, 3], False]),
    "why not": ("why_cell", ["know", [1], [2, "plum", "no"]]),
    "a formula": ("ask", ["K(1, K(2, ~h(3,mustard)))"]),
}
MODEL = (ROOT / "queries/models/hexa.toml").read_text("utf-8")
PUZZLE = (ROOT / "queries/puzzles/cheryls-birthday.toml").read_text("utf-8")
MUDDY = (ROOT / "queries/puzzles/muddy-children.toml").read_text("utf-8")
TWENTY = {"n": 20, "k": 20}
DINERS = (ROOT / "queries/puzzles/dining-cryptographers.toml").read_text("utf-8")
TRUE = "C([1,2,3], ~h(2,r))"
SHOWN = [{"do": "show(2,1,{r,w,b},r)"}]
ROOMS: dict[str, Callable[[int], tuple[str, list[Any]]]] = {
    "a model of six worlds, drawn": lambda k: ("model", [f"{MODEL}\n# {k}", []]),
    "the same after a card is shown": lambda k: ("model", [f"{MODEL}\n# {k}", SHOWN]),
    "where a formula holds in it": lambda _: ("model", [MODEL, SHOWN, TRUE]),
    "Cheryl's birthday, solved": lambda k: ("puzzle", [f"{PUZZLE}\n# {k}", {}]),
    "twenty muddy children": lambda k: ("puzzle", [f"{MUDDY}\n# {k}", TWENTY]),
    "32 worlds, laid out": lambda k: ("puzzle_picture", [f"{DINERS}\n# {k}", {}, 0]),
}
"""Questions of models and puzzles; a file is another one each time, by its comment."""
RECORD = "clue-game-board"
"""A game of four players with 33 lines, of which 27 are suggestions."""
SUGGESTIONS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 18, 20, 21, 22)
"""Lines of it that can be doubtful."""
LINES_LATE: dict[str, list[str]] = {
    "know": ["know"] * 100,
    "know dora that bob": ["know dora that bob"] * 100,
    "pile": ["pile"] * 100,
    "mine": ["mine"] * 30,
    "a doubtful line, and trusted again": [
        f"{word} {line}" for line in SUGGESTIONS for word in ("doubtful", "trusted")
    ],
    "the last line taken back, and entered again": [
        "undo",
        "dora: scarlett wrench study -> ann shows wrench",
    ]
    * 15,
}
"""Lines typed in that game: questions and corrections."""
ASK = """async ([name, args, times]) => {
  const { engine } = await import('./js/engine.js');
  let took = 0;
  for (let k = 0; k < times; k += 1) {
    await engine().ask(name, args);
    took += engine().took;
  }
  return took / times;
}"""

ALL = """async (questions) => {
  const { engine } = await import('./js/engine.js');
  for (const [name, args] of questions) await engine().ask(name, args);
}"""


def main() -> None:
    """Print the tables."""
    site = ROOT / "site"
    subprocess.run([sys.executable, ROOT / "tools/page.py", site], check=True)
    load = os.getloadavg()[0]
    print(f"load {load:.1f} on {os.cpu_count()} cores\n")
    handler = partial(Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            path = shutil.which("chromium") or shutil.which("chromium-browser")
            browser = playwright.chromium.launch(executable_path=path, args=QUIET)
            page = browser.new_page()
            start(page, f"http://127.0.0.1:{server.server_port}/")
            games(page)
            late(page)
            rooms(page)
            browser.close()
        server.shutdown()


def start(page: Page, home: str) -> None:
    """Say when there is something to see, and when the page is ready."""
    for visit in ("first visit", "second visit"):
        page.goto("about:blank")
        before, begun = at_work(), time.perf_counter()
        page.goto(f"{home}#/table")
        page.wait_for_selector("#hand input")
        seen = time.perf_counter() - begun
        page.wait_for_selector("#status[data-stage=ready]", timeout=300_000)
        ready = time.perf_counter() - begun
        work = at_work() - before
        print(
            f"{visit}: seen after {seen:.1f} s, ready after {ready:.1f} s,"
            f" with {work:.1f} s of processor"
        )
        page.wait_for_selector("html[data-offline=ready]", timeout=300_000)


def at_work() -> float:
    """The processor time that the browser has used."""
    found, left = 0.0, children_of(os.getpid())
    while left:
        found += seconds_at_work(left[-1])
        left += children_of(left.pop())
    return found


def games(page: Page) -> None:
    """Say how long each answer takes, here and there."""

    def there(name: str, args: list[Any], times: int = 1) -> float:
        return float(page.evaluate(ASK, [name, args, times]))

    def here(name: str, args: list[Any], times: int = 1) -> float:
        begun = time.perf_counter()
        for _ in range(times):
            found = json.loads(face.answer(name, json.dumps(args)))
            assert "error" not in found, found
        return 1000 * (time.perf_counter() - begun) / times

    table.NOTES = Path("/tmp") / f"page-{os.getpid()}.notes"
    ways: tuple[Callable[..., float], ...] = (there, here)
    for way in ways:
        way("begin", [GAME, {"ann": HAND}, "ann"])
    lines = [[way("record", [line]) for way in ways] for line in LINES]
    print("\n| answer | page, ms | command line, ms | ratio |\n|---|---|---|---|")
    tell("a line of the game", [min(column) for column in zip(*lines, strict=True)])
    for words, (name, args) in QUESTIONS.items():
        found = [min(way(name, args, IN_A_ROW) for _ in range(TIMES)) for way in ways]
        tell(words, found)
    table.TABLE.close()
    table.NOTES.unlink()


def late(page: Page) -> None:
    """Say how much work lines are late in a long game, here and there.

    Here they are answered as on the command line, and there as the page has them.
    Each kind is asked once before, so that both are warm.
    """
    table.NOTES = Path("/tmp") / f"page-{os.getpid()}.notes"
    page.evaluate(ALL, [["example", [RECORD]]])
    table.example(RECORD)
    assert table.TABLE.prompt is not None
    print("\n| line of a game of 33 lines | page, ms | command line, ms | ratio |")
    print("|---|---|---|---|")
    for words, lines in LINES_LATE.items():
        asked = [["record", [line]] for line in lines]
        rounds = []
        for _ in range(LATE_ROUNDS):
            begun = at_work()
            page.evaluate(ALL, asked)
            there = at_work() - begun
            begun = time.process_time()
            for line in lines:
                list(table.TABLE.prompt.answer(line))
            here = time.process_time() - begun
            rounds.append([1000 * took / len(lines) for took in (there, here)])
        tell(words, [min(column) for column in zip(*rounds[1:], strict=True)])
    table.TABLE.close()
    table.NOTES.unlink()


def rooms(page: Page) -> None:
    """Say how much work answers on models and puzzles are, here and there."""
    print("\n| answer | page, ms | command line, ms | ratio |\n|---|---|---|---|")
    for words, question in ROOMS.items():
        rounds = []
        for k in range(ROUNDS):
            asked = [question(k * MODELS + j) for j in range(MODELS)]
            asked *= 10 if asked[0] == asked[1] else 1
            begun = at_work()
            page.evaluate(ALL, asked)
            there = at_work() - begun
            begun = time.process_time()
            for name, args in asked:
                face.answer(name, json.dumps(args))
            here = time.process_time() - begun
            rounds.append([1000 * took / len(asked) for took in (there, here)])
        tell(words, [min(column) for column in zip(*rounds, strict=True)])


def tell(words: str, times: list[float]) -> None:
    """Print a row."""
    page, line = times
    print(f"| {words} | {page:.2f} | {line:.2f} | {page / line:.1f} |")


if __name__ == "__main__":
    main()
