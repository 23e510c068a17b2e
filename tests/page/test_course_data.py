"""The page's data of the course is computed at the build, and right."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mystpy.kripke.deals import Deal, initial_state

ROOT = Path(__file__).parents[2]
CHAPTERS = sorted((ROOT / "docs" / "course").glob("[0-9]*.md"))
WORDS = ROOT / "page" / "js" / "words" / "en" / "course.js"
COLOURS = {"red": "r", "white": "w", "blue": "b"}


@pytest.fixture
def lessons(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    monkeypatch.syspath_prepend(str(ROOT / "page"))
    return import_module("lessons")


def eye(formula: tuple[Any, ...], deal: tuple[str, ...]) -> bool:
    """Return whether a formula is true in a deal of r, w and b, without our models."""
    match formula:
        case ("h", j, x):
            return bool(deal[int(j) - 1] == x)
        case ("not", body):
            return not eye(body, deal)
        case ("K", i, body):
            alike = [
                d for d in permutations("rwb") if d[int(i) - 1] == deal[int(i) - 1]
            ]
            return all(eye(body, other) for other in alike)
    raise AssertionError(formula)


def asked(row: dict[str, str]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return the formula that a question asks for, and its part, by the kind."""
    i, j, x = row["i"], row["j"], row["x"]
    held = ("h", j, x)
    unknown = ("not", ("K", j, ("h", i, x)))
    return {
        "knows": (("K", i, held), held),
        "knowsNot": (("K", i, ("not", held)), ("not", held)),
        "possible": (("not", ("K", i, ("not", held))), held),
        "knowsUnknown": (("K", i, unknown), unknown),
    }[row["kind"]]


def test_questions_about_three_cards_are_answered_right(lessons: ModuleType) -> None:
    data = lessons.three_cards()
    deals = [tuple(hands[i] for i in data["players"]) for hands in data["deals"]]
    assert sorted(deals) == sorted(permutations("rwb"))
    for i, numbers in data["alike"].items():
        for one, deal in enumerate(deals):
            for other, second in enumerate(deals):
                same = numbers[one] == numbers[other]
                assert same == (deal[int(i) - 1] == second[int(i) - 1])
    state = initial_state(Deal.read("r|w|b"))
    assert len(data["questions"]) == 72
    for row in data["questions"]:
        whole, body = asked(row)
        assert row["truth"] == [eye(whole, deal) for deal in deals], row["formula"]
        assert row["body"] == [eye(body, deal) for deal in deals], row["formula"]
        there = {name: k for k, name in enumerate(state.model.names)}
        mask = state.model.truth(row["formula"])
        assert row["truth"] == [bool(mask[there["".join(deal)]]) for deal in deals]
    values = {
        (row["kind"], value) for row in data["questions"] for value in row["truth"]
    }
    assert {kind for kind, _ in values} == {
        "knows",
        "knowsNot",
        "possible",
        "knowsUnknown",
    }
    assert {("knowsNot", True), ("knowsNot", False), ("possible", False)} <= values


def test_the_book_has_a_table_where_the_page_has_cards(lessons: ModuleType) -> None:
    text = CHAPTERS[0].read_text("utf-8")
    assert text.index("(three-cards)=") < text.index("```{code-cell}")
    table = lessons.CARDS.search(text)[1]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table.strip().split("\n")[2:]
    ]
    deals = [tuple(COLOURS[cell] for cell in row[1:4]) for row in rows]
    assert sorted(deals) == sorted(permutations("rwb"))
    assert [row[4] for row in rows] == ["yes" if d[0] == "r" else "no" for d in deals]
    parts = lessons.parts_of(CHAPTERS[0])
    (place,) = [k for k, part in enumerate(parts) if "cards" in part]
    assert place < next(k for k, part in enumerate(parts) if "source" in part)
    assert "three-cards" not in json.dumps(parts)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_exercises_are_a_part_of_their_own(lessons: ModuleType, path: Path) -> None:
    parts = lessons.parts_of(path)
    (sheet,) = [part for part in parts if "sheet" in part]
    assert sheet["html"].count("<li>") >= 6
    assert "Further reading" not in sheet["html"]
    assert any("Further reading" in part.get("html", "") for part in parts)


@pytest.mark.parametrize(
    ("code", "latex"),
    [
        ("K(i, F)", "K(i, F)"),
        ("~K(i, ~F)", r"\neg K(i, \neg F)"),
        ("K(i, ~h(j,x))", r"K(i, \neg h_{j,x})"),
        ("h(2,s2) | h(2,s4)", r"h_{2,2} \vee h_{2,4}"),
        ("K(dan, K(ann, F))", "K(dan, K(ann, F))"),
        ("K(1, F | G) -> K(1, F)", r"K(1, F \vee G) \supset K(1, F)"),
        ("q = m + n + 2", "q = m + n + 2"),
        ("GameOver", None),
        ("true", None),
        ("asks(1,{s2})", None),
        ("knows(1)", None),
        ("count(2)", None),
        ("h(2,", None),
        ("K(i, askphase & F)", None),
        ("$(rm -rf /)", None),
        ("F", None),
        (r"K(1, \href{x}{y})", None),
    ],
)
def test_formulas_are_typeset_and_code_is_not(
    lessons: ModuleType, code: str, latex: str | None
) -> None:
    assert lessons.formula_latex(code) == latex


def rows_of(lessons: ModuleType) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    homework = lessons.exercises(ROOT / "queries" / "exercises")
    found: Iterator[tuple[dict[str, Any], dict[str, Any]]]
    found = lessons.course(outputs=False, homework=homework)
    return found


def test_each_chapter_has_its_time_its_cells_and_its_exercises(
    lessons: ModuleType,
) -> None:
    files = list((ROOT / "queries" / "exercises").glob("*.toml"))
    found = list(rows_of(lessons))
    assert len(found) == 10
    assert sum(len(row["exercises"]) for row, _ in found) == len(files)
    for row, chapter in found:
        cells = [part for part in chapter["parts"] if "source" in part]
        assert row["cells"] == len(cells) > 0
        assert row["minutes"] > len(cells) * lessons.MINUTES_A_CELL
        texts = [part["html"] for part in chapter["parts"] if "html" in part]
        for code in chapter["formulas"]:
            shown = code.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            assert any(f"<code>{shown}</code>" in text for text in texts), code
    assert ["cards" in chapter for _, chapter in found] == [True] + [False] * 9


def test_each_chapter_has_a_sentence(lessons: ModuleType) -> None:
    words = WORDS.read_text("utf-8")
    for path in CHAPTERS:
        said = re.search(rf'"course.about.{path.stem}": "([^"]+)"', words)
        assert said, path.stem
        assert said[1].endswith(".")
    needed = set(re.findall(r'"course\.need\.([^"]+)"', words))
    assert needed <= {path.stem for path in CHAPTERS}
