"""The exercises as they are used: every one marked in the browser, right and wrong."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FilePayload, Page

from tests.exercises.shelf import NAMES, answers, text_of
from tests.page.visit import PHONE, Visit

pytestmark = pytest.mark.slow


def open_exercise(visit: Visit, name: str) -> Page:
    page = visit.go(f"#/exercises/{name}")
    page.wait_for_selector("#answer")
    return page


def put(page: Page, answer: str) -> str:
    """Submit an answer; return the message."""
    page.fill("#answer", answer)
    page.click("#mark-it")
    page.wait_for_selector("#mark-it:enabled")
    return page.inner_text("#mark")


def test_every_answer_gets_the_mark_that_the_command_gives(visit: Visit) -> None:
    visit.go("#/exercises")
    wrong = []
    for name in NAMES:
        kept, text = answers(name), text_of(name)
        found = visit.ask("mark_answer", text, name, kept["right"])
        if not found["right"]:
            wrong.append((name, found))
        for other in kept["wrong"]:
            found = visit.ask("mark_answer", text, name, other["answer"])
            if found["right"] or found["witness"]["words"] != other["says"]:
                wrong.append((name, found))
    assert not wrong


def test_a_wrong_answer_gets_its_witness_drawn_and_a_right_one_is_kept(
    visit: Visit,
) -> None:
    name = "find-the-pile"
    page, kept = open_exercise(visit, name), answers(name)
    said = put(page, kept["wrong"][0]["answer"])
    assert kept["wrong"][0]["says"][1:] in said, "it begins with a capital"
    assert page.locator("#mark img[src^='data:image/svg+xml']").count() == 1
    page.click("#hint")
    assert page.locator("#hints li").count() == 1
    assert "Right" in put(page, kept["right"])
    page.reload()
    page.wait_for_selector("#answer")
    assert page.input_value("#answer") == kept["right"]
    page.click("a[href='#/exercises']")
    page.wait_for_selector("#exercise-list")
    done = page.locator("li", has=page.locator(f"a[href='#/exercises/{name}']"))
    assert "right" in done.inner_text()


@pytest.mark.parametrize(
    ("name", "answer", "output"),
    [
        ("a-no-is-heard-by-all", "K(1, h(1,", "answer"),
        ("seven-cards", "many", "number"),
        ("showphase-axiom", ":- halt.", "answer"),
        ("showphase-axiom", "showphase(S) :- showphase(S).", "end"),
        ("showphase-axiom", "showphase(S) :- shell(S).", "named"),
    ],
)
def test_what_cannot_be_marked_is_told(
    visit: Visit, name: str, answer: str, output: str
) -> None:
    assert output in put(open_exercise(visit, name), answer)


def test_a_teachers_exercise_is_opened_from_its_file(visit: Visit) -> None:
    page = visit.go("#/exercises")
    page.wait_for_selector("#exercise-file")
    text = text_of("seven-cards").replace("Seven cards", "A few cards", 1)
    for given in ("no exercise", text):
        file = FilePayload(name="x.toml", mimeType="", buffer=given.encode())
        page.set_input_files("#exercise-file", files=file)
        if given is not text:
            assert "TOML" in visit.error()
    page.wait_for_selector("#answer")
    assert "A few cards" in page.inner_text("h1")


def test_exercises_are_found_by_kind_and_chapter(visit: Visit) -> None:
    page = visit.window(PHONE, has_touch=True, is_mobile=True)
    visit.go("#/exercises/chapter-6")
    page.wait_for_selector("#exercise-list li")
    assert page.locator("#exercise-list h2").all_inner_texts() == [
        "6 Announcements and Kripke models"
    ]
    page.select_option("#exercise-chapter", "")
    page.select_option("#exercise-kind", "clause")
    count = page.locator("#exercise-list li").count()
    assert count == sum(bool(re.search(r'= "clause"', text_of(n))) for n in NAMES)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE[0], "nothing sticks out of the screen"


def test_no_solution_is_in_what_a_student_gets(visit: Visit) -> None:
    page = visit.go("#/exercises")
    rows = page.evaluate("fetch('data/exercises.json').then((found) => found.json())")
    assert sorted(row["exercise"] for row in rows) == NAMES
    for row in rows:
        solution = answers(row["exercise"])["right"].strip()
        if len(solution) > 12:  # a short one may be in a text by chance
            assert not [key for key, value in row.items() if solution in str(value)]
