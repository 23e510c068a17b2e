"""Models and puzzles as they are computed in the page, and what is said of bad ones."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.page.visit import DESKTOP, PHONE, Visit

pytestmark = pytest.mark.slow

QUERIES = Path(__file__).parents[2] / "queries"


def worlds(page: Page, count: int) -> None:
    """Wait until the model has this number of worlds."""
    page.wait_for_selector(f"#model[data-worlds='{count}']:not([aria-busy])")


def hexa(visit: Visit) -> Page:
    page = visit.go("#/models/hexa")
    worlds(page, 6)
    return page


def do(page: Page, step: str) -> None:
    page.fill("#model-step", step)
    page.click("#model-do")


def test_a_world_is_made_actual_by_a_click_and_by_keyboard(visit: Visit) -> None:
    page = hexa(visit)
    page.click("#model g.world[data-world=wrb]")
    page.wait_for_selector("g.world[data-world=wrb][aria-pressed=true]")
    page.focus("g.world[data-world=brw]")
    page.keyboard.press("Enter")
    page.wait_for_selector("g.world[data-world=brw][aria-pressed=true]")
    page.reload()
    page.wait_for_selector("g.world[data-world=brw][aria-pressed=true]")
    page.click("#model-back")
    page.wait_for_selector("g.world[data-world=wrb][aria-pressed=true]")
    assert page.locator("#model-steps li:not(.later)").count() == 1


def test_truths_are_announced_and_taken_back(visit: Visit) -> None:
    page = hexa(visit)
    page.fill("#model-formula", "~h(1,w)")
    page.click("#model-ask")
    page.wait_for_selector("#model-value")
    assert page.locator("g.world[data-truth=true]").count() == 4
    page.click("#model-announce")
    worlds(page, 4)
    page.click("#model-back")
    worlds(page, 6)
    assert page.is_disabled("#model-back")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_model_is_contracted(visit: Visit, motion: str) -> None:
    page = visit.window(reduced_motion=motion)
    visit.go("#/models/three-muddy-children")
    worlds(page, 8)
    do(page, "tell([1], muddy(2))")
    worlds(page, 8)
    visit.go("#/models/example-05")
    worlds(page, 6)
    while page.locator("#model-next").count():
        before = page.locator("#model-steps li").count()
        page.click("#model-next")
        page.wait_for_function(
            "n => document.querySelectorAll('#model-steps li').length > n", arg=before
        )
    page.wait_for_selector("#model:not([aria-busy])")
    if page.is_enabled("#model-contract"):
        page.click("#model-contract")
        page.wait_for_selector("#model-contract:disabled")
    assert page.locator("#model g.world").count() > 0


def test_named_actions_are_done(visit: Visit) -> None:
    page = visit.go("#/models/gossip")
    worlds(page, 1)
    page.click("button:text-is('ab')")
    page.wait_for_selector("#model-steps li")
    assert "gossip" in page.url


@pytest.mark.parametrize(
    ("step", "output"),
    [
        ("announce(h(1,w))", "cannot happen"),
        ("announce(h(1,", "is no step"),
        ("dance(1)", "is no step"),
        ("show(9,1,{r},r)", "no agent"),
    ],
)
def test_a_bad_step_is_told_and_changes_nothing(
    visit: Visit, step: str, output: str
) -> None:
    page = hexa(visit)
    do(page, step)
    assert output in visit.error()
    assert page.locator("#model g.world").count() == 6
    assert page.locator("#model-steps li").count() == 0


def test_a_bad_formula_is_told_beside_it_and_no_other_answer(visit: Visit) -> None:
    page = hexa(visit)
    page.fill("#model-formula", "h(1,r)")
    page.click("#model-ask")
    page.wait_for_selector("#model-value")
    page.fill("#model-formula", "h(1,")
    page.click("#model-ask")
    page.wait_for_selector("section:has(#model-formula) .error")
    assert not page.locator("#model-value, g.world[data-truth]").count()


def test_a_model_of_ones_own_is_written(visit: Visit) -> None:
    page = hexa(visit)
    page.click("#models-tab-draw")
    page.fill("#model-text", "atoms = [")
    page.click("#model-use")
    assert "TOML" in visit.error()
    page.fill("#model-text", 'atoms = ["p", "q"]\n[relations]\nann = "all"\n')
    page.click("#model-use")
    page.wait_for_selector("#model[data-worlds='4']", state="attached")
    page.reload()
    worlds(page, 4)
    page.click("#models-tab-draw")
    page.wait_for_selector("#canvas .world")
    assert '"p", "q"' in page.input_value("#model-text")


def test_a_link_has_the_steps(visit: Visit) -> None:
    page = hexa(visit)
    do(page, "announce(~h(1,w))")
    worlds(page, 4)
    link = page.url
    page = visit.window()
    page.goto(link)
    worlds(page, 4)
    page.goto(link[:-9])
    assert "cut or changed" in visit.error()


@pytest.mark.parametrize(
    "path", sorted((QUERIES / "models").glob("*.toml")), ids=lambda path: path.stem
)
def test_all_models_have_what_their_files_expect(visit: Visit, path: Path) -> None:
    text = path.read_text("utf-8")
    if path.stem == "forty-muddy-children":  # of more worlds than can be listed
        pytest.skip("the page says so")
    visit.go()
    table = tomllib.loads(text)
    steps = sum(row.get("times", 1) for row in table.get("step", ()))
    for row in table.get("check", ()):
        done = [{"file": k} for k in range(row.get("after", steps))]
        found = visit.ask("model", text, done, row["formula"])
        assert found["value"] == row.get("expect", found["value"]), row


def test_all_puzzles_have_the_answers_that_they_expect(visit: Visit) -> None:
    visit.go()
    answers = 0
    for row in visit.ask("puzzles"):
        found = visit.ask("puzzle", row["text"], {})
        answers += len(found["answers"])
        assert all(one.get("right", True) for one in found["answers"]), row["name"]
    assert answers > 35


def test_of_many_worlds_those_near_the_actual_one_are_drawn(visit: Visit) -> None:
    visit.go()
    (row,) = [row for row in visit.ask("puzzles") if row["name"] == "whats-my-number"]
    found = visit.ask("puzzle", row["text"], {})
    assert found["drawn"] == [True] * 6
    drawn = visit.ask("puzzle_picture", row["text"], {}, 4)["svg"]
    assert "(79,25,38)" in drawn
    assert "(12,45,36)" not in drawn


def test_a_game_with_numbers_is_played_to_its_end(visit: Visit) -> None:
    page = visit.go("#/puzzles/whats-my-number")
    page.wait_for_selector("#begin")
    page.click("#begin")
    page.wait_for_selector("#said li:nth-child(4)")
    assert "You are player 1" in page.inner_text("#said")
    page.fill("#numbers", "xx")
    page.click("#guess")
    assert "are not two numbers" in visit.error()
    for _ in range(60):
        if not page.is_visible("#pass"):
            break
        lines = page.locator("#said li").count()
        page.click("#pass")
        page.wait_for_function(
            f"() => document.querySelectorAll('#said li').length > {lines}"
        )
    assert "Your board was" in page.inner_text("#said")


def test_numbers_are_exact_however_large(visit: Visit) -> None:
    page = visit.go("#/puzzles/blue-eyes")
    page.wait_for_selector("#round")
    assert f"{2**100:,}" in page.inner_text("#round")


def test_sizes_are_moved_and_impossible_ones_told(visit: Visit) -> None:
    page = visit.go("#/puzzles/muddy-children")
    page.wait_for_selector("#size-n")
    page.wait_for_selector("#round")
    page.fill("#size-n", "4")
    page.click("#solve")
    page.wait_for_function(
        "() => document.querySelector('#round')?.textContent.includes('first: 16')"
    )
    page.fill("#size-n", "-1")
    page.click("#solve")
    assert "-1" in visit.error()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_without_a_network_and_within_the_screen(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = visit.window(size)
    visit.go("#/models/hexa").wait_for_selector("html[data-offline=ready]")
    page.context.set_offline(True)
    page.reload()
    worlds(page, 6)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    if size == PHONE:
        page.click("#menu")
    page.click("[data-room=puzzles]")
    page.wait_for_selector("#round")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
