"""The landing view: an example that is there before Python, and doors to the rooms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import ask
from tests.page.visit import DESKTOP, PHONE, Visit

pytestmark = pytest.mark.slow

WHO = {"1": "K({i},{f})", "2": "K({i},K({j},{f}))", "3": "C([1,2,3],{f})"}


@pytest.fixture(scope="module")
def data(site: Path) -> Any:
    return json.loads((site / "data" / "landing.json").read_text("utf-8"))


def test_the_example_is_what_another_engine_finds(data: Any) -> None:
    """All grids of the last turn but one, by Prolog: one formula for each cell."""
    game = Game.from_dict(
        {
            "rules": "clue",
            "players": [name.lower() for name in data["players"]],
            "sorts": {name: list(cards) for name, cards in data["sorts"]},
        }
    )
    hands = dict(enumerate(data["hands"]))
    turns = data["turns"][:-1]
    history = History.make(game, hands, "\n".join(map(line(data), turns)))
    engine = get_engine("prolog")
    for view, grids in data["views"].items():
        who = view.split(",")
        for at, letter in enumerate(grids[len(turns)]):
            holder, card = divmod(at, len(game.cards))
            fact = f"h({holder},{game.cards[card]})"
            for held, sign in ((fact, "y"), (f"~{fact}", "n")):
                text = WHO[str(len(who))].format(i=who[0], j=who[-1], f=held)
                found = ask(history, parse_formula(text, game), engine)
                assert (found.value.value == "true") == (letter == sign), (view, text)


def line(data: Any) -> Any:
    """A turn of the example as a line of notes."""
    names = [name.lower() for name in data["players"]]

    def text(turn: Any) -> str:
        answers = ", ".join(
            f"{names[i - 1]} shows {card}" if card else f"{names[i - 1]} passes"
            for i, card in turn["answers"]
        )
        return f"{names[turn['asker'] - 1]}: {' '.join(turn['cards'])} -> {answers}"

    return text


def test_it_is_drawn_before_python_is_there(visit: Visit) -> None:
    page = visit.page
    page.route("**/vendor/**", lambda route: route.abort())
    visit.go("")
    page.wait_for_selector("#example button")
    assert page.locator("#example-why > ul li").count() == 3
    assert "Rope is in the envelope" in page.inner_text("#example-why")
    page.wait_for_selector("#status[data-stage=failed]")
    page.click("[data-at='0,study']")
    assert "study" in page.inner_text("#example-why").lower()
    visit.faults.clear()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_turns_questions_and_cells_are_chosen_by_keyboard(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = visit.window(size)
    visit.go("")
    page.wait_for_selector("#example button")
    page.focus("#turn")
    page.keyboard.press("End")
    assert page.get_attribute("#turn", "aria-valuetext") == "After turn 6 of 6"
    page.focus("#question")
    page.keyboard.type("What Cid")
    page.wait_for_selector("#example [data-at='0,study'][data-value=y]")
    page.focus("[data-at='0,study']")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-at='0,study']:focus")
    assert "Cid knows: Study is in the envelope." in page.inner_text("#example-why")
    page.focus("#turn")
    page.keyboard.press("ArrowLeft")
    assert "Cid cannot tell yet" in page.inner_text("#example-why")
    page.focus("[data-step='-1']")
    page.keyboard.press("Enter")
    assert page.get_attribute("#turn", "aria-valuetext") == "After turn 4 of 6"


def test_every_cell_of_every_question_has_words(visit: Visit) -> None:
    page = visit.go("")
    page.wait_for_selector("#example button")
    said = page.evaluate("""async () => {
      const { Example } = await import('./js/landing/example.js');
      const { explained } = await import('./js/landing/reasons.js');
      const found = await (await fetch('data/landing.json')).json();
      const example = new Example(found);
      const all = [];
      const turns = Array.from({ length: example.turns + 1 }, (_, k) => k);
      const cells = [0, 1, 2, 3].flatMap(
        (holder) => example.cards.map((card) => ({ holder, card })));
      for (const view of example.chosen) for (const turn of turns)
        for (const cell of cells) {
          const words = explained(example, { view, turn, cell }).filter(Boolean);
          all.push(words.map((one) => one.textContent).join(' '));
        }
      return all;
    }""")
    assert len(said) == 6 * 7 * 36
    assert all(len(text) > 20 for text in said)
    odd = [x for x in said if "landing." in x or "undefined" in x or "{" in x]
    assert not odd


def test_the_doors_lead_to_all_rooms_and_back(visit: Visit) -> None:
    page = visit.go("")
    page.wait_for_selector(".doors a")
    doors = page.eval_on_selector_all(
        ".doors a", "all => all.map((a) => a.getAttribute('href'))"
    )
    rooms = page.eval_on_selector_all(
        "#rooms a", "all => all.map((a) => a.getAttribute('href'))"
    )
    assert set(doors) <= set(rooms)
    page.click(".doors a >> nth=0")
    page.wait_for_selector("#room[data-room=table]")
    page.click(".brand")
    page.wait_for_selector("#example button")


def test_a_phone_has_the_rooms_in_a_sheet(visit: Visit) -> None:
    page = visit.window(PHONE)
    visit.go("")
    page.wait_for_selector("#example button")
    assert not page.is_visible("[data-room=theory]")
    page.focus("#menu")
    page.keyboard.press("Enter")
    assert page.is_visible("[data-room=theory]")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert not page.is_visible("[data-room=theory]")
    assert page.evaluate("document.activeElement.id") == "menu"
    page.click("#menu")
    page.click("[data-room=theory]")
    page.wait_for_selector("[id='f-2.16'] .katex")
    assert not page.is_visible("[data-room=theory]")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE[0]


def test_looks_and_languages_are_kept(visit: Visit) -> None:
    page = visit.window(color_scheme="light", locale="fr-FR")
    visit.go("")
    page.wait_for_selector("#example button")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.click("#settings summary")
    page.select_option("#look", "dark")
    assert page.evaluate(paper) != light
    page.select_option("#language", "de")
    page.wait_for_selector("h1:text('Was weiß Bob')")
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.evaluate(paper) != light
    page.reload()
    page.wait_for_selector("h1:text('Was weiß Bob')")
    assert page.evaluate(paper) != light
    page.click("#settings summary")
    page.select_option("#look", "system")
    assert page.evaluate(paper) == light
    page.keyboard.press("Escape")
    assert not page.is_visible("#look")


def test_the_browser_s_language_is_taken(visit: Visit) -> None:
    page = visit.window(locale="de-AT")
    visit.go("#/course/01-possible-worlds").wait_for_selector("#cell-1")
    assert "Wissen und mögliche Welten" in page.inner_text("h1")
    assert page.get_attribute(".lesson", "lang") == "de"
    visit.go("#/course/02-situations").wait_for_selector("h1:text('Situationen')")
    assert page.get_attribute(".lesson", "lang") == "de"
    visit.go("#/theory").wait_for_selector("h1:text('Die Theorie')")


def test_an_error_of_mystpy_is_in_german_or_marked_as_english(visit: Visit) -> None:
    page = visit.window(locale="de")
    visit.go("#/table")
    visit.begin()
    page.fill("#line", "ann: plum rope halll -> nobody")
    page.click("#send")
    assert "Eine Karte halll gibt es nicht" in visit.error()
    page.fill("#line", "bob: plum knife study -> cid passes, ann passes")
    page.click("#send")
    page.wait_for_selector("main .error :text('Du bist am Zug, nicht Bob.')")
    page.fill("#line", "ann: plum rope hall -> bob passes, cid shows rope")
    page.click("#send")
    visit.wait_lines(1)
    page.fill("#line", "bob: white rope study -> cid passes, ann passes")
    page.click("#send")
    page.wait_for_selector("main .error :text('Cid hat Seil (Zeile 1).')")
    clash = "Das passt nicht zusammen: Zeile 1, Ann: Professor Bloom, Seil, Halle -> "
    assert f"{clash}Bob passt, Cid zeigt Seil" in visit.error()
    page.fill("#line", "fix 77")
    page.click("#send")
    page.wait_for_selector("main .error [lang=en]")
