"""The helpers of the Exercises room: palette, reading, next step, next exercise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.exercises.shelf import exercise
from tests.page.visit import DESKTOP, PHONE, Visit

pytestmark = pytest.mark.slow


def open_exercise(visit: Visit, name: str) -> Page:
    page = visit.go(f"#/exercises/{name}")
    page.wait_for_selector("#answer")
    return page


@pytest.mark.parametrize(
    ("answer", "formula"),
    [
        ("K1 h(1,r)", "K(1, h(1,r))"),
        ("1 does not have red", "~h(1,r)"),
        ("player 1 knows that player 2 has red", "K(1,h(2,r))"),
        ("nobody knows that 1 has red", "~K(1,h(1,r)) & ~K(2,h(1,r)) & ~K(3,h(1,r))"),
    ],
)
def test_what_to_write_instead_is_offered_and_taken(
    visit: Visit, answer: str, formula: str
) -> None:
    page = open_exercise(visit, "hexa-own-card")
    page.fill("#answer", answer)
    page.wait_for_selector("#write-instead")
    assert page.inner_text("#write-instead") == formula
    page.click("#write-instead")
    page.wait_for_selector("#reading .words")
    assert page.input_value("#answer") == formula


def test_a_formula_is_said_in_words_while_it_is_typed(visit: Visit) -> None:
    page = open_exercise(visit, "hexa-own-card")
    page.locator("#answer").press_sequentially("K(1, ~h(2,r))")
    page.wait_for_selector("#reading .words")
    said = page.inner_text("#reading .words")
    assert said == "player 1 knows that player 2 does not hold r"
    assert page.locator("#reading .katex").count() == 1
    page.fill("#answer", "K(1, h(2,")
    page.wait_for_selector("#reading mark")
    assert "too early" in page.inner_text("#reading")


def test_the_actions_of_a_history_are_said(visit: Visit) -> None:
    page = open_exercise(visit, "find-the-pile")
    page.fill("#answer", "asks(1,{s2}) no(2)")
    page.wait_for_selector("#reading li")
    assert page.locator("#reading li").all_inner_texts() == [
        "player 1 asks for s2",
        "player 2 has none of them",
    ]


def test_the_palette_puts_its_texts_at_the_caret(visit: Visit) -> None:
    page = open_exercise(visit, "hexa-own-card")
    page.click("[data-insert='K(1, …)']")
    page.click("[data-insert='~…']")
    page.click("[data-insert='h(2,r)']")
    assert page.input_value("#answer") == "K(1, ~h(2,r))"
    page.wait_for_selector("#reading .words")
    assert page.locator("#palette").get_by_text("player 2 holds r").count() == 1


def test_the_next_step_comes_first_and_then_the_next_exercise(
    visit: Visit, tmp_path: Path
) -> None:
    page = open_exercise(visit, "hexa-own-card")
    page.fill("#answer", "~h(2,r)")
    page.click("#mark-it")
    page.wait_for_selector("#next-exercise")
    step = page.locator("[data-misconception='true-for-known']")
    words = page.locator("#mark .words")
    above = [place.bounding_box() for place in (step, words)]
    assert above[0]
    assert above[1]
    assert above[0]["y"] < above[1]["y"]
    name = str(page.get_attribute("#next-exercise", "href")).rpartition("/")[2]
    assert "true-for-known" in exercise(name).practises
    page.fill("#answer", "h(1,r)")
    page.click("#mark-it")
    page.wait_for_selector("[data-mark='right']")
    page.click("a[href='#/exercises']")
    page.wait_for_selector("#next-exercise")
    assert page.inner_text(".progress >> nth=0") == "1 of 73 solved"
    with page.expect_download() as saved:
        page.click("#save-record")
    rows = json.loads(Path(saved.value.path()).read_text("utf-8"))["attempts"]
    assert [(row["right"], row["misconception"]) for row in rows] == [
        (False, "true-for-known"),
        (True, ""),
    ]


def test_an_exercise_leads_to_its_chapter_and_the_room_to_worksheets(
    visit: Visit,
) -> None:
    page = open_exercise(visit, "hexa-own-card")
    assert exercise("hexa-own-card").chapter in page.inner_text("#to-lesson")
    page.click("#to-lesson")
    page.wait_for_selector("#chapter-exercises a[href='#/exercises/hexa-own-card']")
    visit.go("#/exercises")
    page.click("#to-worksheets")
    page.wait_for_selector("#worksheet-file")


def test_an_exercise_whose_answer_is_in_the_theory_says_so(visit: Visit) -> None:
    page = open_exercise(visit, "in-axiom")
    assert "(2.26)" in page.inner_text("#in-theory")
    page = open_exercise(visit, "hexa-own-card")
    assert page.locator("#in-theory").count() == 0


@pytest.mark.parametrize("size", [PHONE, (768, 1000), DESKTOP])
def test_what_is_given_is_drawn_and_nothing_sticks_out(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = visit.window(size)
    open_exercise(visit, "find-the-pile")
    cards = page.locator("#given-picture .card").all_inner_texts()
    assert cards == ["s1", "s2", "s3", "s4"]
    for name in ("find-the-pile", "hexa-own-card", "clue-one-of-two", "two-noes"):
        open_exercise(visit, name)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0], name
