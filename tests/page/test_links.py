"""Links and what was kept, cut, edited, of another time; nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, Page
from playwright.sync_api import TimeoutError as Waited

from tests.page.visit import Visit

pytestmark = pytest.mark.slow

TURN = "ann: plum rope hall -> bob passes, cid shows hall"


@pytest.mark.parametrize(
    ("fragment", "output"),
    [
        ("#/nonsense", "no nonsense here"),
        ("#/table/walk/%E0%A4%A", "cut or changed"),
        ("#/theory/99.9", r"no (99.9) here"),
        ("#/theorems/theorem-9.9", "no theorem-9.9 here"),
        ("#/models/hexagon", "no model hexagon here"),
        ("#/models/hexa/%5B1%2C2%5D", "cut or changed"),
        ("#/models/hexa/%5B%7B%22file%22%3A99%7D%5D", "cut or changed"),
        ("#/models/hexa/%5B%7B%22point%22%3A9%7D%5D", "cut or changed"),
        ("#/models/hexa/%E0%A4%A", "cut or changed"),
        ("#/models/own", "not in the link"),
        ("#/puzzles/nobody", "no nobody here"),
        ("#/course/11-more", "no 11-more here"),
        ("#/exercises/hexa-own-c", "no hexa-own-c here"),
        ("#/exercises/own", "choose its file again"),
    ],
)
def test_a_link_to_what_is_not_there_says_so(
    visit: Visit, fragment: str, output: str
) -> None:
    visit.go(fragment)
    assert output in visit.error()
    assert visit.page.locator("main h1").count() == 1, "the room is there all the same"


def put(page: Page, key: str, value: object) -> None:
    text = value if isinstance(value, str) else json.dumps(value)
    page.evaluate("given => localStorage.setItem(...given)", [key, text])


@pytest.mark.parametrize(
    ("key", "value", "room", "there"),
    [
        ("models", {"text": 5, "done": "x"}, "models", "#model g.world"),
        ("models", [1], "models", "#model g.world"),
        ("exercises", {"version": 1}, "exercises", "#exercise-list li"),
        ("exercises", "nonsense", "exercises", "#exercise-list li"),
        ("course", {"version": 1, "rows": 3}, "course/01-possible-worlds", "#cell-1"),
    ],
)
def test_what_was_kept_and_cannot_be_read_does_no_harm(
    visit: Visit, key: str, value: object, room: str, there: str
) -> None:
    page = visit.go()
    put(page, f"mystpy.{key}", value)
    page.reload()
    visit.go(f"#/{room}")
    page.wait_for_selector(there)
    assert not page.locator("main .error").count()


def test_a_model_that_cannot_be_read_any_more_is_in_the_editor(visit: Visit) -> None:
    page = visit.go()
    kept = {"name": "own", "text": "atoms = [", "done": [], "formula": ""}
    put(page, "mystpy.models", kept)
    visit.go("#/models")
    assert "TOML" in visit.error()
    assert page.input_value("#model-text") == "atoms = ["


def test_notes_that_cannot_be_read_are_kept_until_it_is_said(visit: Visit) -> None:
    page = visit.go()
    put(page, "mystpy.table", {"version": 1, "notes": "mystpy notebook 99\nx"})
    page.reload()
    assert "another version" in visit.error()
    visit.begin()
    page.click("#leave")
    page.wait_for_selector("#take-back")
    page.click("#take-back")
    assert "another version" in visit.error(), "it was put aside, not lost"


def shown(visit: Visit, lines: int) -> None:
    visit.page.wait_for_function(
        "n => document.querySelectorAll('#lines li:not(.none)').length === n", arg=lines
    )


def test_ones_own_game_is_put_aside_for_a_counterexample(visit: Visit) -> None:
    page = visit.go()
    page.on("dialog", lambda dialog: dialog.accept())
    visit.begin()
    visit.say(TURN)
    for nth in (0, 3):  # what is only looked at does not take its place
        page.click("[data-room=theorems]")
        page.click(f"a.walk >> nth={nth}")
        page.wait_for_selector("#owner-name")
        page.wait_for_function("() => location.hash === '#/table'")
    page.click("#leave")
    page.click("#take-back")
    shown(visit, 1)
    assert not page.locator("#take-back").count()


def test_a_tab_that_is_behind_writes_over_nothing(visit: Visit) -> None:
    first, second = visit.two_tabs(TURN)
    first.fill("#line", "bob: mustard wr")
    first.click("#send")
    first.wait_for_function("() => document.body.textContent.includes('say above')")
    assert first.locator("#lines .none").count() == 1, "and takes nothing in"
    second.reload()
    visit.grid()
    shown(visit, 1)


@pytest.mark.parametrize("button", ["Show it here", "Keep mine"])
def test_which_of_two_games_is_right_is_said_and_none_is_lost(
    visit: Visit, button: str
) -> None:
    first, _ = visit.two_tabs(TURN)
    first.click(f"button:text-is('{button}')")
    visit.page = first
    aside = "JSON.parse(localStorage.getItem('mystpy.table.aside') ?? '[]').length"
    if button == "Keep mine":
        assert first.evaluate(aside) == 1
    else:
        shown(visit, 1)
        assert first.evaluate(aside) == 0
    visit.say("ann: plum rope hall -> bob shows plum")


def test_answers_of_two_tabs_are_all_kept(visit: Visit) -> None:
    def answered(name: str) -> Callable[[], None]:
        page = visit.tab()
        page.goto(f"{visit.home}#/exercises/{name}")
        page.wait_for_selector("#answer")
        return lambda: page.fill("#answer", f"about {name}")

    for write in [answered("hexa-own-card"), answered("seven-cards")]:
        write()
    for name in ("hexa-own-card", "seven-cards"):
        page = visit.go(f"#/exercises/{name}")
        page.reload()
        page.wait_for_selector("#answer")
        assert page.input_value("#answer") == f"about {name}"


def test_after_a_fault_of_mystpy_a_test_does_not_wait(visit: Visit) -> None:
    page = visit.go()
    page.evaluate(
        "import('./js/engine.js').then((module) =>"
        " void module.engine().ask('model', [1, 2, 3, 4, 5]).catch(() => {}))"
    )
    with pytest.raises(Error) as raised:
        page.wait_for_selector("#nothing")
    assert not isinstance(raised.value, Waited)
    (fault,) = visit.faults
    assert "Traceback" in fault
    assert "TypeError" in fault
    visit.faults.clear()
