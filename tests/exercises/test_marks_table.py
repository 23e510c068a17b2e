"""No cell of the table of marks is a formula, wherever a spreadsheet divides it."""

from __future__ import annotations

import csv
import re
from html.parser import HTMLParser
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy import __version__
from mystpy.axioms import fingerprint
from mystpy.exercises.classroom import SubmissionResult
from mystpy.exercises.gradebook import as_csv, errors_page
from mystpy.exercises.submissions import printable

SIGNS = "=+-@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b\u2212\t\r"
"""How what a spreadsheet takes for a formula begins, in wide and small forms, too."""

NASTY = (
    "=1+1",
    "x;=1+1",
    "x,=1+1",
    "x\t=1+1",
    "x | =1+1",
    ";=1+1",
    "x; =1+1",
    'x;"=1+1"',
    "x;'=1+1",
    " =1+1",
    "\u00a0=1+1",
    "\uff1d1+1",
    "\uff0b1",
    "\uff0d1",
    "\uff20x",
    "\u22121",
    "@SUM(A1)",
    "-1;-1;-1",
    "+cmd|' /C calc'!A0",
    '=HYPERLINK("http://x","y")',
    "\t=1",
    "\r=1",
    "x\r\n=1",
    "\u201c=1\u201d",
    "'=1",
)


def parts_of(cell: str) -> list[str]:
    """A cell as it is divided at any separator, without blanks and quotation marks."""
    bare = '"\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f'
    parts = re.split(r"[,;|\t\r\n]", cell)
    return [re.sub(rf"^[\s{bare}]+", "", part) for part in parts]


def check_no_formula(text: str) -> None:
    result = SubmissionResult(text, text, "wrong", 0, 1, text)
    (_, row) = csv.reader(StringIO(as_csv([result]), newline=""))
    for cell in (row[0], row[1], row[5]):
        assert not [part for part in parts_of(cell) if part[:1] in [*SIGNS]], cell


@pytest.mark.parametrize("text", NASTY)
def test_no_part_of_a_cell_is_a_formula(text: str) -> None:
    check_no_formula(text)
    check_no_formula(printable(text))


@given(st.text(f"{SIGNS},;|\"'x \n\u201c\u00a0", max_size=12))
def test_no_text_makes_a_formula(text: str) -> None:
    check_no_formula(text)


def test_a_cell_without_a_formula_stays_as_it_is() -> None:
    said = "h(1,r) is true; 0=s1 1=s2, and -> is not: a-b"
    table = as_csv([SubmissionResult("M\u00fcller-Lang", "a-b", "wrong", 0, 1, said)])
    row = next(csv.reader(table.splitlines()[1:]))
    assert row == [
        "M\u00fcller-Lang",
        "a-b",
        "wrong",
        "0",
        "1",
        said,
        "",
        __version__,
        fingerprint(),
    ]


class Tags(HTMLParser):
    """The tags of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, list[tuple[str, str | None]]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, attrs))


@pytest.mark.parametrize(
    "text",
    ["<script>x</script>", '"><img src=x onerror=y>', "&lt;b&gt;", "</td>", "<!--"],
)
def test_what_students_write_is_no_html(text: str) -> None:
    plain, nasty = Tags(), Tags()
    plain.feed(
        errors_page([SubmissionResult("s", "e", "wrong", 0, 1, "f")], {"e": "t"})
    )
    result = SubmissionResult(text, text, "wrong", 0, 1, text)
    page = errors_page([result], {text: text})
    nasty.feed(page)
    assert nasty.found == plain.found


def test_one_error_under_two_file_names_is_one_error() -> None:
    said = "your formula is false"
    two = [
        SubmissionResult(
            "ann", "a", "wrong", 0, 1, f'the file is named "A (1).txt": {said}'
        ),
        SubmissionResult("bob", "a", "wrong", 0, 1, said),
        SubmissionResult("cid", "a", "missing", 0, 1, "not handed in"),
    ]
    page = errors_page(two, {})
    assert f"<td>2</td><td>wrong</td><td>{said}</td>" in page
    assert "2 submissions of 3 students" in page
