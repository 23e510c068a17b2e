"""Models that are drawn in the page, their time line, and what agents hold possible."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.page.test_accessible import faults
from tests.page.visit import DESKTOP, PHONE, Visit

pytestmark = pytest.mark.slow

TABLET = (768, 1024)
WIDE = (1280, 768)
HEXA = "#/models/hexa"


def worlds(page: Page, count: int) -> None:
    """Wait until the model has this number of worlds."""
    page.wait_for_selector(
        f"#model[data-worlds='{count}']:not([aria-busy])", state="attached"
    )


def drawn(visit: Visit, size: tuple[int, int] = DESKTOP, **options: Any) -> Page:
    """A new model, drawn: worlds u and v, which ann cannot tell apart; p is in u."""
    page = visit.window(size, **options)
    visit.go(HEXA)
    worlds(page, 6)
    page.click("#models-tab-draw")
    page.wait_for_selector("#canvas [data-world=rwb]")
    page.click("#draw-new")
    page.wait_for_selector("#canvas [data-world=v]")
    return page


def saved(page: Page, name: str, wanted: Any) -> dict[str, Any]:
    """The model file, once a key of it has the value that is wanted."""
    for _ in range(200):
        try:
            table = tomllib.loads(page.input_value("#model-text"))
        except tomllib.TOMLDecodeError:
            table = {}
        found: Any = table
        for key in name.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        if found == wanted:
            return table
        page.wait_for_timeout(50)
    raise AssertionError(f"{name} is {found!r}")


def middle(page: Page, world: str) -> tuple[float, float]:
    box = page.locator(f"#canvas [data-world='{world}'] > rect").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + 8


def drag(page: Page, one: tuple[float, float], other: tuple[float, float]) -> None:
    page.mouse.move(*one)
    page.mouse.down()
    page.mouse.move((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    page.mouse.move(*other)
    page.mouse.up()


def test_a_model_is_drawn_with_the_pointer(visit: Visit) -> None:
    page = drawn(visit)
    box = page.locator("#canvas").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
    saved(page, "worlds", ["u", "v", "w"])
    page.check("input[name=draw-tool][value=bob]")
    drag(page, middle(page, "v"), middle(page, "w"))
    saved(page, "relations.bob", {"links": [["v", "w"]]})
    page.locator("#canvas [data-of=w] [data-atom=p]").click()
    table = saved(page, "valuation.w", ["p"])
    assert table["relations"]["ann"] == {"links": [["u", "v"]]}
    page.click("#models-tab-happens")
    worlds(page, 3)
    page.fill("#model-formula", "~K(bob,~p)")
    page.click("#model-ask")
    page.wait_for_selector("#model-value")
    true = page.locator("#model g.world[data-truth=true]").count()
    assert true == 3, "bob holds p possible in u, and in v and w since w has it"
    page.click("#models-tab-draw")
    page.check("input[name=draw-tool][value='']")
    x, y = middle(page, "u")
    drag(page, (x, y), (x, y + 60))
    page.wait_for_function("!document.querySelector('#draw-undo').disabled")
    page.locator("#canvas [data-link=bob] .whose").click(force=True)
    page.click("#draw-delete")
    saved(page, "relations.bob", "none")
    page.click("#draw-undo")
    saved(page, "relations.bob", {"links": [["v", "w"]]})
    page.click("#draw-redo")
    saved(page, "relations.bob", "none")


def test_a_model_is_drawn_by_keyboard(visit: Visit) -> None:
    page = drawn(visit)
    page.focus("#canvas [data-world=u]")
    page.keyboard.press("n")
    saved(page, "worlds", ["u", "v", "w"])
    assert page.evaluate("document.activeElement.dataset.world") == "w"
    page.keyboard.press("l")
    assert "link w to, for ann" in page.inner_text("#draw-told")
    page.focus("#canvas [data-world=v]")
    page.keyboard.press("Enter")
    saved(page, "relations.ann", {"links": [["u", "v"], ["w", "v"]]})
    page.focus("#canvas [data-world=w]")
    page.keyboard.press("a")
    saved(page, "point", "w")
    page.keyboard.press("r")
    page.keyboard.type("rain")
    page.keyboard.press("Enter")
    table = saved(page, "point", "rain")
    assert table["relations"]["ann"] == {"links": [["u", "v"], ["rain", "v"]]}
    page.focus("#draw-chosen [data-atom=p]")
    page.keyboard.press("Space")
    saved(page, "valuation.rain", ["p"])
    page.focus("#canvas [data-world=rain]")
    page.keyboard.press("Delete")
    saved(page, "worlds", ["u", "v"])
    page.focus("#canvas [data-world=u]")
    page.keyboard.press("Control+z")
    table = saved(page, "worlds", ["u", "v", "rain"])
    assert table["point"] == "rain"
    page.keyboard.press("Control+Shift+z")
    saved(page, "worlds", ["u", "v"])


def test_a_model_is_drawn_by_touch_on_a_phone(visit: Visit) -> None:
    page = drawn(visit, PHONE, has_touch=True, is_mobile=True)
    box = page.locator("#canvas").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 25)
    saved(page, "worlds", ["u", "v", "w"])
    page.touchscreen.tap(*middle(page, "w"))
    page.wait_for_selector("#draw-name")
    assert page.input_value("#draw-name") == "w"
    page.tap("#draw-actual")
    saved(page, "point", "w")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_the_lists_do_all_that_can_be_drawn(visit: Visit) -> None:
    page = drawn(visit)
    page.fill("#draw-new-agents", "cid")
    page.press("#draw-new-agents", "Enter")
    saved(page, "agents", ["ann", "bob", "cid"])
    page.fill("#draw-new-atoms", "q")
    page.press("#draw-new-atoms", "Enter")
    saved(page, "atoms", ["p", "q"])
    page.select_option("#draw-link-agent", "cid")
    page.select_option("#draw-link-one", "v")
    page.select_option("#draw-link-other", "u")
    page.click("#draw-link")
    saved(page, "relations.cid", {"links": [["v", "u"]]})
    page.select_option("[data-kind=cid]", "belief")
    saved(page, "relations.cid.believes", {"u": ["u", "v"], "v": ["u", "v"]})
    page.click("#draw-links button[aria-label='Delete cid: u → v']")
    page.wait_for_selector("#draw-told:has-text('It is still there')")
    page.uncheck("#draw-close")
    page.wait_for_selector("#draw-links button[aria-label='Delete cid: u → v']")
    page.click("#draw-links button[aria-label='Delete cid: u → v']")
    page.wait_for_selector("#draw-errors .error")
    assert "cid" in page.inner_text("#draw-errors")
    page.check("#draw-close")
    page.wait_for_selector("#draw-errors:not(:has(.error))", state="attached")
    page.fill("#draw-new-agents", "ann")
    page.press("#draw-new-agents", "Enter")
    page.wait_for_selector("#draw-told:has-text('There is a ann already')")


def test_the_text_and_the_drawing_follow_each_other(visit: Visit) -> None:
    page = drawn(visit)
    page.fill("#model-text", "worlds = [")
    page.wait_for_selector("#draw-errors .error")
    assert "TOML" in page.inner_text("#draw-errors")
    assert page.locator("#canvas .world").count() == 2, "the drawing is as it was"
    page.fill(
        "#model-text",
        'title = "Two"\nworlds = ["a", "b", "c"]\n'
        '[relations]\neve = [["a", "b"], ["c"]]\n'
        '[valuation]\na = ["p"]\nb = []\nc = []\n',
    )
    page.wait_for_selector("#canvas [data-world=c]")
    page.wait_for_selector("#draw-errors:not(:has(.error))", state="attached")
    assert page.locator("#canvas [data-link=eve]").count() == 1
    page.reload()
    worlds(page, 3)
    page.click("#models-tab-draw")
    page.wait_for_selector("#canvas [data-world=c]")
    page.click("#draw-worlds button >> nth=0")
    page.fill("#draw-name", "a <b>")
    page.press("#draw-name", "Enter")
    table = saved(page, "worlds", ["a <b>", "b", "c"])
    assert table["title"] == "Two"
    page.wait_for_selector("#canvas [data-world='a <b>']")


def test_any_moment_is_shown_and_gone_on_from(visit: Visit) -> None:
    page = visit.go(HEXA)
    worlds(page, 6)
    for step, left in (("announce(~h(1,w))", 4), ("announce(h(1,r))", 2)):
        page.fill("#model-step", step)
        page.click("#model-do")
        worlds(page, left)
    page.focus("#model-time")
    page.keyboard.press("ArrowLeft")
    worlds(page, 4)
    page.keyboard.press("Home")
    worlds(page, 6)
    assert page.locator("#model-steps li.later").count() == 2
    page.click("#model-steps button >> nth=1")
    worlds(page, 2)
    page.click("#model-steps button >> nth=0")
    worlds(page, 4)
    link = page.url
    page.fill("#model-step", "announce(~h(3,w))")
    page.click("#model-do")
    worlds(page, 2)
    assert page.locator("#model-steps li").count() == 2
    assert "~h(3,w)" in page.inner_text("#model-steps")
    page.click("#model-aside")
    page.wait_for_selector("#model-steps:has-text('announce(h(1,r))')")
    page.click("#model-aside")
    page.wait_for_selector("#model-steps:has-text('~h(3,w)')")
    page = visit.window()
    page.goto(link)
    worlds(page, 4)
    page.click("#model-on")
    worlds(page, 2)
    assert page.is_disabled("#model-on")


def test_what_agents_hold_possible_is_followed_to_any_depth(visit: Visit) -> None:
    page = visit.go(HEXA)
    worlds(page, 6)
    page.click("#models-tab-agents")
    page.click("[data-depth='0'] [data-world=rwb] [data-agent='1']")
    page.wait_for_selector("[data-depth='1'] [data-world=rbw]")
    assert page.locator("#model g.world[data-held=true]").count() == 2
    page.keyboard.press("Tab")  # the row has the focus: its first agent is next
    page.focus("[data-depth='1'] [data-world=rbw] [data-agent='2']")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-depth='2'] [data-world=wbr]")
    page.click("[data-depth='2'] [data-world=wbr] [data-agent='3']")
    page.wait_for_selector("[data-depth='3'] [data-world=bwr]")
    crumbs = page.inner_text("#crumbs")
    assert "In rwb: 1 has r, 2 has w, 3 has b" in crumbs
    assert "in rbw, 2 considers possible: rbw, wbr" in crumbs
    assert "in wbr, 3 considers possible: wbr, bwr" in crumbs
    page.click("#crumbs li:nth-child(2) button")
    page.wait_for_selector("[data-depth='2']", state="detached")
    assert "So 1 knows there: 1 has r" in page.inner_text("#considered")
    page.click("#model g.world[data-world=bwr]")
    page.wait_for_selector("[data-depth='0'] [data-world=bwr]")
    assert page.locator("[data-depth='1']").count() == 0


def test_a_model_of_ones_own_is_kept_while_another_is_looked_at(visit: Visit) -> None:
    page = drawn(visit)
    page.click("#draw-add")
    saved(page, "worlds", ["u", "v", "w"])
    page.select_option("#models-choice", "hexa")
    page.wait_for_selector("#canvas [data-world=rwb]")
    page.select_option("#models-choice", "own")
    page.wait_for_selector("#canvas [data-world=w]")
    assert page.locator("#canvas [data-world=rwb]").count() == 0


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_drawing_and_cards_have_no_serious_fault(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = drawn(visit, size)
    page.click("#draw-worlds button >> nth=0")
    page.wait_for_selector("#draw-name")
    assert not faults(visit)
    page.click("#models-tab-agents")
    page.click("[data-depth='0'] [data-agent=ann]")
    page.wait_for_selector("[data-depth='1'] [data-world=v]")
    assert not faults(visit)
    visit.go("#/course/01-possible-worlds").wait_for_selector("#three-cards")
    page.click("[data-player='1']")
    page.click("[data-answer=no]")
    page.wait_for_selector("[data-right]")
    page.wait_for_selector(".formula-inline .katex")
    assert not faults(visit)


@pytest.mark.parametrize("size", [DESKTOP, WIDE, TABLET, PHONE])
def test_the_picture_and_its_steps_are_in_one_view(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = visit.window(size)
    visit.go(HEXA)
    worlds(page, 6)
    page.fill("#model-step", "show(2,1,{r,w,b},r)")
    page.click("#model-do")
    page.wait_for_selector("#model-steps li")
    page.evaluate("scrollTo(0, 0)")
    places = ("#model svg", "#model-time", "#models-tab-agents", "#model-step")
    for place in places:
        box = page.locator(place).bounding_box()
        assert box is not None
        assert box["y"] >= 0, place
        assert box["y"] + box["height"] <= size[1], place
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
