"""The page for everybody: by keyboard, and as axe-core sees it, in both looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.page.visit import DESKTOP, PHONE, Visit

pytestmark = pytest.mark.slow

AXE = Path(__file__).parents[2] / "page" / "node_modules" / "axe-core" / "axe.min.js"
READY = {
    "start": "#example button",
    "table": "#hand input",
    "theory": "[id='f-2.16'] .katex",
    "theorems": "#statements article",
    "models": "#model g.world",
    "puzzles": "#puzzles-choice",
    "course": "#chapters li",
    "course/07-actions": "#cell-1",
    "exercises": "#exercise-list li",
    "exercises/hexa-own-card": "#answer",
    "class": "#class-files",
    "worksheet": "#worksheet-file",
}


def faults(visit: Visit) -> list[str]:
    """Return the serious or critical violations by axe-core."""
    visit.page.evaluate(AXE.read_text("utf-8"))
    found = visit.page.evaluate("axe.run()")
    return [
        f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:120]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("room", READY)
def test_a_room_has_no_serious_fault(
    visit: Visit, room: str, size: tuple[int, int], look: str
) -> None:
    visit.window(size, color_scheme=look)
    visit.go(f"#/{room}").wait_for_selector(READY[room])
    assert not faults(visit)


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_game_has_no_serious_fault(
    visit: Visit, size: tuple[int, int], look: str
) -> None:
    page = visit.window(size, color_scheme=look)
    visit.go()
    visit.begin()
    visit.say("ann: plum rope hall -> bob passes, cid shows hall")
    page.click("[data-cell='2,rope']")
    page.wait_for_selector("#why pre")
    assert not faults(visit)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_cells_and_marks_have_no_serious_fault(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = visit.window(size)
    visit.go("#/course/01-possible-worlds").wait_for_selector("#cell-1")
    page.fill("#cell-2", "1 / 0")
    for n in (9, 2, 3):  # a table, an error, and text
        page.focus(f"[data-run='{n}']")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#out-{n}[data-state=run] > *")
    assert not faults(visit)
    visit.go("#/exercises/find-the-pile").wait_for_selector("#answer")
    page.focus("#answer")
    page.keyboard.type("asks(1,{s2})")
    page.keyboard.press("Shift+Enter")
    page.wait_for_selector("#mark > *")
    assert not faults(visit)


def test_a_game_is_begun_and_followed_by_keyboard(visit: Visit) -> None:
    page = visit.go()
    page.wait_for_selector("#hand input")
    for card in ("scarlett", "green", "knife", "pipe", "kitchen", "billiard"):
        page.focus(f"#hand input[value={card}]")
        page.keyboard.press("Space")
    page.focus("#begin")
    page.keyboard.press("Enter")
    visit.grid()
    page.focus("#line")
    page.keyboard.type("ann: plum rope hall -> nobody")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cell='0,hall'][data-value=yes]")
    page.focus("[data-cell='0,hall']")
    page.keyboard.press("Enter")
    page.wait_for_selector("#why pre")
    assert "(2.32)" in page.inner_text("#why")


def test_nothing_moves_for_those_who_do_not_want_it(visit: Visit) -> None:
    page = visit.window(reduced_motion="reduce")
    visit.go()
    visit.begin()
    cell = page.locator("#grid td button").first
    assert cell.evaluate("e => getComputedStyle(e).transitionProperty") == "none"
