"""The chapters of the course and the exercises, as the page has them.

Formulas in the text come with their LaTeX, and the three cards with which the course
begins with what is true in each deal: the page looks both up, and computes neither.

    python tools/lessons.py CHAPTER

A chapter is read as the book's own reader reads it. `page/lesson.py` runs its cells,
as in the page, and what they give here is printed as JSON: the page shows it until a
cell is run there.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from myst_nb.core.read import read_myst_markdown_notebook

from mystpy.errors import MystError
from mystpy.kripke.deals import hexa
from mystpy.language.decidable import parse_in_model
from mystpy.language.read import read
from mystpy.language.show import latex

ROOT = Path(__file__).parent.parent
COURSE = ROOT / "docs" / "course"
CHAPTERS = sorted(COURSE.glob("[0-9]*.md"))
TRANSLATED = sorted(COURSE.glob("??/[0-9]*.md"))
"""Chapters in other languages: a folder for each, the number as in English."""
KEPT = ROOT / "build" / "page" / "course"
"""The folder of stored outputs of cells, by a hash of their inputs."""
_RUN_BY = ("mystpy", "axioms", "queries", "page/lesson.py")
WORDS_A_MINUTE, MINUTES_A_CELL = 180, 0.75
"""The reading speed of a text with formulas, and the time for a cell."""
CARDS = re.compile(r"^\(three-cards\)=\n((?:\|.*\n?)+)", re.M)
"""The table of the book that is a set of clickable cards on the page."""
SHEET = re.compile(r"^## (?:Exercises|Aufgaben|Übungen)\n", re.M)
"""The heading of a printed sheet, in each language."""
_PLAYERS, _CARDS = ("i", "j", "k", "ann", "bob", "cid", "dan"), ("x", "y")
_ANY = {"F": "askphase", "G": "ansphase", "H": "showphase"}
"""Letters for any formula, and what takes their place while the rest is read."""

sys.path.insert(0, str(ROOT / "page"))


def course(
    *, outputs: bool, homework: Sequence[dict[str, Any]] = ()
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield for each chapter its row in the overview, and the contents of its page."""
    for path in CHAPTERS:
        found = parts_of(path)
        if outputs:
            _give(found, path)
        yield _row(path, found, homework), _chapter(path, found)


def _row(
    path: Path, parts: list[dict[str, Any]], homework: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """The row of a chapter in the overview."""
    number = int(path.stem[:2])
    cells = sum("source" in part for part in parts)
    words = sum(len(re.findall(r"\w+", part.get("html", ""))) for part in parts)
    return {
        "name": path.stem,
        "title": title_of(path),
        "titles": {},
        "cells": cells,
        "minutes": round(words / WORDS_A_MINUTE + cells * MINUTES_A_CELL),
        "exercises": [
            {"exercise": one["exercise"], "title": one["title"]}
            for one in homework
            if _number(one) == number
        ],
    }


def _chapter(path: Path, parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the contents of a chapter's page: parts, formulas, and cards to click."""
    formulas = formulas_in(path.read_text("utf-8"))
    chapter: dict[str, Any] = {"parts": parts, "formulas": formulas}
    if any("cards" in part for part in parts):
        chapter["cards"] = three_cards()
    return chapter


def _give(parts: list[dict[str, Any]], path: Path) -> None:
    """Add to the cells what those of a chapter give."""
    cells = [part for part in parts if "source" in part]
    for cell, given in zip(cells, given_by(path), strict=True):
        cell["outputs"] = given


def translations(*, outputs: bool) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """The language of each translated chapter, its name in English, title and page.

    Its cells are those of the English chapter, so that a student's changes belong to
    both, and what they give is the same.
    """
    for path in TRANSLATED:
        number = path.name.partition("-")[0]
        (english,) = COURSE.glob(f"{number}-*.md")
        found = parts_of(path)
        if outputs:
            _give(found, english)
        yield path.parent.name, english.stem, title_of(path), _chapter(path, found)


def title_of(path: Path) -> str:
    """The title of a chapter."""
    return path.read_text("utf-8").split("\n# ", 1)[1].split("\n", 1)[0]


def parts_of(path: Path) -> list[dict[str, Any]]:
    """The parts of a chapter: texts as HTML, and cells of code.

    The place of the cards to click is a part, and so are the exercises, which can be
    printed alone.
    """
    book = read_myst_markdown_notebook(path.read_text("utf-8"))
    found: list[dict[str, Any]] = []
    for cell in book.cells:
        if cell.cell_type == "markdown":
            found += _texts(cell.source, path.parent)
        else:
            long = "scroll-output" in cell.metadata.get("tags", ())
            found.append({"source": cell.source, "scroll": long})
    return found


def _texts(source: str, folder: Path) -> Iterator[dict[str, Any]]:
    cards = CARDS.search(source)
    if cards:
        yield from _texts(source[: cards.start()], folder)
        yield {"html": html_of(cards[1], folder), "cards": True}
        yield from _texts(source[cards.end() :], folder)
        return
    heading = SHEET.search(source)
    at, end = heading.span() if heading else (len(source), len(source))
    text, mark, after = source[:at], source[at:end], source[end:]
    if text.strip():
        yield {"html": html_of(text, folder)}
    if mark:
        tasks, more, rest = after.partition("\n## ")
        yield {"html": html_of(mark + tasks, folder), "sheet": True}
        if more:
            yield {"html": html_of(more.lstrip() + rest, folder)}


def formulas_in(text: str) -> dict[str, str]:
    """The formulas in the text of a chapter with their LaTeX; not those in cells."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    found = {code: formula_latex(code) for code in re.findall(r"`([^`\n]+)`", prose)}
    return {code: shown for code, shown in found.items() if shown is not None}


def formula_latex(code: str) -> str | None:
    """A formula of the text in the thesis's notation; None if that is no formula.

    It may have the letters i, j, x, ... and names for any player and card, and F, G, H
    for any formula. A word alone is a name, and stays as it is.
    """
    words = set(re.findall(r"[A-Za-z_]\w*", code))
    if not re.search(r"[~&|(=<]", code) or words & set(_ANY.values()):
        return None
    bound = [f"forall {name} in players: " for name in _PLAYERS if name in words]
    bound += [f"forall {name} in cards: " for name in _CARDS if name in words]
    given = re.sub(r"\b[FGH]\b", lambda letter: _ANY[letter[0]], code)
    try:
        formula = read("".join(bound) + f"({given})")
    except MystError:
        return None
    for _ in bound:
        formula = formula.body
    shown: str = latex(formula)
    for letter, word in _ANY.items():
        shown = re.sub(rf"\b{word}\b", letter, shown)
    return shown


def three_cards() -> dict[str, Any]:
    """The six deals of three cards, who can tell which apart, and what is known.

    A question has the formula that it asks for, and what is known or not known in it;
    of both in which deals they are true.
    """
    model = hexa().model
    players, cards = model.agents, ("r", "w", "b")
    rows = []
    for i, j in permutations(players, 2):
        for x in cards:
            held = f"h({j},{x})"
            for kind, body, knows in (
                ("knows", held, "K({i}, {body})"),
                ("knowsNot", f"~{held}", "K({i}, {body})"),
                ("possible", held, "~K({i}, ~{body})"),
                ("knowsUnknown", f"~K({j}, h({i},{x}))", "K({i}, {body})"),
            ):
                formula = knows.format(i=i, body=body)
                rows.append(
                    {"kind": kind, "i": i, "j": j, "x": x, "formula": formula}
                    | {"latex": latex(parse_in_model(formula, model.words))}
                    | {"body": model.truth(body).tolist()}
                    | {"truth": model.truth(formula).tolist()}
                )
    alike = {
        i: relation.numbers.tolist()
        for i, relation in zip(players, model.relations, strict=True)
    }
    hands = [
        {
            i: next(x for x in cards if f"h({i},{x})" in model.true_at(k))
            for i in players
        }
        for k in range(len(model))
    ]
    return {"players": players, "cards": cards, "deals": hands} | {
        "alike": alike,
        "questions": rows,
    }


def html_of(text: str, folder: Path = COURSE) -> str:
    """A text of a chapter as HTML; links lead to rooms of the page, or say the file."""
    reader = MarkdownIt("commonmark").enable("table")
    tokens = reader.parse(text)
    for token in tokens:
        if token.children:
            token.children = list(_links(token.children, folder))
    html: str = reader.renderer.render(tokens, reader.options, {})
    return html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace(
        "</table>", "</table></div>"
    )


def _links(tokens: Sequence[Token], folder: Path) -> Iterator[Token]:
    """Tokens with links to chapters led into the page, other files named."""
    named = None
    for token in tokens:
        href = str(token.attrs.get("href", "")) if token.type == "link_open" else ""
        if href and not href.startswith("http"):
            name = Path(href.partition("#")[0]).stem
            if (COURSE / f"{name}.md") in CHAPTERS:
                token.attrs["href"] = f"#/course/{name}"
            else:
                named = (folder / href).resolve().relative_to(ROOT).as_posix()
                continue
        if token.type == "link_close" and named is not None:
            yield Token("text", "", 0, content=" (")
            yield Token("code_inline", "code", 0, content=named)
            yield Token("text", "", 0, content=")")
            named = None
            continue
        yield token


def given_by(path: Path) -> list[list[dict[str, Any]]]:
    """Run the cells of a chapter here, one after the other; return their outputs."""
    digest = hashlib.sha256(path.read_bytes())
    for name in _RUN_BY:
        source = ROOT / name
        for each in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if each.is_file() and "__pycache__" not in each.parts:
                digest.update(str(each.relative_to(ROOT)).encode() + each.read_bytes())
    file = KEPT / f"{path.stem}-{digest.hexdigest()[:16]}.json"
    if not file.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, __file__, path, file], check=True)
    found: list[list[dict[str, Any]]] = json.loads(file.read_text("utf-8"))
    return found


def run_here(path: Path) -> list[list[dict[str, Any]]]:
    """Do the same in this process. Raises RuntimeError for a cell that fails."""
    from lesson import Lesson

    lesson, found = Lesson(path.stem), []
    for cell in parts_of(path):
        if "source" in cell:
            outputs = lesson.run(cell["source"])["outputs"]
            if any(each["kind"] in ("error", "missing") for each in outputs):
                raise RuntimeError(f"{path.name}, cell {lesson.count}: {outputs[-1]}")
            found.append(outputs)
    return found


def exercises(folder: Path) -> list[dict[str, Any]]:
    """The exercises as students have them, by chapter, each with its chapter's name."""
    from homework import read_exercise

    found = [
        read_exercise(path.read_text("utf-8"), path.name)
        for path in sorted(folder.glob("*.toml"))
    ]
    names = {int(path.stem[:2]): path.stem for path in CHAPTERS}
    for row in found:
        row["lesson"] = names[_number(row)]
    return sorted(found, key=_number)


def _number(exercise: dict[str, Any]) -> int:
    """The number of an exercise's chapter."""
    return int(re.match(r"\d+", exercise["chapter"])[0])


def main() -> None:
    """Print what the chapter that is named gives, or keep it in a file."""
    chapter, *kept = map(Path, sys.argv[1:])
    if not kept:
        print(json.dumps(given_by(chapter)))
        return
    half = kept[0].with_suffix(f".{os.getpid()}")
    half.write_text(json.dumps(run_here(chapter)), "utf-8")
    half.rename(kept[0])


if __name__ == "__main__":
    main()
