"""Records at the table of the page: opened as a player's notes, and saved."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page

from mystpy.engines import get_engine
from mystpy.records.check import faults_of
from mystpy.records.format.reader import read_record
from tests.page.visit import Visit

ROOT = Path(__file__).parents[2]
GAME = (ROOT / "queries/records/full-game.toml").read_text("utf-8")
MANY = (ROOT / "docs/records/valid/many.toml").read_text("utf-8")
SPECTATOR = (ROOT / "docs/records/valid/spectator-unknown-cards.toml").read_text()

Ask = Callable[..., Any]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ask]:
    """Return a function that asks the page's Python, without a browser."""
    monkeypatch.syspath_prepend(str(ROOT / "page"))
    face: Any = import_module("face")
    table: Any = import_module("table")
    monkeypatch.setattr(table, "NOTES", tmp_path / "table.notes")
    face.ANSWERS.update(table.ANSWERS)

    def asked(name: str, *arguments: object) -> Any:
        return json.loads(face.answer(name, json.dumps(arguments)))

    yield asked
    table.TABLE.close()
    for name in ("game_records",):
        sys.modules.pop(name, None)


def test_a_record_becomes_the_notes_of_each_player_who_has_a_hand(ask: Ask) -> None:
    rows = ask("record_choices", GAME)["answer"]["records"]
    assert [x["name"] for x in rows[0]["players"]] == [
        "Zoë",
        "小明",
        "Mrs White's niece",
    ]
    for row in ask("record_choices", MANY)["answer"]["records"]:
        for player in row["players"]:
            view = ask("record_open", MANY, row["number"], player["player"])["answer"]
            assert view["owner"] == player["player"]
            saved = read_record(ask("record_save")["answer"]["toml"])
            assert saved.viewers == (player["player"],)
            assert saved.turns == row["turns"]
            assert not list(map(str, faults_of(saved, get_engine("auto"))))


def test_cards_that_the_player_did_not_see_are_not_in_the_notes(ask: Ask) -> None:
    view = ask("record_open", GAME, 1, 1)["answer"]
    assert view["events"][5].endswith("小明 shows")
    assert view["events"][0].endswith("小明 shows mustard")
    assert view["won"]
    saved = read_record(ask("record_save")["answer"]["toml"])
    assert saved.fields["result"]["winner"] == 2
    assert saved.history.hands[0] is None
    assert "error" in ask("record_open", SPECTATOR, 1, 1)
    assert "error" in ask("record_open", MANY, 3, 1)
    assert ask("record_choices", SPECTATOR)["answer"]["records"][0]["players"] == []


def put(page: Page, name: str, text: str) -> None:
    """Choose a file at the table."""
    file = FilePayload(name=name, mimeType="text/plain", buffer=text.encode())
    page.set_input_files("#file", files=file)


def test_a_file_of_many_records_is_opened_and_the_game_saved(visit: Visit) -> None:
    page = visit.go()
    page.wait_for_selector("#hand input")
    put(page, "games.records.toml", MANY)
    page.wait_for_selector("#record-choice[open]")
    assert page.locator("#record-which option").count() == 3
    page.keyboard.press("Escape")
    page.wait_for_selector("#record-choice", state="detached")
    assert page.locator("#hand input").count()  # nothing was opened
    page.set_input_files("#file", files=[])
    put(page, "games.records.toml", MANY)
    page.wait_for_selector("#record-choice[open]")
    page.select_option("#record-which", index=0)
    page.click("#record-players [data-player='2']")
    visit.wait_lines(5)
    with page.expect_download() as download:
        page.click("#record")
    assert download.value.suggested_filename == "game.record.toml"
    saved = read_record(Path(download.value.path()).read_text("utf-8"))
    assert saved.viewers == (2,)
    assert saved.turns == 4
