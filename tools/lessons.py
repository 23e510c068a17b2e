"""The chapters of the course and the exercises, as the page has them.

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
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from myst_nb.core.read import read_myst_markdown_notebook

ROOT = Path(__file__).parent.parent
COURSE = ROOT / "docs" / "course"
CHAPTERS = sorted(COURSE.glob("[0-9]*.md"))
TRANSLATED = sorted(COURSE.glob("??/[0-9]*.md"))
"""Chapters in other languages: a folder for each, the number as in English."""
KEPT = ROOT / "build" / "page" / "course"
"""Where it is kept what cells have given, by what that depends on."""
_RUN_BY = ("mystpy", "axioms", "queries", "page/lesson.py")

sys.path.insert(0, str(ROOT / "page"))


def course(*, outputs: bool) -> Iterator[tuple[str, str, list[dict[str, Any]]]]:
    """The name of each chapter, its title and its parts: texts, and cells."""
    for path in CHAPTERS:
        found = parts_of(path)
        if outputs:
            _give(found, path)
        yield path.stem, title_of(path), found


def _give(parts: list[dict[str, Any]], path: Path) -> None:
    """Add to the cells what those of a chapter give."""
    cells = [part for part in parts if "source" in part]
    for cell, given in zip(cells, given_by(path), strict=True):
        cell["outputs"] = given


def translations(
    *, outputs: bool
) -> Iterator[tuple[str, str, str, list[dict[str, Any]]]]:
    """The language of each translated chapter, its name in English, title and parts.

    Its cells are those of the English chapter, so that a student's changes belong to
    both, and what they give is the same.
    """
    for path in TRANSLATED:
        number = path.name.partition("-")[0]
        (english,) = COURSE.glob(f"{number}-*.md")
        found = parts_of(path)
        if outputs:
            _give(found, english)
        yield path.parent.name, english.stem, title_of(path), found


def title_of(path: Path) -> str:
    """The title of a chapter."""
    return path.read_text("utf-8").split("\n# ", 1)[1].split("\n", 1)[0]


def parts_of(path: Path) -> list[dict[str, Any]]:
    """The parts of a chapter: texts as HTML, and cells of code."""
    book = read_myst_markdown_notebook(path.read_text("utf-8"))
    found: list[dict[str, Any]] = []
    for cell in book.cells:
        if cell.cell_type == "markdown":
            found.append({"html": html_of(cell.source, path.parent)})
        else:
            long = "scroll-output" in cell.metadata.get("tags", ())
            found.append({"source": cell.source, "scroll": long})
    return found


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
    """What the cells of a chapter give when they are run here, one after the other."""
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
    """The same in this process. Raises RuntimeError for a cell that fails."""
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
    """The exercises as students have them, by chapter."""
    from homework import read_exercise

    found = [
        read_exercise(path.read_text("utf-8"), path.name)
        for path in sorted(folder.glob("*.toml"))
    ]
    return sorted(found, key=lambda row: int(re.match(r"\d+", row["chapter"])[0]))


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
