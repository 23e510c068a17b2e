"""A worksheet from its link to the submission, and a class marked in the browser."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import FilePayload, Page

from mystpy.cli import cli
from mystpy.exercises.exercise import load_exercise
from mystpy.exercises.misconceptions.catalogue import catalogue
from mystpy.exercises.worksheets.links import link_of
from mystpy.exercises.worksheets.result_file import read_result
from mystpy.exercises.worksheets.solutions import solution_of
from mystpy.exercises.worksheets.variants import student_texts
from mystpy.exercises.worksheets.worksheet import read_worksheet
from tests.page.test_accessible import faults
from tests.page.visit import DESKTOP, PHONE, Visit

pytestmark = pytest.mark.slow

SHEET = """
worksheet = 1
title = "Week 3"
deadline = "{deadline}"
seed = "a"
text = "Do them all."
[[exercise]]
name = "find-the-pile"
points = 5
[[exercise]]
name = "seven-cards"
[[exercise]]
name = "knowing-whether"
"""
FUTURE = SHEET.replace("{deadline}", "2999-12-04T23:59:00+01:00")
PAST = SHEET.replace("{deadline}", "2020-12-04T23:59:00+01:00")
NAME = "Zoë O'Hara"


def answer(name: str, exercise: str, text: str = FUTURE) -> str:
    """The right answer of a student, as the command line computes it."""
    found = student_texts(read_worksheet(text, "w"), name)[exercise]
    return solution_of(load_exercise(found, exercise)).answer


def start(visit: Visit, text: str = FUTURE, name: str = NAME) -> Page:
    """Open the link of a worksheet, and say a name."""
    page = visit.go(link_of(text))
    page.wait_for_selector("#student-name")
    page.fill("#student-name", name)
    page.click("#name-given")
    page.wait_for_selector("#sheet-list li")
    return page


def put(page: Page, number: int, text: str) -> None:
    """Answer an exercise of the worksheet, and go back to the list."""
    page.click(f"#sheet-list li:nth-child({number}) a")
    page.wait_for_selector("#answer")
    page.fill("#answer", text)
    page.click("#mark-it")
    page.wait_for_selector("#mark [data-mark], #mark .error")
    page.wait_for_selector("#mark-it:enabled")
    page.click("a[href^='#/worksheet/']:has-text('Week 3')")
    page.wait_for_selector("#sheet-list li")


def exported(page: Page, folder: Path) -> Path:
    with page.expect_download() as download:
        page.click("#export")
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_a_worksheet_goes_from_its_link_to_a_mark(visit: Visit, tmp_path: Path) -> None:
    page = start(visit)
    assert "2999" in page.inner_text("#due")
    page.click("#export")
    page.wait_for_selector("#export-said .error")
    put(page, 1, answer(NAME, "find-the-pile"))
    put(page, 2, "1; 1; 1")
    assert "1 of 3 exercises right, 5 of 8 points" in page.inner_text("#progress")
    page.reload()
    page.wait_for_selector("#sheet-list li")
    states = page.locator(".sheet-state").all_inner_texts()
    assert [state[0] for state in states] == ["✓", "✗", "–"]
    home = tmp_path / "class"
    home.mkdir()
    path = exported(page, home)
    assert path.name == "Zoë O'Hara.zip"
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        names = sorted(archive.namelist())
        assert names == [
            *("Zoë O'Hara/find-the-pile.txt", "Zoë O'Hara/result.json"),
            "Zoë O'Hara/seven-cards.txt",
        ]
        result = read_result(archive.read(names[1]).decode())
    assert result.faults == ()
    assert result.worksheet == read_worksheet(FUTURE, "w").hash
    assert [row["result"] for row in result.rows] == ["right", "wrong"]
    sheet = tmp_path / "week.toml"
    sheet.write_text(FUTURE, encoding="utf-8")
    words = ["grade", str(home), "--worksheet", str(sheet), "--format", "wide"]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    assert f"{NAME}: unchanged since the export" in done.stdout
    assert re.search(rf"{NAME} +5 +0 +- +5", done.stdout)


def test_the_page_and_the_command_line_give_a_student_the_same_values(
    visit: Visit,
) -> None:
    visit.go("#/worksheet")
    for name in ("Ann Lee", "小明", "zoë"):
        rows = visit.ask("worksheet_tasks", FUTURE, name)
        texts = student_texts(read_worksheet(FUTURE, "w"), name)
        for row in rows:
            exercise = load_exercise(texts[row["exercise"]], row["exercise"])
            assert (row["text"], row["variant"]) == (exercise.text, exercise.variant)
            assert row["of"] == exercise.points


def test_solutions_come_after_the_deadline(visit: Visit) -> None:
    page = start(visit)
    assert page.locator("#show-solutions").count() == 0
    page = visit.window()
    page = start(visit, PAST)
    assert "has passed" in page.inner_text("#due")
    page.click("#show-solutions")
    page.wait_for_selector("#solutions dd")
    said = page.inner_text("#solutions")
    assert answer(NAME, "find-the-pile", PAST) in said
    assert answer(NAME, "seven-cards", PAST) in said
    assert "sealed" in said


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_worksheet_and_a_class_have_no_serious_fault(
    visit: Visit, size: tuple[int, int]
) -> None:
    visit.window(size)
    page = start(visit)
    put(page, 1, answer(NAME, "find-the-pile"))
    assert not faults(visit)
    with page.expect_popup() as popup:
        page.click("#print-sheet")
    assert popup.value.locator(".line").count() > 3
    assert NAME in popup.value.inner_text("article")
    page.evaluate("location.hash = '#/class'")
    page.wait_for_selector("#class-files")
    page.set_input_files("#class-files", files=payload("c.zip", moodle()))
    page.wait_for_selector("#class-save")
    page.click("#marks tr:has-text('Cid') td.is-wrong button")
    assert not faults(visit)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0], "the table scrolls, and the page does not"


def test_what_the_page_packs_is_an_archive(visit: Visit) -> None:
    page = visit.go("#/worksheet")
    page.wait_for_selector("#worksheet-file")
    files = {"Zoë/小明.txt": "x" * 70_000, "a/empty.txt": "", "b.txt": "\u2026\r\n"}
    script = """([files]) => import('./js/class/zip.js').then(({ zipOf, crc32 }) => [
        [...zipOf(files, new Date(2026, 10, 29, 19, 30, 2))],
        crc32(new TextEncoder().encode('123456789'))])"""
    data, check = page.evaluate(script, [list(map(list, files.items()))])
    assert check == 0xCBF43926, "the check value of CRC-32"
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        assert archive.testzip() is None
        found = {x.filename: archive.read(x).decode() for x in archive.infolist()}
        assert found == files
        assert archive.infolist()[0].date_time == (2026, 11, 29, 19, 30, 2)


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        (link_of(FUTURE)[:-4], "cut or changed"),
        ("#/worksheet/sheet/", "cut or changed"),
        ("#/worksheet/0123456789", "not kept in this browser"),
        (link_of(FUTURE.replace("points = 5", "points = -5")), "0 or more"),
        (link_of(FUTURE.replace("find-the-pile", "find-a-pile")), "no exercise"),
        (link_of(FUTURE.replace("+01:00", "")), "no zone"),
        (link_of(FUTURE.replace("worksheet = 1", "worksheet = 9")), "format 9"),
    ],
)
def test_a_worksheet_that_cannot_be_read_is_said_so(
    visit: Visit, fragment: str, words: str
) -> None:
    visit.go(fragment)
    assert words in visit.error()
    assert visit.page.locator("#worksheet-file").count() == 1


def test_a_worksheet_is_opened_from_a_file_on_a_phone(visit: Visit) -> None:
    page = visit.window(PHONE, has_touch=True, is_mobile=True)
    visit.go("#/worksheet")
    file = FilePayload(name="w.toml", mimeType="", buffer=FUTURE.encode())
    page.set_input_files("#worksheet-file", files=file)
    page.wait_for_selector("#student-name")
    page.fill("#student-name", "x" * 60)
    page.press("#student-name", "Enter")
    page.wait_for_selector("#sheet-list li")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE[0], "nothing sticks out of the screen"
    page.click("#other-name")
    page.wait_for_selector("#student-name")


def test_a_full_storage_is_said_so(visit: Visit) -> None:
    page = start(visit)
    page.click("#sheet-list li:nth-child(1) a")
    page.wait_for_selector("#answer")
    full = "Storage.prototype.setItem = () => { throw new Error('QuotaExceeded'); }"
    page.evaluate(f"void ({full})")
    page.fill("#answer", "asks(1,{s1})")
    page.wait_for_selector("#unkept")
    assert page.locator("#unkept").count() == 1


# --- A class ------------------------------------------------------------------


def payload(name: str, data: bytes) -> FilePayload:
    return FilePayload(name=name, mimeType="", buffer=data)


def moodle(students: int = 0) -> bytes:
    """An archive as Moodle makes it: two right, two with one error, some hostile."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (name, text) in enumerate(
            [
                ("Ann Lee", "h(1,r)"),
                ("<img src=x onerror=alert(1)>", "K(1,h(1,r))"),
                ("Cid", "~h(2,r)"),
                ("Dan", "~h(2,r)"),
                ("Eve", "h(2,"),
                *((f"Student {k}", "h(1,r)") for k in range(students)),
            ]
        ):
            folder = f"{name}_{number}_assignsubmission_file_".replace("/", "")
            archive.writestr(f"{folder}/hexa-own-card.txt", text)
        archive.writestr("../../evil_1_assignsubmission_file_/a.txt", "x")
        archive.writestr("Ann Lee_0_assignsubmission_file_/big.txt", "x" * 3_000_000)
    return out.getvalue()


def test_a_class_is_marked_in_the_browser(visit: Visit, tmp_path: Path) -> None:
    page = visit.go("#/class")
    page.wait_for_selector("#class-files")
    page.set_input_files("#class-files", files=payload("Week 3.zip", moodle()))
    page.wait_for_selector("#class-save")
    table = page.inner_text("#marks")
    assert "Ann Lee" in table
    assert page.locator("#marks td.is-right").count() == 2
    assert page.locator("#marks td.is-wrong").count() == 2
    assert page.locator("#marks img").count() == 0, "a name is text"
    assert "leads out of the folder" in page.inner_text("#class-trouble")
    stumbles = page.inner_text("#stumbles")
    assert "2 ×" in stumbles
    assert "Cid, Dan" in stumbles
    page.click("#marks tr:has-text('Cid') td.is-wrong button")
    details = page.inner_text("#cell-details")
    assert "~h(2,r)" in details
    title = catalogue()["true-for-known"].title
    assert f"Likely misconception: {title}" in details
    assert title in stumbles
    with page.expect_download() as download:
        page.click("[data-file='moodle.csv']")
    path = tmp_path / "moodle.csv"
    download.value.save_as(path)
    assert "Participant 0,Ann Lee,1,1," in path.read_text("utf-8")
    done = CliRunner().invoke(
        cli, ["grade", str(written(tmp_path)), "--format", "json"]
    )
    wanted = {
        (row["student"], row["exercise"], row["result"])
        for row in map(json.loads, done.stdout.splitlines())
    }
    with page.expect_download() as download:
        page.click("[data-file='marks.csv']")
    path = tmp_path / "marks.csv"
    download.value.save_as(path)
    lines = path.read_text("utf-8").splitlines()[1:]
    assert {tuple(line.split(",")[:3]) for line in lines} == wanted
    found = list(csv.DictReader(path.read_text("utf-8").splitlines()))
    assert [row["misconception"] for row in found].count("true-for-known") == 2


def written(folder: Path) -> Path:
    path = folder / "Week 3.zip"
    path.write_bytes(moodle())
    return path


def test_exports_of_a_worksheet_are_marked_in_their_variants(
    visit: Visit, tmp_path: Path
) -> None:
    page = start(visit)
    put(page, 1, answer(NAME, "find-the-pile"))
    data = exported(page, tmp_path).read_bytes()
    page.goto(page.url.split("#")[0] + "#/class")
    page.wait_for_selector("#class-files")
    both = [payload("week.toml", FUTURE.encode()), payload("Zoë O'Hara.zip", data)]
    page.set_input_files("#class-files", files=both)
    page.wait_for_selector("#class-save")
    assert "unchanged since the export" in page.inner_text("#marks")
    assert page.locator("#marks td.is-right").count() == 1
    assert page.locator("#marks td.is-missing").count() == 2


def test_many_students_are_marked_until_stop(visit: Visit) -> None:
    page = visit.go("#/class")
    page.wait_for_selector("#class-files")
    page.set_input_files("#class-files", files=payload("c.zip", moodle(300)))
    page.wait_for_selector("#class-stop")
    page.wait_for_selector("#class-save")
    assert page.locator("#marks tbody tr").count() == 305
    assert "306 submissions" in page.inner_text("#class-state")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04 no archive", "zip archive"),
        (b"", "zip archive"),
    ],
)
def test_what_is_no_class_is_said_so(visit: Visit, data: bytes, words: str) -> None:
    page = visit.go("#/class")
    page.wait_for_selector("#class-files")
    page.set_input_files("#class-files", files=payload("c.zip", data))
    page.wait_for_selector("#class-trouble .error")
    assert words in page.inner_text("#class-trouble")
