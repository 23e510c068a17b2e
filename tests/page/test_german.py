"""Rooms of the page in German: nothing is left in English, and nothing overflows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.page.visit import DESKTOP, PHONE, Visit

TURN = "ann: plum rope hall -> bob passes, cid shows rope"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
ENGLISH = """[...document.querySelectorAll('main [lang=en]')]
    .filter((one) => one.checkVisibility() && /[a-z]{3}/.test(one.textContent))
    .map((one) => one.textContent)"""


def _table(visit: Visit) -> Page:
    page = visit.go()
    visit.begin()
    visit.say(TURN)
    if page.viewport_size and page.viewport_size["width"] < 800:
        page.evaluate("scrollTo(0, 0)")
    page.click("[data-cell='2,rope'] button, [data-cell='2,rope']")
    page.wait_for_selector("#why pre")
    return page


def _exercise(visit: Visit) -> Page:
    page = visit.go("#/exercises/knowing-whether")
    page.wait_for_selector("#answer")
    page.fill("#answer", "K(2,h(1,r))")
    page.wait_for_selector("#reading .words")
    page.click("#hint")
    page.click("#mark-it")
    page.wait_for_selector("#mark .next-step")
    return page


def _puzzle(visit: Visit) -> Page:
    page = visit.go("#/puzzles/muddy-children/n=3,k=2")
    page.wait_for_selector("#last:not([disabled])")
    page.click("#last")
    page.wait_for_selector("#answers", state="visible")
    page.wait_for_selector(".picture svg")
    return page


def _models(visit: Visit) -> Page:
    page = visit.go("#/models/hexa")
    page.wait_for_selector("#model svg")
    return page


def _chapter(visit: Visit) -> Page:
    page = visit.go("#/course/05-common-knowledge")
    page.wait_for_selector(".lesson h1")
    return page


def _daily(visit: Visit) -> Page:
    page = visit.go("#/daily/2026-11-01")
    page.wait_for_selector("#daily-hint")
    page.click("#daily-hint")
    page.wait_for_function(
        "() => document.querySelector('#daily-said')?.textContent.includes('folgt')"
    )
    return page


def _class(visit: Visit) -> Page:
    page = visit.go("#/class")
    page.wait_for_selector("#class-drop")
    files: list[Any] = [
        {"name": f"{name}/own-hand.txt", "mimeType": "text/plain", "buffer": answer}
        for name, answer in (("ann", b"true"), ("bob", b"false; 0=s1 1=s2 2=s3;"))
    ]
    page.set_input_files("#class-files", files)
    page.wait_for_selector("#marks, #class-trouble > *")
    return page


def _theory(visit: Visit) -> Page:
    page = visit.go("#/theory")
    page.wait_for_selector("h3")
    return page


ROOMS: dict[str, Callable[[Visit], Page]] = {
    "table": _table,
    "exercise": _exercise,
    "puzzle": _puzzle,
    "models": _models,
    "chapter": _chapter,
    "daily": _daily,
    "class": _class,
    "theory": _theory,
}


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def german(visit: Visit, request: pytest.FixtureRequest) -> Visit:
    """A visit in German, on a phone and on a desktop."""
    visit.window(request.param, locale="de")
    return visit


@pytest.mark.alike(4)
@pytest.mark.parametrize("room", ROOMS)
def test_a_room_is_german_and_fits_its_screen(german: Visit, room: str) -> None:
    page = ROOMS[room](german)
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(ENGLISH) == []


@pytest.mark.parametrize("answers", [" -> Bob passt, Cid", "; Bob passt; Cid"])
def test_cards_have_the_names_of_the_grid_in_all_texts(
    visit: Visit, answers: str
) -> None:
    page = visit.window(locale="de")
    visit.go()
    visit.begin()
    line = f"Ann: Professor Bloom, Seil, Halle{answers} zeigt Seil"
    visit.say(line)
    assert page.inner_text("#lines .line") == line
    assert "Bob: nicht Professor Bloom, Seil, Halle" in page.inner_text("#said")
    page.click("[data-cell='2,rope']")
    page.wait_for_selector("#why pre")
    assert "Cid hat Seil" in page.inner_text("#why")
    visit.type("bob: plum knife hall -> cid passes, ann passes")
    assert "Du hast Messer" in visit.error()
    page.click("[data-line='1']")
    page.click("[data-tool=edit]")
    assert page.input_value("#line-edit") == line
    texts = page.inner_text("main")
    assert [name for name in ("rope", "plum", "hall") if name in texts.split()] == []


def test_an_error_about_one_line_names_no_place_in_it(visit: Visit) -> None:
    visit.go()
    visit.begin()
    visit.type("ann: plum rope halll -> nobody")
    assert not re.search(r"\d:\d", visit.error())
