"""The table as it is used: on a phone, without a network, in two tabs, and misused."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page

from mystpy.questions.query import load_query
from tests.page.visit import HAND, PHONE, Visit

pytestmark = pytest.mark.slow

QUERIES = Path(__file__).parents[2] / "queries"
TURN = "ann: plum rope hall -> bob passes, cid shows hall"
SHOWN = "Ann: Professor Plum, Rope, Hall -> Bob passes, Cid shows Hall"


def link(page: Page) -> str:
    page.click("#link")
    return page.input_value("#thelink")


def choose(page: Page, text: str) -> None:
    """Choose a file with this text."""
    file = FilePayload(name="game", mimeType="text/plain", buffer=text.encode())
    page.set_input_files("#file", files=file)


def test_a_game_is_tapped_on_a_phone(visit: Visit) -> None:
    page = visit.window(PHONE, has_touch=True, is_mobile=True)
    visit.go()
    visit.begin()
    for card in ("plum", "rope", "hall"):
        page.tap(f"[data-card={card}]")
    page.tap("[data-player='3'][data-verb=shows]")
    assert page.inner_text("#tappasses") == "Bob –, Cid shows:"
    page.tap("[data-shown=hall]")
    page.wait_for_selector("[data-cell='3,hall'][data-value=yes]")
    assert page.inner_text("#last-line") == f"1. {SHOWN}"
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE[0], "nothing sticks out of the screen"


def test_without_a_network_it_goes_on(visit: Visit) -> None:
    page = visit.go()
    page.wait_for_selector("html[data-offline=ready]")
    page.context.set_offline(True)
    page.reload()
    visit.begin()
    visit.say(TURN)
    assert visit.cell(3, "hall") == "yes"
    page.click("[data-room=theory]")
    page.wait_for_selector("[id='f-2.16'] .katex")


def test_a_game_is_kept_and_goes_on(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    visit.say(TURN)
    page.fill("#line", "bob: mustard wr")
    page.reload()
    visit.grid()
    assert page.locator("#lines li").count() == 1
    assert page.input_value("#line") == "bob: mustard wr", "a line in the middle, too"
    visit.take_out(1)
    page.wait_for_selector("#lines .none")
    page.reload()
    visit.grid()
    assert page.locator("#lines .none").count() == 1


def test_a_game_is_walked_through_action_by_action(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    visit.say(TURN)
    page.focus("#step")
    page.keyboard.press("Home")
    page.wait_for_selector("[data-cell='2,rope'][data-value='?']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # the question, and bob's answer
    page.wait_for_selector("[data-cell='2,rope'][data-value=no]")
    assert visit.cell(3, "hall") == "?", "not shown yet"


def test_a_game_is_sent_as_a_link(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    visit.say(TURN)
    sent = link(page)
    page = visit.window()
    page.goto(sent)
    visit.grid()
    assert visit.cell(3, "hall") == "yes"


@pytest.mark.parametrize("harm", ["cut", "changed", "not one"])
def test_a_link_that_was_harmed_is_told(visit: Visit, harm: str) -> None:
    page = visit.go()
    visit.begin()
    sent = link(page)
    middle = len(sent) - 20
    changed = sent[:middle] + ("A" if sent[middle] != "A" else "B") + sent[middle + 1 :]
    link_ = {"cut": sent[:middle], "changed": changed, "not one": sent[:-90] + "%%%"}
    page = visit.window()
    page.goto(link_[harm])
    assert "cut or changed" in visit.error()
    assert page.evaluate("location.hash") == "#/table", "a reload is no error again"
    assert page.wait_for_selector("#hand input"), "a game can be begun"


def test_a_game_of_an_older_version_is_told_and_kept(visit: Visit) -> None:
    page = visit.go()
    old = '{"version":0,"lines":["x"]}'
    page.evaluate("old => localStorage.setItem('mystpy.table', old)", old)
    page.reload()
    assert "another version" in visit.error()
    with page.expect_download() as download:
        page.click("main .error button >> nth=0")
    assert Path(download.value.path()).read_text("utf-8") == old


def test_a_game_is_exported_and_imported(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    visit.say(TURN)
    with page.expect_download() as download:
        page.click("#query")
    text = Path(download.value.path()).read_text("utf-8")
    assert load_query(text).history.actions
    with page.expect_download() as download:
        page.click("#notes")
    notes = Path(download.value.path()).read_text("utf-8")
    for given in (text, notes):
        page = visit.window()
        visit.go()
        page.wait_for_selector("#hand input")
        choose(page, given)
        visit.grid()
        assert visit.cell(3, "hall") == "yes"


@pytest.mark.parametrize(
    ("given", "output"),
    [
        ("no query at all", "TOML"),
        ('title = "x"\n', r"no \[game\]"),
        ("mystpy notebook 1\nnonsense", "does not say which game"),
        ("\x00\x01\x02", "TOML"),
        ('[game]\nrules = "clue"\np = 3\n', "hand"),
    ],
)
def test_a_file_that_is_no_game_is_told(visit: Visit, given: str, output: str) -> None:
    page = visit.go()
    page.wait_for_selector("#hand input")
    choose(page, given)
    assert re.search(f"game is no game .*{output}", visit.error(), re.DOTALL)


def test_what_cannot_have_happened_is_told_by_its_axiom(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    visit.type("ann: green knife kitchen -> bob shows green")
    assert "(2.17)" in visit.error()
    assert page.locator("main .error a[href='#/theory/2.17']").count() == 1


def test_two_tabs_do_not_write_over_each_other(visit: Visit) -> None:
    first, second = visit.two_tabs(TURN)
    assert "another tab" in first.inner_text("main .error")
    first.click("main .error button >> nth=0")
    first.wait_for_selector("[data-cell='3,hall'][data-value=yes]")
    assert second.locator("#lines li").count() == 1


@pytest.mark.parametrize(
    ("missing", "name"),
    [
        ("WebAssembly", "WebAssembly"),
        ("Worker", "workers"),
        ("CompressionStream", "compression streams"),
    ],
)
def test_what_the_browser_lacks_is_named(visit: Visit, missing: str, name: str) -> None:
    page = visit.page
    page.add_init_script(f"delete globalThis.{missing}")
    visit.go("#/theory")
    page.wait_for_selector("#status[data-stage=unable]")
    assert f"lacks {name}," in page.inner_text("#status")
    page.wait_for_selector("[id='f-2.16'] .katex")


def test_without_a_service_worker_the_game_is_played_all_the_same(visit: Visit) -> None:
    page = visit.page
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    visit.go()
    visit.begin()
    assert page.wait_for_selector("html[data-offline=no]")


def test_without_a_memory_it_is_said_that_nothing_is_kept(visit: Visit) -> None:
    page = visit.page
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full') }"
    )
    visit.go()
    visit.begin()
    assert "export" in page.inner_text("#saved").lower()


@pytest.mark.parametrize("engine", ["walk", "asp"])
def test_all_case_files_have_the_answers_that_they_expect(
    visit: Visit, engine: str
) -> None:
    visit.go()
    wrong, asked = [], 0
    for path in sorted(QUERIES.glob("*.toml")):
        text = path.read_text("utf-8")
        table = tomllib.loads(text)
        found = visit.ask("answers", text, engine)
        expected = table.get("legal", {}).get("verdict")
        if expected not in (None, found["legal"]["verdict"]):
            wrong.append((path.name, found["legal"]))
        for row in found["asks"]:
            asked += row["expect"] is not None
            if row["expect"] not in (None, row["value"]):
                wrong.append((path.name, row))
    assert not wrong
    assert asked > 50


def test_what_takes_long_is_stopped_and_the_game_goes_on(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    visit.say(TURN)
    pairs = "forall x in cards: forall y in cards: forall z in cards: "
    page.fill("#formula", f"{pairs}K(1,K(2,K(3,~h(0,x)|~h(0,y)|~h(0,z))))")
    page.click("#ask")
    page.click("#stop-all")
    page.wait_for_selector("#asked .error")
    assert "Stopped" in page.inner_text("#asked")
    visit.say("bob: mustard wrench study -> cid passes, ann passes")
    page.wait_for_selector("#lines li:nth-child(2)")
    assert visit.cell(3, "hall") == "yes"


def test_prolog_is_not_asked_about_more_deals_than_there_is_time_for(
    visit: Visit,
) -> None:
    page = visit.go()
    visit.begin()
    page.select_option("#engine", "prolog")
    page.fill("#formula", "K(bob, ~h(2,hall))")
    page.click("#ask")
    assert "5,557,616,064 deals" in visit.error()
    page.select_option("#engine", "asp")
    page.click("#ask")
    page.wait_for_selector("#asked [data-value]")


def test_names_are_written_as_people_write_them(visit: Visit) -> None:
    page = visit.go()
    page.wait_for_selector("#hand input")
    for place, name in enumerate(("Ann", "Mrs White", "Jose")):
        page.fill(f"#name-{place}", name)
        page.keyboard.press("Tab")
    for card in HAND:
        page.check(f"#hand input[value={card}]")
    page.click("#begin")
    visit.grid()
    assert visit.ask("view")["players"] == ["ann", "mrs_white", "jose"]


def test_who_is_out_is_passed_over_in_a_turn_that_is_tapped(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    assert page.input_value("#tapwho") == "1"
    visit.say(TURN)
    assert page.input_value("#tapwho") == "2"
    visit.say("bob: plum rope hall -> cid shows")
    visit.say("bob accuses mustard wrench study: wrong")
    visit.say("cid: -")
    visit.say("ann: -")
    assert page.input_value("#tapwho") == "3", "bob is out"


def test_a_turn_is_tapped_by_keyboard(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    page.focus("[data-card=scarlett]")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.card") == "plum"
    assert page.get_attribute("[data-card=plum]", "aria-pressed") == "true"
    for card in ("rope", "hall"):
        page.focus(f"[data-card={card}]")
        page.keyboard.press("Space")
    page.wait_for_selector("[data-verb]")
    page.focus("[data-player='3'][data-verb=shows]")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.player") == "3", "focus stays"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    visit.wait_lines(1)
    assert page.evaluate("document.activeElement.tagName") == "BUTTON"


def test_that_a_line_cannot_be_kept_is_told_when_it_is_written(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    assert "Kept" in page.inner_text("#saved")
    page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }"
    )
    visit.say(TURN)  # the error exists already: the draft cannot be kept
    visit.wait_lines(1)
    assert "export" in page.inner_text("#saved").lower()
    with page.expect_download() as download:
        page.click("#not-kept button")
    assert TURN in Path(download.value.path()).read_text("utf-8")


def test_whether_the_page_is_kept_for_later_is_told(visit: Visit) -> None:
    page = visit.go()
    page.wait_for_selector("#status:text('works without a network')")
    page = visit.window()
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    visit.go()
    page.wait_for_selector("#status:text('does not keep the page')")
    assert page.locator("html[data-offline=no]").count() == 1


@pytest.mark.parametrize("room", ["table", "models", "puzzles"])
def test_a_room_that_computes_says_why_it_cannot(visit: Visit, room: str) -> None:
    visit.page.add_init_script("delete globalThis.WebAssembly")
    visit.go(f"#/{room}")
    assert "lacks WebAssembly" in visit.error()
