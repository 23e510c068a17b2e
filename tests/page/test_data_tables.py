"""Tables of the site in a browser: filters, sorting, links to rows, phones, copying."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tools.docs_pages import Links
from tools.docs_tables import TABLES

STATIC = Path(__file__).parents[2] / "docs" / "static"
SESSION = """<div class="highlight"><pre>$ mystpy know 3 \\
    example:fifteen-cards
player 3 holds 220 deals possible
$ mystpy demo
</pre></div>"""
SHOWN = "[...document.querySelectorAll('tbody tr')].filter((row) => !row.hidden)"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with the table of statements, as it is without a server."""
    path = tmp_path_factory.mktemp("table") / "page.html"
    table = TABLES["statements"](lambda address: f"{address}.html", Links())
    styles = (STATIC / "site.css").as_uri()
    scripts = "".join(
        f'<script src="{(STATIC / name).as_uri()}"></script>'
        for name in ("tables.js", "copy.js")
    )
    path.write_text(
        "<!doctype html><meta charset=utf-8>"
        '<meta name="viewport" content="width=device-width">'
        f'<link rel="stylesheet" href="{styles}">'
        f"<article>{SESSION}{table}</article>{scripts}",
        encoding="utf-8",
    )
    return path


@pytest.fixture
def page(chromium: Browser, written: Path) -> Iterator[Page]:
    """The page in a window; nothing may have gone wrong in it."""
    found = chromium.new_page(viewport={"width": 1280, "height": 900})
    faults: list[str] = []
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.goto(written.as_uri())
    yield found
    found.close()
    assert not faults


def shown(page: Page) -> list[str]:
    """The anchors of the rows that are shown, in their order."""
    names: list[str] = page.evaluate(f"{SHOWN}.map((row) => row.id)")
    return names


def test_rows_are_filtered_by_words_and_by_choice(page: Page) -> None:
    everything = len(shown(page))
    page.fill("input[type=search]", "PLAYER win")
    some = shown(page)
    assert 0 < len(some) < everything
    texts = page.evaluate(f"{SHOWN}.map((row) => row.textContent.toLowerCase())")
    assert all("player" in text and "win" in text for text in texts)
    page.select_option("select[aria-label=verdict]", "FALSE")
    assert 0 < len(shown(page)) < len(some)
    assert page.inner_text(".table-count") == (
        f"{len(shown(page))} of {everything} rows"
    )
    page.click("text=Clear")
    assert len(shown(page)) == everything


def test_rows_are_sorted_by_a_heading_in_both_directions(page: Page) -> None:
    first = shown(page)
    page.click("th >> text=statement")
    up = shown(page)
    assert sorted(up) == sorted(first)
    assert up != first
    heads = page.locator("th[aria-sort=ascending]")
    assert heads.count() == 1
    page.click("th >> text=statement")
    assert shown(page) == up[::-1]
    assert page.locator("th[aria-sort=descending]").count() == 1


def test_a_link_to_a_row_shows_it_though_a_filter_hides_it(page: Page) -> None:
    page.fill("input[type=search]", "no row has this")
    assert shown(page) == []
    page.evaluate("location.hash = '#theorem-4.1'")
    page.wait_for_function("!document.getElementById('theorem-4.1').hidden")
    assert page.locator("[id='theorem-4.1']").is_visible()


def test_a_table_fits_a_phone_and_can_be_sorted_there(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 780})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator("thead").bounding_box()["height"] <= 2  # type: ignore[index]
    page.select_option("select.sort-by", label="statement, descending")
    assert shown(page)[0] > shown(page)[-1]


def test_a_table_is_whole_without_scripts(chromium: Browser, written: Path) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(written.as_uri())
    assert page.locator("tbody tr").count() > 200
    assert page.locator("input, select").count() == 0
    assert page.locator("tbody tr").first.is_visible()
    context.close()


def test_of_a_session_only_what_was_typed_is_copied(page: Page) -> None:
    page.evaluate(
        "document.execCommand = () => { window.copied ="
        " document.querySelector('textarea').value; return true; };"
        "Object.defineProperty(navigator, 'clipboard', {value: undefined})"
    )
    page.click("button.copy", force=True)
    page.wait_for_function("window.copied")
    assert page.evaluate("window.copied") == (
        "mystpy know 3 \\\n    example:fifteen-cards\nmystpy demo"
    )
