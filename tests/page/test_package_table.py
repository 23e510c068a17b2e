"""Games of packages at the page's table: begun, followed, tapped, kept and sent."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page

from mystpy.packages.folders import shipped_packages
from mystpy.packages.theory_query import read_package_query
from tests.page.test_accessible import faults
from tests.page.visit import PHONE, Visit

pytestmark = pytest.mark.slow


def begin(visit: Visit, name: str, given: str) -> Page:
    """Begin a game of a package as its first agent."""
    page = visit.page
    option = f'#kind option[value="package:{name}"]'
    page.wait_for_selector(option, state="attached")
    page.select_option("#kind", f"package:{name}")
    page.wait_for_selector("#given")
    page.fill("#given", given)
    page.click("#begin")
    visit.grid()
    return page


def value(page: Page, atom: str) -> str | None:
    return page.locator(f"[data-atom='{atom}']").get_attribute("data-value")


def test_black_vienna_is_followed(visit: Visit) -> None:
    visit.go()
    page = visit.page
    page.wait_for_selector('#kind option[value="package:myst"]', state="attached")
    legal_actions = page.locator("#kind optgroup option").all_inner_texts()
    assert len(legal_actions) == len(shipped_packages())
    page = begin(visit, "black-vienna", "1 holds s1; h(1,s4)")
    assert "210 runs left" in page.inner_text("#deals")
    said = visit.say("1 asks 2 for s1, s2 and s5")
    assert "nothing new for 1" in said
    assert "yes  h(2,s2)  (2 holds s2)" in visit.say("2 has 2")
    assert (value(page, "h(2,s2)"), value(page, "h(3,s5)")) == ("yes", "no")
    page.click("[data-atom='h(2,s2)']")
    page.wait_for_selector("#why pre")
    assert "at the start: s1" in page.inner_text("#why")
    page.fill("#formula", "K(1, h(2,s2) & ~h(0,s5))")
    page.click("#ask")
    assert page.wait_for_selector("#asked [data-value=true]")
    page.select_option("#knower", "that:2")
    page.wait_for_selector("#deals .error")
    assert "more than 2,000 runs" in page.inner_text("#deals")
    page.fill("#line", "3 has 1 of them")
    page.click("#send")
    refused = "has(3,1) is not possible at step 2, by (P4)"
    assert page.wait_for_selector(f"main .error :text('{refused}')")
    assert not faults(visit)


def test_actions_that_are_too_many_to_list_are_entered(visit: Visit) -> None:
    visit.go()
    page = begin(visit, "russian-cards", "h(anne,c4); h(anne,c5); h(anne,c6)")
    assert "157,565,625 instances" in page.inner_text("#next")
    hands = "{c4,c5,c6}, {c0,c1,c2}, {c0,c1,c3}, {c0,c2,c3}, {c1,c2,c3}"
    visit.say(f"anne says: my hand is one of {hands}")
    visit.say("bill says that Cath holds c0")
    assert value(page, "h(bill,c1)") == "yes"
    assert page.inner_text("#deals") == "1 run left"
    page.fill("#line", "bill says that Cath holds c1")
    page.click("#send")
    assert "is not possible at step 2, by (R4)" in visit.error()


def test_a_game_of_many_runs_is_followed(visit: Visit) -> None:
    visit.go()
    cards = ("dining", "mustard", "peacock", "plum", "scarlett", "study")
    page = begin(visit, "clue", "; ".join(f"1 holds {card}" for card in cards))
    visit.say("1 asks for green, candlestick and ballroom")
    assert "no   h(2,green)" in visit.say("2 has none of them")
    assert page.inner_text("#deals") == "too many runs left to count"
    page.select_option("#knower", "that:2")
    page.wait_for_selector("#deals .error")
    assert "more than 2,000 runs" in page.inner_text("#deals")


def test_what_is_entered_wrongly_is_told(visit: Visit) -> None:
    visit.go()
    page = visit.page
    page.wait_for_selector('#kind option[value="package:myst"]', state="attached")
    page.select_option("#kind", "package:black-vienna")
    page.wait_for_selector("#given")
    for given, said in {
        "": "what 1 has seen is not given",
        "1 holds z9": "there is no suspect z9",
        "to_answer(1)": "to_answer may change",
        "h(1,s1) & h(2,s1)": "No start fits",
    }.items():
        page.fill("#given", given)
        page.click("#begin")
        page.wait_for_function(
            "said => document.querySelector('main .error')?.innerText.includes(said)",
            arg=said,
        )
    page.fill("#constant-players", "0")
    page.press("#constant-players", "Tab")
    page.wait_for_function(
        "() => document.querySelector('main .error').innerText.includes('is empty')"
    )
    assert page.locator("#lines").count() == 0, "no game was begun"


def test_muddy_children_are_tapped_on_a_phone_and_kept(visit: Visit) -> None:
    visit.window(PHONE, has_touch=True, is_mobile=True)
    visit.go()
    page = begin(visit, "muddy-children", "muddy(2); ~muddy(3)")
    page.tap("#tapadd")
    page.wait_for_selector("#lines li:not(.none)")
    page.select_option("#tapkind", "silence")
    assert page.inner_text("#tapline") == "silence"
    page.tap("#tapadd")
    page.wait_for_selector("[data-atom='muddy(1)'][data-value=yes]")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE[0], "nothing sticks out of the screen"
    page.select_option("#knower", "common")
    page.wait_for_selector("[data-atom='muddy(1)'][data-value='?']")
    page.reload()
    visit.grid()
    assert page.locator("#lines li").count() == 2
    page.click("#lines button >> nth=1")
    page.wait_for_function("() => document.querySelectorAll('#lines li').length === 1")
    page.focus("#step")
    page.keyboard.press("Home")
    page.wait_for_selector("[data-atom='told'][data-value=no]")


def test_a_private_argument_is_tapped_and_the_game_is_sent(
    visit: Visit, tmp_path: Path
) -> None:
    visit.go()
    page = begin(visit, "myst", "1 holds s1; 1 holds s3")
    visit.say("1 asks for s4 and s5")
    visit.say("2 has one of them")
    page.select_option("#tapkind", "shows")
    page.select_option(".tapargument >> nth=0", "2")
    assert page.inner_text("#tapline") == "shows(2,1,_)"
    page.click("#tapadd")
    assert "1 has seen which card it is: say it" in visit.error()
    page.select_option(".tapargument >> nth=2", "s5")
    page.click("#tapadd")
    page.wait_for_selector("[data-atom='h(2,s5)'][data-value=yes]")
    with page.expect_download() as download:
        page.click("#query")
    text = Path(download.value.path()).read_text("utf-8")
    assert tomllib.loads(text)["theory"] == "myst"
    query = read_package_query(text, "game.toml")
    assert query.situation.value("K(1,h(2,s5))") == "true"
    with page.expect_download() as picture:
        page.click("#picture")
    assert "2 shows 1 s5" in Path(picture.value.path()).read_text("utf-8")
    page.click("#link")
    sent = page.input_value("#thelink")
    page = visit.window()
    page.goto(sent)
    visit.grid()
    assert value(page, "h(2,s5)") == "yes"
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#leave")
    page.wait_for_selector("#hand input")
    notes = 'mystpy notebook 1\ntheory {"name": "/mine", "hash": "", "constants": {}}\n'
    file = FilePayload(name="x", mimeType="text/plain", buffer=notes.encode())
    page.set_input_files("#file", files=file)
    assert "do not say what the agent sees" in visit.error()


def test_an_exercise_of_a_teacher_about_a_package_is_marked(visit: Visit) -> None:
    page = visit.go("#/exercises")
    page.wait_for_selector("#exercise-list li")
    text = (
        'exercise = "agents"\ntitle = "Who knows?"\nchapter = "1 Mud"\npoints = 1\n'
        'text = "Who knows?"\ntheory = "muddy-children"\n'
        'actions = ["father", "silence"]\ngiven = ["muddy(1) & muddy(2) & ~muddy(3)"]\n'
        'formula = "Kw({agent}, muddy({agent}))"\n'
    )
    file = FilePayload(name="who.toml", mimeType="text/plain", buffer=text.encode())
    page.set_input_files("input[type=file]", files=file)
    page.wait_for_selector("#answer")
    for answer, mark in (("1 3", "#mark .error"), ("1 and 2", "#mark .right")):
        page.fill("#answer", answer)
        page.click("#mark-it")
        assert page.wait_for_selector(mark)
