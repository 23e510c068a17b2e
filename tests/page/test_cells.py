"""The course as it is used: its cells run in the browser, as they do here."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.page.visit import PHONE, Visit
from tests.programs import ran

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CHAPTERS = sorted((ROOT / "docs" / "course").glob("[0-9]*.md"))
TIME = re.compile(r"\b[0-9.]+ m?s\b")
"""A duration in an output."""
OTHERWISE = {"08-proofs": {6, 8}}
"""Cells with other words there: no provers are asked, so that sweeps and induction say
what provers say here."""
WITHIN = re.compile(r"\bby ((exhaustive|induction[^;]*); [cp] (<=|\d)|Coq: \w+\.\w+;)")
"""For which sizes that is, or which proof of Coq is for all."""
GIVEN = """n => [...document.getElementById(`out-${n}`).children].map((one) => {
  const image = one.querySelector('img');
  if (image) return ['svg', decodeURIComponent(image.src.replace(/^[^,]*,/, ''))];
  if (one.dataset.missing) return ['missing', one.dataset.missing];
  if (one.matches('pre')) return ['text', one.textContent];
  return [one.matches('.error') ? 'error' : 'html', one.innerHTML];
})"""
SPELT = """html => {
  const whole = Object.assign(document.createElement('i'), {innerHTML: html});
  for (const { style } of whole.querySelectorAll('[style]')) style.cssText += '';
  return whole.innerHTML;
}"""
"""HTML as the browser spells it."""


def native(chapter: Path) -> list[list[dict[str, Any]]]:
    """Return the outputs of a chapter's cells when they are run here."""
    done = ran((sys.executable, ROOT / "tools" / "lessons.py", chapter))
    assert done.returncode == 0, done.stderr
    found: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return found


def plain(page: Page, outputs: list[dict[str, Any]]) -> list[list[str]]:
    """Return the outputs of a cell in the page's form."""
    return [
        [each["kind"], page.evaluate(SPELT, each["text"])]
        if each["kind"] == "html"
        else [each["kind"], each["text"]]
        for each in outputs
    ]


def timeless(outputs: list[list[str]]) -> list[list[str]]:
    return [[kind, TIME.sub("TIME", text)] for kind, text in outputs]


def open_chapter(visit: Visit, name: str) -> Page:
    page = visit.go(f"#/course/{name}")
    page.wait_for_selector("#cell-1")
    return page


def run_all(page: Page) -> str:
    """Run all cells; return the message at the end."""
    page.click("#run-all")
    output = page.locator("#course-told", has_text=re.compile("All|Ended|Stopped"))
    output.wait_for()
    return output.inner_text()


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_all_cells_give_what_they_give_here(visit: Visit, chapter: Path) -> None:
    page = open_chapter(visit, chapter.stem)
    output = run_all(page)
    expected = native(chapter)
    assert output.startswith(f"All {len(expected)} cells have run")
    for number, outputs in enumerate(expected, 1):
        found = timeless(page.evaluate(GIVEN, number))
        if number in OTHERWISE.get(chapter.stem, ()):
            assert [kind for kind, _ in found] == ["text"], found
            proofs = found[0][1].split("PROVED")[1:]
            assert proofs
            assert all(map(WITHIN.search, proofs)), "no more is claimed than was done"
        else:
            assert found == timeless(plain(page, outputs)), number


def test_what_is_typed_stays_and_is_taken_back(visit: Visit) -> None:
    page = open_chapter(visit, "01-possible-worlds")
    before = page.input_value("#cell-2")
    page.fill("#cell-2", "for n in range(3):")
    page.press("#cell-2", "End")
    page.keyboard.press("Enter")
    page.keyboard.type("print(n * 7)")
    page.press("#cell-2", "Shift+Enter")
    page.wait_for_selector("#out-2[data-state=run] pre")
    assert page.inner_text("#out-2").split() == ["0", "7", "14"]
    page.reload()
    page.wait_for_selector("#cell-2")
    assert page.input_value("#cell-2") == "for n in range(3):\n    print(n * 7)"
    page.click("[data-reset='2']")
    assert page.input_value("#cell-2") == before
    page.reload()
    page.wait_for_selector("#cell-2")
    assert page.input_value("#cell-2") == before


def test_an_error_names_its_line_and_ends_the_run(visit: Visit) -> None:
    page = open_chapter(visit, "02-situations")
    page.fill("#cell-1", "x = 1\nassert x == 2")
    assert run_all(page) == "Ended at cell 1: see there."
    output = page.inner_text("#out-1 .error")
    assert "AssertionError" in output
    assert "line 2" in output
    page.click("[data-run='3']")
    page.wait_for_selector("#out-3 .error")
    assert "Have the cells above run?" in page.inner_text("#out-3 .error")


def test_a_cell_without_an_end_is_stopped_and_the_next_runs(visit: Visit) -> None:
    page = open_chapter(visit, "01-possible-worlds")
    page.fill("#cell-1", "print('begun', flush=True)\nwhile True:\n    pass")
    page.click("[data-run='1']")
    page.wait_for_selector("#out-1 pre:has-text('begun')")
    page.click("#stop-cells")
    page.wait_for_selector("#course-told:has-text('Stopped')")
    page.click("[data-run='2']")
    page.wait_for_selector("#out-2[data-state=run] pre")
    assert "{'s1': 0, 's2': 1, 's3': 2}" in page.inner_text("#out-2")


def test_what_a_cell_gave_when_the_page_was_built_is_shown_until_it_runs(
    visit: Visit,
) -> None:
    page = visit.page
    text = {"kind": "text", "text": "as it was"}
    cell = {"source": "print('as it is')", "scroll": False, "outputs": [text]}
    body = json.dumps({"parts": [{"html": "<h1>1. One</h1>"}, cell]})
    page.route("**/course/01-*.json", lambda route: route.fulfill(body=body))
    open_chapter(visit, "01-possible-worlds")
    assert page.inner_text("#out-1") == "as it was"
    assert page.get_attribute("#out-1", "data-state") == "built"
    page.click("[data-run='1']")
    page.wait_for_selector("#out-1[data-state=run]")
    assert page.inner_text("#out-1").strip() == "as it is"


def test_without_a_network_and_on_a_phone_cells_run(visit: Visit) -> None:
    page = visit.window(PHONE, has_touch=True, is_mobile=True)
    open_chapter(visit, "01-possible-worlds")
    page.wait_for_selector("html[data-offline=ready]")
    page.context.set_offline(True)
    page.reload()
    page.tap("[data-run='2']")
    page.wait_for_selector("#out-2[data-state=run] pre")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE[0], "nothing sticks out of the screen"
