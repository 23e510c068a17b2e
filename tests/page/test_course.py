"""The course in the page: its paths, progress, cards, formulas and exercises."""

from __future__ import annotations

import re
from itertools import permutations

import pytest
from playwright.sync_api import Page

from tests.page.visit import DESKTOP, PHONE, Visit

pytestmark = pytest.mark.slow

FIRST = "#/course/01-possible-worlds"
SIZES = [DESKTOP, (768, 1024), PHONE]
PATHS = {
    "thesis": list(range(1, 11)),
    "knowledge": [1, 6, 5, 7, 4, 2, 3, 8, 9, 10],
}


def numbers(page: Page) -> list[int]:
    """The numbers of the chapters, as they are listed."""
    found = page.locator(".chapters > li > a").all_inner_texts()
    return [int(re.match(r"\d+", title)[0]) for title in found]  # type: ignore[index]


@pytest.mark.parametrize("size", SIZES)
def test_a_path_is_chosen_kept_and_followed(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = visit.window(size)
    visit.go("#/course").wait_for_selector("#chapters li")
    assert numbers(page) == PATHS["thesis"]
    page.check("input[name=path][value=knowledge]")
    page.wait_for_selector("#chapters-after li")
    page.reload()
    page.wait_for_selector("#chapters-after li")
    assert numbers(page) == PATHS["knowledge"]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.click("#chapters a >> nth=0")
    for number in PATHS["knowledge"][1:]:
        page.wait_for_selector("#cell-1")
        page.click("[data-way='course.next']")
        page.wait_for_function(
            "n => document.querySelector('h1')?.textContent.startsWith(`${n}. `)",
            arg=number,
        )
        assert page.locator("#needed").count() == (number in (6, 5, 4))
    page.wait_for_selector("#cell-1")
    assert page.locator("[data-way='course.next']").count() == 0
    page.click("[data-way='course.before']")
    page.wait_for_selector("h1:has-text('9. ')")


def test_progress_is_kept_of_cells_end_and_exercises(visit: Visit) -> None:
    page = visit.go(FIRST)
    page.click("[data-run='2']")
    page.wait_for_selector("#out-2[data-state=run] pre")
    page.locator("#course-way").scroll_into_view_if_needed()
    row = "[data-chapter='01-possible-worlds']"
    page.goto(f"{visit.home}#/exercises/hexa-own-card")
    page.wait_for_selector("#answer")
    page.evaluate(
        "localStorage.setItem('mystpy.exercises', JSON.stringify({version: 1,"
        " rows: {'hexa-own-card': {result: 'right'}}}))"
    )
    visit.go("#/course").wait_for_selector(row)
    said = page.inner_text(row)
    assert "1 of 13 cells run" in said
    assert "read to the end" in said
    assert "1 of 7 exercises solved" in said
    assert "Go on with 1." in page.inner_text("#go-on")
    share = page.evaluate(f'document.querySelector("{row} progress").value')
    assert share == pytest.approx(3 / 21)
    page.click(f"{row} a")
    page.wait_for_selector("#chapter-exercises")
    badges = page.locator("#chapter-exercises li:has(.verdict)")
    assert badges.count() == 1
    page.click("#chapter-exercises a[href='#/exercises/hexa-own-card']")
    page.wait_for_selector("#answer")


def test_progress_that_cannot_be_read_is_none(visit: Visit) -> None:
    page = visit.go("#/course")
    page.evaluate(
        "localStorage.setItem('mystpy.course.progress', JSON.stringify({version: 1,"
        " rows: {'01-possible-worlds': {ran: 'all', end: 7}}}));"
        "localStorage.setItem('mystpy.course.path', '\"sideways\"')"
    )
    page.reload()
    page.wait_for_selector("#chapters li")
    assert numbers(page) == PATHS["thesis"]
    assert "0 of 13 cells run" in page.inner_text("#chapters")


def dealt(page: Page) -> tuple[str, ...]:
    """The cards of the three players, each looked at."""
    found = []
    for i in "123":
        page.click(f"[data-player='{i}']")
        page.wait_for_selector(f"[data-player='{i}'][aria-pressed=true]")
        found.append(page.inner_text(f"[data-player='{i}'] .face"))
    return tuple(found)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_three_cards_are_clicked_before_any_code(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = visit.window(size)
    visit.go(FIRST).wait_for_selector("#three-cards")
    before = page.evaluate(
        "document.querySelector('#three-cards').compareDocumentPosition("
        "document.querySelector('.codecell')) & Node.DOCUMENT_POSITION_FOLLOWING"
    )
    assert before
    assert page.locator("[data-left=yes]").count() == 6
    deals = set()
    for _ in range(3):
        deal = dealt(page)
        assert sorted(deal) == ["blue", "red", "white"]
        deals.add(deal)
        page.click("[data-player='2']")
        left = page.locator("[data-left=yes] .read").all_inner_texts()
        wanted = [
            ", ".join(f"{i} has {card}" for i, card in enumerate(cards, 1))
            for cards in permutations(("red", "white", "blue"))
            if cards[1] == deal[1]
        ]
        assert sorted(left) == sorted(wanted)
        assert f"Player 2 sees {deal[1]}; 2 deals are left" in page.inner_text(
            "#cards-told"
        )
        page.click("#cards-deal")
        page.wait_for_selector("[data-player='2'][aria-pressed=false]")
    assert len(deals) > 1, "each deal is another one than the one before"


def test_a_question_about_the_cards_is_answered_at_once_by_keyboard(
    visit: Visit,
) -> None:
    page = visit.go(FIRST)
    page.focus("[data-player='1']")
    page.keyboard.press("Enter")
    right = 0
    for round_ in range(1, 9):
        page.wait_for_selector("[data-answer=yes]:enabled")
        page.focus("[data-answer=yes]")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-right]")
        said = page.inner_text("[data-right]")
        yes = page.get_attribute("[data-right]", "data-right") == "yes"
        assert yes == ("The answer is yes." in said)
        right += yes
        assert f"{right} of {round_} right" in said
        assert "considers possible" in said
        page.keyboard.press("Enter")  # the button for another question has the focus


def test_formulas_are_typeset_and_copied_as_they_are_written(visit: Visit) -> None:
    page = visit.go(FIRST)
    page.wait_for_selector(".formula-inline .katex")
    shown = page.locator(".formula-inline[data-source='~K(i, ~F)']").first
    assert shown.get_attribute("title") == "~K(i, ~F)"
    copied = shown.evaluate(
        """one => {
          getSelection().selectAllChildren(one.closest('p'));
          const data = new DataTransfer();
          const about = {bubbles: true, cancelable: true, clipboardData: data};
          const event = new ClipboardEvent('copy', about);
          one.dispatchEvent(event);
          return data.getData('text/plain');
        }"""
    )
    assert "~K(i, ~F)" in copied
    assert "¬" not in copied
    assert page.locator("textarea.source .katex, pre .katex").count() == 0


def test_the_exercises_of_a_chapter_are_printed_alone(visit: Visit) -> None:
    page = visit.go(FIRST)
    page.wait_for_selector("#print-sheet")
    page.evaluate("window.print = () => { window.printed = true; }")
    page.click("#print-sheet")
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    assert page.is_visible(".sheet-head")
    assert page.is_visible(".exercise-sheet ol")
    for other in ("#cell-1", "#three-cards", "#print-sheet", "#run-all", "header"):
        assert not page.is_visible(other), other
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.is_visible("#cell-1"), "the whole chapter can be printed, too"
    assert not page.is_visible(".sheet-head")
