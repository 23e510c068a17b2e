"""The daily puzzle in the page: solved by taps and by keyboard, hinted at, and kept."""

from __future__ import annotations

import re
from datetime import date

import pytest
from playwright.sync_api import Page

from mystpy.daily.judgement import (
    Verdict,
    judge,
    next_mark,
    own_marks,
    read_mark,
    result_line,
)
from mystpy.daily.puzzle import daily_puzzle
from mystpy.daily.session import hint_lines
from tests.page.test_accessible import faults
from tests.page.visit import DESKTOP, PHONE, Visit

pytestmark = pytest.mark.slow

DAY, TODAY, LATER = "2026-11-24", "2026-11-28", "2026-11-29"
PUZZLE = daily_puzzle(date.fromisoformat(DAY))
GUESS = read_mark("bob plum", PUZZLE.game)
"""A mark that the lines leave open."""


def come(visit: Visit, fragment: str = f"#/daily/{DAY}") -> Page:
    """Open the view, in a browser whose clock shows noon of a day."""
    visit.page.clock.set_fixed_time(f"{TODAY}T12:00:00")
    return visit.go(fragment)


def play(visit: Visit) -> Page:
    page = come(visit)
    page.wait_for_selector("[data-mark]")
    return page


def in_names(text: str) -> str:
    """A text of mystpy as it is shown: names and sentences begin with a capital."""
    names = {*PUZZLE.game.players, *PUZZLE.game.cards}
    words = re.sub(r"\w+", lambda word: _capital(word[0], names), text)
    return words[:1].upper() + words[1:]


def _capital(word: str, names: set[str]) -> str:
    return word.capitalize() if word in names else word


def value(page: Page, holder: int, card: str) -> str | None:
    """Return the value of a cell of the grid: yes, no or none."""
    return page.locator(f"[data-mark='{holder},{card}']").get_attribute("data-value")


def tap(page: Page, holder: int, card: str, *, held: bool) -> None:
    page.click(f"[data-mark='{holder},{card}'] button")
    page.click("#daily-yes" if held else "#daily-no")


def said(page: Page, kind: str) -> str:
    """Wait for the message about a mark, and return it."""
    page.wait_for_selector(f"#daily-said > .{kind}")
    return page.inner_text("#daily-said")


def shown(page: Page) -> dict[str, str | None]:
    return {
        f"{holder},{card}": value(page, holder, card)
        for holder in PUZZLE.game.holders
        for card in PUZZLE.game.cards
    }


def solve(page: Page) -> None:
    for card in PUZZLE.pile:
        tap(page, 0, card, held=True)
        page.wait_for_selector(f"[data-mark='0,{card}'][data-value=yes]")
    page.wait_for_selector("#daily-solved")


def test_a_puzzle_is_solved_by_taps_and_kept(visit: Visit) -> None:
    visit.window(PHONE, has_touch=True, is_mobile=True)
    page = play(visit)
    own = {f"{m.holder},{m.card}": m.held for m in own_marks(PUZZLE)}
    assert shown(page) == {
        key: "none" if key not in own else "yes" if own[key] else "no"
        for key in shown(page)
    }
    assert page.locator("[data-own] button:enabled").count() == 0
    solve(page)
    line = result_line(PUZZLE, {"marks": 3, "refused": 0, "hints": 0})
    assert page.inner_text("#daily-solved pre") == line
    before = shown(page)
    page.reload()
    page.wait_for_selector("#daily-solved")
    assert shown(page) == before
    assert page.inner_text("#daily-solved pre") == line
    assert "✓" in page.inner_text(f".archive li:has(a[href='#/daily/{DAY}'])")
    page.click("#daily-again")
    assert page.locator("#daily-solved").count() == 0
    assert value(page, 0, PUZZLE.pile[0]) == "none"


def test_a_guess_is_refused_with_a_deal_and_what_is_false_with_reasons(
    visit: Visit,
) -> None:
    page = play(visit)
    tap(page, *GUESS[:2], held=True)
    output = said(page, "error")
    judged = judge(PUZZLE, GUESS)
    assert judged.verdict is Verdict.OPEN
    assert [line for line in judged.because if in_names(line) not in output] == []
    assert value(page, *GUESS[:2]) == "none"
    first = PUZZLE.pile[0]
    tap(page, 0, first, held=False)
    page.wait_for_selector("#daily-said :text('The opposite is proved')")
    because = judge(PUZZLE, read_mark(f"pile not {first}", PUZZLE.game)).because
    assert page.locator("#daily-said li").all_inner_texts() == [
        in_names(line) for line in because
    ]
    assert value(page, 0, first) == "none"
    named = {line.partition(":")[0] for line in because if line.startswith("line")}
    assert page.locator(".daily li.named").count() == len(named)
    assert "refused: 2" in page.inner_text(".daily")


def test_a_hint_says_where_to_look_and_then_what_follows(visit: Visit) -> None:
    page = play(visit)
    found = next_mark(PUZZLE, ())
    assert found is not None
    where, what = map(in_names, hint_lines(PUZZLE, found))
    page.click("#daily-hint")
    page.wait_for_selector(f"#daily-said :text('{where}')")
    page.click("#daily-hint")
    page.wait_for_selector(f"#daily-said :text('{what}')")
    assert "hints: 2" in page.inner_text(".daily")
    page.click("#daily-hint")
    page.wait_for_selector(f"#daily-said :text('{where}')")
    mark = found.mark
    tap(page, mark.holder, mark.card, held=mark.held)
    said(page, "right")
    after = next_mark(PUZZLE, [mark])
    assert after is not None
    page.click("#daily-hint")
    page.wait_for_selector(
        f"#daily-said :text('{in_names(hint_lines(PUZZLE, after)[0])}')"
    )


def test_marks_are_made_by_keyboard(visit: Visit) -> None:
    page = play(visit)
    card, other = PUZZLE.pile[:2]
    cell = f"[data-mark='0,{card}'] button"
    page.focus(cell)
    page.keyboard.press("Enter")
    page.wait_for_selector("#daily-yes:focus")
    page.keyboard.press("Escape")
    page.wait_for_selector(f"{cell}:focus")
    assert not page.is_visible("#daily-yes")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"[data-mark='0,{card}'][data-value=yes]")
    page.wait_for_selector(f"{cell}:focus")
    label = f"pile, {card.capitalize()}: has it"
    assert page.get_attribute(cell, "aria-label") == label
    page.focus(f"[data-mark='0,{other}'] button")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.wait_for_selector("#daily-no:focus")
    page.keyboard.press("Space")
    assert "The opposite is proved" in said(page, "error")


def test_earlier_days_are_listed_and_later_ones_are_not_shown(visit: Visit) -> None:
    page = play(visit)
    days = page.eval_on_selector_all(
        ".archive a", "all => all.map((a) => a.getAttribute('href').slice(8))"
    )
    assert days == [f"2026-11-{day}" for day in range(28, 14, -1)]
    assert page.inner_text(".archive a[aria-current=page]") == DAY
    page.click(f".archive a[href='#/daily/{TODAY}']")
    page.wait_for_selector(f"h2:text('{TODAY}')")
    page.wait_for_selector("[data-mark]")
    come(visit, f"#/daily/{LATER}")
    assert f"{LATER} is not out yet" in visit.error()
    assert page.locator("[data-mark]").count() == 0
    page.evaluate("location.hash = '#/daily/2026-10-31'")
    page.wait_for_selector("main .error:has-text('2026-10-31')")
    assert "2026-11-01" in visit.error()
    page.evaluate("location.hash = '#/daily/yesterday'")
    page.wait_for_selector(f"h2:text('{TODAY}')")


def test_what_was_kept_by_somebody_else_is_not_taken(visit: Visit) -> None:
    page = play(visit)
    for marks in ('[[9, "plum", true]]', '[[0, "joker", true]]', '"x"', "[null]"):
        page.evaluate(
            "([day, marks]) => localStorage.setItem('mystpy.daily', `{\"version\": 1,"
            ' "rows": {"${day}": {"marks": ${marks}, "counts": {}}}}`)',
            [DAY, marks],
        )
        for day in (TODAY, DAY):
            page.click(f".archive a[href='#/daily/{day}']")
            page.wait_for_selector(f"h2:text('{day}')")
        assert "Marks: 0" in page.inner_text(".daily")


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_room_has_no_serious_fault(
    visit: Visit, size: tuple[int, int], look: str
) -> None:
    visit.window(size, color_scheme=look)
    page = play(visit)
    tap(page, *GUESS[:2], held=True)
    said(page, "error")
    page.click(f"[data-mark='0,{PUZZLE.pile[0]}'] button")
    assert not faults(visit), "with a choice open"
    page.keyboard.press("Escape")
    solve(page)
    assert not faults(visit)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0], "nothing sticks out of the screen"
