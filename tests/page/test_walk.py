"""Visit all views of the page in the order of a person."""

from __future__ import annotations

from tests.page.visit import Visit


def test_all_rooms_are_there_and_answer(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    said = visit.say("ann: plum rope hall -> bob passes, cid shows hall")
    assert "Cid: holds Hall" in said
    assert visit.cell(3, "hall") == "yes"
    assert visit.cell(2, "rope") == "no"
    assert page.input_value("#tapwho") == "2", "whoever is next is to be tapped"

    page.click("[data-cell='2,rope']")
    page.wait_for_selector("#why pre")
    assert "(2.32)" in page.inner_text("#why")

    page.select_option("#knower", "common")
    page.wait_for_function(
        "() => document.querySelector('[data-cell=\"3,hall\"]').dataset.value === '?'"
    )
    page.fill("#formula", "K(bob, ~h(2,hall))")
    page.click("#ask")
    assert page.wait_for_selector("#asked [data-value=true]")

    page.fill("#line", "ann: plum rope hall -> cid shows rope")
    page.click("#send")
    assert "turn" in visit.error()

    page.click("[data-room=theory]")
    page.wait_for_selector("[id='f-2.16'] .katex")
    page.click("#run summary")
    page.click("#run-prolog")
    page.wait_for_function(
        "() => document.querySelector('#run-result').textContent === 'true'"
    )

    page.click("[data-room=theorems]")
    page.wait_for_selector("#s-equation-3\\.1")
    shown = page.inner_text("#s-equation-3\\.1")
    assert "Speaks of: all games" in shown
    assert "Rests on: a counterexample that replays" in shown
    page.click("[data-room=models]")
    page.wait_for_selector("#model g.world")
    page.fill("#model-formula", "K(1,h(1,r))")
    page.click("#model-ask")
    page.wait_for_selector("#model-value[data-value=true]")
    assert page.locator("#model g.world[data-truth=true]").count() == 2
    page.fill("#model-step", "show(2,1,{r,w,b},r)")
    page.click("#model-do")
    page.wait_for_selector("#model-steps li")
    page.click("[data-room=puzzles]")
    page.select_option("#puzzles-choice", "muddy-children")
    page.wait_for_selector("#on:enabled")
    page.click("#on")
    assert "8 worlds before, 7 after" in page.inner_text("#round")

    page.click("[data-room=course]")
    page.click("#chapters a >> nth=0")
    page.click("[data-run='2']")
    page.wait_for_selector("#out-2[data-state=run] pre")
    assert "{'s1': 0, 's2': 1, 's3': 2}" in page.inner_text("#out-2")
    page.fill("#cell-3", "len(deals)")
    page.click("[data-run='3']")
    page.wait_for_selector("#out-3[data-state=run] pre")
    assert page.inner_text("#out-3").strip() == "6"
    page.click("[data-room=exercises]")
    page.click("a[href='#/exercises/hexa-own-card']")
    page.click("#hint")
    assert page.locator("#hints li").count() == 1

    page.click("[data-room=table]")
    visit.grid()
    assert visit.cell(3, "hall") == "yes", "the game was kept"
